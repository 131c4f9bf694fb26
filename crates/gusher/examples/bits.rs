//! Writes the raw bits of the law to standard output, for statistical suites to read:
//!
//! ```sh
//! cargo run --release -p gusher --example bits | dieharder -a -g 200
//! cargo run --release -p gusher --example bits columns | RNG_test stdin64
//! ```
//!
//! The argument says what is counted up from one 64-bit value to the next: `rows` (the default), `columns`, `seeds`, or
//! `low`, which is the low 32 bits of rows alone.

use std::io::{self, Write};
use std::process::ExitCode;

use gusher::rng::Key;

/// Values a write.
const BLOCK: u64 = 8192;

fn main() -> ExitCode {
    let what = std::env::args().nth(1).unwrap_or_else(|| "rows".to_owned());
    let column = Key::seed(0).table("data").column("bits", 0).draw(0);
    let written = match what.as_str() {
        "rows" => write(|row| column.bits(row).to_le_bytes()),
        "low" => write(|row| (column.bits(row) as u32).to_le_bytes()),
        "columns" => {
            let table = Key::seed(0).table("data");
            write(|n| table.column("bits", n).draw(0).bits(0).to_le_bytes())
        }
        "seeds" => {
            write(|seed| Key::seed(seed).table("data").column("bits", 0).draw(0).bits(0).to_le_bytes())
        }
        _ => {
            eprintln!("bits: expected rows, low, columns or seeds, not {what}");
            return ExitCode::from(2);
        }
    };
    // A reader that has seen enough is no failure.
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("bits: standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes the bytes of 0, 1, 2 … until the reader leaves.
fn write<const N: usize>(bytes: impl Fn(u64) -> [u8; N]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut block = Vec::with_capacity(BLOCK as usize * N);
    for start in (0..).step_by(BLOCK as usize) {
        block.clear();
        (start..start + BLOCK).for_each(|n| block.extend_from_slice(&bytes(n)));
        out.write_all(&block)?;
    }
    Ok(())
}
