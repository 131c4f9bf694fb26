//! Inputs that once took all memory, hung or panicked.

use crate::limits::limited;
use gush_testkit::{Program, Scratch, Stream, assert_same};

/// `gush rows` with a fixed seed, under usual limits.
fn rows(args: &str) -> Program {
    limited(700, 60).arg_line("rows --seed 7 --now 2024-05-06").arg_line(args)
}

/// Weights whose sum is more than 64 bits have the shares that other large ones have.
#[test]
fn the_sum_of_weights_does_not_wrap() {
    let huge = "461168601842738790.4";
    let args = format!("-l 1000 enum:a*0.1,b*{huge},c*{huge},d*{huge},e*{huge}");
    let run = rows(&args).run().ok();
    let lines = run.lines();
    for entry in ["b", "c", "d", "e"] {
        let count = lines.iter().filter(|line| **line == entry).count();
        assert!((150..350).contains(&count), "{entry}: {count}");
    }
    assert!(lines.iter().filter(|line| **line == "a").count() <= 1);
    let run = rows("-l 200 enum:a*0.1,b*2e18").run().ok();
    assert!(run.lines().iter().filter(|line| **line == "b").count() >= 199);
}

/// Nor is it infinite, by which all values would be the last one.
#[test]
fn weights_beyond_what_a_number_holds_are_refused() {
    let scratch = Scratch::new();
    scratch.write("w.csv", "x,w\na,1e308\nb,1e308\n");
    for column in ["int@dist=hist:10*1e308,20*1e308", "file:w.csv@column=x@weights=w"] {
        let run = rows(&format!("-l 3 {column}")).within(scratch.folder()).run().code(2).stdout_is("");
        run.stderr_has("add up to more than 1.8e308");
    }
}

/// A part of a template's rows ends when it is large, however many rows were thought to be in it: also where the first rows are
/// short, or take too many steps to be tried.
#[test]
fn templates_with_long_rows_take_little_memory() {
    for case in [
        ["-l 24", "{{range $i := Loop 1000000}}abcdefghijklmn{{end}}\n"],
        ["-l 3000 -j 1", "{{if gt .Row 1000}}{{range $i := Loop 10000}}abcdefghijklmn{{end}}{{end}}\n"],
    ] {
        let [options, template] = case;
        let run = limited(300, 120).arg_line("rows --seed 7").arg_line(options).args(["-e", template]);
        run.stdout(Stream::Null).run().ok().silent();
    }
}

/// Pieces of parts are those bytes that parts would be, at any number of threads, compressed or not; what is before a row that
/// fails is written.
#[test]
fn parts_in_pieces_have_the_same_bytes() {
    let template = "{{if gt .Row 20}}{{range $i := Loop 3000}}abcdefghijklmn{{$i}}{{end}}{{end}}{{.Row}}\n";
    let run = |args: &str, template: &str| {
        let program = limited(900, 120).arg_line("rows --seed 7 -l 400").arg_line(args);
        program.args(["-e", template]).run()
    };
    let line = |row: usize| {
        let numbers = (0..3000).map(|i| format!("abcdefghijklmn{i}")).collect::<String>();
        if row > 20 { format!("{numbers}{row}\n") } else { format!("{row}\n") }
    };
    let expected: String = (0..400).map(line).collect();
    for threads in [1, 3] {
        assert_same(run(&format!("-j {threads}"), template).ok().stdout, expected.as_bytes());
    }
    let gz = run("-j 1 --compress gz:1", template).ok().stdout;
    assert_same(run("-j 5 --compress gz:1", template).ok().stdout, &gz);
    let scratch = Scratch::new();
    scratch.write("x.gz", gz);
    assert_same(
        Program::new("gzip").args(["-dc", "x.gz"]).within(scratch.folder()).run().ok().stdout,
        expected.as_bytes(),
    );
    let failing = template.replace("{{.Row}}", "{{.Row}}{{if eq .Row 300}}{{index \"\" 1}}{{end}}");
    let before: String = (0..300).map(line).collect();
    for threads in [1, 3] {
        let failed = run(&format!("-j {threads}"), &failing).code(1);
        assert_same(&failed.stdout, before.as_bytes());
        failed.stderr_has("row 300 cannot be made");
    }
}

