//! Commands as one would type them.

use std::ffi::OsString;

use super::path::find_program;
use super::registry;
use super::rung::{GoModule, Recipe};

/// What a rung does, as one would type it.
pub(super) fn typed(recipe: &Recipe) -> String {
    match recipe {
        Recipe::Program { source, flags, args } => program(source, flags.as_deref(), args),
        Recipe::Module(module) => built_by(&join(["go", "install", &module.module]), module),
        Recipe::Gush { args, strategy } => {
            let strategy = strategy.as_ref().map(|name| format!("GUSH_STRATEGY={name}"));
            join(strategy.as_deref().into_iter().chain(["gush"]).chain(strs(args)))
        }
        Recipe::Command { argv, .. } => join(strs(argv)),
        Recipe::Shell(command) => command.clone(),
        Recipe::Limit(_) => String::new(),
    }
}

/// A published program that is built by a command, and then run.
pub(super) fn built_by(build: &str, module: &GoModule) -> String {
    let file = base(module.file.as_deref().unwrap_or_default());
    let args: Vec<String> = module.args.iter().map(|arg| arg.replace("{file}", file)).collect();
    format!("{build} && {}", join(std::iter::once(module_name(&module.module)).chain(strs(&args))))
}

/// A command with another program.
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

/// The arguments of a template with their placeholders filled.
pub(super) fn fill(template: &[String], flags: &[String], source: &str, output: &str) -> Vec<String> {
    let fill = |argument: &String| match argument.as_str() {
        "{flags}" => flags.to_vec(),
        _ => vec![argument.replace("{source}", source).replace("{output}", output)],
    };
    template.iter().flat_map(fill).collect()
}

/// A command of the user's for `sh -c`. One simple command replaces the shell, so that what is measured and ended is
/// the program itself; some shells do so by themselves.
pub(super) fn for_shell(command: &str) -> String {
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_simple = !command.contains([';', '&', '|', '\n', '(', ')', '{', '}']) && !first.contains('=');
    // What only a shell knows cannot replace it.
    let is_program = |name: &str| find_program(name).is_some() || name.contains('/');
    if is_simple && is_program(first) { format!("exec {command}") } else { command.to_owned() }
}

/// The program that a Go module makes: the last part of its path.
pub(super) fn module_name(module: &str) -> &str {
    let path = module.split('@').next().unwrap_or(module);
    base(path)
}

/// The same arguments for the system.
pub(super) fn os(arguments: &[String]) -> Vec<OsString> {
    arguments.iter().map(OsString::from).collect()
}

fn strs(arguments: &[String]) -> impl Iterator<Item = &str> {
    arguments.iter().map(String::as_str)
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn join<'a>(arguments: impl IntoIterator<Item = &'a str>) -> String {
    arguments.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// An argument, quoted for a shell.
fn quoted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_@%+=:,./-".contains(letter);
    if argument == "&&" || (!argument.is_empty() && argument.chars().all(is_plain)) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}
