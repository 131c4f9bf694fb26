//! The grammar of a column: split at the first `:` and the first `=`, and every other character for itself.

use crate::{fakedata, made};
use gush_testkit::Scratch;

/// The header and the first row of one column.
#[track_caller]
fn column(word: &str) -> (String, String) {
    let run = fakedata("-H -l1").arg(word).run().ok().silent();
    let (name, value) = run.text().split_once('\n').expect("two lines");
    (name.to_owned(), value.trim_end_matches('\n').to_owned())
}

#[test]
fn columns_are_split_at_the_first_sign_of_each_kind() {
    for (word, name, value) in [
        ("enum:b", "enum", "b"),
        ("a=enum:b", "a", "b"),
        ("enum:b=c", "enum", "b=c"),
        ("enum:a:b", "enum", "a:b"),
        ("a=enum:b:c=d", "a", "b:c=d"),
        ("a.b-c d=enum:x", "a.b-c d", "x"),
    ] {
        assert_eq!(column(word), (name.to_owned(), value.to_owned()), "{word}");
    }
}

/// In `gush rows` these begin a modifier, a weight or an escape.
#[test]
fn every_other_character_stands_for_itself() {
    for (word, name, value) in [
        ("enum:a@b.c,a@b.c", "enum", "a@b.c"),
        ("to@x=enum:a@b", "to@x", "a@b"),
        ("enum:@", "enum", "@"),
        ("enum:word@unique", "enum", "word@unique"),
        ("enum:*", "enum", "*"),
        ("enum:a*2", "enum", "a*2"),
        (r"enum:a\@b", "enum", r"a\@b"),
        (r"enum:a\\b", "enum", r"a\\b"),
        (r"enum:C:\dir\", "enum", r"C:\dir\"),
        (r"a\@b=enum:x", r"a\@b", "x"),
        ("enum:ä@ö*ü", "enum", "ä@ö*ü"),
    ] {
        assert_eq!(column(word), (name.to_owned(), value.to_owned()), "{word}");
    }
    // A comma always separates.
    let run = made(r"-l 200 enum:a\,b");
    let lines = run.lines();
    assert!(lines.contains(&"a\\") && lines.contains(&"b"), "{lines:?}");
}

#[test]
fn a_word_named_twice_comes_twice_as_often() {
    let run = made("--seed 1 -l 30k enum:a,a,b");
    let share = run.lines().iter().filter(|line| **line == "a").count();
    assert!((19_500..20_500).contains(&share), "{share} of 30,000");
}

#[test]
fn an_empty_constraint_is_none() {
    let run = made("-l 200 enum:");
    for word in ["foo", "bar", "baz"] {
        assert!(run.lines().contains(&word), "{word}");
    }
    made("--seed 1 int:").stdout_is(made("--seed 1 int").stdout);
    made("--seed 1 name:").stdout_is(made("--seed 1 name").stdout);
}

#[test]
fn constraints_are_those_of_gusher() {
    made("-l1 int:42,42").stdout_is("42\n");
    made("-l1 int:-5,-5 int:2M,2M").stdout_is("-5 2000000\n");
    made("-l1 date:2020-02-29,2020-02-29").stdout_is("2020-02-29\n");
    for word in
        ["int:2000", "int:,5", "int:0,9223372036854775807", "date:,2020-01-01", "date:0001-01-01,9999-12-31"]
    {
        assert_eq!(made(&format!("-l 3 {word}")).lines().len(), 3, "{word}");
    }
}

#[test]
fn lines_of_a_file_are_drawn() {
    let scratch = Scratch::new();
    scratch.write("x:y", "one\n");
    scratch.write("a@b*c", "two\n\n");
    scratch.write("a b", "three");
    let line = |column: &str| fakedata("-l1").arg(column).within(scratch.folder()).run().ok().silent();
    line("file:x:y").stdout_is("one\n");
    line(&format!("file:{}", scratch.path("x:y").display())).stdout_is("one\n");
    line("file:a@b*c").stdout_is("two\n");
    line("file:a b").stdout_is("three\n");
    line("file:'a b'").stdout_is("three\n");
    line("file:\"a b\"").stdout_is("three\n");
}

/// The Go program reads no further.
#[test]
fn what_no_generator_reads_is_ignored_with_a_note() {
    for (words, value, note) in [
        ("v=int:7,7,x,@", "7", "v=int:7,7,x,@: `,x,@` is ignored, as int takes two fields"),
        (
            "date:2024-02-29,2024-02-29,1",
            "2024-02-29",
            "date:2024-02-29,2024-02-29,1: `,1` is ignored, as date takes two fields",
        ),
    ] {
        let run = fakedata("-l1").arg(words).run().ok().stdout_is(format!("{value}\n"));
        run.stderr_is(format!("fakedata: {note}\n"));
    }
    for (words, ignored) in
        [("noun:3", "3"), ("name.first:1,2", "1,2"), ("noun:a@b", "a@b"), ("phone.us:3", "3")]
    {
        let (name, _) = words.split_once(':').unwrap_or_default();
        let plain = made(&format!("--seed 1 {name}")).stdout;
        let run = fakedata("--seed 1").arg(words).run().ok().stdout_is(plain);
        run.stderr_is(format!("fakedata: {words}: `{ignored}` is ignored, as {name} takes no constraint\n"));
    }
    // The bounds that are left are used.
    let run = made("-l 300 int:,5");
    assert!(run.lines().iter().all(|value| ["0", "1", "2", "3", "4", "5"].contains(value)));
}

#[test]
fn colours_are_one_word() {
    let run = made("-l 3k color");
    assert!(run.lines().iter().all(|color| !color.contains(' ')));
    let template = fakedata("-l 3k").stdin("{{ Color }}\n").run().ok().silent();
    assert!(template.lines().iter().all(|color| !color.contains(' ')));
    assert!(!made("-g color").text().lines().skip(3).any(|color| color.contains(' ')));
    let rows = gush_testkit::Program::new(crate::GUSH).words("rows -l 3k color").run().ok();
    assert!(rows.lines().iter().any(|color| color.contains(' ')));
}

#[test]
fn local_phones_have_eight_digits() {
    for (word, digits) in
        [("phone.local", 8), ("phone.local:", 8), ("phone.local:8", 8), ("phone.local:12", 12)]
    {
        assert!(made(&format!("-l 100 {word}")).lines().iter().all(|phone| phone.len() == digits), "{word}");
    }
}

/// The area codes that the Go program has.
#[test]
fn phones_of_the_north_american_plan_have_their_area_codes() {
    for (name, code) in [
        ("ag", "268"),
        ("ai", "264"),
        ("as", "684"),
        ("bb", "246"),
        ("bm", "441"),
        ("bs", "242"),
        ("dm", "767"),
        ("do", "809"),
        ("gd", "473"),
        ("gu", "671"),
        ("jm", "876"),
        ("kn", "869"),
        ("ky", "345"),
        ("lc", "758"),
        ("mp", "670"),
        ("ms", "664"),
        ("sx", "721"),
        ("tc", "649"),
        ("tt", "868"),
        ("vc", "784"),
        ("vg", "284"),
        ("vi", "340"),
    ] {
        let run = made(&format!("-l 200 phone.{name}"));
        let start = format!("+1{code}");
        assert!(run.lines().iter().all(|phone| phone.starts_with(&start) && phone.len() == 12), "{name}");
    }
}

#[test]
fn what_only_gush_has_is_written_as_gush_has_it() {
    made("-l 3 n=seq:5,5").stdout_is("5\n10\n15\n");
    made("-f ndjson -l 2 seq bool:1")
        .stdout_is("{\"bool\":\"true\",\"seq\":\"1\"}\n{\"bool\":\"true\",\"seq\":\"2\"}\n");
    made("-H -l 1 a@b=seq").stdout_is("a@b\n1\n");
}
