//! What the documents show must be what happens: each of their console blocks is run, and says what it said there.
#![cfg(unix)]

use gush_testkit::{Postgres, Program, Scratch, need};
use std::path::{Path, PathBuf};

/// The documents whose console blocks are run.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "docs/reference/columns.md",
    "docs/reference/formats.md",
    "docs/reference/numbers-and-times.md",
    "docs/reference/schema.md",
];

/// A command and all that it says.
#[derive(Default)]
struct Example {
    command: String,
    output: String,
}

/// A document, taken apart.
struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    fn open(name: &str) -> Document {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let text = std::fs::read_to_string(&path).expect("a document can be read");
        Document { path, text }
    }

    /// The blocks of one language.
    fn blocks(&self, language: &str) -> impl Iterator<Item = &str> {
        let blocks = self.text.split("\n```").skip(1).step_by(2);
        let start = format!("{language}\n");
        blocks.filter_map(move |block| block.strip_prefix(&start))
    }

    /// A scratch folder with the files that the document shows: a TOML block whose first line is a comment of a file's
    /// name is that file.
    fn scratch(&self) -> Scratch {
        let scratch = Scratch::new();
        for block in self.blocks("toml") {
            let name = block.lines().next().and_then(|line| line.strip_prefix("# "));
            if let Some(name) = name.filter(|name| name.ends_with(".toml")) {
                scratch.write(name, block);
            }
        }
        scratch
    }

    /// The shell functions that the document defines for its examples.
    fn functions(&self) -> String {
        self.blocks("sh").filter(|block| block.contains("() {")).collect()
    }
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

/// Runs the dialogues of all documents of which `wanted` is true for the text of all their commands, and returns how
/// many those were. A dialogue needs what came before it in the same block. `GUSH_RECORD=1` writes down what is said.
#[track_caller]
fn check(wanted: impl Fn(&str) -> bool, env: &[(String, String)]) -> usize {
    let commands =
        |dialogue: &[Example]| dialogue.iter().map(|example| example.command.as_str()).collect::<String>();
    let mut count = 0;
    for document in DOCUMENTS.map(Document::open) {
        let mut recorded = document.text.clone();
        for block in document.blocks("console") {
            let dialogue = dialogue(block);
            if !wanted(&commands(&dialogue)) {
                continue;
            }
            count += 1;
            let scratch = document.scratch();
            let said: String =
                dialogue.iter().map(|example| run(example, &document.functions(), &scratch, env)).collect();
            recorded = recorded.replacen(&format!("{block}\n```"), &format!("{}\n```", said.trim_end()), 1);
        }
        if recording() {
            std::fs::write(&document.path, recorded).expect("a document can be written");
        }
    }
    count
}

fn recording() -> bool {
    std::env::var_os("GUSH_RECORD").is_some()
}

/// Runs one command, which must say what it is said to; returns both as they would stand in the document.
#[track_caller]
fn run(example: &Example, functions: &str, scratch: &Scratch, env: &[(String, String)]) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a binary has a folder");
    let script = format!("PATH={}:$PATH; exec 2>&1\n{functions}\n{}", binary.display(), example.command);
    let shell = Program::new("bash").args(["-c", &script]).within(scratch.folder());
    let run = env.iter().fold(shell, |shell, (name, value)| shell.env(name, value)).run();
    let is_timed = example.command.starts_with("time ");
    let said = if is_timed { example.output.clone() } else { run.text().to_owned() };
    if is_timed {
        // How long it took is true of one machine.
        assert!(run.ok().text().starts_with("\nreal"));
    } else if !recording() {
        run.stdout_is(&example.output);
    }
    format!("$ {}{said}", example.command)
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
