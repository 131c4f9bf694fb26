//! What the README shows must be what happens: each of its console blocks is run, and says what it said there.
#![cfg(unix)]

use gush_testkit::{Postgres, Program, Scratch, need};
use std::path::Path;

const README: &str = include_str!("../README.md");

/// A command and all that it says.
#[derive(Default)]
struct Example {
    command: String,
    output: String,
}

/// The console blocks of the README, each a dialogue that needs what came before it in the same block.
fn dialogues() -> Vec<Vec<Example>> {
    let blocks = README.split("```console\n").skip(1);
    blocks.map(|block| dialogue(block.split("```").next().expect("a block ends"))).collect()
}

/// Takes a dialogue apart: a command begins with `$`, and goes on in the next line where it ends in `|` or `\`.
fn dialogue(block: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut goes_on = false;
    for line in block.lines() {
        let begins = line.strip_prefix("$ ");
        if begins.is_some() {
            examples.push(Example::default());
        }
        let example = examples.last_mut().expect("a dialogue begins with a command");
        let text = if begins.is_some() || goes_on { &mut example.command } else { &mut example.output };
        *text += begins.unwrap_or(line);
        text.push('\n');
        goes_on = (begins.is_some() || goes_on) && line.ends_with(['|', '\\']);
    }
    examples
}

/// Runs the dialogues of which `wanted` is true for the text of all their commands, and returns how many those were.
#[track_caller]
fn check(wanted: impl Fn(&str) -> bool, env: &[(String, String)]) -> usize {
    let commands =
        |dialogue: &[Example]| dialogue.iter().map(|example| example.command.as_str()).collect::<String>();
    let wanted: Vec<_> = dialogues().into_iter().filter(|dialogue| wanted(&commands(dialogue))).collect();
    for dialogue in &wanted {
        let scratch = Scratch::new();
        for example in dialogue {
            run(example, &scratch, env);
        }
    }
    wanted.len()
}

#[track_caller]
fn run(example: &Example, scratch: &Scratch, env: &[(String, String)]) {
    let binary = Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a binary has a folder");
    let script = format!("PATH={}:$PATH; exec 2>&1\n{}", binary.display(), example.command);
    let shell = Program::new("bash").args(["-c", &script]).within(scratch.folder());
    let run = env.iter().fold(shell, |shell, (name, value)| shell.env(name, value)).run();
    if example.command.starts_with("time ") {
        // How long it took is true of one machine.
        assert!(run.ok().text().starts_with("\nreal"));
    } else {
        run.stdout_is(&example.output);
    }
}

fn needs_postgres(commands: &str) -> bool {
    commands.contains("psql")
}

fn needs_a_tool(commands: &str) -> bool {
    ["psql", "sqlite3", "jq"].iter().any(|tool| commands.contains(tool))
}

#[test]
fn examples_that_need_nothing_else() {
    assert!(check(|commands| !needs_a_tool(commands), &[]) >= 4);
}

#[test]
fn examples_with_tools() {
    need!("sqlite3", "jq");
    assert!(check(|commands| needs_a_tool(commands) && !needs_postgres(commands), &[]) >= 2);
}

#[test]
fn examples_with_postgresql() {
    need!("postgres");
    let server = Postgres::start();
    assert!(check(needs_postgres, &server.client_env()) >= 1);
}
