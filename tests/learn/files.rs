//! Files of rows: CSV, JSON by lines, folders; DuckDB's sniffer says the same of their types.

use gush_testkit::Scratch;

use super::gush;

const PEOPLE: &str = "id;name;zip;joined;plan;price
1;Anna;01067;31.01.2024;free;1,50
2;Bert;80331;28.02.2024;paid;2,50
3;\"O'Hara; Tom\";10115;01.03.2024;free;NA
";

#[test]
fn rows_become_a_schema_that_makes_such_rows() {
    let scratch = Scratch::new();
    let mut text = String::from("id,zip,code,mail,joined,plan,amount,visits\n");
    for row in 0..400 {
        let plan = if row % 4 == 0 { "paid" } else { "free" };
        let visits = if row % 5 == 0 { "NA".to_owned() } else { (row % 7).to_string() };
        text += &format!(
            "{row},{:05},AB-{:04},u{row}@corp.example,{:02}.{:02}.2024,{plan},{}.50,{visits}\n",
            row * 7,
            row * 3,
            row % 28 + 1,
            row % 12 + 1,
            row + 10
        );
    }
    scratch.write("people.csv", &text);
    gush(&scratch, "learn people.csv -o s.toml").run().ok();
    let file = String::from_utf8(scratch.read("s.toml")).expect("text");
    for expected in [
        "[table.people]",
        "rows = 400",
        "columns.zip = \"postcode",
        "[A-Z]{2}-[0-9]{4}",
        "columns.mail = \"email",
        "format=%d.%m.%Y",
        "enum:free*750,paid*250",
    ] {
        assert!(file.contains(expected), "{expected}: {file}");
    }
    assert!(!file.contains("corp"), "{file}");
    let rows = gush(&scratch, "rows --schema s.toml --seed 7 -f csv -H").run().ok();
    let mut lines = rows.text().lines();
    assert_eq!(lines.next(), text.lines().next());
    assert_eq!(lines.count(), 400);
    // What was made is learned as the same.
    std::fs::create_dir(scratch.path("again")).expect("a folder can be made");
    scratch.write("again/people.csv", rows.text());
    let again = gush(&scratch, "learn again").run().ok();
    for kept in ["columns.zip = \"postcode", "[A-Z]{2}-[0-9]{4}", "format=%d.%m.%Y", "columns.visits = "] {
        assert!(again.text().contains(kept), "{kept}: {}", again.text());
    }
}

#[test]
fn other_separators_and_compressed_files_are_read() {
    let scratch = Scratch::new();
    scratch.write("people.csv", PEOPLE);
    let plain = gush(&scratch, "learn people.csv").run().ok().text().to_owned();
    assert!(plain.contains("columns.joined = \"date:2024-01-01,2024-12-31@format=%d.%m.%Y\""), "{plain}");
    scratch.write("people.csv.zst", zstd::encode_all(PEOPLE.as_bytes(), 3).expect("memory"));
    let packed = gush(&scratch, "learn people.csv.zst").run().ok().text().to_owned();
    assert_eq!(packed.replace("people.csv.zst", "people.csv"), plain);
    scratch.write("t", PEOPLE.replace(';', "\t"));
    let tabs = gush(&scratch, "learn t --from tsv").run().ok().text().to_owned();
    assert!(tabs.contains("[table.t]") && tabs.contains("columns.plan"), "{tabs}");
    let piped =
        gush(&scratch, "learn -").stdin("{\"id\": 1, \"email\": \"a@b.org\"}\n{\"id\": 2}\n").run().ok();
    assert!(
        piped.text().contains("[table.data]") && piped.text().contains("columns.email"),
        "{}",
        piped.text()
    );
}

