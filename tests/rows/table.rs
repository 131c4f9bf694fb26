//! Rows as a table: on a terminal unless another format is named, and anywhere with `-f table`.

use crate::rows::{gush, rows, seeded};
use gush_testkit::{Outcome, Program, Scratch, Stream};

/// Without colors.
fn shown(program: Program) -> Outcome {
    program.stdout(Stream::Terminal).env("NO_COLOR", "1").run().ok()
}

#[test]
fn on_a_terminal_rows_are_a_table() {
    let seen = shown(seeded("-l 3 id=seq word score=int:0,99@null=0.5"));
    let expected = rows("-l 3 -f table id=seq word score=int:0,99@null=0.5");
    let foot = "3 rows; --output data.csv writes a file\n";
    seen.stdout_is([&expected.stdout[..], foot.as_bytes()].concat());
    assert!(expected.text().starts_with(" id | word"), "{}", expected.text());
    let colored =
        seeded("-l 3 id=seq word score=int:0,99@null=0.5").stdout(Stream::Terminal).env("TERM", "xterm");
    let colored = colored.run().ok();
    for painted in ["\x1b[2mNULL\x1b[0m", "\x1b[1mword\x1b[0m", "\x1b[2mint\x1b[0m"] {
        assert!(colored.text().contains(painted), "{}", colored.text());
    }
}

/// Ten rows where nobody says how many, twenty of many.
#[test]
fn a_terminal_shows_the_first_rows() {
    let lines = |arguments: &str| shown(seeded(arguments)).lines().len();
    assert_eq!((lines("name"), lines("-l 40 name"), lines("-l 41 name")), (14, 44, 24));
    let ten = shown(seeded("name"));
    assert!(ten.text().ends_with("10 rows; --limit 1M --output data.csv writes a million to a file\n"));
    let many = shown(seeded("-l 1M -t people name"));
    let foot = "20 of 1,000,000 rows; --format table shows all, --output people.csv writes a file\n";
    let words = many.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with(foot.trim()), "{words}");
    assert!(shown(seeded("-l 0 name")).text().contains("0 rows;"));
    assert_eq!(shown(seeded("-l 100 -f table name")).lines().len(), 103);
}

/// Whoever names a format or an output gets the bytes that a pipe gets.
#[test]
fn all_else_is_as_in_a_pipe() {
    let scratch = Scratch::new();
    scratch.write("template", "{{Name}}\n");
    for arguments in [
        "-l 3 -f csv name",
        "-l 3 -f column name",
        "-l 3 -o - name",
        "-l 3 -H name",
        "-l 3 -s , name int",
        "-l 3 -f sql --create-table id=seq",
        "-l 3 -e {{Name}}",
        "-l 3 -T template",
        "--shard 1/2 name",
        "--profile name",
        "--print-schema name",
    ] {
        let program = || seeded(arguments).within(scratch.folder());
        let piped = program().run().ok();
        shown(program()).stdout_is(&piped.stdout);
    }
    let fakedata = |stream| {
        Program::new(env!("CARGO_BIN_EXE_gush"))
            .named("fakedata")
            .arg_line("--seed 7 -l 3 name email")
            .stdout(stream)
    };
    let piped = fakedata(Stream::Pipe).run().ok();
    fakedata(Stream::Terminal).run().ok().stdout_is(&piped.stdout);
}

#[test]
fn a_width_is_that_of_the_terminal_or_the_one_that_is_given() {
    let columns = "id=seq name email city company sentence";
    let widest = |run: &Outcome| run.lines().iter().map(|line| line.chars().count()).max().unwrap_or(0);
    assert_eq!(widest(&shown(seeded(columns))), 80);
    assert_eq!(widest(&shown(seeded(&format!("--width 50 {columns}")))), 50);
    assert!(widest(&rows(&format!("-f table {columns}"))) > 100);
    assert_eq!(widest(&seeded(&format!("-f table {columns}")).env("COLUMNS", "60").run().ok()), 60);
    assert!(widest(&seeded(&format!("-f table --width 0 {columns}")).env("COLUMNS", "60").run().ok()) > 100);
    let narrow = rows(&format!("-f table --width 40 {columns}"));
    assert!(narrow.text().contains("of 6 columns are not shown: "), "{}", narrow.text());
    gush("rows -f csv --width 80 name")
        .run()
        .code(2)
        .stderr_has("lines of csv are not cut to a width; those of table are");
    gush("rows -f table --width 5 name").run().code(2).stderr_has("a table needs at least 10 characters");
}

#[test]
fn frames_are_drawn_in_what_the_locale_has() {
    let table = |locale: &str| seeded("-f table -l 1 id=seq name").env("LC_ALL", locale).run().ok();
    assert!(table("C.UTF-8").text().contains("──┼──"));
    assert!(table("C").text().is_ascii() && table("C").text().contains("--+--"));
}

/// A few rows of each table, with its keys.
#[test]
fn the_tables_of_a_schema_are_shown_with_their_keys() {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shop.toml");
    let program = |more: &str| gush(&format!("rows --schema {schema} {more}"));
    let seen = shown(program(""));
    for text in [
        "customers: 5 of 10,000 rows\n",
        "int PK",
        "int -> customers",
        "text -> products",
        "--output DIRECTORY/ writes all",
    ] {
        assert!(seen.text().contains(text), "{text} in {}", seen.text());
    }
    assert!(seen.lines().iter().all(|line| line.chars().count() <= 80));
    // One of them, and all rows of several.
    let one = shown(program("-t products -l 3"));
    assert!(one.text().ends_with("3 rows; --output products.csv writes a file\n"), "{}", one.text());
    let all = program("-f table --scale 0.001").run().ok();
    assert!(all.text().starts_with("customers\n"), "{}", all.text());
    program("").run().code(2).stderr_has("cannot have several tables");
}

#[test]
fn a_reader_that_leaves_and_a_stream_end_as_ever() {
    let run = seeded("-S -f table id=seq name").stdout_closes_after(100_000).run();
    crate::rows::assert_left_by_its_reader(run);
}

/// Widths follow from the first rows; a later number may be wider, and is not cut to another number.
#[test]
fn numbers_are_not_cut() {
    let run = rows("-f table --width 20 -l 20000 id=seq name");
    assert!(
        run.lines().last().is_some_and(|line| line.trim_start().starts_with("20000 ")),
        "{}",
        run.text().len()
    );
    assert!(!run.lines().iter().any(|line| line.trim_start().starts_with("200…")));
}

/// Tables are one below the other in a stream, and each begins its file.
#[test]
fn a_table_begins_its_own_file() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "seed = 1\n[table.a]\nrows = 2\ncolumns.x = \"seq\"\n[table.b]\nrows = 2\ncolumns.y = \"seq\"\n",
    );
    let run = |options: &str| {
        let program = gush(&format!("rows --schema s.toml -f table {options}")).within(scratch.folder());
        program.env("LC_ALL", "C.UTF-8").run().ok()
    };
    run("-o out/");
    let texts =
        ["a", "b"].map(|name| String::from_utf8(scratch.read(&format!("out/{name}.txt"))).expect("text"));
    assert!(texts[0].starts_with("a\n") && texts[1].starts_with("b\n"), "{texts:?}");
    run("").stdout_is(texts.join("\n"));
}
