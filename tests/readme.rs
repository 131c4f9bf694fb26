//! What the documents show must be what happens: each of their console blocks is run, and prints what it printed there.
//! `GUSH_RECORD=1` writes down what is printed.

use gush_testkit::{MariaDb, Postgres, Program, Scratch, assert_same, need};
use std::path::{Path, PathBuf};

mod links;
mod listing;
mod registries;
mod unrun;

/// The documents whose console blocks are run, each block in a folder of its own.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "docs/reference/columns.md",
    "docs/reference/expressions.md",
    "docs/reference/formats.md",
    "docs/reference/locales.md",
    "docs/reference/numbers-and-times.md",
    "docs/reference/schema.md",
];
/// The documents of which each is one job: its console blocks are run one after the other, in the same folder.
const GUIDE: &str = "docs/guide";

/// A line of output that may be any lines.
const ANYTHING: &str = "…";

type Env = [(String, String)];

/// A command and all that it prints.
#[derive(Default)]
struct Example {
    command: String,
    output: String,
}

/// The folder that the repository is in.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A document, taken apart.
struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    fn open(path: PathBuf) -> Document {
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

    /// The shell functions that the document defines for its examples, a shell for DuckDB's Python package, and the Python that
    /// has the packages of the tests.
    fn functions(&self) -> String {
        let own: String = self.blocks("sh").filter(|block| block.contains("() {")).collect();
        let Ok(python) = need::python_tool("python") else { return own };
        let (python, shell) = (python.display(), root().join("tests/readme/duckdb_shell.py"));
        let duckdb = format!("duckdb() {{ '{python}' '{}' \"$@\"; }}", shell.display());
        format!("{duckdb}\npython3() {{ '{python}' \"$@\"; }}\n{own}")
    }

    /// Runs console blocks one after the other in one folder.
    #[track_caller]
    fn check(&self, blocks: &[String], env: &Env) {
        let scratch = self.scratch();
        let functions = self.functions();
        for block in blocks {
            let printed: String =
                dialogue(block).iter().map(|example| run(example, &functions, &scratch, env)).collect();
            if recording() {
                // Other tests record other blocks of the document, and one that is just being written is empty to its reader.
                let _alone = RECORDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let text = std::fs::read_to_string(&self.path).expect("a document can be read");
                let recorded =
                    text.replacen(&format!("{block}\n```"), &format!("{}\n```", printed.trim_end()), 1);
                std::fs::write(&self.path, recorded).expect("a document can be written");
            }
        }
    }
}

/// Takes a dialogue apart: a command begins with `$`, and continues in the next line where it ends in `|` or `\`, where a
/// quote is open, and up to the `END` of a text that begins with `<<'END'`.
fn dialogue(block: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut goes_on = false;
    for line in block.lines() {
        let begins = line.strip_prefix("$ ").filter(|_| !goes_on);
        if begins.is_some() {
            examples.push(Example::default());
        }
        let example = examples.last_mut().expect("a dialogue begins with a command");
        let is_command = begins.is_some() || goes_on;
        let text = if is_command { &mut example.command } else { &mut example.output };
        *text += begins.unwrap_or(line);
        text.push('\n');
        goes_on = is_command && is_unfinished(&example.command);
    }
    examples
}

fn is_unfinished(command: &str) -> bool {
    if command.contains("<<'END'") {
        return !command.ends_with("\nEND\n");
    }
    let is_joined = command.ends_with("|\n") || command.ends_with("\\\n");
    is_joined || command.replace("\\\"", "").matches('"').count() % 2 == 1
}

/// Held while a document is read and written.
static RECORDING: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn recording() -> bool {
    std::env::var_os("GUSH_RECORD").is_some()
}

