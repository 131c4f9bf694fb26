//! Computed and hidden columns: in which order, in which formats, and that any rows can be written alone.

use crate::expressions::{of_schema, rows};

const SHOP: [&str; 6] = [
    "id=seq",
    "quantity=int:1,5@null=0.2",
    "price=decimal:1,500,2",
    "total=expr:quantity * price",
    "big=expr:total > 500",
    "kind=expr:case when big then 'large' when total is null then '-' else 'small' end",
];

#[test]
fn a_column_is_computed_after_those_that_it_reads() {
    let plain = rows("-f csv -H -l 50", &["a=int:1,9", "b=expr:a + 1", "c=expr:b * 10"]);
    let turned = rows("-f csv -H -l 50", &["c=expr:b * 10", "b=expr:a + 1", "a=int:1,9"]);
    for (line, turned) in plain.lines().into_iter().zip(turned.lines()).skip(1) {
        let values: Vec<i64> = line.split(',').map(|value| value.parse().expect("a number")).collect();
        assert_eq!((values[1], values[2]), (values[0] + 1, values[0] * 10 + 10));
        assert_eq!(turned.split(',').rev().collect::<Vec<_>>().join(","), line);
    }
}

/// A hidden column is read and not written, in any format; what it is does not depend on being hidden.
#[test]
fn hidden_columns_are_in_no_output() {
    let shown = rows("-f csv -l 20", &["n=int:1,1000", "double=expr:n * 2"]);
    let hidden = rows("-f csv -l 20", &["n=int:1,1000@hidden", "double=expr:n * 2"]);
    let doubles: Vec<_> =
        shown.lines().iter().map(|line| line.split(',').nth(1).expect("two values").to_owned()).collect();
    assert_eq!(hidden.lines(), doubles);
    for format in ["json", "ndjson", "sql", "xml", "yaml", "html", "markdown", "column", "copy"] {
        let out = rows(
            &format!("-f {format} -l 3"),
            &["secret=int:1,9@hidden", "double=expr:secret * 2", "x=noun"],
        );
        assert!(!out.text().contains("secret"), "{format}: {}", out.text());
    }
    let raw = rows("-f raw -l 7", &["n=int@hidden", "m=int", "double=expr:n * 2"]);
    assert_eq!(raw.stdout.len(), 7 * 16);
}

#[test]
fn types_are_those_of_the_result() {
    let json = rows("-f ndjson -l 40", &SHOP);
    let is_typed = |line: &&str| {
        let known = line.contains("\"total\":null,\"big\":null,\"kind\":\"-\"");
        known
            || line.contains("\"big\":true,\"kind\":\"large\"")
            || line.contains("\"big\":false,\"kind\":\"small\"")
    };
    assert!(json.lines().iter().all(is_typed), "{}", json.text());
    let sql = rows(
        "-f sql --create-table --dialect postgres -l 1",
        &[
            "a=int:1,9",
            "d=date",
            "m=expr:a * 1.5",
            "b=expr:a > 2",
            "later=expr:d + 1",
            "at=expr:d + interval '1 hour'",
            "t=expr:a || ''",
        ],
    );
    for column in
        ["m NUMERIC(3, 1) NOT NULL", "b BOOLEAN NOT NULL", "later DATE", "TIMESTAMPTZ NOT NULL", "t TEXT"]
    {
        assert!(sql.text().contains(column), "{column}: {}", sql.text());
    }
}

/// The law of values: the same rows by any range, shards and threads.
#[test]
fn any_rows_can_be_written_alone() {
    let all = rows("-f csv -l 5000", &SHOP);
    let lines = all.lines();
    for range in ["0..1", "1023..1026", "4999..5000", "2000..4000"] {
        let (start, end) = range.split_once("..").expect("a range");
        let (start, end): (usize, usize) = (start.parse().expect("a number"), end.parse().expect("a number"));
        assert_eq!(rows(&format!("-f csv --rows {range}"), &SHOP).lines(), &lines[start..end]);
    }
    assert_eq!(rows("-f csv -l 5000 -j 1", &SHOP).stdout, all.stdout);
    let shards: String = (1..=3)
        .map(|shard| rows(&format!("-f csv -l 5000 --shard {shard}/3"), &SHOP).text().to_owned())
        .collect();
    assert_eq!(shards, all.text());
}

/// A computed column leaves the others alone, and is itself the same beside others.
#[test]
fn other_columns_do_not_change() {
    let alone = rows("-f csv -l 100", &["n=int", "s=noun"]);
    let beside = rows("-f csv -l 100", &["n=int", "x=expr:n || s", "s=noun"]);
    let without: Vec<String> = (beside.lines().iter())
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| format!("{},{}", fields[0], fields[2]))
        .collect();
    assert_eq!(alone.lines(), without);
}

#[test]
fn names_are_those_of_sql() {
    let columns = [
        "person.first",
        "Unit=int:1,9",
        "unit price=int:1,9",
        "a=expr:upper(person.first)",
        r#"b=expr:"unit price" + UNIT"#,
    ];
    let out = rows("-f csv -l 20", &columns);
    for line in out.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[3], fields[0].to_uppercase());
        let number = |at: usize| fields[at].parse::<i64>().expect("a number");
        assert_eq!(number(4), number(1) + number(2));
    }
}

