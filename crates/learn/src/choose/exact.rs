//! Patterns of texts that all have the same length, as a `char(n)` has, which pads shorter ones with spaces.

use super::check::ANY;

/// A part of a pattern, and how often it comes.
struct Part {
    text: String,
    least: u32,
    most: Option<u32>,
}

/// The pattern for texts of exactly `length` characters: as it is where it has no end, or is not understood; nothing where no such text has it.
pub fn of_exactly(pattern: &str, length: u32) -> Option<String> {
    let open = pattern.replace(ANY, "[a-z0-9]*");
    let body = open.strip_suffix('$').filter(|body| !body.ends_with('\\'));
    let Some(mut parts) = body.and_then(|body| parts(body.strip_prefix('^').unwrap_or(body))) else {
        return Some(pattern.to_owned());
    };
    let least: u32 = parts.iter().map(|part| part.least).sum();
    let mut missing = length.checked_sub(least)?;
    if missing == 0 && parts.iter().all(|part| part.most == Some(part.least)) {
        return Some(pattern.to_owned());
    }
    for part in &mut parts {
        let more = part.most.map_or(missing, |most| (most - part.least).min(missing));
        part.least += more;
        missing -= more;
    }
    let written = |part: &Part| match part.least {
        0 => String::new(),
        1 => part.text.clone(),
        times => format!("{}{{{times}}}", part.text),
    };
    (missing == 0).then(|| format!("^{}$", parts.iter().map(written).collect::<String>()))
}

/// The parts of a pattern without groups and alternatives.
fn parts(body: &str) -> Option<Vec<Part>> {
    let characters: Vec<char> = body.chars().collect();
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < characters.len() {
        let begin = at;
        at = match characters[at] {
            '\\' if characters.get(at + 1).is_some_and(|c| "dws".contains(*c) || !c.is_alphanumeric()) => {
                at + 2
            }
            '\\' | '(' | ')' | '|' | '*' | '+' | '?' | '{' | '^' | '$' => return None,
            '[' => end_of_class(&characters, at)?,
            _ => at + 1,
        };
        let text: String = characters[begin..at].iter().collect();
        let (least, most, next) = times(&characters, at)?;
        if most.is_some_and(|most| most < least) {
            return None;
        }
        parts.push(Part { text, least, most });
        at = next;
    }
    Some(parts)
}

/// The index after a class of characters.
fn end_of_class(characters: &[char], begin: usize) -> Option<usize> {
    let mut at = begin + 1;
    at += usize::from(characters.get(at) == Some(&'^'));
    at += usize::from(characters.get(at) == Some(&']'));
    loop {
        match characters.get(at)? {
            ']' => return Some(at + 1),
            // A class within, as in [[:alpha:]].
            '[' => return None,
            '\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// How often a part comes, and the index after that.
fn times(characters: &[char], at: usize) -> Option<(u32, Option<u32>, usize)> {
    let (least, most, next) = match characters.get(at) {
        Some('*') => (0, None, at + 1),
        Some('+') => (1, None, at + 1),
        Some('?') => (0, Some(1), at + 1),
        Some('{') => {
            let end = at + characters[at..].iter().position(|c| *c == '}')?;
            let text: String = characters[at + 1..end].iter().collect();
            let (least, most) = match text.split_once(',') {
                None => (text.parse().ok()?, Some(text.parse().ok()?)),
                Some((least, "")) => (least.parse().ok()?, None),
                Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
            };
            (least, most, end + 1)
        }
        _ => return Some((1, Some(1), at)),
    };
    // What follows would make it lazy.
    (!matches!(characters.get(next), Some('?' | '+'))).then_some((least, most, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_make_texts_of_exactly_one_length() {
        let cases = [
            ("^[A-Z]{1,10}$", 10, Some("^[A-Z]{10}$")),
            ("^[A-Z]+-\\d*$", 6, Some("^[A-Z]{5}-$")),
            ("^T-[0-9.]{3}$", 5, Some("^T-[0-9.]{3}$")),
            ("^[a-z]{3}$", 10, None),
            ("^[a-z]{3}$", 2, None),
            // Without an end, or not understood.
            ("^[a-z]{3}", 10, Some("^[a-z]{3}")),
            ("^(ab|c)+$", 10, Some("^(ab|c)+$")),
        ];
        for (pattern, length, expected) in cases {
            assert_eq!(of_exactly(pattern, length).as_deref(), expected, "{pattern}");
        }
        assert_eq!(of_exactly(&format!("^A{ANY}$"), 30).as_deref(), Some("^A[a-z0-9]{29}$"));
    }
}