/// Runs one command, which must print the documented output; returns both as they would be in the document.
#[track_caller]
fn run(example: &Example, functions: &str, scratch: &Scratch, env: &Env) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a binary has a folder");
    let script = format!("PATH={}:$PATH; exec 2>&1\n{functions}\n{}", binary.display(), example.command);
    let shell = Program::new("bash").args(["-c", &script]).within(scratch.folder());
    let shell = shell.env("LC_ALL", "C.UTF-8");
    let run = env.iter().fold(shell, |shell, (name, value)| shell.env(name, value)).run();
    let varies = example.command.starts_with("time ") || example.output.lines().any(|line| line == ANYTHING);
    let printed = if varies { example.output.clone() } else { run.text().to_owned() };
    if example.command.starts_with("time ") {
        // How long it took is true of one machine.
        assert!(run.ok().text().starts_with("\nreal"));
    } else if varies {
        run.ok();
    } else if !recording() {
        // Empty lines at the end are left out in the document.
        assert_same(run.text().trim_end(), example.output.trim_end());
    }
    format!("$ {}{printed}", example.command)
}

/// What the commands of a dialogue need.
fn needs(commands: &str) -> Option<&'static str> {
    let tools = [
        ("psql", "postgres"),
        ("mariadb", "mariadb server"),
        ("duckdb", "duckdb"),
        ("sqlite3", "sqlite3"),
        ("jq", "jq"),
        ("python3", "python3"),
    ];
    // A dialect needs no server.
    let commands = commands.replace("--dialect mariadb", "").replace("--dialect duckdb", "");
    tools.iter().find(|(tool, _)| commands.contains(tool)).map(|&(_, need)| need)
}

/// All dialogues that need `tool`, each as the document and the blocks that are run in one folder.
fn dialogues(tool: Option<&str>) -> Vec<(Document, Vec<String>)> {
    let owned = |document: &Document| document.blocks("console").map(str::to_owned).collect::<Vec<_>>();
    let mut all = Vec::new();
    for name in DOCUMENTS {
        let blocks = owned(&Document::open(root().join(name)));
        all.extend(blocks.into_iter().map(|block| (Document::open(root().join(name)), vec![block])));
    }
    for page in std::fs::read_dir(root().join(GUIDE)).expect("the guide is a folder") {
        let document = Document::open(page.expect("a page").path());
        let blocks = owned(&document);
        all.push((document, blocks));
    }
    let commands = |blocks: &[String]| {
        blocks.iter().flat_map(|block| dialogue(block)).map(|example| example.command).collect::<String>()
    };
    all.retain(|(_, blocks)| !blocks.is_empty() && needs(&commands(blocks)) == tool);
    all
}

/// Runs all dialogues that need `tool`, of which there are at least `least`.
#[track_caller]
fn check(tool: Option<&str>, least: usize) {
    let dialogues = dialogues(tool);
    assert!(dialogues.len() >= least, "{} dialogues need {tool:?}", dialogues.len());
    for (document, blocks) in dialogues {
        document.check(&blocks, &[]);
    }
}

#[test]
fn examples_that_need_nothing_else() {
    check(None, 10);
}

#[test]
fn examples_with_sqlite() {
    need!("sqlite3");
    check(Some("sqlite3"), 3);
}

#[test]
fn examples_with_python() {
    need!("python3");
    check(Some("python3"), 1);
}

#[test]
fn examples_with_jq() {
    need!("jq");
    check(Some("jq"), 1);
}

#[test]
fn examples_with_duckdb() {
    need!("duckdb", "polars");
    check(Some("duckdb"), 1);
}

#[test]
fn examples_with_postgresql() {
    need!("postgres");
    let dialogues = dialogues(Some("postgres"));
    assert!(!dialogues.is_empty());
    for (document, blocks) in dialogues {
        let server = Postgres::start();
        document.check(&blocks, &server.client_env());
    }
}

#[test]
fn examples_with_mariadb() {
    need!("mariadb server");
    let dialogues = dialogues(Some("mariadb server"));
    assert!(!dialogues.is_empty());
    for (document, blocks) in dialogues {
        let server = MariaDb::start("shop");
        document.check(&blocks, &server.client_env());
    }
}
