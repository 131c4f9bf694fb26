//! The help of the meter, made from its flags.

use gush_meter::format::NAMES;

use super::flags::FLAGS;

/// The help text.
pub fn help(program: &str) -> String {
    let mut text = format!(
        "Usage: {program} [OPTION]... [FILE]...\n\
         Copies FILEs, or standard input, to standard output, and shows on standard error what passes.\n"
    );
    let mut group = "";
    for flag in FLAGS {
        if flag.group != group {
            group = flag.group;
            text += &format!("\n{group}:\n");
        }
        text += &flag.line(28);
    }
    format!("{text}\n{}\n{LIMITS}\n{EXIT_CODES}", names()).replace(SETTLED, &settled())
}

/// What a running meter cannot be given, in lines that are not too long.
fn settled() -> String {
    let flags = FLAGS.iter().filter(|flag| flag.is_settled);
    let names = flags.map(|flag| flag.letter.map_or_else(|| flag.long(), |letter| format!("-{letter}")));
    names.collect::<Vec<_>>().join(" ")
}

/// The names of the parts of a format, in lines that are not too long.
fn names() -> String {
    let names = NAMES.iter().map(|(_, name, _)| *name).chain(["sgr:COLOUR,..."]);
    let lines = names.fold(vec![String::from(" ")], |mut lines, name| {
        match lines.last_mut() {
            Some(line) if line.len() + name.len() < 100 => *line += &format!(" {name}"),
            _ => lines.push(format!("  {name}")),
        }
        lines
    });
    format!("The names of -F, as in %{{name}}:\n{}\n", lines.join("\n"))
}

/// Where the flags stand that a running meter cannot be given.
const SETTLED: &str = "{settled}";

/// What users may run into.
const LIMITS: &str = "\
Limits:
  SEC is 0.01 to 600 for -i; BYTES of -B are at most 1g, N of -A 1m, WIDTH and HEIGHT 65535.
  -B reads ahead into pipes only. -O leaves holes only after the old end of a file.
  -R cannot change the files, nor {settled}.
  -d transfers nothing and counts no lines; -d and processtitle work on Linux only.
";

const EXIT_CODES: &str = "\
Exit codes, which are added up: 0 success, 1 the meter of -R or -Q or the file of -P could not be reached,
2 a file could not be opened, 4 an input is the output, 8 internal error, 16 reading or writing failed, 32 a signal;
64 invalid arguments.
";
