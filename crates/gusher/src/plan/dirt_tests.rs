//! Exactly as much dirt as was asked for, whichever rows are generated, and a list that is complete.

use std::collections::HashMap;

use proptest::prelude::*;

use crate::generators::Context;
use crate::plan::{DirtyValue, Plan};
use crate::rng::Rows;
use crate::schema::{DirtKind, Schema};
use crate::text::{Buffer, ColumnText};
use crate::types::Batch;

fn plan(specs: &[&str], rows: u64) -> Plan {
    let context = Context::default().now(1_750_000_000);
    let (schema, diagnostics) = Schema::parse("t", specs, &context);
    assert_eq!(diagnostics, []);
    Plan::new(&schema, 3, &(0..rows)).expect("the columns have the rows")
}

/// The values of a column as texts, none for null.
fn texts<'r>(plan: &Plan, column: usize, rows: impl Into<Rows<'r>>) -> Vec<Option<String>> {
    let (mut batch, mut out, mut ends) = (Batch::default(), Buffer::default(), Vec::new());
    plan.fill(rows, &mut batch);
    let column_data = &batch.columns()[column];
    ColumnText::new(plan.columns()[column].field()).writer().write_each(
        column_data,
        batch.len(),
        &mut out,
        &mut ends,
    );
    let mut start = 0;
    let text = |(row, end): (usize, usize)| {
        let text = String::from_utf8(out.as_ref()[start..end].to_vec()).expect("texts are UTF-8");
        start = end;
        (!column_data.validity().is_null(row)).then_some(text)
    };
    ends.into_iter().enumerate().map(text).collect()
}

fn all(specs: &[&str], column: usize, rows: u64) -> Vec<Option<String>> {
    let plan = plan(specs, rows);
    (0..rows).step_by(1000).flat_map(|start| texts(&plan, column, start..rows.min(start + 1000))).collect()
}

/// What is dirty in the first column.
fn listed(plan: &Plan, rows: u64) -> Vec<DirtyValue> {
    let parts = (0..rows).step_by(1000).flat_map(|start| plan.dirty_values(start..rows.min(start + 1000)));
    parts.map(|(_, value)| value).collect()
}

fn counts(list: &[DirtyValue]) -> HashMap<DirtKind, usize> {
    let mut counts = HashMap::new();
    list.iter().for_each(|value| *counts.entry(value.kind).or_default() += 1);
    counts
}

#[test]
fn each_kind_has_exactly_its_share() {
    use DirtKind::{Blank, Case, Double, Duplicate, Encoding, Long, Outlier, Text};
    for (spec, rows, shares) in [
        ("name@dirty=0.02", 1000, vec![(Blank, 4), (Case, 4), (Double, 4), (Encoding, 4), (Long, 4)]),
        ("name@dirty=0.02,blank*3,case", 10_000, vec![(Blank, 150), (Case, 50)]),
        (
            "name@dirty=blank:0.01,double:0.005,long:0.0025",
            20_000,
            vec![(Blank, 200), (Double, 100), (Long, 50)],
        ),
        ("email@unique@dirty=duplicate:0.03,case:0.07", 5000, vec![(Duplicate, 150), (Case, 350)]),
        ("name@null=0.2@dirty=case:0.01,encoding:0.02", 10_000, vec![(Case, 100), (Encoding, 200)]),
        ("int:1,999@dirty=outlier:0.1", 10_000, vec![(Outlier, 1000)]),
        ("int:1,999@null=0.1@dirty=0.03", 3000, vec![(Blank, 30), (Text, 30), (Outlier, 30)]),
        ("int:1,999@dirty=text:1", 10_000, vec![(Text, 10_000)]),
        ("seq@dirty=duplicate:0.3333", 10_000, vec![(Duplicate, 3333)]),
        ("noun@dirty=0", 1000, vec![]),
        ("float@nan=0.3@inf=0.2@dirty=outlier:0.05", 10_000, vec![(Outlier, 500)]),
        ("real:1,2@inf=0.5@dirty=blank:0.02,outlier:0.02", 10_000, vec![(Blank, 200), (Outlier, 200)]),
    ] {
        assert_eq!(counts(&listed(&plan(&[spec], rows), rows)), shares.into_iter().collect(), "{spec}");
    }
}

/// Where the share is no whole number of rows it is rounded up or down.
#[test]
fn any_number_of_rows_has_its_share() {
    let list = listed(&plan(&["name@dirty=blank:0.07,case:0.0123"], 10_000), 10_000);
    for rows in (0..10_000u64).step_by(37) {
        let before = |kind| list.iter().filter(|value| value.row < rows && kind == value.kind).count() as f64;
        let (blank, case) = (before(DirtKind::Blank), before(DirtKind::Case));
        assert!((blank + case - rows as f64 * 0.0823).abs() < 1.0, "{blank} and {case} in {rows}");
        assert!((case - rows as f64 * 0.0123).abs() < 2.0, "{case} in {rows}");
    }
}

