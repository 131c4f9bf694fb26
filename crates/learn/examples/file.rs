//! What is learned from a file of rows, and how fast it is read: `cargo run --release -p gush-learn --example file -- FILE`.

use std::fs::File;
use std::io::Read as _;
use std::time::Instant;

use gush_learn::files::{CsvReader, FileKind, JsonReader, LearnedTable, kind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("the name of a file is missing")?;
    let (mut file, mut piece) = (File::open(&path)?, vec![0; 1 << 20]);
    let start = Instant::now();
    let first = file.read(&mut piece)?;
    let (mut bytes, mut read) = (first as u64, first);
    let is_json = kind(&piece[..first]) == Some(FileKind::Ndjson);
    let (mut csv, mut json) = (CsvReader::new(&path, None), JsonReader::new(&path));
    while read > 0 {
        if is_json { json.feed(&piece[..read]) } else { csv.feed(&piece[..read]) }?;
        read = file.read(&mut piece)?;
        bytes += read as u64;
    }
    let LearnedTable { table, notes } = if is_json { json.finish() } else { csv.finish() }?;
    let seconds = start.elapsed().as_secs_f64();
    for column in &table.columns {
        let statistics = column.statistics.as_ref().ok_or("a file has statistics")?;
        println!(
            "{}: {:?} null {} {:?}",
            column.name, column.kind, statistics.null_share, statistics.distinct
        );
        println!(
            "  range {:?} length {:?} pattern {:?} form {:?} format {:?}",
            statistics.range, statistics.length, statistics.pattern, statistics.form, statistics.format
        );
    }
    println!("key {:?} unique {:?} rows {:?}", table.primary_key, table.uniques.len(), table.rows);
    for note in notes {
        println!("{}:{} {} {}", note.origin.source, note.origin.line, note.about, note.text);
    }
    eprintln!("{bytes} bytes in {seconds:.3} s: {:.0} MB/s", bytes as f64 / seconds / 1e6);
    Ok(())
}
