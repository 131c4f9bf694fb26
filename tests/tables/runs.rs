//! Which tables are written, and where to: one, some, all; a script, a stream with tags, a directory.

use crate::tables::{PORTABLE, SHOP, generated, schema, within};
use gush_testkit::{Program, Signal, wait_until};

#[test]
fn a_directory_has_a_file_for_each_table() {
    let scratch = schema(SHOP);
    generated(&scratch, "--schema s.toml -f csv -o shop/");
    for name in ["customers", "products", "orders", "coupons", "items", "ratings"] {
        let alone = generated(&scratch, &format!("--schema s.toml --table {name} -f csv"));
        assert_eq!(scratch.read(&format!("shop/{name}.csv")), alone.stdout, "{name}");
    }
    generated(&scratch, "--schema s.toml --tables orders,items -f ndjson --files 3 -o parts/");
    let parts: Vec<u8> = (0..3)
        .flat_map(|part| scratch.read(&format!("parts/items/part-0000{part}-of-00003.ndjson")))
        .collect();
    generated(&scratch, "--schema s.toml --table items -f ndjson").stdout_is(parts);
    assert!(!scratch.path("parts/customers").exists());
}

#[test]
fn tags_name_the_table_of_each_row() {
    let scratch = schema(SHOP);
    let run =
        generated(&scratch, "--schema s.toml --tables products,coupons -f ndjson --tag table --scale 0.1");
    let lines = run.lines();
    assert!(lines[0].starts_with("{\"table\":\"products\",\"sku\":\""), "{}", lines[0]);
    assert!(lines[5].starts_with("{\"table\":\"coupons\",\"code\":\""), "{}", lines[5]);
    assert_eq!(lines.len(), 405);
}

#[test]
fn a_scale_leaves_fixed_tables_alone() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 100\ncolumns.id = \"seq\"\n[table.b]\nrows = 25\nfixed = true\ncolumns.id = \"seq\"\n\
         [table.c]\nrows = { per = \"a\", each = 2 }\ncolumns.a = \"ref:a.id\"\n",
    );
    for (name, rows) in [("a", 10), ("b", 25), ("c", 20)] {
        let run = generated(&scratch, &format!("--schema s.toml --table {name} --scale 0.1"));
        assert_eq!(run.lines().len(), rows, "{name}");
    }
}

/// A script makes its tables in any case, and each of them once.
#[test]
fn a_script_makes_each_table_once() {
    let scratch = schema(SHOP);
    for dialect in ["ansi", "postgres", "mysql", "sqlite", "duckdb"] {
        let args = format!("--schema s.toml --tables customers,orders -f sql --dialect {dialect}");
        let script = generated(&scratch, &args).text().to_owned();
        assert_eq!(script.matches("CREATE TABLE ").count(), 2, "{dialect}");
        assert_eq!(generated(&scratch, &format!("{args} --create-table")).text(), script, "{dialect}");
    }
}

/// A file name is not a directory, and a template has no columns.
/// A copy of an enumeration is of the same type, with all words, however few rows its parents have.
#[test]
fn a_copied_enumeration_has_the_type_of_its_parent() {
    let scratch = schema(
        "seed = 3\n[table.p]\nrows = 2\ncolumns.id = \"seq\"\ncolumns.k = \"enum:a,b,c,d,e@type=enum\"\n\
         [table.c]\nrows = 3\ncolumns.p = \"ref:p.id\"\ncolumns.k = \"ref:p.k\"\n",
    );
    let run = generated(&scratch, "--schema s.toml -f sql --dialect postgres");
    let types: Vec<&str> = run.text().lines().filter(|line| line.contains("p_k")).collect();
    assert_eq!(
        types,
        ["CREATE TYPE p_k AS ENUM ('a', 'b', 'c', 'd', 'e');", "  k p_k NOT NULL", "  k p_k NOT NULL"]
    );
    let run = generated(&scratch, "--schema s.toml --table c -f sql --dialect duckdb --create-table");
    assert!(run.text().contains("k ENUM('a', 'b', 'c', 'd', 'e') NOT NULL"), "{}", run.text());
}

#[test]
fn a_name_that_promises_something_else_is_refused() {
    let scratch = schema(SHOP);
    for name in ["shop.txt", "shop.log", "shop.csv"] {
        let run =
            within(&scratch, &format!("--schema s.toml --seed 1 -o {name}")).run().code(2).stdout_is("");
        run.stderr_has("one file cannot have several tables");
        assert!(!scratch.path(name).exists(), "{name}");
    }
    let template = within(&scratch, "-l 2 -T t.tmpl -o t.parquet");
    scratch.write("t.tmpl", "{{ Name }}\n");
    template.run().code(2).stderr_has("a template writes text, and a file of this name is parquet");
}

