//! Random schemas, loaded into databases: `gush check --against` finds nothing that does not hold, and asks as much as there is.
//!
//! `GUSH_PROMISES=500` tries 500 schemas in each database; `GUSH_PROMISES_FIRST` is the number of the first.

use gush_testkit::{End, Postgres, need};

use super::schema::Random;
use crate::tables::checked::Database;
use crate::tables::{schema, within};

#[track_caller]
fn random_schemas_hold(database: &Database, count: u64) {
    let setting = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = setting("GUSH_PROMISES_FIRST").unwrap_or(0);
    let count = setting("GUSH_PROMISES").unwrap_or(count);
    let (mut promises, mut refused, mut notes) = (0, 0, String::new());
    for seed in first..first + count {
        let text = Random::new(seed).text(seed);
        let scratch = schema(&text);
        database.clear();
        let load = within(&scratch, "--schema s.toml --progress=never --into").arg(database.address()).run();
        if load.end == End::Code(2) {
            refused += 1;
            continue;
        }
        assert!(load.end == End::Code(0), "schema {seed}:\n{text}\n{}", load.errors());
        let check = database.check(&scratch, "s.toml", "");
        assert!(check.end == End::Code(0), "schema {seed}:\n{text}\n{}\n{}", check.text(), check.errors());
        notes.push_str(&check.errors());
        let number =
            check.text().split(' ').next().and_then(|number| number.replace(',', "").parse::<u64>().ok());
        promises += number.expect("the number of promises comes first");
    }
    println!("{count} schemas, {refused} refused, {promises} promises\n{notes}");
    assert!(refused * 10 <= count && promises > 30 * (count - refused), "{refused} refused, {promises}");
}

#[test]
fn random_schemas_hold_in_sqlite() {
    random_schemas_hold(&Database::sqlite(), 60);
}

#[test]
fn random_schemas_hold_in_postgresql() {
    need!("postgres");
    random_schemas_hold(&Database::Postgres(Box::new(Postgres::start())), 20);
}
