//! The help of the meter, generated from its flags.

use gush_meter::format::NAMES;

use super::args::Grammar;
use super::flags::{COLOR, FLAGS, HELP, MAIN, MeterFlag};
use crate::{color, layout};

/// The widest that a help text is.
const WIDEST: usize = 100;

/// The help text.
pub fn help(program: &str, grammar: Grammar) -> String {
    let ours = grammar == Grammar::Gush;
    let width = if ours { width() } else { usize::MAX };
    let text = head(program, if ours { EXAMPLES } else { "" })
        + &options(listed(grammar), |flag| flag.about, 28, width);
    let text = format!("{text}\n{}\n{LIMITS}\n{EXIT_CODES}", names()).replace(SETTLED, &settled());
    if ours { color::on_stdout().classic_help(&text) } else { text }
}

/// The help in one screen, which `gush meter -h` prints.
pub fn summary(program: &str) -> String {
    let text = head(program, EXAMPLES)
        + &options(MAIN.iter().copied(), |flag| flag.brief.unwrap_or(flag.about), 23, width())
        + MORE;
    color::on_stdout().classic_help(&text)
}

/// The flags that the help lists.
pub fn listed(grammar: Grammar) -> impl Iterator<Item = &'static MeterFlag> {
    FLAGS.iter().copied().flat_map(move |flag| {
        let color = (grammar == Grammar::Gush && flag.is(&HELP)).then_some(&COLOR);
        color.into_iter().chain([flag])
    })
}

/// How many columns a line has.
fn width() -> usize {
    layout::width().map_or(WIDEST, |columns| columns.min(WIDEST))
}

fn head(program: &str, examples: &str) -> String {
    format!(
        "Usage: {program} [OPTION]... [FILE]...\n\
         Copies FILEs, or standard input, to standard output, and shows on standard error what passes.\n{examples}"
    )
}

/// The flags, by group.
fn options(
    flags: impl Iterator<Item = &'static MeterFlag>,
    about: fn(&MeterFlag) -> &str,
    names: usize,
    width: usize,
) -> String {
    let mut text = String::new();
    let mut group = "";
    for flag in flags {
        if flag.group != group {
            group = flag.group;
            text += &format!("\n{group}:\n");
        }
        text += &flag.lines(about(flag), names, width);
    }
    text
}

const EXAMPLES: &str = "
Examples:
  gush meter big.csv | gzip > big.csv.gz
  gush rows -S name | gush meter -l -L 100 > slow.txt
  gush meter --watchfd 4711    # the files of a running process
";
/// The last line of the short help.
const MORE: &str = "\n`--help` explains all options.\n";

/// What a running meter cannot be given, in lines that are not too long.
fn settled() -> String {
    let flags = FLAGS.iter().filter(|flag| flag.own.is_settled);
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

/// The column of the flags that cannot be sent to a running meter.
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
Exit codes (combined by OR): 0 success, 1 the meter of -R or -Q or the file of -P could not be reached,
2 a file could not be opened, 4 an input is the output, 8 internal error, 16 reading or writing failed, 32 a signal;
64 invalid arguments.
";
