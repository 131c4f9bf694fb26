//! What Tab offers, in each shell.

use crate::rows::gush;
use gush_testkit::{Program, Scratch, assert_same, need};

#[test]
fn completion_scripts_are_valid() {
    for shell in ["bash", "zsh", "fish"] {
        let run = gush(&format!("rows --completion {shell}")).run().ok().silent();
        assert!(run.text().contains("separator"), "{shell}");
    }
    let run = gush("rows --completion nushell").run().ok().silent();
    assert!(run.text().contains("separator") && run.text().contains("gush"));
    for shell in ["powershell", "elvish"] {
        let run = gush(&format!("rows --completion {shell}")).run().ok().silent();
        assert!(
            run.text().contains("gush rows \"--complete-line=")
                || run.text().contains("rows --complete-line=")
        );
    }
    gush("rows --completion tcsh").run().code(2).stdout_is("").stderr_has("tcsh").stderr_has("bash");
    need!("bash");
    gush("rows --completion bash").pipe_into("bash -n").ok();
    let complete = "source /dev/stdin; COMP_WORDS=(gush rows --sep); COMP_CWORD=2; _gush gush --sep rows; \
                    echo \"${COMPREPLY[@]}\"";
    gush("rows --completion bash")
        .pipe_into(&format!("bash -c '{complete}'"))
        .ok()
        .stdout_is("--separator\n");
    let complete = complete.replace("--sep", "de_").replace("(gush rows", "(gush rows --locale");
    let complete =
        complete.replace("COMP_CWORD=2", "COMP_CWORD=3").replace("gush de_ rows", "gush de_ --locale");
    gush("rows --completion bash")
        .pipe_into(&format!("bash -c '{complete}'"))
        .ok()
        .stdout_is("de_AT de_CH de_DE\n");
}

/// Structs in braces: the field that is being written is completed, and modifiers after the struct.
#[test]
fn fields_in_braces_are_completed() {
    for (argument, expected) in [
        ("items={sku=product.sk", "items={sku=product.sku"),
        ("items={sku=uuid qty=ema", "items={sku=uuid qty=email"),
        ("'items={sku=uuid qty=ema", "items={sku=uuid qty=email"),
        ("a={b={c=name@loc", "a={b={c=name@locale="),
        ("a={b={c=name} d=ema", "a={b={c=name} d=email"),
        ("{c=name} d=ema", ""),
        ("a={\"b=template:x y\" c=ema", "a={\"b=template:x y\" c=email"),
        ("a={b=uuid}@li", "a={b=uuid}@list="),
        ("a={b=uuid}@ty", ""),
    ] {
        let run = gush("rows").arg(format!("--complete-column={argument}")).run().ok().silent();
        assert_same(run.text().trim_end(), expected);
    }
}

/// A quote that is open: bash puts in all that follows it.
#[test]
fn bash_completes_in_quotes() {
    need!("bash");
    let script = gush("rows --completion bash").run().ok().text().to_owned();
    for (line, expected) in [
        ("gush rows 'items={sku=uuid qty=ema", "items={sku=uuid qty=email"),
        ("gush rows id=seq \"who=ema", "who=email"),
        ("gush rows 'a b' c=ema", "email"),
    ] {
        let scratch = Scratch::new();
        scratch.write("gush.bash", &script);
        scratch.write("line", line);
        let path = std::path::Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a folder").display();
        let command = format!(
            "PATH={path}:$PATH; source ./gush.bash; COMP_LINE=$(<line); COMP_POINT=${{#COMP_LINE}}; \
             _gush_columns gush '' ''; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let run = Program::new("bash").args(["-c", &command]).within(scratch.folder()).run().ok();
        assert_same(run.text().trim_end(), expected);
    }
}

/// What nushell offers for the last argument of a line.
fn offered_by_nushell(script: &str, line: &str) -> String {
    let scratch = Scratch::new();
    scratch.write("gush.nu", script);
    let text = format!("use gush.nu *\n{line}");
    scratch.write("line.nu", &text);
    scratch.write("words.txt", "");
    let path = std::path::Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a folder").display();
    let nu = need::node_tool("nu").expect("nu was found before");
    let nu = nu.display();
    let command = format!("PATH={path}:$PATH {nu} --no-config-file --ide-complete {} line.nu", text.len());
    Program::new("bash").args(["-c", &command]).within(scratch.folder()).run().ok().text().to_owned()
}

#[test]
fn nushell_completes_columns() {
    let script = gush("rows --completion nushell").run().ok().silent().text().to_owned();
    assert!(script.contains("--complete-column=") && script.matches("gush rows operands\" [").count() == 1);
    need!("nu", "bash");
    for (line, expected) in [
        ("gush rows --mod", "\"--modifiers\""),
        ("gush rows -l 5 userna", "\"username\""),
        ("gush rows id=uuidv7", "\"id=uuidv7\""),
        (
            "gush rows id=seq name@locale=de_",
            "\"name@locale=de_AT\", \"name@locale=de_CH\", \"name@locale=de_DE\"",
        ),
        ("gush rows email@lo", "\"email@locale=\", \"email@lower\""),
        ("gush rows file:wor", "\"file:words.txt\""),
        ("gush rows -f nd", "\"ndjson\""),
    ] {
        let offered = offered_by_nushell(&script, line);
        assert!(offered.contains(&format!("[{expected}]")), "{line}: {offered}");
    }
}

/// What some shells request: the candidates for an argument after those before it.
#[test]
fn a_command_line_is_completed() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("data")).expect("a folder can be created");
    scratch.write("data/people.csv", "");
    let offered = |line: &str| {
        let (before, argument) = line.rsplit_once(' ').unwrap_or(("", line));
        let run =
            gush(&format!("rows --complete-line={argument} --")).arg_line(before).within(scratch.folder());
        let run = run.run().ok().silent();
        run.lines().iter().map(|line| line.split('\t').next().expect("a word").to_owned()).collect::<Vec<_>>()
    };
    for (line, expected) in [
        ("ro", "rows"),
        ("r", "rows"),
        ("rows --sep", "--separator"),
        ("rows -f nd", "ndjson"),
        ("rows -Hf nd", "ndjson"),
        ("rows --format=nd", "--format=ndjson"),
        ("rows -f csv nam", "name name.first name.last name.middle name.prefix name.suffix"),
        ("rows --profile nam", "name name.first name.last name.middle name.prefix name.suffix"),
        ("rows int who=ema", "who=email"),
        ("rows --limit --l", ""),
        ("rows -- --sep", ""),
        ("rows -o da", "data/"),
        ("rows -o data/", "data/people.csv"),
        ("rows --locale de_", "de_AT de_CH de_DE"),
        ("check da", "data/"),
        ("bench com", "compare"),
        ("bench compare --fail", "--fail-if-slower"),
        ("meter --rate-l", "--rate-limit"),
        ("meter rows da", "data/"),
        ("nothing ro", ""),
    ] {
        let offers = offered(line);
        let expected: Vec<_> = expected.split_whitespace().collect();
        assert_eq!(offers, expected, "{line}");
    }
    assert!(
        offered("rows -").contains(&"-l".to_owned()) && offered("rows -").contains(&"--limit".to_owned())
    );
    assert!(offered("rows ").len() > 100);
    assert!(offered("").contains(&"bench".to_owned()));
    let shown = gush("rows --complete-line=--js -- bench compare").run().ok();
    shown.stdout_is("--json\tPrint one JSON object, for programs\n");
}
