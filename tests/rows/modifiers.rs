//! Modifiers: what follows the `@` of a column.

use crate::rows::{Described, described, gush, in_parallel, rows, seeded};
use std::collections::BTreeSet;

#[test]
fn unique_values_are_a_permutation_of_all_there_are() {
    let run = rows("-l 1000 int:1,1000@unique");
    let mut values: Vec<u32> = run.lines().iter().map(|line| line.parse().expect("a number")).collect();
    assert!(!values.is_sorted(), "a permutation, not a series");
    values.sort_unstable();
    assert!(values.into_iter().eq(1..=1000));
}

#[test]
fn unique_values_differ_across_shards() {
    let shard = |i: u32| rows(&format!("-l 900 int:1,1000@unique --shard {i}/3"));
    let shards = [shard(1), shard(2), shard(3)];
    let all: BTreeSet<&str> = shards.iter().flat_map(gush_testkit::Outcome::lines).collect();
    assert_eq!(all.len(), 900);
}

#[test]
fn unique_works_for_texts() {
    for generator in
        ["email", "username", "phone", "uuidv4", "ipv4", "domain", "date:1900-01-01,2024-12-31", "seq"]
    {
        let run = rows(&format!("-l 2k {generator}@unique"));
        let all: BTreeSet<&str> = run.lines().into_iter().collect();
        assert_eq!(all.len(), 2000, "{generator}");
    }
}

/// The cardinality in the description of a generator; `None` where it is practically unlimited.
fn described_cardinality(generator: &Described) -> Option<usize> {
    let line = generator.text.lines().find_map(|line| line.trim().strip_prefix("values"));
    let number = line.expect("the cardinality is reported").trim().replace(',', "");
    number.parse().ok().filter(|&domain| domain <= 100_000)
}

/// The fields of each row of CSV, which may have several lines.
fn records(csv: &[u8]) -> Vec<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv);
    reader.records().map(|record| record.expect("csv is read")).collect()
}

/// That the values of every generator are unique in its own unit tests, for as many rows, too; here it is what the
/// descriptions report that is compared with what is made.
#[test]
fn every_generator_has_the_cardinality_of_its_description() {
    let named = |(at, generator): (usize, &Described)| format!("v{at}={}", generator.column);
    // A generator that is the same in every row reports it.
    let columns = described().iter().enumerate().map(|column| named(column) + "@null=1");
    let nulls = seeded("-f csv -l 3").args(columns).run().ok();
    nulls.stdout_is(format!("{}\n", ",".repeat(described().len() - 1)).repeat(3));

    let (refused, unique): (Vec<_>, Vec<_>) =
        described().iter().partition(|generator| generator.text.contains("@unique is not supported"));
    assert!(refused.len() > 5, "several generators describe a thing that other columns describe too");
    in_parallel(&refused, |generator| {
        let run = seeded(&format!("-l 1 v={}@unique", generator.column)).run().code(2).stdout_is("");
        run.stderr_has("`@unique` is not supported");
    });

    let (large, small): (Vec<_>, Vec<_>) =
        unique.into_iter().partition(|generator| described_cardinality(generator).is_none());
    let columns = large.iter().enumerate().map(|(at, generator)| named((at, generator)) + "@unique");
    let run = seeded("-f csv -l 1000").args(columns).run().ok();
    let rows = records(&run.stdout);
    for (at, generator) in large.iter().enumerate() {
        let different: BTreeSet<&str> = rows.iter().map(|row| &row[at]).collect();
        assert_eq!(different.len(), 1000, "{}@unique", generator.column);
    }

    assert!(small.len() > 5, "several generators have few enough values to be counted");
    let columns = small.iter().enumerate().map(|(at, generator)| named((at, generator)));
    let drawn = seeded("-f csv -l 20k").args(columns).run().ok();
    let drawn = records(&drawn.stdout);
    let numbered: Vec<_> = small.iter().enumerate().collect();
    in_parallel(&numbered, |(at, generator)| {
        let Described { column, .. } = generator;
        let domain = described_cardinality(generator).expect("it is small");
        let run = seeded(&format!("-f csv -l {domain} v={column}@unique")).run().ok().silent();
        let rows = records(&run.stdout);
        let different: BTreeSet<&str> = rows.iter().map(|row| &row[0]).collect();
        assert_eq!(different.len(), domain, "{column}@unique");
        seeded(&format!("-l {} v={column}@unique", domain + 1)).run().code(2).stdout_is("");
        let strange = drawn.iter().map(|row| &row[*at]).find(|value| !different.contains(value));
        assert_eq!(strange, None, "{column} draws what {column}@unique has not");
    });
}

