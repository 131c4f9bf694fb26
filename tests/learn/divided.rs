//! Tables that are divided over files of rows: folders as Hive and Spark write them, and parts of a folder.

use std::path::Path;

use gush_testkit::need::{python, python_tool};
use gush_testkit::{Program, Scratch, need};

use super::gush;

/// Rows of one country and year, which begin at a number.
fn csv(scratch: &Scratch, file: &str, rows: std::ops::Range<u32>) {
    let path = scratch.path(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
    let mut text = String::from("id,total\n");
    rows.for_each(|row| text += &format!("{row},{}.50\n", row % 90));
    scratch.write(file, text);
}

/// The columns of folders have the shares of their rows; DuckDB finds as many rows, and the same types.
#[test]
fn folders_of_csv_are_one_table() {
    need!("duckdb");
    let scratch = Scratch::new();
    csv(&scratch, "sales/country=DE/year=2023/month=01/part-0.csv", 0..300);
    csv(&scratch, "sales/country=DE/year=2024/month=02/part-0.csv", 300..400);
    csv(&scratch, "sales/country=NA/year=2024/month=02/part-0.csv", 400..500);
    csv(&scratch, "sales/country=__HIVE_DEFAULT_PARTITION__/year=2026/month=02/part-0.csv", 500..600);
    scratch.write("sales/_SUCCESS", "");
    gush(&scratch, "learn sales -o s.toml").run().ok();
    let text = String::from_utf8(scratch.read("s.toml")).expect("text");
    for expected in [
        "[table.sales]",
        "rows = 600",
        "columns.id = \"seq\"",
        "constraint = \"0.5,90,2\"",
        "columns.country = \"enum:DE*667,NA*167@null=0.167\"",
        "hist:2023*500,2024*333,2026*167",
        "columns.month = \"enum:01*500,02*500\"",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    // Rows of the file go into such folders again.
    gush(&scratch, "rows --schema s.toml --seed 7 -f csv -H -o again.csv").run().ok();
    let script = "import duckdb
one = \"read_csv('sales/**/*.csv', hive_partitioning = true)\"
two = \"read_csv('again.csv', types = {'month': 'VARCHAR'})\"
for of in (one, two):
    print(*[row[:2] for row in duckdb.sql(f'describe select id, total, year from {of}').fetchall()])
print(duckdb.sql(f'select count(*) from {one} o join {two} a using (id)').fetchall())
print(duckdb.sql(f'select distinct year from {two} order by year').fetchall())";
    let said = python(script).within(scratch.folder()).run().ok();
    let lines: Vec<&str> = said.text().lines().collect();
    assert_eq!(lines[0], lines[1]);
    assert_eq!(lines[3], "[(2023,), (2024,), (2026,)]");
}

/// Files of one table need not have the same columns, nor the same compression; each error names its file.
#[test]
fn folders_of_json_lines_are_one_table() {
    let scratch = Scratch::new();
    let lines = |rows: std::ops::Range<u32>, more: &str| {
        rows.map(|row| format!("{{\"id\": {row}{more}}}\n")).collect::<String>()
    };
    for folder in ["events/day=2024-01-01", "events/day=2024-01-02"] {
        std::fs::create_dir_all(scratch.path(folder)).expect("folders can be made");
    }
    scratch.write("events/day=2024-01-01/part-0.json", lines(0..100, ""));
    let packed = zstd::encode_all(lines(100..200, ", \"kind\": \"click\"").as_bytes(), 1).expect("memory");
    scratch.write("events/day=2024-01-02/part-1.json.zst", packed);
    let text = gush(&scratch, "learn events").run().ok().text().to_owned();
    for expected in [
        "rows = 200",
        "constraint = \"2024-01-01,2024-01-02\", dist = \"hist:2024-01-01*500,2024-01-02*500\"",
        "columns.kind = \"enum:click@null=0.5\"",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    scratch.write("events/day=2024-01-02/part-2.json", "{\"id\": 1}\n{\"id\": \n");
    let run = gush(&scratch, "learn events -o s.toml").run().code(2);
    run.stderr_has("day=2024-01-02/part-2.json: line 2 is no JSON");
    // One format is read, and files of several are refused unless it is said which.
    std::fs::remove_file(scratch.path("events/day=2024-01-02/part-2.json")).expect("it was there");
    csv(&scratch, "events/day=2024-01-02/part-3.csv", 0..50);
    let run = gush(&scratch, "learn events -o s.toml").run().code(2);
    run.stderr_has("its files are of several formats, as ");
    assert!(!scratch.path("s.toml").exists());
    std::fs::remove_file(scratch.path("events/day=2024-01-02/part-3.csv")).expect("it was there");
    std::fs::create_dir_all(scratch.path("none/a=1")).expect("folders can be made");
    gush(&scratch, "learn none").run().code(2).stderr_has("its folders have no file that ends in .csv, ");
}

/// Files of a folder whose names differ in numbers only are one table, others are their own; a schema is no row.
#[test]
fn parts_of_a_folder_are_one_table() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("shop")).expect("a folder can be made");
    csv(&scratch, "shop/orders_2023.csv", 0..40);
    csv(&scratch, "shop/orders_2024.csv", 40..100);
    scratch.write("shop/orders_2025.csv", "id,name\n1,Anna\n2,Bert\n");
    scratch.write("shop/part-0001.ndjson", "{\"a\": 1}\n{\"a\": 2}\n");
    scratch.write("shop/part-0002.ndjson", "{\"a\": 3}\n");
    let text = gush(&scratch, "learn shop").run().ok().text().to_owned();
    for expected in ["[table.orders]\nrows = 100", "[table.orders_2025]\nrows = 2", "[table.shop]\nrows = 3"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

/// Columns that are called so that nothing but their values says what they are.
const FORMS: [(&str, &str); 10] = [
    ("a", "uuidv4"),
    ("b", "uuidv7"),
    ("c", "ulid"),
    ("d", "objectid"),
    ("e", "ipv4"),
    ("f", "ipv6"),
    ("g", "mac.address"),
    ("h", "email"),
    ("i", "url"),
    ("j", "uuidv1"),
];

/// Identifiers and addresses are known by their values, whatever the source is; texts stay texts.
#[test]
fn values_are_recognized_in_all_sources() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let columns: Vec<String> =
        FORMS.iter().map(|(name, generator)| format!("{name}={generator}@type=text")).collect();
    let columns = columns.join(" ");
    for file in ["t.csv -H", "t.ndjson", "t.parquet", "t.arrow", "t.avro"] {
        gush(&scratch, &format!("rows -l 1_200 --seed 7 -o {file} {columns}")).run().ok();
    }
    gush(&scratch, &format!("rows -t t -l 1_200 --seed 7 --into sqlite:t.db {columns}")).run().ok();
    for source in ["t.csv", "t.ndjson", "t.parquet", "t.arrow", "t.avro", "t.db"] {
        let text = gush(&scratch, &format!("learn {source}")).run().ok().text().to_owned();
        for (name, generator) in FORMS {
            assert!(
                text.contains(&format!("columns.{name} = \"{generator}")),
                "{source}: {generator}: {text}"
            );
        }
    }
    gush(&scratch, "learn t.parquet -o s.toml").run().ok();
    gush(&scratch, "rows --schema s.toml --seed 8 -o again.parquet").run().ok();
    let python = python_tool("python").expect("the tool was there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/learn/typed_schema.py");
    let types =
        |file: &str| Program::new(&python).arg(&script).arg(scratch.path(file)).run().ok().text().to_owned();
    assert_eq!(types("t.parquet"), types("again.parquet"));
}
