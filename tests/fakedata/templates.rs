//! Templates of `fakedata`: every generator gives a string there, as in the Go program. tests/templates/conformance.rs
//! compares many with Go's own `text/template`; here is what cannot be pinned there.

use crate::fakedata::{GENERATORS, GUSH, fakedata};
use gush_testkit::{Outcome, Program};

#[track_caller]
fn generated(template: &str) -> Outcome {
    fakedata("--seed 7 --now 2026-01-01 -l 1").stdin(template).run().ok().silent()
}

#[test]
fn every_generator_gives_a_string() {
    for name in GENERATORS.split_whitespace().chain(["phone.us", "phone.bs"]).filter(|name| *name != "file") {
        let function: String = name.split('.').map(|part| part[..1].to_uppercase() + &part[1..]).collect();
        let call =
            format!("{{{{ $v := {function} }}}}{{{{ printf \"%T\" $v }}}} {{{{ if $v }}}}true{{{{ end }}}}");
        generated(&call).stdout_is("string true");
    }
}

/// The values of columns, with the same seed, are those of templates in `gush rows`.
#[test]
fn values_are_those_of_gusher() {
    let template = "{{ Int 1 1000 }} {{ Double }} {{ Latitude }} {{ Noun }} {{ Domain }}\n";
    let rows = Program::new(GUSH).arg_line("rows --seed 7 -t TABLE -l 300 -T -").stdin(template).run().ok();
    fakedata("--seed 7 -l 300").stdin(template).run().ok().silent().stdout_is(&rows.stdout);
    // Arguments of each row take another way.
    let template = "{{ range $i := Loop 40 }}{{ Int 0 $i }} {{ end }}\n";
    let rows = Program::new(GUSH).arg_line("rows --seed 7 -t TABLE -l 20 -T -").stdin(template).run().ok();
    fakedata("--seed 7 -l 20").stdin(template).run().ok().silent().stdout_is(&rows.stdout);
}

/// One person in one town, as in `gush rows`; only countries are of all the world, and user names have no underscore.
#[test]
fn functions_agree_and_are_those_of_gush() {
    let template = "{{ Name }} {{ Email }} {{ City }} {{ State }} {{ Phone }} {{ Latitude }}\n";
    let rows = |template: &str| {
        Program::new(GUSH).arg_line("rows --seed 3 -t TABLE -l 20 -T -").stdin(template.to_owned()).run().ok()
    };
    let theirs = |template: &str| fakedata("--seed 3 -l 20").stdin(template.to_owned()).run().ok().silent();
    theirs(template).stdout_is(&rows(template).stdout);
    let world = "{{ Country }}={{ CountryCode }} {{ Nationality }}\n";
    let any = "{{ Country \"any\" }}={{ CountryCode \"any\" }} {{ Nationality \"any\" }}\n";
    theirs(world).stdout_is(&rows(any).stdout);
    let names = rows("{{ Username }}\n").text().replace('_', "");
    theirs("{{ Username }}\n").stdout_is(&names);
    let wrong = "{{ Country \"any\" }}";
    fakedata("").stdin(wrong).run().code(1).stdout_is("").stderr_has("takes no arguments");
}

#[test]
fn values_are_separated_by_commas_in_arguments_too() {
    let run = fakedata("-l 200").stdin("{{ Enum \"a,b\" \"c\" }}\n").run().ok().silent();
    for entry in ["a", "b", "c"] {
        assert!(run.lines().contains(&entry), "{entry}");
    }
    let run = fakedata("-l 200").stdin("{{ Enum \"\" }}\n").run().ok().silent();
    assert!(run.lines().iter().all(|entry| ["foo", "bar", "baz"].contains(entry)));
}

#[test]
fn strings_are_no_numbers() {
    for (template, message) in [
        ("{{ Odd (Int 1 1) }}", "Odd wants a whole number, not a string"),
        ("{{ range Loop (Int 2 2) }}{{ end }}", "Loop wants a whole number, not a string"),
        ("{{ range Int 2 2 }}{{ end }}", "one cannot range over a string"),
        ("{{ range $i := Loop 3 }}{{ range Int $i $i }}{{ end }}{{ end }}", "one cannot range over a string"),
        ("{{ eq (Int 1 1) 1 }}", "a string cannot be compared with an int"),
        ("{{ Int (Int 1 1) 2 }}", "Int wants a whole number, not a string"),
        ("{{ Name \"@upper\" }}", "Name takes no arguments"),
        ("{{ Int 5 1 }}", "above the largest"),
    ] {
        fakedata("").stdin(template).run().code(1).stdout_is("").stderr_has(message);
    }
}

/// `fakedata` has no such scripts, so they are as in `gush rows`.
#[test]
fn generators_of_gush_alone_keep_their_types() {
    generated("{{ printf \"%T %T\" (Seq 5) (Bool 1) }}{{ if Bool 0 }}x{{ end }}").stdout_is("int bool");
}

/// In `gush rows` numbers are numbers.
#[test]
fn gusher_keeps_numbers() {
    let rows =
        |template: &str| Program::new(GUSH).arg_line("rows -l 1").args(["-e", template]).run().ok().silent();
    rows("{{ if Int 0 0 }}x{{ end }}{{ print (Int 1 1) (Int 2 2) }}{{ Add (Int 1 1) 1 }}").stdout_is("1 22");
    rows("{{ Enum \"a,b\" }} {{ Enum \"a b\" \"@upper\" }}").stdout_is("a,b A B");
}
