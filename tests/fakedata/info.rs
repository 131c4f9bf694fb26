//! What can be asked: help, version, generators, completion.

use crate::fakedata::{GENERATORS, fakedata, generated};
use gush_testkit::need;

/// The first word of each line.
fn names(listing: &str) -> Vec<&str> {
    listing.lines().map(|line| line.split_once("  ").expect("a name and a description").0).collect()
}

#[test]
fn all_45_generators_are_listed_and_can_be_had() {
    let run = generated("-G");
    let expected: Vec<&str> = GENERATORS.split_whitespace().collect();
    assert_eq!(expected.len(), 45);
    assert_eq!(names(run.text()), expected);
    for name in expected.into_iter().filter(|name| *name != "file") {
        assert_eq!(generated(&format!("-l 3 {name}")).lines().len(), 3, "{name}");
    }
}

#[test]
fn generators_are_listed_with_their_descriptions() {
    let run = generated("-G");
    assert!(run.lines().iter().any(|line| line.starts_with("int ") && line.ends_with("  a whole number")));
    generated("--generators").stdout_is(&run.stdout);
    let listed = names(run.text());
    assert!(listed.is_sorted());
    // What only gush has is not shown, though it can be had.
    assert!(listed.iter().all(|name| GENERATORS.split_whitespace().any(|known| known == *name)));
}

#[test]
fn generators_with_constraints_are_listed() {
    let run = generated("-c");
    let listed = names(run.text());
    assert_eq!(listed, ["date", "enum", "file", "int", "phone.local"]);
    assert!(listed.iter().all(|name| names(generated("-G").text()).contains(name)));
    generated("--generators-with-constraints").stdout_is(&run.stdout);
}

#[test]
fn one_generator_is_described_with_five_examples() {
    for name in names(generated("-G").text()).into_iter().filter(|name| *name != "file") {
        let run = generated(&format!("-g {name}"));
        assert!(run.text().starts_with("Description: "), "{}", run.text());
        let (_, examples) = run.text().split_once("\nExamples:\n\n").expect("examples come last");
        assert_eq!(examples.lines().count(), 5, "{name}");
    }
    let expected = "Description: one of the words given\n\
                    Constraint: A,B,…: the words, one named twice comes twice as often; foo,bar,baz by default\n\n\
                    Examples:\n\n";
    let run = generated("--generator=enum");
    assert_eq!(&run.text()[..expected.len()], expected);
    // The help agrees with the values.
    assert!(
        generated("-g country")
            .text()
            .starts_with("Description: the name of any country of the world, on its own\n\nExamples:\n")
    );
    assert!(generated("-g phone").text().starts_with("Description: the phone number of the row's person"));
    assert!(
        !generated("-g phone").text().contains("Constraint")
            && !generated("-g ipv4").text().contains("Constraint")
    );
    assert!(
        generated("-g username")
            .text()
            .starts_with("Description: the user name of the row's person: letters and digits\n")
    );
    assert!(generated("-g file").text().contains("PATH: the file; every line counts, blank ones too\n"));
    assert!(generated("-g file").text().ends_with("\nExample: fakedata file:names.txt\n"));
}

#[test]
fn help_and_version_are_shown() {
    let help = generated("--help");
    assert!(help.text().starts_with("Usage: fakedata "), "{}", help.text());
    for flag in [
        "-l, --limit N",
        "-S, --stream",
        "-f, --format FORMAT",
        "-s, --separator TEXT",
        "-H, --header",
        "-t, --table NAME",
        "-T, --template FILE",
        "-G, --generators",
        "-g, --generator NAME",
        "-c, --generators-with-constraints",
        "-C, --completion SHELL",
        "-h, --help",
        "-v, --version",
        "--seed N",
        "--now TIME",
        "--threads N",
    ] {
        assert!(help.text().contains(&format!("  {flag}  ")), "{flag}");
    }
    for args in ["-h", "name --help", "emial -h", "-h -v -G"] {
        generated(args).stdout_is(&help.stdout);
    }
    let version = format!("fakedata (gusher) {}\n", env!("GUSH_VERSION"));
    generated("-v").stdout_is(&version);
    generated("--version name").stdout_is(&version);
}

#[test]
fn completion_scripts_are_valid() {
    for shell in ["bash", "zsh", "fish"] {
        let run = generated(&format!("-C {shell}"));
        for entry in ["separator", "generators-with-constraints", "country.code", "ndjson"] {
            assert!(run.text().contains(entry), "{entry} in {shell}");
        }
        assert!(!run.text().contains("gush"), "{shell}");
        generated(&format!("--completion={shell}")).stdout_is(&run.stdout);
    }
    need!("bash");
    let complete = "source /dev/stdin; COMP_WORDS=(fakedata --sep); COMP_CWORD=1; \
                    _fakedata fakedata --sep fakedata; echo \"${COMPREPLY[@]}\"";
    fakedata("-C bash").pipe_into(&format!("bash -c '{complete}'")).ok().stdout_is("--separator\n");
}