const FILE: &str = r#"
[table.orders]
rows = 200
columns.id = "seq"
columns.placed = "date:2024-01-01,2024-12-31"
columns.days = { generator = "int:1,9", hidden = true }
columns.shipped = { expr = "case when days > 4 then placed + days end" }
columns.note = { expr = "'@' || id::text || ':' || '\\'", null = 0.5 }
columns.later = """expr:
  shipped
  + 1"""
"#;

#[test]
fn schema_files_set_it_by_keys() {
    let out = of_schema("-f csv", FILE);
    let nulls = out.lines().iter().filter(|line| line.split(',').nth(3) == Some("")).count();
    assert!((60..140).contains(&nulls), "{nulls}");
    for line in out.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[2].is_empty(), fields[4].is_empty());
        assert!(fields[3].is_empty() || fields[3] == format!("@{}:\\", fields[0]), "{line}");
    }
}

/// What is printed as a schema makes the same rows.
#[test]
fn schemas_are_written_and_read_again() {
    let printed = of_schema("--print-schema", FILE);
    assert_eq!(of_schema("-f csv", printed.text()).stdout, of_schema("-f csv", FILE).stdout);
    let printed = rows("--print-schema -l 30", &SHOP);
    let again = of_schema("-f csv", printed.text());
    assert_eq!(again.stdout, rows("-f csv -l 30", &SHOP).stdout);
}

/// Expressions read parents' values, parents' expressions, and totals read expressions.
#[test]
fn several_tables_are_computed_together() {
    let schema = r#"
[table.products]
rows = 20
columns.sku = "seq"
columns.price = "decimal:1,50,2"
columns.gross = { expr = "round(price * 1.19, 2)" }

[table.orders]
rows = 100
columns.id = "seq"
columns.total = "sum:items.amount"
columns.rounded = { expr = "round(coalesce(total, 0))" }

[table.items]
rows = { per = "orders", each = "int:0,4" }
columns.order = "ref:orders.id"
columns.gross = { generator = "ref:products.gross", hidden = true }
columns.quantity = "int:1,5"
columns.amount = { expr = "quantity * gross" }
"#;
    let orders = of_schema("-f csv --table orders", schema);
    let items = of_schema("-f csv --table items", schema);
    let cents = |text: &str| text.replace('.', "").parse::<i64>().expect("an amount");
    for line in orders.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let of_order = items.lines().into_iter().filter(|item| item.split(',').next() == Some(fields[0]));
        let sum: i64 = of_order.map(|item| cents(item.split(',').nth(2).expect("an amount"))).sum();
        assert_eq!(if fields[1].is_empty() { 0 } else { cents(fields[1]) }, sum, "{line}");
        assert_eq!(fields[2].parse::<i64>().expect("a number"), (sum + 50) / 100);
    }
}

/// A difference of times has the range that both columns leave, so its quotients do too.
#[test]
fn differences_of_times_can_be_divided() {
    let schema = r#"
[table.stays]
rows = 300
columns.admitted = { generator = "datetime:2000-01-01,2024-12-31", hidden = true }
columns.discharged = { generator = "after:admitted,14d", hidden = true }
columns.days = { expr = "round(extract(epoch from discharged - admitted) / 86400, 3)" }
columns.seconds = { expr = "extract(epoch from discharged - admitted)::bigint" }
"#;
    let out = of_schema("-f csv", schema);
    for line in out.lines() {
        let (days, seconds) = line.split_once(',').expect("two values");
        let (days, seconds): (f64, f64) =
            (days.parse().expect("a number"), seconds.parse().expect("a number"));
        assert!((0.0..=14.0).contains(&days) && (days - seconds / 86400.0).abs() <= 0.0005, "{line}");
    }
}

/// A floating-point number in a column is a decimal of 15 digits that count.
#[test]
fn floating_point_numbers_become_decimals() {
    let out = rows(
        "-f csv -l 1",
        &[
            "n=int:2,2",
            "pi=expr:pi()",
            "sin=expr:sin(n)",
            "root=expr:sqrt(n * 1000000)",
            "e=expr:exp(-n)",
            "arc=expr:atan(n)",
        ],
    );
    assert_eq!(
        out.text(),
        "2,3.141592653589790,0.909297426825682,1414.213562373100,0.135335283236613,1.107148717794090\n"
    );
}

/// A cast to a floating-point type makes a column of that type, also of decimals and integers.
#[test]
fn casts_to_floating_point_numbers_are_kept() {
    let columns = [
        "n=int:2,2",
        "p=decimal:1.1,1.1,1",
        "third=expr:n::double precision / 3",
        "single=expr:p::real",
        "both=expr:p::float8 + 1",
        "back=expr:round((p::float8 / 3)::numeric, 2)",
    ];
    let out = rows("-f csv -l 1", &columns);
    assert_eq!(out.text(), "2,1.1,0.6666666666666666,1.1,2.1,0.37\n");
    let create = rows("-f sql --create-table --dialect postgres -t t -l 1", &columns);
    for column in ["third DOUBLE PRECISION", "single REAL", "\"both\" DOUBLE PRECISION", "back NUMERIC"] {
        assert!(create.text().contains(column), "{column}: {}", create.text());
    }
}
