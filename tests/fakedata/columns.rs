//! The grammar of a column: split at the first `:` and the first `=`, and every other character for itself.

use crate::fakedata::{fakedata, generated};
use gush_testkit::Scratch;

/// The header and the first row of one column.
#[track_caller]
fn column(spec: &str) -> (String, String) {
    let run = fakedata("-H -l1").arg(spec).run().ok().silent();
    let (name, value) = run.text().split_once('\n').expect("two lines");
    (name.to_owned(), value.trim_end_matches('\n').to_owned())
}

#[test]
fn columns_are_split_at_the_first_sign_of_each_kind() {
    for (spec, name, value) in [
        ("enum:b", "enum", "b"),
        ("a=enum:b", "a", "b"),
        ("enum:b=c", "enum", "b=c"),
        ("enum:a:b", "enum", "a:b"),
        ("a=enum:b:c=d", "a", "b:c=d"),
        ("a.b-c d=enum:x", "a.b-c d", "x"),
    ] {
        assert_eq!(column(spec), (name.to_owned(), value.to_owned()), "{spec}");
    }
}

/// In `gush rows` these begin a modifier, a weight or an escape.
#[test]
fn every_other_character_is_literal() {
    for (spec, name, value) in [
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
        assert_eq!(column(spec), (name.to_owned(), value.to_owned()), "{spec}");
    }
    // A comma always separates.
    let run = generated(r"-l 200 enum:a\,b");
    let lines = run.lines();
    assert!(lines.contains(&"a\\") && lines.contains(&"b"), "{lines:?}");
}

#[test]
fn a_value_named_twice_comes_twice_as_often() {
    let run = generated("--seed 1 -l 30k enum:a,a,b");
    let share = run.lines().iter().filter(|line| **line == "a").count();
    assert!((19_500..20_500).contains(&share), "{share} of 30,000");
}

#[test]
fn an_empty_constraint_is_none() {
    let run = generated("-l 200 enum:");
    for spec in ["foo", "bar", "baz"] {
        assert!(run.lines().contains(&spec), "{spec}");
    }
    generated("--seed 1 int:").stdout_is(generated("--seed 1 int").stdout);
    generated("--seed 1 name:").stdout_is(generated("--seed 1 name").stdout);
}

