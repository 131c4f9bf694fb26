//! Standard input is a template only where no argument selects columns or a template; otherwise it belongs to another process.

use crate::fakedata::{GUSH, fakedata, generated, linked};
use gush_testkit::{Program, need};

#[test]
fn without_arguments_there_is_help() {
    let help = generated("--help").stdout;
    // Nothing comes by /dev/null, an empty pipe or a descriptor that is closed.
    generated("").stdout_is(&help);
    fakedata("").stdin("").run().ok().silent().stdout_is(&help);
    let closed = "exec 0<&-; exec -a fakedata \"$GUSH\"";
    need!("bash");
    Program::new("bash").args(["-c", closed]).env("GUSH", GUSH).run().ok().silent().stdout_is(&help);
}

#[test]
fn options_alone_are_an_error_and_their_values_are_checked() {
    for (args, message) in [
        ("-l 5", "a column is missing"),
        ("-H", "a column is missing"),
        ("-l -5", "expected a number of rows"),
        ("-l abc", "expected a number of rows"),
        ("--limit name", "expected a number of rows"),
        ("-f xml", "there is no such format"),
        ("-f sql -H", "sql has no header row"),
        ("--seed x", "expected a number up to"),
        ("--threads 0", "expected a number of threads"),
        ("--now noon", "expected Unix seconds"),
        ("-t=", "a column is missing"),
    ] {
        let number =
            ["-l -5", "-l abc", "--limit name", "--seed x", "--threads 0", "--now noon"].contains(&args);
        fakedata(args)
            .run()
            .code(if number { 2 } else { 1 })
            .stdout_is("")
            .stderr_has(message)
            .stderr_has("a column is missing");
    }
    // Invalid values are reported before a template is awaited.
    fakedata("-l abc").stdin_open().run().code(2).stdout_is("").stderr_has("2 errors");
}

#[test]
fn at_a_terminal_there_is_help() {
    need!("script");
    let link = linked();
    let command = link.path("fakedata").display().to_string();
    let run = Program::new("script").args(["-qec", &command, "/dev/null"]).run().ok();
    assert!(run.text().starts_with("Usage: fakedata "), "{}", run.text());
    // Nothing is waited for there.
    let run = Program::new("script").args(["-qec", &format!("{command} -l 3"), "/dev/null"]).run().code(1);
    assert!(run.text().contains("a column is missing"), "{}", run.text());
}

#[test]
fn an_open_pipe_is_not_waited_for_where_columns_are_given() {
    fakedata("-l1 int:42,42").stdin_open().run().ok().silent().stdout_is("42\n");
    for listing in ["--help", "-v", "-G", "-c", "-g int", "-C bash"] {
        fakedata(listing).stdin_open().run().ok().silent();
    }
    for (wrong, code) in [("--nosuch", 2), ("-l", 2), ("emial", 1), ("-T x.tmpl", 1)] {
        fakedata(wrong).stdin_open().run().code(code).stdout_is("");
    }
}

#[test]
fn the_input_of_a_loop_is_left_to_it() {
    let scratch = linked();
    let shell = |command: &str| {
        let command = format!("PATH=$PWD:$PATH; {command}");
        Program::shell(&command).within(scratch.folder()).run().ok().silent()
    };
    shell("printf 'a\\nb\\nc\\n' | while read -r word; do fakedata -l1 enum:\"$word\"; done")
        .stdout_is("a\nb\nc\n");
    shell("printf 'a\\nb\\n' | { fakedata -l1 enum:x; cat; }").stdout_is("x\na\nb\n");
    shell("printf 'a\\nb\\n' | { fakedata -v; cat; } | tail -n 2").stdout_is("a\nb\n");
}

#[test]
fn a_template_comes_from_a_file_or_by_default_from_stdin() {
    const TEMPLATE: &str =
        "{{ range $i, $j := Loop 3 }}{{ $i }}{{ if Odd $i }}!{{ end }}{{ end }} {{ Int 42 42 }};";
    const ROW: &str = "01!2 42;";
    let scratch = linked();
    scratch.write("x.tmpl", TEMPLATE);
    for args in ["-T x.tmpl", "-T=x.tmpl", "--template x.tmpl", "-Tx.tmpl"] {
        let run = fakedata(args).args(["-l2"]).within(scratch.folder()).run();
        run.ok().silent().stdout_is(ROW.repeat(2));
    }
    fakedata("").stdin(TEMPLATE).run().ok().silent().stdout_is(ROW.repeat(10));
    fakedata("-l 1").stdin(TEMPLATE).run().ok().silent().stdout_is(ROW);
    fakedata("-T -").stdin(TEMPLATE).run().ok().silent().stdout_is(ROW.repeat(10));
}

#[test]
fn conflicts_with_a_template_are_reported() {
    let scratch = linked();
    scratch.write("x.tmpl", "{{ Name }}");
    let run =
        fakedata("-T x.tmpl -f sql -s , -H -t x name").within(scratch.folder()).run().code(1).stdout_is("");
    for message in ["--format", "--separator", "--header", "--table", "  name\n"] {
        assert!(run.errors().contains(message), "{message}: {}", run.errors());
    }
    fakedata("-l5 -f sql").stdin("{{ Name }}").run().code(1).stdout_is("").stderr_has("--format");
    fakedata("").stdin("{{ Nmae }}").run().code(1).stdout_is("").stderr_is(
        "fakedata: error in standard input; nothing was written\n  standard input:1:4\n  {{ Nmae }}\n     ^^^^ \
         no function has this name; did you mean `Name`?\n",
    );
}

#[test]
fn a_standard_input_that_cannot_be_read_is_reported() {
    let scratch = linked();
    let shell = Program::shell("./fakedata < .").within(scratch.folder());
    shell.run().code(1).stdout_is("").stderr_is("fakedata: standard input: Is a directory\n");
    // It is not read if columns are given.
    let shell = Program::shell("./fakedata -l1 int:1,1 < .").within(scratch.folder());
    shell.run().ok().silent().stdout_is("1\n");
}
