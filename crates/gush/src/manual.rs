//! `gush man`: the manual pages of all commands, generated from the flags that the commands have.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use gush_diagnostics::{Code, Diagnostic};
use gush_pipe::Durability;

use crate::color::COLOR;
use crate::exit::Failure;
use crate::flags::{Choice, Given, Operand, Spec};
use crate::write;

/// `gush man`.
pub static SPEC: Spec = Spec {
    name: "man",
    path: "gush man",
    about: "Write the manual pages to a directory",
    more: "One page for each command, in the format of man: gush.1, gush-rows.1, fakedata.1 … `man` finds them in a directory \
           man1 of its path.",
    examples: "Examples:
  gush man ~/.local/share/man/man1
",
    operand: Some(Operand {
        form: "DIRECTORY",
        about: "The directory, which is made if it does not exist",
        more: None,
        several: false,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&COLOR],
    main: &[],
    commands: &[],
};

/// Writes the pages of `programs` and of all commands below them. `diagnostics` are those that the command line had already.
///
/// # Errors
/// A directory is missing in `given`, or cannot be written.
pub fn run(given: &Given, programs: Vec<Command>, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let [directory] = given.operands() else {
        let text = "a directory is missing, as in `gush man ~/.local/share/man/man1`";
        diagnostics.push(Diagnostic::new(Code::Option, SPEC.path, SPEC.path.len()..SPEC.path.len(), text));
        return Err(Failure::Diagnostics(diagnostics));
    };
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    let directory = Path::new(directory);
    fs::create_dir_all(directory)
        .map_err(|error| Failure::Write { target: directory.display().to_string(), error })?;
    pages(programs)
        .iter()
        .try_for_each(|(name, page)| write::file(&directory.join(name), page, Durability::default()))
}

/// The pages with the names of their files.
fn pages(programs: Vec<Command>) -> Vec<(String, Vec<u8>)> {
    let mut pages = Vec::new();
    for mut program in programs {
        program.build();
        let name = program.get_name().to_owned();
        collect(&program, &name, &mut pages);
    }
    pages
}

/// The page of a command, and of those below it.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    // Writing to memory does not fail.
    if let Ok(page) = page(command, name) {
        pages.push((format!("{name}.1"), page));
    }
    for below in command.get_subcommands() {
        collect(below, &format!("{name}-{}", below.get_name()), pages);
    }
}

/// The day that the pages show. It is no build's, so that the same version has the same pages everywhere.
const DATE: &str = "2026-11-23";

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let shown = command.clone().bin_name(name.replace('-', " ")).display_name(name.to_owned());
    let man = Man::new(shown)
        .title(name.to_uppercase())
        .source(concat!("gusher ", env!("CARGO_PKG_VERSION")))
        .date(DATE);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis(command, &name.replace('-', " ")).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    if let Some(examples) = command.get_before_help() {
        verbatim("EXAMPLES", &examples.to_string()).to_writer(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(environment) = command.get_after_long_help() {
        verbatim("ENVIRONMENT", &environment.to_string()).to_writer(&mut page)?;
    }
    Ok(without_empty_breaks(&page))
}

/// How a command is called: options are listed below.
fn synopsis(command: &Command, name: &str) -> Roff {
    let operands = command.get_positionals().map(|operand| {
        let value =
            operand.get_value_names().and_then(|names| names.first()).map_or("WORD", |name| name.as_str());
        let more =
            if operand.get_num_args().is_some_and(|count| count.max_values() > 1) { "…" } else { "" };
        if operand.is_required_set() { format!(" {value}{more}") } else { format!(" [{value}]{more}") }
    });
    let operands: String = operands.collect();
    let below = if command.has_subcommands() { " [COMMAND]" } else { "" };
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).text([bold(name), roman(format!(" [OPTION]…{operands}{below}"))]);
    roff
}

/// A section of the indented lines of a help text, as they are.
fn verbatim(heading: &str, text: &str) -> Roff {
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let mut roff = Roff::new();
    roff.control("SH", [heading]).control("nf", []).text([roman(lines.trim_end())]).control("fi", []);
    roff
}

/// The page without breaks of the line beside blank lines and other breaks: they change nothing, and readers warn of them.
fn without_empty_breaks(page: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let is_blank = |line: &[u8]| line.is_empty() || line == b".sp" || line.starts_with(b".SH");
    let mut lines = page.split(|&byte| byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        let is_beside =
            kept.last().is_some_and(|last| is_blank(last)) || lines.peek().is_some_and(|next| is_blank(next));
        if line != b".br" || !is_beside {
            kept.push(line);
        }
    }
    kept.join(&b'\n')
}
