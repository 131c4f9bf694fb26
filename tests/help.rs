//! The help of the commands, byte for byte: the files in `help/` are transcripts of every help text.
//! `GUSH_RECORD=1` records the current texts; read the difference before you keep it.

use gush_testkit::{Outcome, Program, Scratch, Stream, need};
use std::path::{Path, PathBuf};

const GUSH: &str = env!("CARGO_BIN_EXE_gush");

/// The transcripts, each with the arguments after `gush`.
const HELPS: [(&str, &str); 16] = [
    ("gush", ""),
    ("rows", "rows --help"),
    ("rows-summary", "rows -h"),
    ("again", "again --help"),
    ("check", "check --help"),
    ("learn", "learn --help"),
    ("corpus", "corpus parquet --help"),
    ("man", "man --help"),
    ("yes", "yes --help"),
    ("meter", "meter --help"),
    ("meter-summary", "meter -h"),
    ("bench", "bench --help"),
    ("bench-summary", "bench -h"),
    ("bench-report", "bench report --help"),
    ("bench-compare", "bench compare --help"),
    ("fakedata", "help fakedata"),
];

fn gush(arguments: &str) -> Outcome {
    Program::new(GUSH).arg_line(arguments).run().ok().silent()
}

/// A file of the project.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

#[test]
fn help_matches_its_transcripts() {
    for (name, arguments) in HELPS {
        let path = file(&format!("tests/help/{name}.txt"));
        let help = gush(arguments);
        if std::env::var_os("GUSH_RECORD").is_some() {
            std::fs::write(&path, help.text()).expect("the transcript can be written");
        }
        help.stdout_is(std::fs::read_to_string(&path).expect("the transcript can be read"));
    }
}

/// A text without the codes that give it colors.
fn plain(text: &str) -> String {
    let parts = text.split("\x1b[").enumerate();
    parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) })
        .collect()
}

/// Help, lists, descriptions and profiles have colors where they are asked for; without them they are the same text.
#[test]
fn colors_are_for_terminals_or_on_request() {
    for arguments in [
        "--help",
        "rows -h",
        "rows --help",
        "check --help",
        "rows -G card",
        "rows -g int",
        "rows --modifiers",
        "rows --locales german",
        "rows --seed 7 --profile name int",
    ] {
        let run = |more: &str| Program::new(GUSH).arg_line(&format!("{arguments} {more}"));
        let bare = run("").run().ok().text().to_owned();
        assert!(!bare.contains('\x1b'), "{arguments}");
        let colored = run("--color always").env("NO_COLOR", "1").run().ok();
        assert!(
            colored.text().contains('\x1b') && plain(colored.text()) == bare,
            "{arguments}: {}",
            colored.text()
        );
        assert_eq!(run("").env("CLICOLOR_FORCE", "1").run().ok().stdout, colored.stdout, "{arguments}");
        run("--color=never").env("CLICOLOR_FORCE", "1").run().ok().stdout_is(&bare);
        run("").env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").run().ok().stdout_is(&bare);
    }
    let on_terminal = |arguments: &str| {
        Program::new(GUSH).arg_line(arguments).stdout(Stream::Terminal).env("TERM", "xterm")
    };
    assert!(on_terminal("rows -G card").run().ok().text().contains('\x1b'));
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CLICOLOR", "0")] {
        assert!(!on_terminal("rows -G card").env(name, value).run().ok().text().contains('\x1b'), "{name}");
    }
}