#[test]
fn conflicting_options_are_refused() {
    let scratch = schema(SHOP);
    for (args, message) in [
        (
            "-f csv",
            "csv cannot have several tables; --table NAME makes one, --output DIRECTORY/ a file for each, and sql",
        ),
        ("-f ndjson", "rows of several tables need --tag KEY in ndjson"),
        ("-f sql -l 10", "--table NAME selects one, and --scale 0.1 makes all of them smaller"),
        ("-f sql --shard 1/2", "shards of several tables are files of a directory"),
        ("--table order", "the schema file has no such table; did you mean `orders`?"),
        ("--table orders --tables items", "both say which tables"),
        ("--table orders --rows 0..9999999", "`orders` has 3,0"),
        ("-f sql --scale 0", "expected a number above 0"),
        ("--table orders -S", "have as many rows as it says"),
        ("-f csv --tag t", "rows of csv do not say their table; those of ndjson can"),
    ] {
        within(&scratch, &format!("--schema s.toml {args}")).run().code(2).stdout_is("").stderr_has(message);
    }
    for args in ["--tables a id=seq", "--scale 2 id=seq"] {
        within(&scratch, args).run().code(2).stdout_is("").stderr_has("cannot be used without --schema");
    }
    within(&scratch, "x=ref:a.b")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("`ref` reads other columns, which only a schema file has");
}

/// Every file of a folder and those in it, with its bytes; not the record, which has the time and the version of the run.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file")) {
        let name = entry.file_name().into_string().expect("a name");
        match entry.path().is_dir() {
            true => found.extend(
                files(&entry.path()).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            ),
            false => found.push((name, std::fs::read(entry.path()).expect("a file can be read"))),
        }
    }
    found.sort();
    found
}

/// A resumed run that fails leaves what was complete known to the next one.
#[test]
fn a_failed_resume_forgets_no_complete_file() {
    let scratch = schema(SHOP);
    let args = "--schema s.toml --tables orders,items -f csv --files 3 -o d/";
    generated(&scratch, args);
    let first = scratch.path("d/items/part-00000-of-00003.csv");
    let complete = std::fs::read(&first).expect("a complete file");
    let times = || {
        ["items/part-00001", "items/part-00002", "orders/part-00002"].map(|part| {
            let file = scratch.path(&format!("d/{part}-of-00003.csv")).metadata().expect("a complete file");
            file.modified().expect("its time")
        })
    };
    let before = times();
    // Nothing can take the place of a folder that has files.
    std::fs::remove_file(&first).expect("it was there");
    std::fs::create_dir_all(first.join("in the way")).expect("a folder");
    within(&scratch, &format!("{args} --resume")).run().code(1).stdout_is("");
    std::fs::remove_dir_all(&first).expect("it was there");
    generated(&scratch, &format!("{args} --resume"));
    assert_eq!(times(), before, "complete files were made again");
    assert_eq!(std::fs::read(&first).expect("a complete file"), complete);
}

/// A run that is killed in the middle leaves complete files only, and `--resume` writes the others with the same bytes.
#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let scratch = schema(SHOP);
    let args = "--schema s.toml --scale 20 -f csv -H --files 40 -j 1";
    generated(&scratch, &format!("{args} -o whole/"));
    let running = within(&scratch, &format!("{args} -o d/")).spawn();
    wait_until("some files", || {
        scratch.path("d/orders/part-00002-of-00040.csv").exists() || running.is_over()
    });
    running.signal(Signal::KILL);
    drop(running.finish());
    let left = files(&scratch.path("d"));
    let complete = files(&scratch.path("whole"));
    let is_record = |name: &str| name.ends_with(".json");
    for file in left.iter().filter(|(name, _)| !is_record(name) && !name.contains(".gush-")) {
        assert!(complete.contains(file), "{} is not complete", file.0);
    }
    within(&scratch, &format!("{args} -o d/ --resume --seed 8"))
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("has the files of another job, of which the seed differs");
    let other = args.replace("--scale 20", "--scale 21");
    let message = "of which the number of rows differs";
    within(&scratch, &format!("{other} -o d/ --resume")).run().code(2).stdout_is("").stderr_has(message);
    generated(&scratch, &format!("{args} -o d/ --resume"));
    let mut resumed = files(&scratch.path("d"));
    if PORTABLE {
        // A part of the killed run is kept if another machine may still write it.
        resumed.retain(|(name, _)| !(name.contains(".gush-") && name.ends_with(".part")));
    }
    assert_eq!(resumed.len(), complete.len());
    for (resumed, complete) in resumed.iter().zip(&complete) {
        assert!(resumed == complete, "{} differs", complete.0);
    }
    let manifest = String::from_utf8(scratch.read("d/manifest.json")).expect("JSON is text");
    for part in
        ["\"program\": \"gush ", "\"seed\": 7", "\"format\": \"csv\"", "\"crc32\": \"", "[table.customers]"]
    {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    within(&scratch, "--schema s.toml -f sql --resume -o x.sql")
        .run()
        .code(2)
        .stderr_has("only a directory can be resumed");
}

