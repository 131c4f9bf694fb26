//! CSV as Excel opens it, by readers of other programs.

use crate::rows::{gush, rows, seeded};
use gush_testkit::need::python_tool;
use gush_testkit::{Program, assert_same, need};

const COLUMNS: &str = "-H -l 500 id=seq name price=decimal:-50,5000,2 share=decimal:0,1,4@null=0.2 note=enum:p\\,q,\"c\",é@null=0.1 \
                       at=coordinates ok=bool day=date when=datetime";

/// Python's csv reads the same texts, and the numbers with a comma are those with a point.
#[test]
fn python_reads_both_dialects() {
    need!("python3");
    let read = |dialect: &str, separator: &str| {
        let program = format!(
            "import csv, sys\n\
             text = sys.stdin.buffer.read()\n\
             assert text.startswith(b'\\xef\\xbb\\xbf') and text.count(b'\\n') == text.count(b'\\r\\n')\n\
             rows = list(csv.reader(text.decode('utf-8-sig').splitlines(), delimiter='{separator}'))\n\
             assert len(rows) == 501 and all(len(row) == 9 for row in rows)\n\
             for row in rows[1:]:\n\
             \x20   for index in (2, 3):\n\
             \x20       row[index] = row[index].replace(',', '.') if '{dialect}' == 'excel-de' else row[index]\n\
             \x20   row[6] = str(row[6] in ('TRUE', 'WAHR')).lower()\n\
             \x20   print(chr(31).join(row))\n"
        );
        let csv = rows(&format!("-f csv --dialect {dialect} {COLUMNS}")).stdout;
        Program::new("python3").args(["-c", &program]).stdin(csv).run().ok().silent().stdout
    };
    let plain = seeded("-s").arg("\u{1f}").arg_line(&COLUMNS.replacen("-H ", "", 1)).run().ok().stdout;
    let plain = String::from_utf8(plain).expect("text");
    let times = |line: &str| {
        let (rest, time) = line.rsplit_once('\u{1f}').expect("fields");
        format!("{rest}\u{1f}{}\n", time.replace('T', " ").replace('Z', ""))
    };
    let expected: String = plain.lines().map(times).collect();
    assert_same(read("excel", ","), &expected);
    assert_same(read("excel-de", ";"), &expected);
}

#[test]
fn pandas_reads_a_decimal_comma() {
    need!("pandas");
    let python = python_tool("python").expect("a Python");
    let csv = rows("-f csv --dialect excel-de -H -l 300 price=decimal:0,5000,2 n=int:0,9").stdout;
    let program = "import pandas, sys\n\
                   table = pandas.read_csv(sys.stdin.buffer, sep=';', decimal=',', encoding='utf-8-sig')\n\
                   assert list(table.columns) == ['price', 'n'] and table.price.dtype == 'float64'\n\
                   print(f'{table.price.sum():.2f}')\n";
    let sum = Program::new(python).args(["-c", program]).stdin(csv).run().ok().stdout;
    let expected: f64 = rows("-l 300 price=decimal:0,5000,2")
        .lines()
        .iter()
        .map(|line| line.parse::<f64>().expect("a number"))
        .sum();
    assert_eq!(String::from_utf8(sum).expect("text").trim(), format!("{expected:.2}"));
}

/// The bytes of one row of each.
#[test]
fn the_bytes_are_these() {
    let columns = "-H -l 1 a=decimal:-1.5,-1.5,1 b=enum:x\\,y c=bool@null=1 d=decimal:2.25,2.25,2@suffix=%";
    rows(&format!("-f csv --dialect excel {columns}"))
        .stdout_is("\u{feff}a,b,c,d\r\n-1.5,\"x,y\",,2.25%\r\n");
    rows(&format!("-f csv --dialect excel-de {columns}")).stdout_is("\u{feff}a;b;c;d\r\n-1,5;x,y;;2,25%\r\n");
    rows(&format!("-f tsv --dialect excel-de {columns}"))
        .stdout_is("\u{feff}a\tb\tc\td\r\n-1,5\tx,y\t\t2,25%\r\n");
    rows("-f csv --dialect excel -l 1 a=enum:x").stdout_is("\u{feff}x\r\n");
}

#[test]
fn what_excel_does_not_read_is_refused() {
    for (options, message) in [
        ("-f sql --dialect excel name", "Excel reads no SQL; it reads csv and tsv"),
        ("-f json --dialect excel-de name", "json has no dialects"),
        ("-f csv -s , --dialect excel-de name", "in this dialect numbers have a decimal comma"),
    ] {
        gush(&format!("rows {options}")).run().code(2).stdout_is("").stderr_has(message);
    }
}

/// Dirty numbers have the decimal comma too, and so have thousandths.
#[test]
fn no_number_of_the_german_dialect_has_a_point() {
    let columns = "price=decimal:1,99,2@dirty=1 off=decimal:1,99,2@dirty=outlier:1 f=float:1,2@dirty=1 t=series:2024-01-01,1ms";
    let run = rows(&format!("-f csv --dialect excel-de -l 400 {columns}"));
    assert!(!run.text().contains('.'), "{}", run.text());
    // What is no number keeps what it has.
    let texts = rows("-f csv --dialect excel-de -l 50 x=enum:a.1.b@dirty=blank:1");
    assert!(texts.lines().iter().all(|line| line.contains("a.1.b")), "{}", texts.text());
    let plain = rows(&format!("-f csv -s ; -l 400 {columns}"));
    let german = rows(&format!("-f csv --dialect excel-de -l 400 {columns}"));
    let pointed =
        german.text().trim_start_matches('\u{feff}').replace("\r\n", "\n").replace(',', ".").replace('"', "");
    let plain = plain.text().replace('T', " ").replace(['Z', '"'], "");
    assert_same(&pointed, &plain);
}