/// The commands with grammars of their own have colors too; the programs that they are compatible with never do.
#[test]
fn yes_and_meter_have_colors_and_their_compatible_names_do_not() {
    for (arguments, wrong) in [("yes", "yes -x"), ("meter", "meter --nosuch")] {
        for help in ["--help", "-h"] {
            let bare = Program::new(GUSH).arg_line(arguments).arg(help).run().ok().silent();
            assert!(bare.text().contains("\n  gush ") && bare.text().contains("--color"), "{}", bare.text());
            let colored = Program::new(GUSH).arg_line(arguments).args(["--color=always", help]).run().ok();
            assert!(colored.text().contains("\x1b[1;4mUsage:\x1b[0m"), "{}", colored.text());
            assert_eq!(plain(colored.text()), bare.text());
        }
        let terminal =
            |program: Program| program.stderr(Stream::Terminal).env("TERM", "xterm").run().errors();
        let bare = Program::new(GUSH).arg_line(wrong).run().errors();
        let seen = terminal(Program::new(GUSH).arg_line(wrong));
        assert!(seen.contains(&format!("\x1b[1;31mgush {arguments}:")), "{seen}");
        assert_eq!(plain(&seen).replace('\r', ""), bare);
        let refused = terminal(Program::new(GUSH).arg_line(wrong).env("NO_COLOR", "1"));
        assert!(!refused.contains('\x1b'), "{refused}");
        let code = if arguments == "yes" { 1 } else { 64 };
        Program::new(GUSH)
            .arg_line(arguments)
            .args(["--color", "red"])
            .run()
            .code(code)
            .stderr_has("auto, always");
    }
    for (name, wrong) in [("yes", "-x"), ("pv", "--nosuch"), ("fakedata", "--nosuch")] {
        let seen = Program::new(GUSH).named(name).arg_line(wrong).stderr(Stream::Terminal);
        let seen = seen.env("TERM", "xterm").env("CLICOLOR_FORCE", "1").run().errors();
        assert!(!seen.contains('\x1b') && seen.contains(name), "{seen}");
        let help = Program::new(GUSH).named(name).arg("--help").env("CLICOLOR_FORCE", "1").run().ok();
        assert!(!help.text().contains('\x1b') && !help.text().contains("--color"), "{}", help.text());
        Program::new(GUSH).named(name).args(["--color=always", "x"]).run().stderr_has("color");
    }
}

/// The short help of each command fits one screen.
#[test]
fn the_short_help_is_one_screen() {
    for arguments in [
        "",
        "rows",
        "again",
        "check",
        "learn",
        "find",
        "corpus",
        "corpus parquet",
        "yes",
        "meter",
        "bench",
        "bench report",
        "bench compare",
        "man",
    ] {
        let help = Program::new(GUSH).arg_line(arguments).arg("-h").env("COLUMNS", "80").run().ok();
        let lines = help.text().lines().count();
        assert!(lines <= 40, "{arguments}: {lines} lines\n{}", help.text());
    }
}

/// Lists continue below their last column on a terminal, and nowhere else; nothing gets lost.
#[test]
fn lists_fit_the_terminal() {
    for arguments in ["rows --modifiers", "rows -g int", "rows -g person", "rows -G card", "rows --functions"]
    {
        let bare = gush(arguments);
        assert!(bare.text().lines().any(|line| line.chars().count() > 80), "{arguments}");
        let terminal =
            Program::new(GUSH).arg_line(arguments).stdout(Stream::Terminal).stderr(Stream::Terminal);
        let seen = terminal.env("TERM", "xterm").run().ok();
        let seen = plain(&seen.text().replace('\r', ""));
        for line in seen.lines() {
            assert!(line.chars().count() <= 80, "{arguments}: {line}");
        }
        let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(joined(&seen), joined(bare.text()));
    }
}

