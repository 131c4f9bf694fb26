//! The command: what it reads, what it refuses, what it writes.

use gush_testkit::Scratch;

use super::{POSTGRES, definitions, file_of, gush};

const TWO: &str = "create table users (id int primary key, email text not null);\ncreate table orders (id int primary key, user_id int references users);\n";

#[test]
fn the_file_goes_to_standard_output_or_appears_complete() {
    let scratch = definitions(TWO);
    let text = gush(&scratch, "learn s.sql").run().ok();
    text.stderr_is("gush: 2 tables, 4 columns; 0 not sure, marked with `# ?`\n");
    gush(&scratch, "learn s.sql -o s.toml").run().ok().stdout_is("");
    assert_eq!(scratch.read("s.toml"), gush(&scratch, "learn s.sql").run().ok().stdout);
    // A file that exists is not touched.
    let again = gush(&scratch, "learn s.sql -o s.toml --rows 5").run();
    again.code(2).stderr_is(
        "gush: s.toml exists already; --update keeps what you changed in it, --force overwrites it\n",
    );
    gush(&scratch, "learn s.sql -o s.toml --rows 5 --force").run().ok();
    assert!(String::from_utf8_lossy(&scratch.read("s.toml")).contains("rows = 5\n"));
}

#[test]
fn standard_input_and_several_files_are_one_source() {
    let scratch = Scratch::new();
    let (users, orders) = TWO.split_at(TWO.find("create table orders").expect("two tables"));
    scratch.write("users.sql", users);
    scratch.write("orders.sql", orders);
    let apart = gush(&scratch, "learn orders.sql users.sql").run().ok().text().to_owned();
    assert!(apart.contains("columns.user_id = \"ref:users.id\""), "{apart}");
    let piped = gush(&scratch, "learn -").stdin(TWO).run().ok().text().to_owned();
    assert!(
        piped.contains("# Learned from standard input by `gush learn`.") && piped.contains("[table.orders]"),
        "{piped}"
    );
}

#[test]
fn compressed_definitions_are_read() {
    let scratch = definitions(TWO);
    let plain = gush(&scratch, "learn s.sql").run().ok().text().to_owned();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, TWO.as_bytes()).expect("memory");
    scratch.write("s.gz", packed.finish().expect("memory"));
    scratch.write("s.zst", zstd::encode_all(TWO.as_bytes(), 3).expect("memory"));
    for name in ["s.gz", "s.zst"] {
        let text = gush(&scratch, &format!("learn {name}")).run().ok().text().to_owned();
        assert_eq!(text.replace(name, "s.sql"), plain);
    }
}

#[test]
fn the_choices_are_explained() {
    let text = file_of(TWO, "--explain");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["column", "type", "made", "by", "why"]);
    assert!(
        lines.iter().any(|line| line.starts_with("orders.user_id") && line.ends_with("a foreign key")),
        "{text}"
    );
    assert!(lines.iter().any(|line| line.starts_with("users.email") && line.contains(" email ")), "{text}");
}

#[test]
fn tables_are_selected() {
    let text = file_of(TWO, "--tables orders");
    assert!(text.contains("[table.orders]") && !text.contains("[table.users]"), "{text}");
    assert!(text.contains("# ? (user_id) refers to users, which is not in the file"), "{text}");
    let scratch = definitions(TWO);
    let wrong = gush(&scratch, "learn s.sql --tables order").run();
    wrong.code(2).stderr_has("the source has no such table; did you mean `orders`?");
}

#[test]
fn what_is_no_definition_is_refused_with_advice() {
    let scratch = Scratch::new();
    scratch.write("empty.sql", " \n");
    scratch.write("text.sql", "hello, world\n");
    scratch.write("s.db", b"SQLite format 3\0and so on");
    scratch.write("bytes.bin", [1, 0, 2, 3]);
    let cases = [
        ("", "a source is missing, as in `gush learn schema.sql -o shop.toml`; - is standard input"),
        ("missing.sql", "No such file or directory"),
        ("empty.sql", "it is empty"),
        ("text.sql", "there is no CREATE TABLE in it"),
        ("s.db", "file is not a database"),
        ("bytes.bin", "it is not SQL: it has bytes that no text has"),
        ("postgres://127.0.0.1:1/shop", "no connection"),
        (
            "text.sql --from oracle",
            "there is no such kind of source; there are postgres, mysql, sqlite, csv, tsv, ndjson, json-schema, openapi, avro, parquet and arrow",
        ),
        ("text.sql --rows none", "a number of rows from 1 on is expected, such as 10k"),
        ("text.sql --force", "--force"),
    ];
    for (arguments, message) in cases {
        gush(&scratch, &format!("learn {arguments}")).run().code(2).stdout_is("").stderr_has(message);
    }
    let both = gush(&scratch, "learn missing.sql empty.sql -o s.toml").run();
    both.code(2).stderr_has("2 errors");
    assert!(!scratch.names().contains(&"s.toml".to_owned()));
}

#[test]
fn what_is_not_understood_costs_only_itself() {
    let sql = format!(
        "{POSTGRES}\ncreate table odd (id int primary key, a weird_type, b text);\ncreate strange thing;\n"
    );
    let text = file_of(&sql, "");
    assert!(
        text.contains("[table.odd]") && text.contains("columns.b = ") && text.contains("# columns.a, "),
        "{text}"
    );
}
