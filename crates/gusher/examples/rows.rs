//! Rows of a table from Rust: `cargo run -p gusher --example rows`.

use gusher::{Format, Table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let columns = ["id=seq", "name", "age=int:18,90", "email@unique", "tags=noun@list=0,3"];
    let people = Table::new("people", columns)?.seed(7);
    people.write(0..5000, Format::NDJSON, std::io::stdout())?;
    Ok(())
}
