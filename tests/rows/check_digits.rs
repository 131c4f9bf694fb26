//! Check digits are right, as python-stdnum and schwifty know them.

use std::path::Path;

use crate::rows::rows;
use gush_testkit::{Program, need};

/// How many numbers of each column are checked: enough for a fault in one of a hundred.
const ROWS: usize = 600;

/// The numbers of each column, each with what it is, checked by another program.
fn are_right(columns: &[(String, String)]) {
    need!("stdnum", "schwifty");
    let of =
        |at: usize, column: &str| if column.contains('.') { format!("@of=x{at}") } else { String::new() };
    let arguments =
        columns.iter().enumerate().map(|(at, (column, _))| format!("c{at}={column}{}", of(at, column)));
    let run = rows(&format!("-l {ROWS} -f csv {}", arguments.collect::<Vec<_>>().join(" ")));
    let mut lines = String::new();
    for row in run.lines() {
        for ((_, kind), number) in columns.iter().zip(row.split(',')) {
            lines += &format!("{kind}\t{number}\n");
        }
    }
    pass(lines, ROWS * columns.len());
}

/// The other program accepts all of the lines.
fn pass(lines: String, count: usize) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/check_digits.py");
    let python = gush_testkit::need::python_tool("python").expect("the tool was there");
    let run = Program::new(python).arg(script).stdin(lines).run().ok();
    run.stdout_is(format!("checked {count}\n"));
}

/// Personal numbers that encode a birthday and a gender encode those of their row.
#[test]
fn numbers_of_people_are_those_of_their_birthdays() {
    need!("stdnum", "schwifty");
    let countries = "AT BE BG CN CZ DK EE FI FR GR IS IT KR LV MK NO PL RO RS SE SI SK UA ZA";
    let mut lines = String::new();
    for country in countries.split(' ') {
        let run = rows(&format!("-l {ROWS} -f csv -s ; national.id:{country} birthdate gender"));
        for row in run.lines() {
            lines += &format!("born:{country}\t{row}\n");
        }
    }
    pass(lines, ROWS * countries.split(' ').count());
}

#[test]
fn accounts_are_right_in_every_country_that_has_ibans() {
    let list = include_str!("../../crates/gusher/words/iban.tsv");
    let columns = list.lines().flat_map(|line| {
        let country = &line[..2];
        let kind = format!("iban:{country}");
        [(format!("bank.iban:{country}"), kind)]
    });
    are_right(&columns.collect::<Vec<_>>());
}

#[test]
fn numbers_of_tax_offices_are_right() {
    let vat = "AR AT BE BG BR CH CL CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO RU SE SI SK";
    let vat = vat.split(' ').map(|country| (format!("company.vat.id:{country}"), format!("vat:{country}")));
    let national = "AR AU BR CA CH CL DE ES HR IE IL IN JP NL PT RU TR";
    let national =
        national.split(' ').map(|country| (format!("national.id:{country}"), format!("national:{country}")));
    are_right(&vat.chain(national).collect::<Vec<_>>());
}

#[test]
fn numbers_of_things_are_right() {
    let columns = [
        ("bank.bic", "bic"),
        ("bank.bic:DE", "bic"),
        ("bank.routing.number", "routing"),
        ("book.isbn", "isbn"),
        ("card.number", "luhn"),
        ("iban:ES", "iban:ES"),
        ("imei", "imei"),
        ("isbn", "isbn"),
        ("isbn10", "isbn"),
        ("product.ean", "ean"),
        ("upc", "ean"),
    ];
    are_right(&columns.map(|(column, kind)| (column.to_owned(), kind.to_owned())));
}

/// An IBAN holds the number of its own account.
#[test]
fn an_account_is_that_of_its_iban() {
    for country in include_str!("../../crates/gusher/words/iban.tsv").lines().map(|line| &line[..2]) {
        let run = rows(&format!("-l 20 -f csv bank.account:{country} bank.iban:{country}"));
        for row in run.lines() {
            let (account, iban) = row.split_once(',').expect("two columns");
            assert!(iban.starts_with(country) && iban.contains(account), "{row}");
        }
    }
}
