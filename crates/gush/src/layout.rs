//! Lists that fit the terminal: what is too long for a line continues below its own column.

use std::io::{IsTerminal, stderr, stdout};

use gush_pipe::terminal;

/// How many columns the terminal on standard output has; `None` where it is no terminal.
pub fn width() -> Option<usize> {
    let (columns, _) = terminal::stdout_size().filter(|_| stdout().is_terminal())?;
    Some(columns.into())
}

/// A line that is too narrow for its last column continues after this many spaces.
const NARROW: usize = 6;

/// The text for standard output: for a terminal, its long lines are broken between words, and continue below the last
/// of their columns; these are what two spaces or more separate.
pub fn fitted(text: String) -> String {
    match width() {
        Some(width) => broken(&text, width),
        None => text,
    }
}

/// A message for standard error: on a terminal, its long lines are broken between words. The argument above the
/// carets is left as it is.
pub fn message(text: &str) -> String {
    match terminal::size().filter(|_| stderr().is_terminal()) {
        Some((columns, _)) => broken_message(text, columns.into()),
        None => text.to_owned(),
    }
}

fn broken_message(text: &str, width: usize) -> String {
    let lines = text.split('\n').enumerate().map(|(number, line)| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let carets = line[indent..].len() - line[indent..].trim_start_matches('^').len();
        if shown(line) <= width || (number > 0 && carets == 0) {
            return line.to_owned();
        }
        // Below the message, unless that would leave too little of the line.
        let below = indent + carets + 1;
        let indent = if carets > 0 && 2 * below <= width { below } else { INDENT };
        let mut out = String::new();
        let mut filled = 0;
        for (at, word) in line.split_inclusive(' ').enumerate() {
            let long = shown(word.trim_end_matches(' '));
            if at > 0 && filled > indent && filled + long > width {
                out.truncate(out.trim_end_matches(' ').len());
                out += &format!("\n{:indent$}", "");
                filled = indent;
            }
            out += word;
            filled += shown(word);
        }
        out
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// By how much the second line of a message is indented if it has no carets near the left.
const INDENT: usize = 4;

fn broken(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| match shown(line) > width {
        true => broken_line(line, width),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn broken_line(line: &str, width: usize) -> String {
    let plain: String = visible(line).collect();
    let column = plain.trim_end().rfind("  ").map_or(0, |at| plain[..at + 2].chars().count());
    // A narrow column would be worse than a line of its own.
    let is_narrow = 5 * column > 3 * width;
    let indent = if is_narrow { NARROW } else { column };
    let mut out = String::new();
    let (mut filled, mut seen) = (0, 0);
    for word in line.split_inclusive(' ') {
        let long = shown(word.trim_end_matches(' '));
        let moves = is_narrow && seen == column;
        if moves || seen > column && filled > indent && filled + long > width {
            out.truncate(out.trim_end_matches(' ').len());
            out += &format!("\n{:indent$}", "");
            filled = indent;
        }
        out += word;
        filled += shown(word);
        seen += shown(word);
    }
    out
}

/// How many columns a text takes, without the codes of its colors.
fn shown(text: &str) -> usize {
    visible(text).count()
}

/// The characters of a text without the codes of its colors.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut is_code = false;
    text.chars().filter(move |&c| {
        let was_code = is_code || c == '\x1b';
        is_code = was_code && c != 'm';
        !was_code
    })
}

#[cfg(test)]
mod tests {
    use super::{broken, broken_message, shown};

    #[test]
    fn long_lines_continue_below_their_last_column() {
        let text = "@null=P  null in the share P of the rows\n@of\n";
        let lines = "@null=P  null in the\n         share P of the\n         rows\n@of\n";
        assert_eq!(broken(text, 24), lines);
        assert_eq!(broken(text, 80), text);
        // A word is never cut.
        assert_eq!(broken("a  bbbbbbbbbbbb c", 10), "a  bbbbbbbbbbbb\n   c");
        assert_eq!(broken("aaaaaaaaaaa  b c", 14), "aaaaaaaaaaa\n      b c");
    }

    #[test]
    fn messages_continue_below_themselves() {
        let text =
            "gush: error in the arguments\n  int@x a very long word\n     ^^ no modifier has this name";
        let lines = "gush: error in the\n    arguments\n  int@x a very long word\n     ^^ no modifier\n        has this name";
        assert_eq!(broken_message(text, 22), lines);
        assert_eq!(broken_message(text, 80), text);
        // Far to the right there is no space below it.
        let far = format!("{:30}^ an error here", "");
        assert_eq!(
            broken_message(&format!("head\n{far}"), 39),
            format!("head\n{:30}^ an\n    error here", "")
        );
    }

    #[test]
    fn colors_have_no_width() {
        assert_eq!(shown("\x1b[1mname\x1b[0m x"), 6);
        let text = "\x1b[1mab\x1b[0m  cc dd ee";
        assert_eq!(broken(text, 10), "\x1b[1mab\x1b[0m  cc dd\n    ee");
        let text = "\x1b[2mab \x1b[0m cc dd ee";
        assert_eq!(broken(text, 10), "\x1b[2mab \x1b[0m cc dd\n    ee");
    }
}
