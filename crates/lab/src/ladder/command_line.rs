//! Commands as one would type them.

use std::ffi::OsString;

use super::path::find_program;
use super::registry;
use super::rung::Recipe;

/// What a rung does, as one would type it.
pub(super) fn typed(recipe: &Recipe) -> String {
    match recipe {
        Recipe::Program { source, flags, args } => program(source, flags.as_deref(), args),
        Recipe::Module { module, args, file, .. } => {
            built_by(&join(["go", "install", module]), module, args, file.as_deref())
        }
        Recipe::Gush { args, strategy } => {
            let strategy = strategy.as_ref().map(|name| format!("GUSH_STRATEGY={name}"));
            join(strategy.as_deref().into_iter().chain(["gush"]).chain(strs(args)))
        }
        Recipe::Command { argv, .. } => join(strs(argv)),
        Recipe::Shell(command) => command.clone(),
        Recipe::Limit(_) => String::new(),
    }
}

/// A published program that is made by a command, and then run.
pub(super) fn built_by(build: &str, module: &str, args: &[String], file: Option<&str>) -> String {
    let args: Vec<String> =
        args.iter().map(|arg| arg.replace("{file}", base(file.unwrap_or_default()))).collect();
    format!("{build} && {}", join(std::iter::once(module_name(module)).chain(strs(&args))))
}

/// A command with this program in the place of its first word.
pub(super) fn with_program(argv: &[String], program: &std::path::Path) -> String {
    join(std::iter::once(&*program.to_string_lossy()).chain(strs(argv.get(1..).unwrap_or_default())))
}

fn program(source: &str, flags: Option<&[String]>, args: &[String]) -> String {
    let (folder, file) = source.split_once('/').unwrap_or(("", source));
    let Some(toolchain) = registry::toolchain(folder) else { return String::new() };
    let stem = file.split('.').next().unwrap_or(file);
    let flags = flags.unwrap_or(&toolchain.flags);
    let build = fill(&toolchain.build, flags, file, stem);
    let run = match &toolchain.run[..] {
        [] => vec![format!("./{stem}")],
        run => fill(run, &[], file, stem),
    };
    let between = (!build.is_empty()).then_some("&&");
    join(strs(&build).chain(between).chain(strs(&run)).chain(strs(args)))
}

/// The words of a template with their placeholders filled.
pub(super) fn fill(template: &[String], flags: &[String], source: &str, output: &str) -> Vec<String> {
    let fill = |word: &String| match word.as_str() {
        "{flags}" => flags.to_vec(),
        _ => vec![word.replace("{source}", source).replace("{output}", output)],
    };
    template.iter().flat_map(fill).collect()
}

/// A command of the user's for `sh -c`. One simple command takes the shell's place, so that what is measured and ended is
/// the program itself; shells do so by themselves, but not all of them.
pub(super) fn for_shell(command: &str) -> String {
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_simple = !command.contains([';', '&', '|', '\n', '(', ')', '{', '}']) && !first.contains('=');
    // What only a shell knows cannot take its place.
    let is_own = |word: &str| find_program(word).is_some() || word.contains('/');
    if is_simple && is_own(first) { format!("exec {command}") } else { command.to_owned() }
}

/// The program that a Go module makes: the last part of its path.
pub(super) fn module_name(module: &str) -> &str {
    let path = module.split('@').next().unwrap_or(module);
    base(path)
}

/// The same words for the system.
pub(super) fn os(words: &[String]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn strs(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().map(String::as_str)
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn join<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_@%+=:,./-".contains(letter);
    if word == "&&" || (!word.is_empty() && word.chars().all(is_plain)) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
