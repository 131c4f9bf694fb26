//! Templates by the command line: where they come from, what does not go with them, how they end.

use gush_testkit::{Program, Scratch, Stream, assert_same, need};

use crate::templates::{generated, rows};

const MIXED: &str =
    "{{ .Row }} {{ Name }}{{ range Loop 0 9 }} {{ Int 0 99 }}{{ end }}{{ if Bool }} {{ Email }}{{ end }}\n";

#[test]
fn a_template_comes_from_a_file_an_argument_or_stdin() {
    let scratch = Scratch::new();
    let file = scratch.write("row.tmpl", MIXED);
    let expected = generated("-l 50", MIXED).stdout;
    rows("-l 50 -T").arg(&file).run().ok().silent().stdout_is(&expected);
    rows("-l 50 --template -").stdin(MIXED).run().ok().silent().stdout_is(&expected);
    rows("-l 50 --expression").arg(MIXED).run().ok().silent().stdout_is(&expected);
}

#[test]
fn rows_are_as_many_as_asked_for_and_nothing_is_added() {
    generated("", "x").stdout_is("xxxxxxxxxx");
    generated("-l 3", "{{ .Row }};").stdout_is("0;1;2;");
    generated("--rows 5..8", "{{ .Row }};").stdout_is("5;6;7;");
    generated("-l 0", "{{ .Row }};").stdout_is("");
    generated("-l 3", "").stdout_is("");
    generated("-l 1 -t people", "{{ .Table }} {{ .Seed }}").stdout_is("people 7");
}

#[test]
fn threads_ranges_and_shards_agree() {
    for template in [MIXED, "{{ Noun }},{{ Int 0 1000 }}\n"] {
        let all = generated("-l 5000 -j 1", template).stdout;
        generated("-l 5000 -j 4", template).stdout_is(&all);
        let shards = ["1/3", "2/3", "3/3"]
            .map(|shard| generated(&format!("-l 5000 --shard {shard}"), template).stdout);
        assert!(shards.concat() == all);
        let ranges = ["0..1", "1..4097", "4097..5000"]
            .map(|range| generated(&format!("--rows {range}"), template).stdout);
        assert!(ranges.concat() == all);
        assert!(generated("-l 5000 -t other", template).stdout != all);
    }
}

#[test]
fn a_template_reads_the_entries_of_a_file() {
    let scratch = Scratch::new();
    scratch.write("words", "one\ntwo\n");
    let run = rows("-l 100 -e").arg("{{ File \"words\" }}\n").within(scratch.folder()).run().ok().silent();
    assert!(run.lines().iter().all(|line| ["one", "two"].contains(line)), "{}", run.text());
    assert_eq!(run.lines().len(), 100);
}

/// A template has no columns, so that nothing can follow from another one.
#[test]
fn modifiers_that_name_another_column_are_refused() {
    for (modifier, name) in [("@by=device", "by"), ("@with=age:0.8", "with")] {
        let template = format!("{{{{ Int 1 9 \"{modifier}\" }}}}");
        let run = rows("-l 3 -e").arg(template).run().code(2).stdout_is("");
        run.stderr_has(&format!("a template has no columns that @{name} could name; leave this out"));
    }
}

#[test]
fn an_output_file_appears_complete_or_not_at_all() {
    let scratch = Scratch::new();
    rows("-l 3 -o out -e").arg("{{ .Row }}").within(scratch.folder()).run().ok().silent().stdout_is("");
    assert_eq!(scratch.read("out"), b"012");
    let run = rows("-l 9 -o none -e").arg("{{ Div 6 (Sub 5 .Row) }}").within(scratch.folder()).run();
    run.code(1).stderr_is(
        "gush: row 5 cannot be made\n  the template:1:4\n  {{ Div 6 (Sub 5 .Row) }}\n     ^^^ division by zero\n",
    );
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn a_template_may_be_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let template = b"\xff{{ .Row }}{{ `\xe2\x82` }}{{ \"\\xfe\" }}\n";
    let expected = b"\xff0\xe2\x82\xfe\n\xff1\xe2\x82\xfe\n";
    let file = scratch.write("row.tmpl", template);
    rows("-l 2 -T").arg(&file).run().ok().silent().stdout_is(expected);
    rows("-l 2 -T -").stdin(template).run().ok().silent().stdout_is(expected);
    rows("-l 2 -e").arg(OsStr::from_bytes(template)).run().ok().silent().stdout_is(expected);
    let run = rows("-e").arg(OsStr::from_bytes(b"\xff\t{{ Nmae }}")).run().code(2).stdout_is("");
    run.stderr_is(
        "gush: error in the template; nothing was written\n  the template:1:6\n  \u{fffd} {{ Nmae }}\n       ^^^^ no \
         function has this name; did you mean `Name`?\n",
    );
}