/// Of the files of a folder, the rows that refer to a row are counted, and a column whose values another file lacks refers to nothing.
#[test]
fn files_refer_to_each_other() {
    let scratch = Scratch::new();
    scratch.write(
        "shop.toml",
        "[table.customers]\nrows = 500\ncolumns.id = \"seq\"\ncolumns.name = \"name\"\n\n[table.orders]\n\
         rows = { per = \"customers\", each = \"geometric:0.25\" }\ncolumns.id = \"seq\"\ncolumns.customer_id = \"ref:customers.id\"\n\n\
         [table.visits]\nrows = 900\ncolumns.id = \"seq\"\ncolumns.customer_id = \"int:300,900\"\n",
    );
    for format in ["csv -H", "ndjson"] {
        gush(&scratch, &format!("rows --schema shop.toml --seed 7 -o shop/ -f {format}")).run().ok();
        let text = gush(&scratch, "learn shop").run().ok().text().to_owned();
        for expected in [
            "rows = { per = \"customers\", each = \"geometric:0.2",
            "a row of customers, which has all of its values",
            "columns.customer_id = \"int:300,900\"",
        ] {
            assert!(text.contains(expected), "{format}: {expected}: {text}");
        }
        std::fs::remove_dir_all(scratch.path("shop")).expect("the folder is removed");
    }
}

/// What a file is called counts where its content says nothing, and SQL that looks like rows is SQL.
#[test]
fn endings_count_where_content_says_nothing() {
    let scratch = Scratch::new();
    scratch.write("ONE.CSV", "name\nAnna\nBert\n");
    assert!(gush(&scratch, "learn ONE.CSV").run().ok().text().contains("columns.name"));
    scratch.write("head.csv", "id,name\n");
    gush(&scratch, "learn head.csv").run().code(2).stderr_has("the names of columns and no rows");
    scratch.write("b.sql", "BEGIN;\nCREATE TABLE a (x int, y int);\n");
    assert!(gush(&scratch, "learn b.sql").run().ok().text().contains("[table.a]"));
    scratch.write("twice.csv", "a,a,,A\n1,2,3,x\n4,5,6,y\n");
    let twice = gush(&scratch, "learn twice.csv").run().ok().text().to_owned();
    for column in ["columns.a ", "columns.a_2 ", "columns.column3 ", "columns.A "] {
        assert!(twice.contains(column), "{twice}");
    }
    scratch.write("letter.txt", "Dear Anna,\nI saw it, and him,\nyesterday\n");
    gush(&scratch, "learn letter.txt").run().code(2).stderr_has("there is no CREATE TABLE in it");
}

#[test]
fn what_cannot_be_read_is_told_and_nothing_is_written() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("empty")).expect("a folder can be made");
    scratch.write("empty/readme.txt", "nothing");
    scratch.write("a.parquet", b"PAR1 and more");
    scratch.write("list.json", "[1, 2]");
    scratch.write("wide.csv", b"\xff\xfea\0,\0b\0\n\0");
    scratch.write("a.csv.br", b"\x0b\x02\x80");
    std::fs::create_dir(scratch.path("packed")).expect("a folder can be made");
    scratch.write("packed/b.csv.br", b"\x0b\x02\x80");
    scratch.write("bad.ndjson", "{\"a\": 1}\n{\"a\": \n");
    for (source, expected) in [
        ("empty", "the folder has no file that ends in .csv"),
        ("a.parquet", "it begins as a Parquet file and does not end as one"),
        ("list.json", "it is no JSON Schema"),
        ("wide.csv --from csv", "this is UTF-16"),
        ("bad.ndjson", "line 2 is no JSON: EOF while parsing a value at column 5"),
        ("none.csv", "No such file"),
        ("a.csv.br", "it is compressed by Brotli, which is not read; `brotli -dc FILE | gush learn -`"),
        ("packed", "b.csv.br: it is compressed by Brotli"),
    ] {
        let run = gush(&scratch, &format!("learn {source} -o s.toml")).run().code(2);
        run.stderr_has(expected);
        assert!(!scratch.path("s.toml").exists(), "{source}");
    }
}