/// Rows never have colors; messages have their own, whatever standard output is.
#[test]
fn messages_have_colors_and_rows_do_not() {
    let rows = gush("rows -l 3 --seed 7 -f csv name");
    Program::new(GUSH)
        .arg_line("--color always rows -l 3 --seed 7 -f csv name")
        .run()
        .ok()
        .stdout_is(&rows.stdout);
    let wrong =
        |more: &str| Program::new(GUSH).arg_line(&format!("rows emial {more}")).run().code(2).errors();
    let colored = wrong("--color=always");
    assert!(colored.contains("\x1b[1;31m^^^^^\x1b[0m") && plain(&colored) == wrong(""), "{colored}");
    let seen =
        Program::new(GUSH).arg_line("rows emial").stderr(Stream::Terminal).env("TERM", "xterm").run().code(2);
    assert!(seen.errors().contains("\x1b[1m`email`\x1b[0m"), "{}", seen.errors());
    let unknown = Program::new(GUSH).arg_line("rows --color red emial").run().code(2).errors();
    assert!(
        unknown.contains("2 errors") && unknown.contains("there are auto, always and never"),
        "{unknown}"
    );
}

/// The long options that a help text lists.
fn options(help: &str) -> Vec<String> {
    let option = |line: &str| {
        let mut parts = line.split_whitespace();
        let first = parts.next()?;
        let option = if first.starts_with("--") { first } else { parts.next()? };
        let listed = line.starts_with(' ') && first.starts_with('-') && option.starts_with("--");
        let name = option.split(['=', '[', ',']).next()?;
        listed.then(|| name.to_owned())
    };
    help.lines().filter_map(option).collect()
}

/// Nothing is listed that a reader of the reference, or a shell, does not find.
#[test]
fn every_option_is_in_the_reference_and_in_completion() {
    let reference = std::fs::read_to_string(file("docs/reference/options.md")).expect("the page can be read");
    let scripts = ["bash", "zsh", "fish"].map(|shell| gush(&format!("rows --completion {shell}")));
    let mut seen = 0;
    for arguments in ["rows", "yes", "meter", "bench", "bench report", "bench compare"] {
        let help = gush(&format!("{arguments} --help"));
        let section =
            reference.split("\n## ").find(|section| section.starts_with(&format!("`gush {arguments}`")));
        let section = section.expect("each command has a section");
        for option in options(help.text()) {
            seen += 1;
            let is_everywhere = ["--help", "--version"].contains(&&*option);
            let is_listed = [" ", "`", "["].iter().any(|end| section.contains(&format!("`{option}{end}")));
            assert!(is_everywhere || is_listed, "{arguments} {option} is not in the reference");
            let [bash, zsh, fish] = &scripts;
            let name = option.trim_start_matches('-');
            assert!(bash.text().contains(&option) && zsh.text().contains(&option), "{arguments} {option}");
            assert!(fish.text().contains(&format!("-l {name} ")), "{arguments} {option}");
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Every command has a page that lists its options, and a reader of such pages has nothing to warn of in any.
#[test]
fn manual_pages_list_every_option() {
    need!("mandoc");
    let scratch = Scratch::new();
    let directory = scratch.path("man1");
    Program::new(GUSH).args(["man".as_ref(), directory.as_os_str()]).run().ok().silent().stdout_is("");
    for arguments in [
        "rows",
        "again",
        "check",
        "learn",
        "corpus parquet",
        "yes",
        "meter",
        "bench",
        "bench report",
        "bench compare",
    ] {
        let path = directory.join(format!("gush-{}.1", arguments.replace(' ', "-")));
        let page = std::fs::read_to_string(&path).expect("the command has a page");
        let plain = page.replace('\\', "");
        for option in options(gush(&format!("{arguments} --help")).text()) {
            assert!(plain.contains(&option), "{arguments} {option} is not in its page");
        }
    }
    for page in std::fs::read_dir(&directory).expect("the directory is there") {
        let path = page.expect("an entry").path();
        Program::new("mandoc")
            .args(["-T".as_ref(), "lint".as_ref(), "-W".as_ref(), "warning".as_ref(), path.as_os_str()])
            .run()
            .ok();
    }
    let missing = "a directory is missing, as in `gush man ~/.local/share/man/man1`";
    Program::new(GUSH).arg_line("man").run().code(2).stderr_has(missing);
}