/// The values that differ from those of the clean column are those that are listed, and no others.
#[test]
fn the_list_names_what_differs() {
    for spec in [
        "email",
        "int:1,1000000",
        "decimal:0,1,3",
        "date",
        "datetime",
        "time",
        "noun@null=0.2",
        "int:1,9@null=0.3",
        "decimal:1,900@unique",
        "uuidv4",
        "enum:a,b",
        "bool",
        "ipv4",
        "ipv6",
        "sha1",
        "words:3",
        "seq",
        "date@format=%d.%m.%Y",
        "int:1,5@prefix=n",
        "sentence@null=0.5",
        "email@locale=ja_JP",
    ] {
        for dirt in ["0.05", "duplicate:0.1", "blank:0.02,duplicate:0.02", "0.7,duplicate*3,blank"] {
            let dirty = format!("x={spec}@dirty={dirt}");
            let clean = format!("x={spec}");
            let list: HashMap<u64, DirtyValue> =
                listed(&plan(&[&dirty], 2000), 2000).into_iter().map(|value| (value.row, value)).collect();
            let both = all(&[&dirty], 0, 2000).into_iter().zip(all(&[&clean], 0, 2000));
            for (row, (dirty, clean)) in (0..).zip(both) {
                match list.get(&row) {
                    Some(value) => {
                        assert_ne!(dirty, clean, "{spec}, {dirt}, row {row}");
                        assert_eq!(
                            (&value.clean, &value.dirty),
                            (&clean, &dirty),
                            "{spec}, {dirt}, row {row}"
                        );
                    }
                    None => assert_eq!(dirty, clean, "{spec}, {dirt}, row {row}"),
                }
            }
        }
    }
}

/// A duplicate is what an earlier row is that is none itself, and all columns of as many duplicates have it from the same row.
#[test]
fn duplicates_are_of_complete_rows() {
    let specs =
        ["a=int:1,1000000@unique@dirty=duplicate:0.1", "b=email@unique@dirty=duplicate:0.1", "id=seq"];
    let (a, b, list) = (all(&specs, 0, 3000), all(&specs, 1, 3000), plan(&specs, 3000));
    let rows: Vec<u64> = (0..3000)
        .step_by(1000)
        .flat_map(|start| list.dirty_values(start..start + 1000))
        .filter(|(column, _)| *column == "a")
        .map(|(_, value)| value.row)
        .collect();
    assert_eq!(rows.len(), 300);
    for row in rows {
        let earlier =
            (0..row as usize).find(|&other| a[other] == a[row as usize]).expect("an earlier row has it");
        assert_eq!(b[earlier], b[row as usize]);
    }
}

/// Outliers are outside of the column's range, and of its type.
#[test]
fn outliers_keep_the_type_of_their_column() {
    let plan = plan(&["int:10,19@dirty=outlier:0.1"], 1000);
    assert!(!plan.columns()[0].field().is_text());
    let list = listed(&plan, 1000);
    assert!(
        list.iter().all(|value| !(10..=19).contains(&value.dirty.as_ref().unwrap().parse::<i64>().unwrap()))
    );
    assert_eq!(list.len(), 100);
}

/// What reads a dirty column reads what is clean.
#[test]
fn others_read_clean_values() {
    let dirty = all(&["a=int:1,50@dirty=1", "b=int:1,1000000@by=a", "c=int@with=a:0.5"], 1, 1000);
    assert_eq!(dirty, all(&["a=int:1,50", "b=int:1,1000000@by=a", "c=int@with=a:0.5"], 1, 1000));
}

proptest! {
    /// Single rows, in any order, are those of the complete table, and so is their list.
    #[test]
    fn any_rows_alone_are_the_same(
        rows in prop::collection::vec(0u64..3000, 1..200), start in 0u64..3000, len in 1u64..400,
        spec in prop::sample::select(vec![
            "name@null=0.3@dirty=0.1", "int:1,99@dirty=outlier:0.2,duplicate:0.1", "email@dirty=0.5,duplicate,case,double",
            "decimal:1,9@null=0.1@dirty=0.3", "noun@dirty=1", "uuidv4@null=0.5@dirty=duplicate:0.4",
        ]),
    ) {
        let (plan, all_rows) = (plan(&[spec], 3000), all(&[spec], 0, 3000));
        let expected: Vec<_> = rows.iter().map(|&row| all_rows[row as usize].clone()).collect();
        prop_assert_eq!(texts(&plan, 0, &rows[..]), expected);
        let end = (start + len).min(3000);
        prop_assert_eq!(&texts(&plan, 0, start..end)[..], &all_rows[start as usize..end as usize]);
        let mut part = listed(&plan, 3000);
        part.retain(|value| (start..end).contains(&value.row));
        let found: Vec<_> = plan.dirty_values(start..end).into_iter().map(|(_, value)| value).collect();
        prop_assert_eq!(found, part);
    }
}
