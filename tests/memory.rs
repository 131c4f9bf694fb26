//! How much memory `gush rows` takes. In a test program of its own: a child is charged for the size of the
//! process that forked it, and this one stays small.
#![cfg(unix)]

use gush_testkit::{Outcome, Program, Scratch, Stream};

const MIB: u64 = 1 << 20;

fn rows(sentence: &str) -> Outcome {
    let program = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7").arg_line(sentence);
    program.stdout(Stream::Null).run().ok().silent()
}

#[test]
fn ten_rows_take_less_than_16_mib() {
    // The code itself counts too, and that of a build for tests is more than twice as large.
    let limit = if cfg!(debug_assertions) { 24 * MIB } else { 16 * MIB };
    rows("-l 10 name").peak_memory_at_most(limit);
    rows("-l 10 -f csv id=seq name email country:any city sentence username noun").peak_memory_at_most(limit);
}

#[test]
fn ten_million_rows_take_less_than_64_mib() {
    // Of each row there are 40 bytes, so that 3 million of them are too many to be kept, too.
    for options in ["-l 10M", "-j 1 -l 3M", "-j 8 -l 3M"] {
        rows(&format!("{options} -f csv id=seq name email")).peak_memory_at_most(64 * MIB);
    }
}

#[test]
fn every_format_stays_within_64_mib() {
    for format in ["column", "tsv", "ndjson", "sql", "sql --batch 10M", "json", "copy", "markdown", "html"] {
        rows(&format!("-f {format} -l 1M id=seq name email city sentence")).peak_memory_at_most(64 * MIB);
    }
}

#[test]
fn compressing_takes_a_few_mib_a_thread() {
    for wish in ["gz:1", "zst"] {
        rows(&format!("-j 2 --compress {wish} -l 1M -f csv id=seq name email")).peak_memory_at_most(64 * MIB);
    }
}

/// A group of 131,072 rows of these columns has about 25 MB; all ten have 250.
#[test]
fn parquet_takes_two_groups_a_thread() {
    let columns = "id=seq a=int b=int c=int d=decimal:0,500,2 e=datetime f=date g=time h=bool i=uuidv4 j=country.code:any \
                   k=name.first l=noun m=color n=int:0,1M o=int:0,9 p=ipv4 q=name r=email s=int@null=0.1";
    for (threads, limit) in [(1, 64 + 25), (2, 64 + 4 * 25)] {
        for codec in ["none", "zstd"] {
            let arguments = format!(
                "--now 2024-05-06 -j {threads} -l 1300k -f parquet --for newest --compress {codec} {columns}"
            );
            rows(&arguments).peak_memory_at_most(limit * MIB);
        }
    }
}

/// What is known of a group until the end of the file is about as large as what is written of it there.
#[test]
fn small_groups_take_little_memory_each() {
    rows("-l 32k -f parquet --row-group 1 id=seq a=enum:a,b").peak_memory_at_most(128 * MIB);
}

/// Lists and structs, and the formats whose groups are smaller. 65,536 rows of these columns have about 13 MB, twice as many 26.
#[test]
fn other_typed_files_take_two_groups_a_thread_too() {
    let columns = "id=seq tags=noun@null=0.1@list=0,5 dates=datetime@list=0,9@null=0.2 a.name=name a.mail=email@null=0.1 \
                   a.at.lat=latitude a.at.codes=country.code:any@list=3 u=uuidv4 d=decimal:0,500,2";
    for (threads, group) in [(1, 1), (2, 4)] {
        for (format, bytes) in [("parquet", 26), ("arrow", 13), ("arrows", 13), ("avro", 1)] {
            let arguments = format!("--now 2024-05-06 -j {threads} -l 1M -f {format} --nest {columns}");
            rows(&arguments).peak_memory_at_most((64 + group * bytes) * MIB);
        }
    }
}

#[test]
fn unique_values_are_not_remembered() {
    rows("-l 10M uuidv4@unique int:1,10M@unique").peak_memory_at_most(64 * MIB);
}

#[test]
fn a_slow_reader_does_not_fill_the_memory() {
    let program =
        Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 -l 500k -f csv id=seq name email");
    let run = program.stdout(Stream::NonBlocking).run().ok().filled_the_pipe();
    run.peak_memory_at_most(64 * MIB);
}

#[test]
fn a_common_wide_entry_and_many_threads_stay_within_their_bounds() {
    let scratch = Scratch::new();
    // Written by another process, as this one must stay small.
    let make =
        "seq 1000 >lines; awk 'BEGIN { for (i = 0; i < 2000; i++) printf \"%020000d\\n\", 7 }' >>lines";
    Program::shell(make).within(scratch.folder()).run().ok();
    let lines = scratch.path("lines");
    // The file itself, 40 MB, is read once.
    rows(&format!("-j 2 -l 20k file:{}", lines.display())).peak_memory_at_most(160 * MIB);
    let program = Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("rows --seed 7 -j 64 -l 3M -f csv seq name email uuidv4");
    // A reader that begins late, so that all blocks are on their way at once.
    program.pipe_into("sleep 1; cat >/dev/null").producer.ok().peak_memory_at_most(64 * MIB);
}
