//! Comparing what came with what should have come, so that a failure shows where they part and not two
//! megabytes of text.

/// Lines shown before the first difference.
const LINES_BEFORE: usize = 2;
/// Bytes of a long line shown on either side of the first difference.
const AROUND: usize = 50;

/// Fails unless both are the same bytes, and then shows the first difference in its context.
///
/// # Panics
/// When they differ.
#[track_caller]
pub fn assert_same(actual: impl AsRef<[u8]>, expected: impl AsRef<[u8]>) {
    if let Some(difference) = first_difference(actual.as_ref(), expected.as_ref()) {
        panic!("not what was expected\n{difference}");
    }
}

/// The first difference between the two as lines of text around it, or `None` when they are equal.
#[must_use]
pub fn first_difference(actual: &[u8], expected: &[u8]) -> Option<String> {
    if actual == expected {
        return None;
    }
    let same = actual.iter().zip(expected).take_while(|(a, b)| a == b).count();
    let common = &actual[..same];
    let line_start = common.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let number = common.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let mut text = format!(
        "first difference in line {number}, column {} (byte {same}); {} bytes came, {} were expected\n",
        same - line_start + 1,
        actual.len(),
        expected.len(),
    );
    for (number, line) in lines_before(&common[..line_start], number) {
        text += &format!("             {number:>6}  {}\n", shown(line, 0));
    }
    for (what, bytes) in [("expected", expected), ("came", actual)] {
        let line = line_from(bytes, line_start);
        text += &format!("  {what:>9}: {number:>6}  {}\n", shown(line, same - line_start));
    }
    Some(text)
}

/// The last few lines of `text` with their numbers; `next` is the number of the line that follows.
fn lines_before(text: &[u8], next: usize) -> Vec<(usize, &[u8])> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let skipped = lines.len().saturating_sub(LINES_BEFORE);
    let first = next - (lines.len() - skipped);
    lines[skipped..].iter().copied().enumerate().map(|(i, line)| (first + i, line)).collect()
}

/// The line that starts at `start`, with its line end; `None` where the text is over.
fn line_from(text: &[u8], start: usize) -> Option<&[u8]> {
    text[start..].split_inclusive(|&byte| byte == b'\n').next()
}

/// A line made visible: control characters escaped, a long one cut to the surroundings of `column`.
fn shown<'a>(line: impl Into<Option<&'a [u8]>>, column: usize) -> String {
    let Some(line) = line.into() else { return "(nothing: the end)".into() };
    let from = column.saturating_sub(AROUND);
    let to = line.len().min(column + AROUND);
    let dots = |cut: bool| if cut { "…" } else { "" };
    let visible: String = String::from_utf8_lossy(&line[from..to])
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect();
    format!("{}{visible}{}", dots(from > 0), dots(to < line.len()))
}

#[cfg(test)]
mod tests {
    use super::{assert_same, first_difference};

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
    }

    #[test]
    fn the_first_difference_is_shown_with_its_position_and_context() {
        let shown =
            first_difference(b"one\ntwo\nthree\nfoul\n", b"one\ntwo\nthree\nfour\n").expect("they differ");
        let expected = "\
first difference in line 4, column 4 (byte 17); 19 bytes came, 19 were expected
                  2  two\\n
                  3  three\\n
   expected:      4  four\\n
       came:      4  foul\\n
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_missing_end_is_a_difference() {
        let shown = first_difference(b"a\n", b"a\nb\n").expect("they differ");
        assert!(shown.contains("expected:      2  b\\n"), "{shown}");
        assert!(shown.contains("came:      2  (nothing: the end)"), "{shown}");
        assert!(first_difference(b"a\n", b"a").is_some());
        assert!(first_difference(b"", b"a").is_some());
    }

    #[test]
    fn long_lines_are_cut_around_the_difference() {
        let long = vec![b'x'; 1000];
        let mut other = long.clone();
        other[500] = b'y';
        let shown = first_difference(&other, &long).expect("they differ");
        assert!(shown.lines().all(|line| line.chars().count() < 140), "{shown}");
        assert!(shown.contains("…xxx"), "{shown}");
    }

    #[test]
    #[should_panic(expected = "first difference in line 1, column 1")]
    fn a_difference_fails_the_test() {
        assert_same("a", "b");
    }
}
