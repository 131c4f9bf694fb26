//! Of the values of a source only those that are common are in the file, and none if that is not wanted.

use super::Options;
use super::tests::{assert_has, file_of, int, table, text};
use crate::learned;
use crate::model::{Common, Distinct, Kind, Model, Statistics};

/// Statistics of a column with a secret in each place.
fn planted(secret: &str, count: u64) -> Statistics {
    Statistics {
        rows: 1000,
        distinct: Some(Distinct { count, is_exact: true }),
        common: vec![
            Common { value: secret.into(), share: 0.01 },
            Common { value: "rare-secret".into(), share: 0.001 },
        ],
        range: Some((secret.into(), secret.into())),
        quantiles: vec![secret.into(), secret.into(), secret.into()],
        length: Some((3, 40)),
        pattern: Some(secret.into()),
        ..Statistics::default()
    }
}

#[test]
fn secrets_of_the_source_are_not_in_the_file() {
    let mut people = table(
        "people",
        &["id"],
        vec![
            ("id", int(), false),
            ("note", text(), false),
            ("email", text(), false),
            ("salary", int(), false),
            ("born", Kind::Date, false),
        ],
    );
    people.columns[1].statistics = Some(planted("secret-common", 2));
    people.columns[2].statistics = Some(planted("secret@example.org", 900));
    people.columns[3].statistics = Some(Statistics {
        quantiles: ["31337", "45678", "56789", "98765"].map(str::to_owned).into(),
        ..planted("31337", 900)
    });
    people.columns[3].statistics.as_mut().expect("statistics").range = Some(("31337".into(), "98765".into()));
    people.columns[4].statistics = Some(planted("1977-08-13", 900));
    let file = file_of(vec![people]);
    for secret in ["secret", "31337", "45678", "56789", "98765", "08-13"] {
        assert!(!file.contains(secret), "{secret} is in\n{file}");
    }
    assert!(file.contains("31000") && file.contains("99000"), "{file}");
}

#[test]
fn common_values_are_kept_unless_that_is_not_wanted() {
    let mut people = table("people", &["id"], vec![("id", int(), false), ("plan", text(), false)]);
    people.columns[1].statistics = Some(Statistics {
        rows: 1000,
        distinct: Some(Distinct { count: 2, is_exact: true }),
        common: vec![
            Common { value: "gold".into(), share: 0.2 },
            Common { value: "free".into(), share: 0.8 },
        ],
        ..Statistics::default()
    });
    let model = Model { tables: vec![people], ..Model::default() };
    let file = |keeps_values| {
        let options = Options { keeps_values, ..Options::default() };
        learned(&model, "a test", &options).unwrap_or_else(|error| panic!("{error:?}")).text
    };
    assert_has(&file(true), &[r#"columns.plan = "enum:gold*200,free*800""#]);
    assert!(file(true).contains("It has values of the source") && !file(false).contains("gold"));
}
