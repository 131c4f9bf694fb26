//! What patterns of numbers and of times share.

/// The text up to the next double quote, in which a backslash escapes any letter, and the rest after it.
pub(super) fn quoted(text: &str) -> (String, &str) {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => out.push(letters.next().unwrap_or('\\')),
            letter => out.push(letter),
        }
    }
    (out, letters.as_str())
}

/// What makes 1 first.
pub(super) fn ordinal(number: i64) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