#[test]
fn a_compressed_run_that_fails_is_complete_up_to_its_row() {
    need!("gzip", "zstd");
    let late = "{{ .Row }} {{ Div 1 (Sub 150001 .Row) }}{{ println }}";
    let expected: String = (0..150_001).map(|row| format!("{row} {}\n", u64::from(row == 150_000))).collect();
    for (method, program) in [("gz", "gzip"), ("zst", "zstd")] {
        for threads in ["1", "3"] {
            let run = rows(&format!("-l 200000 --compress {method} -j {threads}")).args(["-e", late]).run();
            let run = run.code(1).stderr_has("row 150001 cannot be made");
            let all = Program::new(program).arg_line("-d -c -q").stdin(run.stdout).run().ok().silent();
            assert_same(all.stdout, expected.as_bytes());
        }
        let scratch = Scratch::new();
        let output = format!("x.{method}");
        let run = rows("-l 200000 -o").args([&output[..], "-e", late]).within(scratch.folder()).run();
        run.code(1).stdout_is("").stderr_has("row 150001 cannot be made");
        assert!(scratch.names().is_empty(), "{:?}", scratch.names());
    }
}

#[test]
fn functions_are_listed_and_described() {
    let list = rows("--functions").run().ok().silent();
    for function in gush_template::functions() {
        let form = format!("{} {}", function.name, function.form);
        assert!(list.lines().iter().any(|line| line.starts_with(&form)), "{form}");
    }
    for (form, about) in gush_template::generators() {
        assert!(list.lines().iter().any(|line| line.starts_with(&form) && line.ends_with(about)), "{form}");
    }
    for (name, function) in
        [("country.code", "CountryCode any"), ("phone.de", "PhoneDe FORM"), ("int", "Int MIN MAX")]
    {
        let run = rows(&format!("-g {name}")).run().ok();
        assert!(run.text().contains(&format!("  function     {function}\n")), "{}", run.text());
    }
    rows("--functions -G").run().code(2).stderr_has("one question at a time");
}

/// What follows a column's `@` is after a call's arguments.
#[test]
fn modifiers_are_last_arguments() {
    let one = |template: &str| generated("-l 400", &format!("{template}\n")).text().to_owned();
    let drinks = one("{{ Enum \"tea\" \"milk\" \"@weights=3:1\" }}");
    let tea = drinks.matches("tea").count();
    assert!((250..350).contains(&tea), "{tea}");
    assert_eq!(one("{{ Noun \"@upper\" }}"), one("{{ Upper Noun }}"));
    assert_eq!(one("{{ Noun \"@prefix=a@b,c\" \"@suffix=*\" }}"), one("a@b,c{{ Noun }}*"));
    let nulls = one("[{{ Int 1 9 \"@null=0.25\" }}]").matches("[]").count();
    assert!((60..140).contains(&nulls), "{nulls}");
    let kept = one("{{ Int 1 9 \"@null=0.25\" }}");
    let all = one("{{ Int 1 9 }}");
    assert!(
        kept.lines().zip(all.lines()).all(|(kept, all)| kept.is_empty() || kept == all),
        "null changes no value"
    );
    assert!(
        one("{{ Date \"@format=%d.%m.%Y\" }}").lines().all(|line| line.len() == 10 && &line[2..3] == ".")
    );
    // Texts that look like modifiers stay texts.
    assert_eq!(
        generated("-l 1", "{{ Enum \"@home\" }}{{ Enum (\"@upper\") }}{{ Enum \"a\" | Upper }}").text(),
        "@home@upperA"
    );
    assert!(
        one("{{ Regex \"@[a-c]{3}\" \"@upper\" }}")
            .lines()
            .all(|line| line.starts_with('@') && line.is_ascii())
    );
    // Those that name one thing agree, wherever they are.
    let pairs =
        one("{{ PersonFirst }} {{ PersonFirst \"@of=x\" }} {{ PersonName \"@of=x\" }} {{ PersonName }}");
    for line in pairs.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words[1] == words[2] && line.contains(&format!(" {} ", words[0])), "{line}");
    }
    // Arguments that vary.
    assert!(generated("-l 9", "{{ Int .Row 9 \"@prefix=n\" }},").text().starts_with('n'));
    let run =
        rows("-e").arg("{{ Uuidv4 \"@unique\" }}{{ Enum \"a\" \"@wieghts=1\" }}").run().code(2).stdout_is("");
    run.stderr_has("nobody can promise different values").stderr_has("did you mean `@weights`?");
}