#[test]
fn constraints_are_those_of_gusher() {
    generated("-l1 int:42,42").stdout_is("42\n");
    generated("-l1 int:-5,-5 int:2M,2M").stdout_is("-5 2000000\n");
    generated("-l1 date:2020-02-29,2020-02-29").stdout_is("2020-02-29\n");
    for spec in
        ["int:2000", "int:,5", "int:0,9223372036854775807", "date:,2020-01-01", "date:0001-01-01,9999-12-31"]
    {
        assert_eq!(generated(&format!("-l 3 {spec}")).lines().len(), 3, "{spec}");
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
fn unused_constraints_are_ignored_with_a_note() {
    for (args, value, note) in [
        ("v=int:7,7,x,@", "7", "v=int:7,7,x,@: `,x,@` is ignored, as int takes two fields"),
        (
            "date:2024-02-29,2024-02-29,1",
            "2024-02-29",
            "date:2024-02-29,2024-02-29,1: `,1` is ignored, as date takes two fields",
        ),
    ] {
        let run = fakedata("-l1").arg(args).run().ok().stdout_is(format!("{value}\n"));
        run.stderr_is(format!("fakedata: {note}\n"));
    }
    for (args, ignored) in [
        ("noun:3", "3"),
        ("name.first:1,2", "1,2"),
        ("noun:a@b", "a@b"),
        ("phone.us:3", "3"),
        ("phone:national", "national"),
        ("ipv4:3", "3"),
        ("ipv6:3", "3"),
        ("double:7", "7"),
        ("country:any", "any"),
        ("country.code:DE", "DE"),
        ("http.method:x", "x"),
        ("latitude:5", "5"),
    ] {
        let (name, _) = args.split_once(':').unwrap_or_default();
        let plain = generated(&format!("--seed 1 {name}")).stdout;
        let run = fakedata("--seed 1").arg(args).run().ok().stdout_is(plain);
        run.stderr_is(format!("fakedata: {args}: `{ignored}` is ignored, as {name} takes no constraint\n"));
    }
    let run = fakedata("--seed 1 --now 2024-05-06 timestamp:x").run().ok();
    run.stdout_is(generated("--seed 1 --now 2024-05-06 timestamp").stdout)
        .stderr_is("fakedata: timestamp:x: `x` is ignored, as timestamp takes no constraint\n");
    // The bounds that are left are used.
    let run = generated("-l 300 int:,5");
    assert!(run.lines().iter().all(|value| ["0", "1", "2", "3", "4", "5"].contains(value)));
}

/// The values of `gush rows`: one person in one town, and countries of all the world.
#[test]
fn a_seed_gives_the_values_of_gush() {
    let rows = |columns: &str| {
        let args = format!("rows --seed 7 --now 2024-05-06 -t TABLE -l 50 -f csv {columns}");
        gush_testkit::Program::new(crate::fakedata::GUSH).arg_line(&args).run().ok().text().to_owned()
    };
    let theirs = |columns: &str| {
        let run = fakedata("--seed 7 --now 2024-05-06 -l 50 -s ,").arg_line(columns).run().ok().silent();
        run.text().to_owned()
    };
    for name in crate::fakedata::GENERATORS.split_whitespace() {
        let column = match name {
            "color" | "file" | "username" | "sentence" => continue,
            "country" | "country.code" | "nationality" | "phone.code" => format!("{name}:any"),
            _ => name.to_owned(),
        };
        assert_eq!(theirs(name).replace('"', ""), rows(&column).replace('"', ""), "{name}");
    }
    let columns = "name email city state.code latitude buyer=name buyer_email=email";
    assert_eq!(theirs(columns), rows(columns));
    assert_eq!(theirs("username"), rows("username").replace('_', ""));
    assert!(theirs("username").lines().all(|name| name.bytes().all(|b| b.is_ascii_alphanumeric())));
}

/// What is asked for again is of the next person.
#[test]
fn a_second_name_is_the_next_person_s() {
    let run = fakedata("--seed 7 -l 30 -s ;")
        .arg_line("a=name b=name email email c=name city city")
        .run()
        .ok()
        .silent();
    let rows = gush_testkit::Program::new(crate::fakedata::GUSH)
        .arg_line("rows --seed 7 -l 30 -t TABLE -f csv -s ; name name email email name city city")
        .run()
        .ok();
    let mut same = 0;
    for (row, own) in run.lines().iter().zip(rows.lines()) {
        let [a, b, first, second, c, city, other]: [&str; 7] =
            row.split(';').collect::<Vec<_>>().try_into().expect("seven values");
        let own: Vec<&str> = own.split(';').collect();
        assert_eq!([a, b, first, second, city, other], [own[0], own[1], own[2], own[3], own[5], own[6]]);
        let is_of = |mail: &str, name: &str| {
            name.split(' ').all(|part| mail.contains(&part.to_lowercase().replace('\'', "")))
        };
        assert!(is_of(first, a) && is_of(second, b), "{row}");
        assert_ne!(c, a);
        same += usize::from(a == b || b == c);
    }
    assert!(same < 3);
}

#[test]
fn colors_are_one_word() {
    let run = generated("-l 3k color");
    assert!(run.lines().iter().all(|color| !color.contains(' ')));
    let template = fakedata("-l 3k").stdin("{{ Color }}\n").run().ok().silent();
    assert!(template.lines().iter().all(|color| !color.contains(' ')));
    assert!(!generated("-g color").text().lines().skip(3).any(|color| color.contains(' ')));
    let rows = gush_testkit::Program::new(crate::fakedata::GUSH).arg_line("rows -l 3k color").run().ok();
    assert!(rows.lines().iter().any(|color| color.contains(' ')));
}

#[test]
fn local_phones_have_eight_digits() {
    for (spec, digits) in
        [("phone.local", 8), ("phone.local:", 8), ("phone.local:8", 8), ("phone.local:12", 12)]
    {
        assert!(
            generated(&format!("-l 100 {spec}")).lines().iter().all(|phone| phone.len() == digits),
            "{spec}"
        );
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
        let run = generated(&format!("-l 200 phone.{name}"));
        let start = format!("+1{code}");
        assert!(run.lines().iter().all(|phone| phone.starts_with(&start) && phone.len() == 12), "{name}");
    }
}

#[test]
fn generators_of_gush_alone_have_the_syntax_of_gush() {
    generated("-l 3 n=seq:5,5").stdout_is("5\n10\n15\n");
    generated("-f ndjson -l 2 seq bool:1")
        .stdout_is("{\"bool\":\"true\",\"seq\":\"1\"}\n{\"bool\":\"true\",\"seq\":\"2\"}\n");
    generated("-H -l 1 a@b=seq").stdout_is("a@b\n1\n");
}