/// Lists in lists are refused where a row of them could be very large, and the message points at the list that makes it so.
#[test]
fn lists_in_lists_are_bounded() {
    let nested = |lengths: &str, depth: usize, item: &str| {
        let open = format!("{{ list = {lengths}, item = ").repeat(depth);
        format!("[table.t]\nrows = 1\ncolumns.x = {open}{item}{}\n", " }".repeat(depth))
    };
    let scratch = Scratch::new();
    let check = |file: &str, code: i32| {
        scratch.write("s.toml", file);
        let run = limited(700, 60)
            .arg_line("rows --seed 1 --schema s.toml -f ndjson")
            .within(scratch.folder())
            .run();
        run.code(code)
    };
    let int = "\"int\"";
    for (lengths, depth) in [
        ("200", 3),
        ("464", 3),
        ("1000", 2),
        ("2", 17),
        ("2", 30),
        ("[0, 2]", 20),
        ("[0, 2]", 62),
        ("[0, 2]", 64),
    ] {
        let run = check(&nested(lengths, depth, int), 2).stdout_is("");
        run.stderr_has("would have more than 100,000 values a row");
    }
    for (lengths, depth) in [("1", 60), ("[0, 1]", 60), ("300", 2), ("2", 15), ("[0, 2]", 15)] {
        check(&nested(lengths, depth, int), 0).silent();
    }
    for item in ["\"paragraph:100\"", "\"regex:[a-z]{4096}\"", "\"bytes:4096\""] {
        let run = check(&nested("100", 2, item), 2).stdout_is("");
        run.stderr_has("would have more than 16 MiB of text a row");
    }
    check(&nested("1000", 1, "\"paragraph:100\""), 0).silent();
    let fields = (0..200).map(|at| format!("f{at} = \"int\"")).collect::<Vec<_>>().join(", ");
    let file = format!("[table.t]\nrows = 1\ncolumns.x = {{ list = 1000, struct = {{ {fields} }} }}\n");
    check(&file, 2).stdout_is("").stderr_has("would have more than 100,000 values a row");
}

/// Columns in columns are made up to 64 deep and refused below that, at once and wherever they are written.
#[test]
fn columns_in_columns_are_so_deep_at_most() {
    let braces = |depth: usize| format!("x={}int:7,7{}", "{a=".repeat(depth), "}".repeat(depth));
    let maps = |depth: usize| {
        let open = "map{key=int:1,9 value=".repeat(depth);
        format!("x={open}int:7,7{}", "}@list=1".repeat(depth))
    };
    let lists = |depth: usize| format!("x=int:7,7{}", "@list=1".repeat(depth));
    let run = |column: String| limited(700, 60).arg_line("rows --seed 1 -l 1 -f ndjson").arg(column).run();
    let value = format!("{{\"x\":{}7{}}}\n", "{\"a\":".repeat(64), "}".repeat(64));
    run(braces(64)).ok().stdout_is(&value);
    let value = format!("{{\"x\":{}7{}}}\n", "[".repeat(64), "]".repeat(64));
    run(lists(64)).ok().stdout_is(&value);
    run(maps(64)).ok();
    for depth in [65, 500, 3000] {
        for column in [braces(depth), maps(depth), lists(depth)] {
            run(column).code(2).stdout_is("").stderr_has("nested at most 64 deep");
        }
    }
    let scratch = Scratch::new();
    for (depth, code, message) in [(35, 0, ""), (3000, 2, "s.toml")] {
        let open = "{ struct = { a = ".repeat(depth);
        scratch.write("s.toml", format!("[table.t]\ncolumns.x = {open}\"int\"{}\n", " } }".repeat(depth)));
        let run = limited(700, 60).arg_line("rows --schema s.toml -l 1").within(scratch.folder()).run();
        run.code(code).stderr_has(message);
    }
}

/// Nothing, repeated however often, is nothing at once.
#[test]
fn repeating_nothing_takes_no_time() {
    for text in ["''", "null", "left(b, 0)"] {
        for count in ["9223372036854775807", "2000000000"] {
            let run = rows("-l 3 -f csv b=enum:x").arg(format!("e=expr:repeat({text}, {count})")).run().ok();
            let value = if text == "null" { "" } else { "\"\"" };
            let lines = run.lines();
            assert!(lines.iter().all(|line| *line == format!("x,{value}")), "{text}: {lines:?}");
        }
    }
    let run = rows("-l 3 -f csv").arg("e=expr:repeat('x', 2000000000)").run().code(2);
    run.stderr_has("the text may become too long");
}

/// Functions that make texts longer, in each other, are refused before a text has taken the memory.
#[test]
fn texts_that_grow_by_nesting_are_refused() {
    let nested = |open: &str, close: &str| format!("e=expr:length({}t{})", open.repeat(40), close.repeat(40));
    for (open, close) in [
        ("quote_literal(", ")"),
        ("replace(", ", 'a', 'aa')"),
        ("regexp_replace(", ", 'a', 'aa', 'g')"),
        ("format('%1$s%1$s', ", ")"),
    ] {
        let run =
            limited(700, 60).arg_line("rows --seed 7 -l 3 -f csv t=enum:a").arg(nested(open, close)).run();
        run.code(2).stderr_has("shorten");
    }
    let regex = "e=expr:regexp_replace(repeat('a', 200000), 'a(.*b)?', '', 'g')";
    limited(700, 60)
        .arg_line("rows --seed 7 -l 3 -f csv")
        .arg(regex)
        .run()
        .code(2)
        .stderr_has("too long for this");
}

/// A file that cannot be created is named by its folder.
#[test]
fn a_missing_folder_of_temporary_files_is_named() {
    let run = limited(700, 60).arg_line("meter -q -U -").env("TMPDIR", "/nonexistent").stdin("x").run();
    run.code(2).stderr_has("/nonexistent: No such file or directory");
}
