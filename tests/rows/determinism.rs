//! The law of values: a value is a pure function of seed, table, column and row. Whatever else is asked for
//! (how many rows, which of them, by how many threads, in which format, beside which columns) must not matter.

use crate::rows::{CUSTOMER, gush, rows};
use gush_testkit::{Outcome, assert_same};

/// Enough rows for several blocks and several threads.
const MANY: usize = 60_000;

/// The lines `range` of a text, with their line ends.
fn lines_of(text: &[u8], range: std::ops::Range<usize>) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.skip(range.start).take(range.len()).flatten().copied().collect()
}

/// One column of CSV text without quotes in it.
fn column(outcome: &Outcome, number: usize) -> Vec<&str> {
    outcome.lines().iter().map(|line| line.split(',').nth(number).expect("so many columns")).collect()
}

#[test]
fn any_range_of_rows_is_that_slice_of_all_rows() {
    for format in ["csv", "tsv", "column", "ndjson"] {
        let complete = rows(&format!("-f {format} -l {MANY} {CUSTOMER}"));
        for (from, to) in [(0, 1), (0, MANY), (1, 2), (4095, 4097), (12_345, 54_321), (MANY - 1, MANY)] {
            let part = rows(&format!("-f {format} --rows {from}..{to} {CUSTOMER}"));
            part.stdout_is(lines_of(&complete.stdout, from..to));
        }
    }
}

#[test]
fn a_range_far_out_needs_nothing_before_it() {
    let part = rows("-f csv --rows 1_000_000_000_000..1_000_000_000_003 id=seq name");
    assert_eq!(column(&part, 0), ["1000000000001", "1000000000002", "1000000000003"]);
}

#[test]
fn an_empty_range_has_no_rows() {
    rows("-f csv --rows 5..5 name").stdout_is("");
    rows("-f csv -l 0 name").stdout_is("");
    rows("-f sql -l 0 name").stdout_is("");
}

#[test]
fn shards_concatenate_to_all_rows() {
    for (format, limit) in [("csv", 10_007), ("sql --transaction whole", 10_007), ("ndjson", 10), ("csv", 2)]
    {
        let complete = rows(&format!("-f {format} -l {limit} {CUSTOMER}"));
        for shards in [1, 2, 3, 7, 16] {
            let shard =
                |i: usize| rows(&format!("-f {format} -l {limit} --shard {i}/{shards} {CUSTOMER}")).stdout;
            let all: Vec<u8> = (1..=shards).flat_map(shard).collect();
            assert_same(all, &complete.stdout);
        }
    }
}

#[test]
fn shards_of_a_range_concatenate_to_the_range() {
    for format in ["csv", "sql --batch 70 --transaction whole"] {
        let range = format!("-f {format} --rows 1_234..9_876 {CUSTOMER}");
        let complete = rows(&range);
        let all: Vec<u8> = (1..=4).flat_map(|i| rows(&format!("{range} --shard {i}/4")).stdout).collect();
        assert_same(all, &complete.stdout);
    }
}

#[test]
fn shards_with_a_header_concatenate_to_all_rows_too() {
    let complete = rows("-f csv -H -l 1000 id=seq name");
    let all: Vec<u8> =
        (1..=3).flat_map(|i| rows(&format!("-f csv -H -l 1000 id=seq name --shard {i}/3")).stdout).collect();
    assert_same(all, &complete.stdout);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for format in ["csv", "sql", "ndjson"] {
        let with = |threads: u32| rows(&format!("-f {format} -l 200k -j {threads} {CUSTOMER}"));
        let one = with(1);
        for threads in [2, 3, 8] {
            with(threads).stdout_is(&one.stdout);
        }
        rows(&format!("-f {format} -l 200k {CUSTOMER}")).stdout_is(&one.stdout);
    }
}

#[test]
fn a_stream_begins_like_any_number_of_rows() {
    let wanted = rows(&format!("-f csv -l {MANY} {CUSTOMER}")).stdout;
    let stream =
        crate::rows::seeded(&format!("-f csv -S {CUSTOMER}")).stdout_closes_after(wanted.len()).run();
    assert_same(&stream.stdout, &wanted);
}

#[test]
fn the_size_of_a_statement_changes_no_value() {
    let values = |batch: &str| {
        let text = rows(&format!("-f sql -l 5k --batch {batch} id=seq name=uuidv4")).text().to_owned();
        text.lines().filter(|l| l.starts_with('(')).map(|l| l[..l.len() - 2].to_owned()).collect::<Vec<_>>()
    };
    let usual = values("1000");
    assert_eq!(usual.len(), 5000);
    for batch in ["1", "7", "5k", "1M"] {
        assert_eq!(values(batch), usual, "--batch {batch}");
    }
}

