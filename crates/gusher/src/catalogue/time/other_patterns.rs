//! Patterns in the letters of other libraries, which are plain text to ours: what they would be in strftime's.

/// The pattern in strftime's letters, if it is one in those of Java, .NET and moment.js, such as `YYYY-MM-DD`, or the
/// reference time of Go, such as `2006-01-02`.
pub(super) fn translated(pattern: &str) -> Option<String> {
    from_go(pattern).or_else(|| from_letters(pattern))
}

/// The first word of the pattern, outside of its fields, that is a field in another library's letters.
pub(super) fn word(pattern: &str) -> Option<std::ops::Range<usize>> {
    let mut at = 0;
    while at < pattern.len() {
        let rest = &pattern[at..];
        let len = match rest.strip_prefix('%') {
            Some(_) => sign_len(rest),
            None => {
                let len = letters(rest).len();
                if WORDS.contains(&&rest[..len]) {
                    return Some(at..at + len);
                }
                len.max(rest.chars().next().map_or(1, char::len_utf8))
            }
        };
        at += len;
    }
    None
}

/// Texts that are never written literally between fields.
const WORDS: [&str; 10] = ["YYYY", "yyyy", "MM", "DD", "dd", "HH", "hh", "mm", "ss", "SS"];

/// The ASCII letters that a text begins with.
fn letters(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())]
}

/// The bytes of the field that a text begins with: a `%`, flags and a letter.
fn sign_len(text: &str) -> usize {
    let flags = |c: char| "-_^.:".contains(c) || c.is_ascii_digit();
    let letter = text[1..].char_indices().find(|(_, c)| !flags(*c));
    letter.map_or(text.len(), |(at, c)| 1 + at + c.len_utf8())
}

/// Go's fields, those first that begin like another one and go on.
const GO: [(&str, &str); 26] = [
    ("2006", "%Y"),
    ("January", "%B"),
    ("Jan", "%b"),
    ("Monday", "%A"),
    ("Mon", "%a"),
    ("MST", "%Z"),
    ("Z07:00", "Z"),
    ("-07:00", "%:z"),
    ("-0700", "%z"),
    (".000", "%.3f"),
    ("002", "%j"),
    ("01", "%m"),
    ("02", "%d"),
    ("03", "%I"),
    ("04", "%M"),
    ("05", "%S"),
    ("06", "%y"),
    ("15", "%H"),
    ("_2", "%e"),
    ("PM", "%p"),
    ("pm", "%P"),
    ("1", "%-m"),
    ("2", "%-d"),
    ("3", "%-I"),
    ("4", "%-M"),
    ("5", "%-S"),
];

/// The reference time by which a pattern of Go is recognized.
const GO_ALONE: [&str; 8] = ["2006", "15:04", "03:04", "3:04", "01/02", "02/01", "02.01", "Jan"];

