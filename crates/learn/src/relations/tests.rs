//! Relations that rows were given are found, and no others.

use super::*;
use crate::model::{Column, IntSize, Kind, Origin, TableName};

fn found(columns: &[(&str, Kind)], row: impl Fn(u64) -> Vec<Option<String>>) -> Vec<Relation> {
    let mut table = Table::new(TableName { schema: None, name: "t".into() }, Origin::default());
    table.columns = columns.iter().map(|(name, kind)| Column::new(*name, kind.clone(), "")).collect();
    let names: Vec<String> = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let rows: Vec<Vec<Option<String>>> = (0..2000).map(row).collect();
    relations(&table, &names, &rows)
}

/// Bits of a row that have nothing to do with those of others.
fn mixed(row: u64, draw: u64) -> u64 {
    let mixed = (row * 7 + draw + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
}

const TEXT: Kind = Kind::Text { max: None, is_fixed: false, ignores_case: false };
const INT: Kind = Kind::Int(IntSize { bits: 32, is_unsigned: false });

#[test]
fn few_values_decide_others() {
    let cities = [("Paris", "FR"), ("Lyon", "FR"), ("Berlin", "DE"), ("Rome", "IT")];
    let relations = found(&[("country", TEXT), ("city", TEXT), ("plan", TEXT)], |row| {
        let (city, country) = cities[(mixed(row, 0) % 4) as usize];
        let plan = ["free", "paid"][(mixed(row, 1) % 2) as usize];
        [country, city, plan].map(|text| Some(text.to_owned())).to_vec()
    });
    let [Relation::Decides { by, column, values }] = &relations[..] else { panic!("{relations:?}") };
    assert_eq!((by.as_str(), column.as_str(), values.len()), ("city", "country", 4));
    assert!(values.contains(&(Some("Lyon".into()), Some("FR".into()))));
}

#[test]
fn nulls_and_many_values_follow_from_others() {
    let relations =
        found(&[("status", TEXT), ("shipped", Kind::Date), ("customer_id", INT), ("town", TEXT)], |row| {
            let status = ["new", "sent", "paid"][(mixed(row, 0) % 3) as usize];
            let day = format!("2024-{:02}-{:02}", mixed(row, 1) % 12 + 1, mixed(row, 2) % 28 + 1);
            let customer = mixed(row, 3) % 300;
            let town = format!("town {}", mixed(customer, 4) % 90);
            vec![
                Some(status.into()),
                (status == "sent").then_some(day),
                Some(customer.to_string()),
                Some(town),
            ]
        });
    let expected = [
        Relation::By { by: "customer_id".into(), column: "town".into() },
        Relation::NullBy { by: "status".into(), column: "shipped".into(), words: vec!["sent".into()] },
    ];
    assert_eq!(relations, expected);
}

#[test]
fn numbers_that_rise_together_are_correlated() {
    let relations = found(&[("height", INT), ("weight", INT), ("age", INT)], |row| {
        let (height, noise) = (mixed(row, 0) % 60, mixed(row, 1) % 20);
        [150 + height, 40 + height + noise, mixed(row, 2) % 70].map(|n| Some(n.to_string())).to_vec()
    });
    let [Relation::Correlates { with, column, r }] = &relations[..] else { panic!("{relations:?}") };
    assert_eq!((with.as_str(), column.as_str()), ("height", "weight"));
    assert!((0.9..0.99).contains(r), "{r}");
}

#[test]
fn times_come_after_others() {
    let columns = [("starts", Kind::Date), ("ends", Kind::Date), ("born", Kind::Date)];
    let day = |day: u64| Some(format!("2024-{:02}-{:02}", day / 28 + 1, day % 28 + 1));
    let relations = found(&columns, |row| {
        let start = mixed(row, 0) % 270;
        vec![day(start), day(start + 1 + mixed(row, 1) % 9), Some("1990-05-06".into())]
    });
    let [Relation::After { of, column, span, mean }] = &relations[..] else { panic!("{relations:?}") };
    assert_eq!((of.as_str(), column.as_str()), ("starts", "ends"));
    // Months have more than 28 days.
    assert!(
        span.0 == 86_400 && (9..=12).contains(&(span.1 / 86_400)) && mean / 86_400 == 5,
        "{span:?} {mean}"
    );
}

#[test]
fn what_is_independent_has_no_relation() {
    let relations = found(&[("a", TEXT), ("b", TEXT), ("c", INT), ("d", INT)], |row| {
        (0..4).map(|draw| Some((mixed(row, draw) % [3, 5, 100, 1000][draw as usize]).to_string())).collect()
    });
    assert_eq!(relations, []);
}
