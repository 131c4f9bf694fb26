//! Templates by the command line: where they come from, what does not go with them, how they end.

use gush_testkit::{Scratch, need};

use crate::{made, rows};

const MIXED: &str =
    "{{ .Row }} {{ Name }}{{ range Loop 0 9 }} {{ Int 0 99 }}{{ end }}{{ if Bool }} {{ Email }}{{ end }}\n";

#[test]
fn a_template_comes_from_a_file_an_argument_or_stdin() {
    let scratch = Scratch::new();
    let file = scratch.write("row.tmpl", MIXED);
    let expected = made("-l 50", MIXED).stdout;
    rows("-l 50 -T").arg(&file).run().ok().silent().stdout_is(&expected);
    rows("-l 50 --template -").stdin(MIXED).run().ok().silent().stdout_is(&expected);
    rows("-l 50 --expression").arg(MIXED).run().ok().silent().stdout_is(&expected);
}

#[test]
fn rows_are_as_many_as_asked_for_and_nothing_is_added() {
    made("", "x").stdout_is("xxxxxxxxxx");
    made("-l 3", "{{ .Row }};").stdout_is("0;1;2;");
    made("--rows 5..8", "{{ .Row }};").stdout_is("5;6;7;");
    made("-l 0", "{{ .Row }};").stdout_is("");
    made("-l 3", "").stdout_is("");
    made("-l 1 -t people", "{{ .Table }} {{ .Seed }}").stdout_is("people 7");
}

#[test]
fn threads_ranges_and_shards_agree() {
    for template in [MIXED, "{{ Noun }},{{ Int 0 1000 }}\n"] {
        let whole = made("-l 5000 -j 1", template).stdout;
        made("-l 5000 -j 4", template).stdout_is(&whole);
        let shards =
            ["1/3", "2/3", "3/3"].map(|shard| made(&format!("-l 5000 --shard {shard}"), template).stdout);
        assert!(shards.concat() == whole);
        let ranges =
            ["0..1", "1..4097", "4097..5000"].map(|range| made(&format!("--rows {range}"), template).stdout);
        assert!(ranges.concat() == whole);
        assert!(made("-l 5000 -t other", template).stdout != whole);
    }
}

#[test]
fn a_column_of_words_is_the_format_of_columns() {
    let scratch = Scratch::new();
    scratch.write("words", "one\ntwo\n");
    let run = rows("-l 100 -e").arg("{{ File \"words\" }}\n").within(scratch.folder()).run().ok().silent();
    assert!(run.lines().iter().all(|line| ["one", "two"].contains(line)), "{}", run.text());
    assert_eq!(run.lines().len(), 100);
}

#[test]
fn an_output_file_appears_whole_or_not_at_all() {
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
fn a_stream_ends_with_its_reader() {
    need!("head");
    let run = rows("-S -e").arg(MIXED).pipe_into("head -n 100000 | wc -l");
    assert_eq!(run.consumer.text().trim(), "100000");
}

#[test]
fn what_does_not_go_with_a_template_is_refused_all_at_once() {
    let run = rows("-f csv -s ; -H --batch 5 name city -e").arg("{{ Nmae }}").run().code(2).stdout_is("");
    for told in ["--format", "--separator", "--header", "--batch", "name city", "did you mean `Name`?"] {
        assert!(run.errors().contains(told), "{told}: {}", run.errors());
    }
    rows("-T a -e b").run().code(2).stderr_has("one template is enough");
    rows("-e a -e b").run().code(2).stdout_is("").stderr_has("give this once");
    rows("-T no.such").run().code(2).stderr_has("cannot be read: No such file or directory");
    let scratch = Scratch::new();
    rows("-T bad")
        .within(scratch.write("bad", b"a\n\xff").parent().expect("a folder"))
        .run()
        .code(2)
        .stderr_has("line 2 is not UTF-8");
    rows("-S -e")
        .arg("{{ Seq 9223372036854775000 1 }}")
        .run()
        .code(2)
        .stderr_has("leaves the 64-bit numbers");
}

#[test]
fn what_has_no_end_is_ended() {
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
    // Behind many parts and in a shard, whose rows begin elsewhere.
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
