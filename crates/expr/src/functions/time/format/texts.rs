//! Parts that patterns of numbers and of times have in common.

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

/// The suffix of an ordinal number, such as the `st` of 1st.
pub(super) fn ordinal(number: i64) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
