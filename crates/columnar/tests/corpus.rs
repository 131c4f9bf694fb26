//! The corpus of Parquet files: what its manifest says, and what the reader of the `parquet` crate makes of it.

use std::collections::BTreeSet;

use gush_columnar::parquet_corpus;
use serde_json::Value;

#[test]
fn files_are_small_and_follow_from_the_seed() {
    let files = parquet_corpus();
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), files.len());
    let mut bytes = 0;
    for file in &files {
        let content = file.make(1).expect("a file");
        assert!(content.parquet.len() < 200_000, "{}: {}", file.path, content.parquet.len());
        bytes += content.parquet.len();
        let entry: Value = serde_json::from_str(&content.entry).expect("JSON");
        assert_eq!(entry["valid"], file.is_valid());
        assert!(file.is_valid() || entry["at"].is_u64(), "{} has no lie", file.path);
        let lines = content.values.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let ids: Vec<u64> = lines.map(|row| row["id"].as_u64().expect("a number")).collect();
        assert!(ids.iter().copied().eq(0..ids.len() as u64));
    }
    assert!(bytes < 8 << 20, "{bytes}");
    let make = |seed| files[5].make(seed).expect("a file");
    assert_eq!(make(7).parquet, make(7).parquet);
    assert_ne!(make(7).values, make(8).values);
}
