//! Impossible requests are refused before anything is written.

use crate::columnar::seeded;
use gush_testkit::Scratch;

/// The report of one error: the argument, the span in it, and the message.
fn report(args: &str, at: usize, len: usize, text: &str) -> String {
    let carets = " ".repeat(at) + &"^".repeat(len);
    format!("gush: error in the arguments; nothing was written\n  {args}\n  {carets} {text}\n")
}

#[test]
fn unsupported_options_of_parquet_are_reported_with_their_position() {
    for (sentence, expected) in [
        (
            "-f parquet -S name",
            report("--stream", 0, 8, "parquet ends with an index, and a stream has no end; give a --limit"),
        ),
        (
            "-f parquet --row-group 0 name",
            report("--row-group 0", 12, 1, "a row group has from 1 to 16777216 rows"),
        ),
        (
            "-f parquet --row-group many name",
            report(
                "--row-group many",
                12,
                4,
                "expected a number of rows such as 100k, or a size such as 128MiB",
            ),
        ),
        (
            "-f csv --row-group 5 name",
            report("--row-group 5", 12, 1, "csv has no row groups; parquet, arrow, arrows and avro have"),
        ),
        ("-f parquet --compress lz4:3 name", report("--compress lz4:3", 15, 1, "lz4 has no levels")),
        (
            "-f csv --compress snappy name",
            report("--compress snappy", 11, 6, "csv is not compressed by snappy; it takes gz or zst"),
        ),
        (
            "-f arrow --compress snappy name",
            report("--compress snappy", 11, 6, "arrow is not compressed by snappy; it takes lz4 or zst"),
        ),
        (
            "-f avro --compress lz4 name",
            report("--compress lz4", 11, 3, "avro is not compressed by lz4; it takes gz, zst or snappy"),
        ),
        (
            "-f parquet --compress zstd:23 name",
            report("--compress zstd:23", 16, 2, "the levels of zstd are 1 to 22"),
        ),
        (
            "-o x.parquet.gz name",
            report(
                "--output x.parquet.gz",
                9,
                12,
                "parquet compresses its pages itself; leave .gz out, and say how with --compress",
            ),
        ),
        (
            "-f parquet -H name",
            report(
                "--header",
                0,
                8,
                "parquet has no header row; column, csv, tsv, copy, markdown and html have",
            ),
        ),
    ] {
        let scratch = Scratch::new();
        seeded(sentence).within(scratch.folder()).run().code(2).stdout_is("").stderr_is(expected);
        assert!(scratch.names().is_empty());
    }
}

#[test]
fn names_must_differ() {
    let run = seeded("-f parquet a=int a=name").run().code(2).stdout_is("");
    run.stderr_has("parquet").stderr_has("a=name");
}
