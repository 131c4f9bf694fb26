//! Completion, by the shells themselves: what each offers after the beginning of a command line.

use crate::fakedata::{GUSH, linked};
use gush_testkit::{Program, need};

/// A command line that a shell completes.
struct Case {
    /// What writes the script; `{shell}` is the shell's name.
    script: &'static str,
    /// What was typed so far.
    line: &'static str,
    /// The completion that must be offered.
    offered: &'static str,
}

const fn case(script: &'static str, line: &'static str, offered: &'static str) -> Case {
    Case { script, line, offered }
}

const FAKEDATA: &str = "fakedata --completion {shell}";
const ROWS: &str = "gush rows --completion {shell}";

const CASES: [Case; 23] = [
    case(FAKEDATA, "fakedata ema", "email"),
    case(FAKEDATA, "fakedata int ema", "email"),
    case(FAKEDATA, "fakedata -l 5 country.", "country.code"),
    case(FAKEDATA, "fakedata --sep", "--separator"),
    case(FAKEDATA, "fakedata -f nd", "ndjson"),
    case(FAKEDATA, "fakedata -g ema", "email"),
    case(ROWS, "gush ro", "rows"),
    case(ROWS, "gush rows ema", "email"),
    case(ROWS, "gush rows int ema", "email"),
    case(ROWS, "gush rows -f ndj", "ndjson"),
    case(ROWS, "gush rows --locale de_D", "de_DE"),
    case(ROWS, "gush rows who=ema", "who=email"),
    case(ROWS, "gush rows -l 5 name@loc", "name@locale="),
    case(ROWS, "gush rows name@locale=de_D", "name@locale=de_DE"),
    case(ROWS, "gush rows age=int:1,9@null=0.1@dist=nor", "age=int:1,9@null=0.1@dist=normal"),
    case(ROWS, "gush rows id=seq card=credit.card:vi", "card=credit.card:visa"),
    case(ROWS, "gush rows word=file:wor", "word=file:words.txt"),
    case(ROWS, "gush rows fil", "file.mime"),
    case(ROWS, "gush rows -o peo", "people.csv"),
    case(ROWS, "gush bench comp", "compare"),
    case(ROWS, "gush bench --round", "--rounds"),
    case(ROWS, "gush meter --rate-l", "--rate-limit"),
    case(ROWS, "gush yes --from", "--from-file"),
];

/// The completions that a shell offers, one a line, by `program` with these arguments, which finds the command that writes the
/// completion script in `$COMMAND` and the command line in `$LINE`.
fn offers(shell: &str, program: &str, arguments: &[&str], cases: impl Iterator<Item = &'static Case>) {
    let scratch = linked();
    std::os::unix::fs::symlink(GUSH, scratch.path("gush")).expect("a link can be created");
    for file in ["words.txt", "people.csv"] {
        scratch.write(file, "");
    }
    let path = format!("{}:{}", scratch.folder().display(), std::env::var("PATH").unwrap_or_default());
    for Case { script, line, offered } in cases {
        let run = Program::new(program)
            .args(arguments)
            .env("PATH", &path)
            .env("HOME", scratch.folder().display().to_string())
            .env("COMMAND", script.replace("{shell}", shell))
            .env("LINE", line)
            .env("OFFERED", scratch.path("offered"))
            .within(scratch.folder())
            .run()
            .ok();
        // To bash, the text after the last of these is a word of its own.
        let rest = offered.rsplit(['=', ':', '@']).next().filter(|rest| shell == "bash" && !rest.is_empty());
        let offered_as = match (shell, offered.trim_end_matches(['=', ':']).rsplit_once(['=', ':', '@'])) {
            ("bash", Some((_, last))) if rest.is_none() => &offered[offered.len() - last.len() - 1..],
            _ => rest.unwrap_or(offered),
        };
        let found = run.lines().iter().any(|found| found.split('\t').next() == Some(offered_as));
        assert!(found, "{shell}: {line} offers {:?}, {}", run.text(), run.errors());
    }
}