#[test]
fn as_many_unique_values_as_there_are_can_be_had_and_no_more() {
    let all: BTreeSet<String> =
        rows("-l 3 enum:a,b,c@unique").lines().iter().map(ToString::to_string).collect();
    assert_eq!(all.into_iter().collect::<String>(), "abc");
    let refused = gush("rows -l 4 enum:a,b,c@unique").run().code(2).stdout_is("");
    refused.stderr_has("there are 3 different values, but 4 rows were asked for");
    let refused = gush("rows -l 1_000_001 int:1,1M@unique").run().code(2).stdout_is("");
    refused.stderr_has("1,000,000").stderr_has("1,000,001");
    let refused = gush("rows --rows 5..7 int:1,6@unique").run().code(2).stdout_is("");
    refused.stderr_has("there are 6 different values");
    gush("rows -S noun@unique").run().code(2).stdout_is("").stderr_has("a stream has no end");
}

#[test]
fn all_rows_count_where_a_shard_is_asked_for() {
    let refused = gush("rows -l 1001 int:1,1000@unique --shard 1/2").run().code(2).stdout_is("");
    refused.stderr_has("1,000").stderr_has("1,001");
}

#[test]
fn null_has_its_share() {
    let run = rows("-f csv -l 100k v=int:1,9@null=0.05");
    let nulls = run.lines().iter().filter(|line| line.is_empty()).count();
    // Six standard deviations of a binomial count: the seed is fixed, and another would do as well.
    assert!((4_586..=5_414).contains(&nulls), "{nulls} of 100,000 rows are null at @null=0.05");
    rows("-f csv -l 100 v=int:1,1@null=0").stdout_is("1\n".repeat(100));
    rows("-f csv -l 100 v=int:1,1@null=1").stdout_is("\n".repeat(100));
}

#[test]
fn null_changes_no_other_value() {
    let full = rows("-f csv -l 1000 v=uuidv4");
    let sparse = rows("-f csv -l 1000 v=uuidv4@null=0.5");
    let pairs = full.lines().into_iter().zip(sparse.lines());
    let (null, kept): (Vec<_>, Vec<_>) = pairs.partition(|(_, sparse)| sparse.is_empty());
    assert!(null.len() > 300 && kept.len() > 300);
    assert!(kept.iter().all(|(full, sparse)| full == sparse));
}

#[test]
fn unique_and_null_go_together() {
    let run = rows("-f csv -l 1000 v=int:1,1000@unique@null=0.3");
    let kept: Vec<&str> = run.lines().into_iter().filter(|line| !line.is_empty()).collect();
    let different: BTreeSet<&&str> = kept.iter().collect();
    assert!((500..900).contains(&kept.len()), "{} of 1000", kept.len());
    assert_eq!(different.len(), kept.len());
}

#[test]
fn letters_have_the_case_that_is_asked_for() {
    let plain = rows("-l 50 n=name").text().to_owned();
    rows("-l 50 n=name@upper").stdout_is(plain.to_uppercase());
    rows("-l 50 n=name@lower").stdout_is(plain.to_lowercase());
    rows("-l 1 enum:o'neil-smith@title").stdout_is("O'neil-Smith\n");
    let ids = rows("-l 50 n=uuidv4").text().to_owned();
    rows("-l 50 n=uuidv4@upper").stdout_is(ids.to_uppercase());
}

#[test]
fn prefixes_and_suffixes_work_in_every_format() {
    rows(r"-l 1 -f csv n=int:5,5@prefix=a\@b,@suffix=\\").stdout_is("\"a@b,5\\\"\n");
    rows("-l 1 -f ndjson n=int:5,5@prefix=n-").stdout_is("{\"n\":\"n-5\"}\n");
    rows("-l 1 -f sql --transaction never n=int:5,5@suffix='")
        .stdout_is("INSERT INTO data (n) VALUES\n('5''');\n");
    rows("-l 2 -f csv n=bool:1@prefix=x@null=1").stdout_is("\n\n");
    rows("-l 1 n=bool:1@prefix=@suffix=").stdout_is("true\n");
}

#[test]
fn prefixes_and_suffixes_change_no_value() {
    let plain = rows("-l 300 n=username@unique");
    let expected: String = plain.lines().iter().map(|value| format!("<{value}>\n")).collect();
    rows("-l 300 n=username@unique@prefix=<@suffix=>").stdout_is(expected);
}