#[test]
fn columns_do_not_disturb_each_other() {
    let alone = rows("-f csv -l 1000 email");
    let among = rows("-f csv -l 1000 id=seq email visits=int");
    let moved = rows("-f csv -l 1000 email visits=int name.first");
    assert_eq!(column(&among, 1), column(&alone, 0));
    assert_eq!(column(&moved, 0), column(&alone, 0));
    assert_eq!(column(&moved, 1), column(&among, 2));
}

#[test]
fn a_column_is_keyed_by_its_name() {
    let run = rows("-f csv -l 1000 a=int b=int int int");
    let columns: Vec<Vec<&str>> = (0..4).map(|number| column(&run, number)).collect();
    for (i, one) in columns.iter().enumerate() {
        for other in &columns[..i] {
            let equal = one.iter().zip(other).filter(|(a, b)| a == b).count();
            assert!(equal < 20, "two columns of 1001 values agree in {equal} of 1000 rows");
        }
    }
    assert_eq!(column(&rows("-f csv -l 1000 b=int"), 0), columns[1]);
    assert_eq!(column(&rows("-f csv -l 1000 int a=int"), 0), columns[2]);
}

#[test]
fn the_table_is_part_of_the_key() {
    let one = rows("-f csv -l 100 -t one uuidv4");
    assert_ne!(rows("-f csv -l 100 -t two uuidv4").stdout, one.stdout);
    rows("-f csv -l 100 -t one uuidv4").stdout_is(&one.stdout);
}

#[test]
fn the_seed_is_all_that_chance_is() {
    let with = |seed: &str| gush(&format!("rows --seed {seed} -l 100 uuidv4")).run().ok().silent();
    with("1").stdout_is(&with("1").stdout);
    assert_ne!(with("1").stdout, with("2").stdout);
    let without = || gush("rows -l 100 uuidv4").run().ok().silent();
    assert_ne!(without().stdout, without().stdout);
}

/// The command keeps its values too, with its own table name and its numbering of equal column names. The first line
/// of the file is the command; `GUSH_RECORD=1` writes the file again. The values of every generator are pinned in
/// `crates/gusher/tests/pinned.txt`.
#[test]
fn values_are_what_they_always_were() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/rows/pinned.csv");
    let pinned = std::fs::read_to_string(path).expect("the file can be read");
    let (command, expected) = pinned.split_once('\n').expect("the first line is the command");
    let arguments = command.strip_prefix("# gush ").expect("a command");
    let outcome = gush(arguments).run().ok().silent();
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(path, format!("{command}\n{}", outcome.text())).expect("the file can be written");
    } else {
        outcome.stdout_is(expected);
    }
}

#[test]
fn now_is_an_input_too() {
    let at = |now: &str| {
        gush(&format!("rows --seed 1 --now {now} -f csv -l 1000 date timestamp")).run().ok().silent()
    };
    let then = at("2001-02-03");
    at("2001-02-03").stdout_is(&then.stdout);
    assert!(column(&then, 0).iter().all(|&day| ("2000-02-03"..="2001-02-03").contains(&day)));
    assert_ne!(at("2011-02-03").stdout, then.stdout);
}

#[test]
fn every_format_has_the_same_values() {
    let columns =
        "id=seq name.first visits=int:0,500 active=bool born=date token=uuidv4 balance=double@null=0.2";
    let csv = rows(&format!("-f csv -l 2k {columns}"));
    let fields: Vec<Vec<&str>> = csv.lines().iter().map(|line| line.split(',').collect()).collect();
    let joined =
        |row: &dyn Fn(&[&str]) -> String| fields.iter().map(|fields| row(fields)).collect::<String>();

    rows(&format!("-f tsv -l 2k {columns}")).stdout_is(joined(&|f| f.join("\t") + "\n"));
    rows(&format!("-f column -s | -l 2k {columns}")).stdout_is(joined(&|f| f.join("|") + "\n"));
    rows(&format!("-f ndjson -l 2k {columns}")).stdout_is(joined(&|f| {
        let balance = if f[6].is_empty() { "null" } else { f[6] };
        format!(
            "{{\"id\":{},\"name.first\":\"{}\",\"visits\":{},\"active\":{},\"born\":\"{}\",\"token\":\"{}\",\
             \"balance\":{balance}}}\n",
            f[0], f[1], f[2], f[3], f[4], f[5]
        )
    }));
    let sql = rows(&format!("-f sql --transaction never -l 2k --batch 1M {columns}"));
    let body = sql.text().split_once("VALUES\n").expect("one statement").1;
    let body = body.strip_suffix(");\n").expect("a statement ends").to_owned() + "),\n";
    assert_same(
        body,
        joined(&|f| {
            let balance = if f[6].is_empty() { "NULL" } else { f[6] };
            let active = f[3].to_uppercase();
            format!("({}, '{}', {}, {active}, '{}', '{}', {balance}),\n", f[0], f[1], f[2], f[4], f[5])
        }),
    );
}