/// The cases of `gush`, for shells that `fakedata` has no script for.
fn of_gush() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| case.script == ROWS)
}

#[test]
fn bash_completes() {
    need!("bash");
    let ask = r#"
        eval "$($COMMAND)"
        COMP_WORDS=($LINE); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$LINE; COMP_POINT=${#LINE}
        function=$(complete -p "${COMP_WORDS[0]}"); function=${function#*-F }; function=${function%% *}
        "$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
        "#;
    offers("bash", "bash", &["--norc", "-c", ask], CASES.iter());
}

/// With `fakedata`, in the way of its own README, which joins the script's lines.
#[test]
fn fish_completes() {
    need!("fish");
    let ask = r#"
        switch $COMMAND
            case 'fakedata*'
                eval (eval $COMMAND)
            case '*'
                eval $COMMAND | source
        end
        complete -C "$LINE"
        "#;
    offers("fish", "fish", &["--no-config", "-c", ask], CASES.iter());
}

/// In a terminal of its own, as zsh completes nowhere else; the widget that completes writes down what it was offered.
#[test]
fn zsh_completes() {
    need!("zsh");
    let ask = r#"
        zmodload zsh/zpty
        zpty inner zsh -f -i
        zpty -w inner 'PS1=; PROMPT=; unsetopt beep; autoload -Uz compinit; compinit -u -D; eval "$(${=COMMAND})"'
        zpty -w inner 'compadd() { builtin compadd -A found "$@"; all+=("${found[@]}"); builtin compadd "$@" }'
        zpty -w inner 'offered() { all=(); _main_complete; print -rl -- "${all[@]}" >$OFFERED; exit }'
        zpty -w inner 'zle -C offered complete-word offered; bindkey "^I" offered; print READ""Y'
        zpty -r inner said '*READY*'
        zpty -w -n inner "$LINE"$'\t'
        while zpty -r inner said; do :; done
        cat $OFFERED
        "#;
    offers("zsh", "zsh", &["-f", "-c", ask], CASES.iter());
}

/// In a terminal, as Elvish has its editor nowhere else; its start file asks for the completions, and ends the shell.
#[test]
fn elvish_completes() {
    need!("elvish", "python3");
    let start = r#"
use str
eval (gush rows --completion elvish | slurp)
$edit:completion:arg-completer[gush] (str:split ' ' $E:LINE) | each {|offer| echo $offer[stem] } > $E:OFFERED
exit
"#;
    let terminal = "import os, pty, sys\n\
        open('start.elv', 'w').write(sys.argv[1])\n\
        pty.spawn(['elvish', '-rc', 'start.elv'])\n\
        print(open(os.environ['OFFERED']).read())";
    offers("elvish", "python3", &["-c", terminal, start], of_gush());
}

/// To PowerShell a comma outside of quotes ends a word.
#[test]
fn powershell_completes() {
    need!("pwsh");
    let ask = r#"
        Invoke-Expression ((& gush rows --completion powershell) -join "`n")
        $found = [System.Management.Automation.CommandCompletion]::CompleteInput($env:LINE, $env:LINE.Length, $null)
        $found.CompletionMatches | ForEach-Object { $_.ListItemText }
        "#;
    let arguments = ["-NoProfile", "-NonInteractive", "-Command", ask];
    offers("powershell", "pwsh", &arguments, of_gush().filter(|case| !case.line.contains(',')));
}

/// A script for fish can be joined by spaces: each command ends in a semicolon, and there is no comment.
#[test]
fn the_script_for_fish_can_be_evaluated_as_one_line() {
    let script = crate::fakedata::generated("-C fish");
    assert!(
        script.lines().iter().all(|line| line.starts_with("complete -c fakedata ") && line.ends_with(';'))
    );
}
