//! Entries of a page: a heading, what it is, examples with what they print, and facts.

use std::path::Path;

use gush_testkit::{Program, Scratch};

/// As many rows are shown of each example.
const ROWS: &str = "-l 3";
/// As many lines are shown of what one prints; then comes an ellipsis.
const LINES: usize = 20;
/// As many characters of a value are in a table.
const WIDEST: usize = 28;

/// A command, and what it prints.
#[derive(Debug)]
pub struct Example {
    command: String,
    output: String,
}

impl Example {
    /// A command that is the same each time: with a seed, and with three rows where their number is open.
    pub fn of(command: &str) -> Example {
        let mut options = String::new();
        let has = |option: &str| command.split_whitespace().any(|word| word == option);
        if !["-l", "-S", "--rows", "--size", "--schema", "--shard"].into_iter().any(has) {
            options += ROWS;
            options.push(' ');
        }
        if !has("--seed") && !has("--print-schema") {
            options += "--seed 7 ";
        }
        let command = command.replacen("gush rows ", &format!("gush rows {options}"), 1);
        Example { command, output: String::new() }
    }
}

/// One thing that a page lists.
#[derive(Debug)]
pub struct Entry {
    heading: String,
    about: String,
    pub examples: Vec<Example>,
    pub facts: Vec<String>,
}

impl Entry {
    pub fn new(heading: &str, about: String) -> Entry {
        Entry { heading: heading.to_owned(), about, examples: Vec::new(), facts: Vec::new() }
    }

    pub fn fact(&mut self, head: &str, body: &str) {
        self.facts.push(format!("**{head}:** {body}"));
    }

    /// The first value of the first example, cut where it is long.
    pub fn first_value(&self) -> String {
        let line =
            self.examples.first().and_then(|example| example.output.lines().next()).unwrap_or_default();
        match line.char_indices().nth(WIDEST) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        }
    }

    fn text(&self, level: &str) -> String {
        let shown = |example: &Example| format!("$ {}\n{}", example.command, example.output);
        let examples: String = self.examples.iter().map(shown).collect();
        let facts: String = self.facts.iter().map(|fact| format!("- {fact}\n")).collect();
        let facts = if facts.is_empty() { facts } else { format!("\n{facts}") };
        // Fences are longer than those in an output.
        let fence = if examples.contains("```") { "````" } else { "```" };
        let heading =
            if self.heading.contains(['{', '[', '<']) { code(&self.heading) } else { self.heading.clone() };
        format!("\n{level} {heading}\n\n{}\n\n{fence}console\n{examples}{fence}\n{facts}", self.about)
    }
}

/// A page: its head, then sections, each with a heading or without one.
pub fn page(head: &str, sections: &mut [(Option<&str>, &mut Vec<Entry>)]) -> String {
    run(sections
        .iter_mut()
        .flat_map(|(_, entries)| entries.iter_mut())
        .flat_map(|entry| &mut entry.examples));
    let mut text = head.to_owned();
    for (heading, entries) in sections {
        if let Some(heading) = heading {
            text += &format!("\n## {heading}\n");
        }
        let level = if heading.is_some() { "###" } else { "##" };
        text.extend(entries.iter().map(|entry| entry.text(level)));
    }
    text
}

/// Runs all examples, each in a folder of its own, and keeps what they print on standard output.
fn run<'e>(examples: impl Iterator<Item = &'e mut Example>) {
    let mut examples: Vec<&mut Example> = examples.collect();
    let scratch = Scratch::new();
    let mut script = String::new();
    for (number, example) in examples.iter().enumerate() {
        scratch.write(&format!("{number}.sh"), format!("{}\n", example.command));
        script += &format!(
            "mkdir {number}; (cd {number}; bash ../{number}.sh > ../{number}.out 2> ../errors) || cat {number}.sh errors\n"
        );
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a binary has a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    scratch.write("all.sh", script);
    let shell = Program::new("bash").args(["all.sh"]).within(scratch.folder());
    shell.env("PATH", path).env("LC_ALL", "C.UTF-8").run().ok().stdout_is("");
    for (number, example) in examples.iter_mut().enumerate() {
        let printed = String::from_utf8_lossy(&scratch.read(&format!("{number}.out"))).into_owned();
        // What a spreadsheet wants at the beginning of a file and at the ends of lines is not to be seen.
        let printed = printed.replace("\r\n", "\n").replace('\u{feff}', "");
        let mut lines: Vec<&str> = printed.lines().take(LINES).collect();
        if printed.lines().nth(LINES).is_some() {
            lines.push("…");
        }
        example.output = lines.iter().map(|line| format!("{line}\n")).collect();
    }
}

/// An argument as a shell takes it.
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if argument.chars().all(is_plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// A text as code, in a table too.
pub fn code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false if text.is_empty() => text,
        false => format!("`{text}`"),
    }
}

/// A text of the program as Markdown shows it: what is in backticks is code, all else is itself.
pub fn escaped(text: &str) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => part.chars().flat_map(|c| "*_<[]|".contains(c).then_some('\\').into_iter().chain([c])).collect(),
        _ => format!("`{}`", part.replace('|', "\\|")),
    };
    text.split('`').enumerate().map(part).collect()
}

/// A description as a sentence.
pub fn sentence(about: &str) -> String {
    let mut chars = about.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    escaped(&format!("{first}{}.", chars.as_str().trim_end_matches('.')))
}