/// The record is a file for users: its fields are readable, and one of an older version is refused.
#[test]
fn a_manifest_has_a_version_and_readable_fields() {
    let scratch = schema(SHOP);
    let args = "--schema s.toml --table customers -f csv -H -s ; --files 2 -o d/";
    generated(&scratch, &format!("{args} --compress zst"));
    let manifest = String::from_utf8(scratch.read("d/manifest.json")).expect("JSON is text");
    for part in [
        "{\n  \"version\": 2,\n",
        "\"options\": {\n    \"separator\": \";\",\n    \"header\": true\n  }",
        "\"compression\": {\n    \"method\": \"zst\",\n    \"level\": 3\n  }",
    ] {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    // The default level, written explicitly.
    generated(&scratch, &format!("{args} --compress zstd:3 --resume"));
    // What is usual, asked for or not.
    let usual = "--schema s.toml --table customers -f csv -o usual/";
    generated(&scratch, &format!("{usual} -s ,"));
    generated(&scratch, &format!("{usual} --resume"));
    let resumed = |args: &str| within(&scratch, &format!("{args} --resume")).run();
    resumed(&format!("{args} --compress zst:4")).code(2).stderr_has("of which the compression differs");
    let other = args.replace("-s ;", "-s ,");
    resumed(&format!("{other} --compress zst")).code(2).stderr_has("of which the format differs");
    let args = format!("{args} --compress zst");
    let [first, second] = ["manifest.json", ".gush.json"];
    // What versions before wrote, and what later ones may write.
    for (version, message) in
        [("", "has version 1, and only version 2 can be resumed"), ("  \"version\": 3,\n", "has version 3")]
    {
        scratch.write("d/manifest.json", manifest.replace("  \"version\": 2,\n", version));
        resumed(&args).code(2).stdout_is("").stderr_has(message).stderr_has(first);
    }
    scratch.write("d/.gush.json", "{\"program\":\"gush 0.1.0\",\"schema\":\"\",\"tables\":[]}\n");
    resumed(&args).code(2).stdout_is("").stderr_has("has version 1").stderr_has(second);
    // A file of another program is no record.
    std::fs::remove_file(scratch.path("d/.gush.json")).expect("it is there");
    scratch.write("d/manifest.json", "{\"name\": \"an app\"}");
    resumed(&args).ok();
    assert_eq!(scratch.read("d/manifest.json"), manifest.as_bytes());
}

/// Progress names the current table, and there is one summary of all.
#[test]
fn progress_names_the_table_and_sums_up_all() {
    let scratch = schema(SHOP);
    let run = within(&scratch, "--schema s.toml -f csv -o d/ --progress").run().ok();
    run.stderr_has("gush: ratings, 100 %, 20,554 rows").stderr_has("gush: 6 tables, 20,554 rows, ");
    let run = within(&scratch, "--schema s.toml --table ratings -f csv -o r.csv --progress").run().ok();
    let run = run.stderr_has("gush: 100 %, 2,000 rows");
    assert!(!run.errors().contains("ratings"), "{}", run.errors());
}

#[test]
fn a_schema_is_checked_without_a_file() {
    let scratch = schema(SHOP);
    let check = |args: &str| {
        Program::new(env!("CARGO_BIN_EXE_gush")).arg("check").arg_line(args).within(scratch.folder()).run()
    };
    let message = check("s.toml").ok().silent();
    for part in [
        "customers: 1,000 rows, about ",
        "  key order, line\n  order refers to orders (id)\n  product refers to products (sku)\n",
        "  link products: 50 rows, chosen by zipf:1.05\n",
        "  link coupons: 4,000 rows, each at most once, none for 50 % of the rows\n",
        "6 tables: ",
    ] {
        assert!(message.text().contains(part), "{part}: {}", message.text());
    }
    assert_eq!(scratch.names(), ["s.toml"]);
    scratch.write("s.toml", "[table.a]\nrows = 5\ncolumns.x = \"ref:a.y\"\n");
    check("s.toml").code(2).stdout_is("").stderr_has("`a` has no column `y`");
    check("").code(2).stdout_is("").stderr_has("a schema file is missing");
}