#[test]
fn a_stream_ends_with_its_reader() {
    need!("head");
    let run = rows("-S -e").arg(MIXED).pipe_into("head -n 100000 | wc -l");
    assert_eq!(run.consumer.text().trim(), "100000");
}

#[test]
fn conflicts_with_a_template_are_reported_all_at_once() {
    let run = rows("-f csv -s ; -H --batch 5 name city -e").arg("{{ Nmae }}").run().code(2).stdout_is("");
    for message in ["--format", "--separator", "--header", "--batch", "name city", "did you mean `Name`?"] {
        assert!(run.errors().contains(message), "{message}: {}", run.errors());
    }
    rows("-T a -e b").run().code(2).stderr_has("one template is enough");
    rows("-e a -e b")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("--expression\n  ^^^^^^^^^^^^ one template is enough; give this once");
    rows("-T a -T b")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("--template\n  ^^^^^^^^^^ one template is enough; give this once");
    rows("-T no.such").run().code(2).stderr_has("cannot be read: No such file or directory");
    rows("-S -e")
        .arg("{{ Seq 9223372036854775000 1 }}")
        .run()
        .code(2)
        .stderr_has("leaves the 64-bit numbers");
}

#[test]
fn endless_templates_are_ended() {
    let run = rows("-l 1 -e").arg("{{ range 1000000000 }}{{ end }}").run().code(1).stdout_is("");
    assert!(run.errors().contains("one row takes more than 100,000,000 steps"), "{}", run.errors());
    rows("-l 1 -e")
        .arg("{{ range 1000000 }}{{ Repeat 100000 \"x\" }}{{ end }}")
        .run()
        .code(1)
        .stderr_has("16 MiB");
}

#[test]
fn rows_before_one_that_fails_are_written() {
    for threads in ["1", "2", "7"] {
        let run =
            rows("-l 10 -j").arg(threads).args(["-e", "{{ .Row }}: {{ index \"abc\" .Row }}{{ println }}"]);
        let run = run.run().code(1).stdout_is("0: 97\n1: 98\n2: 99\n");
        assert!(run.errors().contains("row 3 cannot be made"), "{}", run.errors());
    }
    // After many parts and in a shard, whose rows begin elsewhere.
    let late = "{{ .Row }} {{ Div 1 (Sub 150001 .Row) }}{{ println }}";
    let expected = |rows: std::ops::Range<u64>| -> String {
        rows.map(|row| format!("{row} {}\n", u64::from(row == 150_000))).collect()
    };
    for threads in ["1", "3"] {
        let run = rows("-l 200000 -j").arg(threads).args(["-e", late]).run().code(1);
        run.stdout_is(expected(0..150_001)).stderr_has("division by zero");
        let run = rows("-l 200000 --shard 2/2 -j").arg(threads).args(["-e", late]).run().code(1);
        run.stdout_is(expected(100_000..150_001)).stderr_has("row 150001");
    }
}

/// What is a slip in a column is meant in an argument.
#[test]
fn arguments_are_meant_as_they_are() {
    generated("-l 1", "{{ Enum \"a|b\" }} {{ Enum \"\" }}|{{ println }}").stdout_is("a|b |\n");
    let run = generated("-l 100", "[{{ Enum \"a\" \"\" }}]{{ println }}");
    assert!(run.lines().iter().all(|line| ["[a]", "[]"].contains(line)));
    assert!(run.text().contains("[]") && run.text().contains("[a]"));
}

#[test]
fn rows_without_line_ends_are_noted_in_a_terminal() {
    let on_terminal =
        |template: &str| rows("-l 2").args(["-e", template]).stdout(Stream::Terminal).run().ok();
    on_terminal("hello").stdout_is("hellohello").stderr_is(
        "gush: the template writes no line end, so that all rows are in one line; end it in {{ \"\\n\" }}\n",
    );
    for silent in ["hello\n", "hello{{ \"\\n\" }}", "{{ println 1 }}", "{{ print 1 | println }}"] {
        on_terminal(silent).silent();
    }
    generated("-l 2", "hello").stdout_is("hellohello");
}
