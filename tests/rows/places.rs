//! All columns of a town in a row are of one country, in every locale: checked by libphonenumber, ISO's lists (pycountry),
//! schwifty and python-stdnum, and by Java for currencies.

use std::path::Path;

use crate::rows::{gush, rows};
use gush_testkit::{End, Program, need};

/// How many rows of each locale are checked.
const ROWS: usize = 30;
/// The columns that every locale has.
const ALWAYS: [&str; 10] = [
    "country.code",
    "country",
    "country.code3",
    "country.numeric",
    "country.calling.code",
    "phone.code",
    "country.tld",
    "locale",
    "phone",
    "currency.code",
];
/// The columns that only some countries have.
const SOMETIMES: [&str; 3] = ["bank.iban", "bank.bic", "company.vat.id"];

/// The names of all locales.
fn locales() -> Vec<String> {
    let run = gush("rows --locales").run().ok();
    let name = |line: &&str| line.split_whitespace().next().unwrap_or_default().to_owned();
    run.lines().iter().map(name).filter(|name| name.contains('_')).chain(["en".to_owned()]).collect()
}

/// Rows of a locale, each value after its column's name.
fn rows_of(locale: &str) -> String {
    let has = |column: &&str| gush(&format!("rows -l 1 {column}@locale={locale}")).run().end == End::Code(0);
    let columns: Vec<&str> = ALWAYS.into_iter().chain(SOMETIMES.into_iter().filter(has)).collect();
    let arguments: Vec<String> = columns.iter().map(|column| format!("{column}@locale={locale}")).collect();
    let run = gush(&format!("rows -l {ROWS} --seed 5 -f csv -s ; {}", arguments.join(" "))).run().ok();
    let mut lines = String::new();
    for row in run.lines() {
        let fields: Vec<String> =
            columns.iter().zip(row.split(';')).map(|(column, value)| format!("{column}={value}")).collect();
        lines += &(format!("{locale};") + &fields.join(";") + "\n");
    }
    lines
}

#[test]
fn place_columns_of_a_row_are_of_one_country() {
    need!("phonenumbers", "stdnum", "schwifty");
    let locales = locales();
    assert!(locales.len() > 70, "{locales:?}");
    // In a mix of locales they are those of the countries of their rows, with English names.
    let lines: String = locales.iter().map(|locale| rows_of(locale)).collect::<String>() + &rows_of("world");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/places.py");
    let python = gush_testkit::need::python_tool("python").expect("the tool was there");
    let run = Program::new(python).arg(script).stdin(lines).run().ok();
    run.stdout_is(format!("checked {}\n", ROWS * (locales.len() + 1)));
}

/// One note for several columns, and no note where the values differ or `any` is asked for.
#[test]
fn a_column_with_one_value_under_the_locale_is_noted_once() {
    let run = gush("rows -l 3 --seed 7 name city country currency.code").run().ok();
    run.stderr_is(
        "gush: `country` and `currency.code` have the same values in every row, those of the locale en; write country:any and \
         currency.code:any for any of the world, or --locale world for places everywhere\n",
    );
    for arguments in ["name city", "city country:any", "--locale world country language", "const:x"] {
        gush(&format!("rows -l 3 --seed 7 {arguments}")).run().ok().silent();
    }
    let scratch = gush_testkit::Scratch::new();
    scratch.write("t.toml", "[table.t]\nrows = 2\ncolumns.id = \"seq\"\ncolumns.land = \"country\"\n");
    gush("rows --seed 7 --schema t.toml")
        .within(scratch.folder())
        .run()
        .ok()
        .stderr_has("write country:any for any");
}

#[test]
fn names_that_are_no_generators_are_meant_as_constants() {
    for (spec, meant) in [
        ("status=active", "status=const:active"),
        ("x=5", "x=const:5"),
        ("country=Germany", "country=const:Germany"),
    ] {
        let expected = format!("no generator has this name; for a constant write `{meant}`\n");
        gush(&format!("rows {spec}")).run().code(2).stderr_has(&expected);
        let (_, text) = spec.split_once('=').expect("a name and a text");
        rows(&format!("-l 2 {meant}")).stdout_is(format!("{text}\n{text}\n"));
    }
    gush("rows x=emial").run().code(2).stderr_has("did you mean `email`?");
    gush("rows const:").run().code(2).stderr_has("a text is missing; the form is const:TEXT");
    gush("rows const:x@unique").run().code(2).stderr_has("each value is the same text");
}

/// A log is endless: after the year 9999 its times begin again.
#[test]
fn a_stream_of_a_log_is_endless() {
    for log in ["log.nginx", "log.apache", "log.json", "log.syslog"] {
        let far = rows(&format!("--rows 900_000_000_000..900_000_000_003 {log}"));
        assert_eq!(far.lines().len(), 3, "{log}");
    }
    let run = rows("-l 20k log.nginx");
    let share = |part: &str| run.lines().iter().filter(|line| line.contains(part)).count();
    assert!((15_500..16_500).contains(&share("] \"GET ")), "{}", share("] \"GET "));
    assert!((18_700..19_300).contains(&share(" - - [")), "{}", share(" - - ["));
    gush("rows -S series:,1d").run().code(2).stderr_has("a stream has no end");
}

#[test]
fn currencies_are_those_of_their_countries() {
    need!("javac");
    let mut lines = String::new();
    for locale in locales() {
        let run = gush(&format!("rows -l 1 --locale {locale} country.code currency.code")).run().ok();
        lines += run.text();
    }
    let pairs = rows("-l 3k country.code:any country.currency:any");
    lines += pairs.text();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/Currencies.java");
    let run = Program::new("java").arg(script).stdin(lines.clone()).run().ok();
    run.stdout_is(format!("checked {}\n", lines.lines().count()));
}