fn from_go(pattern: &str) -> Option<String> {
    if pattern.contains('%') || !GO_ALONE.iter().any(|sign| pattern.contains(sign)) {
        return None;
    }
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let field = GO.iter().find_map(|(go, ours)| Some((rest.strip_prefix(go)?, *ours)));
        match field {
            Some((behind, ours)) => {
                out.push_str(ours);
                rest = behind;
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    Some(out)
}

/// Which field was translated last, as two letters mean a month or a minute by what is before and after them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Hour,
    Minute,
    Other,
}

fn from_letters(pattern: &str) -> Option<String> {
    let mut out = String::new();
    let (mut rest, mut last, mut is_clear) = (pattern, Last::Other, false);
    while let Some(c) = rest.chars().next() {
        let len = match c {
            '%' => {
                let len = sign_len(rest);
                out.push_str(&rest[..len]);
                let is_hour = rest[..len].ends_with(['H', 'I', 'k', 'l']);
                last = if is_hour { Last::Hour } else { Last::Other };
                len
            }
            // Plain text, in the way of Java and in that of moment.js.
            '\'' | '[' => {
                let text = rest[1..].split(if c == '[' { ']' } else { '\'' }).next().unwrap_or_default();
                out.push_str(text);
                (text.len() + 2).min(rest.len())
            }
            c if c.is_ascii_alphabetic() => {
                let len = rest.bytes().take_while(|&b| b == c as u8).count();
                let behind = &rest[len..];
                let (field, next) = field(c, len, last, before_seconds(behind))?;
                is_clear |= len > 1;
                out.push_str(field);
                last = next;
                len
            }
            c => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[len..];
    }
    is_clear.then_some(out)
}

/// Whether the next field is that of seconds.
fn before_seconds(text: &str) -> bool {
    text.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '%').starts_with("ss")
}

/// The field that a number of equal letters means.
fn field(letter: char, count: usize, last: Last, before_seconds: bool) -> Option<(&'static str, Last)> {
    let is_minute = match letter {
        'm' => last == Last::Hour || before_seconds,
        _ => letter == 'M' && last == Last::Hour,
    };
    let text = match (letter, count) {
        ('Y' | 'y' | 'u', 4) => "%Y",
        ('Y' | 'y' | 'u', 2) => "%y",
        ('M' | 'm', 2) if is_minute => return Some(("%M", Last::Minute)),
        ('M' | 'm', 1) if is_minute => return Some(("%-M", Last::Minute)),
        ('M', 4) => "%B",
        ('M', 3) => "%b",
        ('M' | 'm', 2) => "%m",
        ('M' | 'm', 1) => "%-m",
        ('D' | 'd' | 'E', 4) => "%A",
        ('D' | 'd', 3) | ('E', 1..=3) => "%a",
        ('D' | 'd', 2) => "%d",
        ('D' | 'd', 1) => "%-d",
        ('H' | 'k', 2) => return Some(("%H", Last::Hour)),
        ('H' | 'k', 1) => return Some(("%-H", Last::Hour)),
        ('h' | 'K', 2) => return Some(("%I", Last::Hour)),
        ('h' | 'K', 1) => return Some(("%-I", Last::Hour)),
        ('S' | 'f', 3) => "%3f",
        ('s', 2) => "%S",
        ('S', 2) if last == Last::Minute => "%S",
        ('s', 1) => "%-S",
        ('A' | 'a', 1) | ('t', 2) => "%p",
        ('T', 1) => "T",
        ('Z' | 'X', 1) => "Z",
        ('X' | 'Z', 2 | 3) => "%:z",
        ('z', 1..=3) => "%Z",
        _ => return None,
    };
    Some((text, Last::Other))
}

#[cfg(test)]
mod tests {
    use super::{translated, word};

    #[test]
    fn other_libraries_letters_are_translated() {
        for (theirs, ours) in [
            ("YYYY-MM-DD", "%Y-%m-%d"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "%Y-%m-%dT%H:%M:%S.%3fZ"),
            ("yyyy-MM-dd HH:mm:ss", "%Y-%m-%d %H:%M:%S"),
            ("YYYYMMDDHHmmss", "%Y%m%d%H%M%S"),
            ("dd/mm/yyyy", "%d/%m/%Y"),
            ("DD.MM.YY", "%d.%m.%y"),
            ("HH:MM:SS", "%H:%M:%S"),
            ("mm:ss", "%M:%S"),
            ("h:mm a", "%-I:%M %p"),
            ("dddd, MMMM D [of] YYYY", "%A, %B %-d of %Y"),
            ("EEE, d MMM yyyy", "%a, %-d %b %Y"),
            ("2006-01-02", "%Y-%m-%d"),
            ("2006-01-02T15:04:05Z07:00", "%Y-%m-%dT%H:%M:%SZ"),
            ("Mon, 02 Jan 2006 15:04:05 -0700", "%a, %d %b %Y %H:%M:%S %z"),
            ("3:04PM", "%-I:%M%p"),
            ("%Y-MM-DD", "%Y-%m-%d"),
            ("%H:mm", "%H:%M"),
        ] {
            assert_eq!(translated(theirs).as_deref(), Some(ours), "{theirs}");
        }
    }

    #[test]
    fn plain_text_is_no_pattern_of_any_library() {
        for text in ["", "today", "my day", "summer", "x", "é", "100%", "%Y"] {
            assert_eq!(translated(text), None, "{text}");
        }
    }

    #[test]
    fn words_are_found_outside_of_fields() {
        for (pattern, found) in [
            ("%Y-MM-DD", Some(3..5)),
            ("é%Hhmm", None),
            ("é %H:mm", Some(6..8)),
            ("%-d. of %B", None),
            ("%%YYYY", Some(2..6)),
            ("Week %V of DDay", None),
        ] {
            assert_eq!(word(pattern), found, "{pattern}");
        }
    }
}
