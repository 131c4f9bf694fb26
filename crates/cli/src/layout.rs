//! Lists that fit the terminal: what is too long for a line continues below its own column.

use std::io::{IsTerminal, stdout};

use gush_pipe::terminal;

/// How many columns the terminal on standard output has; nothing where there is none.
pub fn width() -> Option<usize> {
    let (columns, _) = terminal::size().filter(|_| stdout().is_terminal())?;
    Some(columns.into())
}

/// What has no room for its last column continues after so many spaces.
const NARROW: usize = 6;

/// The text for standard output: for a terminal, its long lines are broken between words, and continue below the last
/// of their columns; these are what two spaces or more separate.
pub fn fitted(text: String) -> String {
    match width() {
        Some(width) => broken(&text, width),
        None => text,
    }
}

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

/// How many columns a text takes, without the codes of its colours.
fn shown(text: &str) -> usize {
    visible(text).count()
}

/// The characters of a text without the codes of its colours.
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
    use super::{broken, shown};

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
    fn colours_take_no_room() {
        assert_eq!(shown("\x1b[1mname\x1b[0m x"), 6);
        let text = "\x1b[1mab\x1b[0m  cc dd ee";
        assert_eq!(broken(text, 10), "\x1b[1mab\x1b[0m  cc dd\n    ee");
        let text = "\x1b[2mab \x1b[0m cc dd ee";
        assert_eq!(broken(text, 10), "\x1b[2mab \x1b[0m cc dd\n    ee");
    }
}
