//! The present: what "now" is with a seed, without one, and when it is asked for.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::rows::gush;
use gush_testkit::{Outcome, Scratch, assert_same};

/// Every kind of value that depends on the present.
const DATED: &str = "date datetime timestamp timestamp.ms series uuidv1 uuidv6 uuidv7 ulid ksuid objectid jwt birthdate \
                     a=date:2020-01-01 person.birthdate@of=a";

/// The note where a value depends on it and it was not given.
const NOTE: &str =
    "gush: with a seed, --now is 2026-01-01T00:00:00Z unless it is given; --now now is the start time\n";

fn run(arguments: &str) -> Outcome {
    gush(&format!("rows {arguments}")).run().ok()
}

/// The Unix seconds of the system's clock.
fn clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs() as i64
}

#[test]
fn the_same_seed_gives_the_same_bytes_at_any_time() {
    let given = run(&format!("--seed 7 --now 2026-01-01T00:00:00Z -f csv {DATED}")).silent();
    run(&format!("--seed 7 -f csv {DATED}")).stderr_is(NOTE).stdout_is(&given.stdout);
    // Alone, too: each of them depends on it.
    for column in DATED.split_whitespace() {
        let given = run(&format!("--seed 7 --now 2026-01-01 {column}")).silent();
        run(&format!("--seed 7 {column}")).stderr_is(NOTE).stdout_is(&given.stdout);
    }
}

#[test]
fn rows_independent_of_the_present_have_no_note() {
    for arguments in [
        "id=seq name email uuidv4 price",
        "date:2020-01-01,2021-01-01 datetime:,2024-01-01 timestamp:,5 series:2024-01-01 time duration month",
        "-e '{{Int_1_2}}'",
    ] {
        let arguments = arguments.replace("-e '{{Int_1_2}}'", "-e {{Int}}");
        run(&format!("--seed 7 {arguments}")).silent();
    }
    run("--seed 7 -e {{Date}}").stderr_is(NOTE);
    run("--seed 7 --now 2026-01-01 date").silent();
    run("--seed 7 --now now date").silent();
    run("date").silent();
    run("--now 2026-01-01 date").silent();
    // One line is enough.
    run("--seed 7 --show-seed date").stderr_is("gush: repeat with --seed 7 --now 2026-01-01T00:00:00Z\n");
}

#[test]
fn the_moment_of_start_is_that_of_the_clock() {
    for arguments in ["--seed 7 --now now", "--now now", ""] {
        let before = clock();
        let reported = run(&format!("{arguments} --show-seed series:,1d --limit 1 -f csv"));
        let after = clock();
        let now = reported.errors().trim_end().rsplit(' ').next().expect("a time").to_owned();
        // The first time of a series is the present.
        assert_eq!(reported.text().trim_end(), now, "{arguments}");
        let seconds = run(&format!("--now {now} -l 1 uuidv7"));
        let millis = u64::from_str_radix(&seconds.text().replace('-', "")[..12], 16).expect("hexadecimal");
        let seconds = i64::try_from(millis / 1000).expect("a time");
        assert!((before..=after).contains(&seconds), "{arguments}: {before} {seconds} {after}");
    }
}

#[test]
fn a_saved_seed_is_a_seed() {
    let scratch = Scratch::new();
    let generated = |arguments: &str| gush(&format!("rows {arguments}")).within(scratch.folder()).run().ok();
    scratch.write("plain.toml", "seed = 7\n[table.data]\ncolumns = [\"date\", \"uuidv7\"]\n");
    let plain = generated("--seed 7 date uuidv7");
    generated("--schema plain.toml").stderr_is(NOTE).stdout_is(&plain.stdout);
    generated("--schema plain.toml --shard 1/2").stderr_is(NOTE);
    // A printed schema contains the present, and so needs no note.
    let printed = generated("--seed 7 --print-schema date uuidv7").silent();
    assert!(printed.text().starts_with("seed = 7\nnow = \"2026-01-01T00:00:00Z\"\n"), "{}", printed.text());
    scratch.write("printed.toml", &printed.stdout);
    generated("--schema printed.toml").silent().stdout_is(&plain.stdout);
    generated("--schema printed.toml --print-schema").silent().stdout_is(&printed.stdout);
    let saved = generated("--now now --save-schema saved.toml date uuidv7").silent();
    generated("--schema saved.toml").silent().stdout_is(&saved.stdout);
    // The options win.
    generated("--schema printed.toml --now 2020-02-02")
        .silent()
        .stdout_is(generated("--seed 7 --now 2020-02-02 date uuidv7").stdout);
}

#[test]
fn shards_need_a_seed_and_one_present() {
    let reported = |arguments: &str, text: &str| {
        gush(&format!("rows {arguments}")).run().code(2).stdout_is("").stderr_has(text);
    };
    let seed =
        "give all shards the same --seed: without one each has other values, and @unique ones come twice";
    reported("--shard 1/2 name", seed);
    reported("--shard 1/1 id=seq", seed);
    reported("--shard 1/2 -e {{Name}}", seed);
    reported("--shard 1/2 --now 2026-01-01 name", seed);
    reported("--seed 7 --shard 1/2 --now now name", "each shard starts at another moment");
    let all = run("--seed 7 -l 10 date uuidv7").stdout;
    let shards: Vec<u8> = (1..=3)
        .flat_map(|part| run(&format!("--seed 7 --shard {part}/3 -l 10 date uuidv7")).stdout)
        .collect();
    assert_same(shards, all);
}

/// A series that starts now has the bounds of its rows, as one with a first time has.
#[test]
fn a_series_from_now_fits_what_its_rows_fit() {
    for column in
        ["series:FROM,1d@type=timestamp_ns", "t=series:FROM,1d n=expr:extract(epoch\u{a0}from\u{a0}t)::int"]
    {
        let made = |from: &str| {
            let columns = column.replace("FROM", from);
            let columns = columns.split(' ').map(|column| column.replace('\u{a0}', " "));
            let run = gush("rows --now 2024-01-01 -l 3 -f csv").args(columns).run().ok();
            run.stdout
        };
        assert_same(made(""), made("2024-01-01"));
    }
}
