//! Colors and weights of text on a terminal: `%{sgr:red,bold}`, by the codes of ECMA-48's Select Graphic Rendition.

const COLORS: [(&str, u8); 10] = [
    ("black", 0),
    ("red", 1),
    ("green", 2),
    ("yellow", 3),
    ("brown", 3),
    ("blue", 4),
    ("magenta", 5),
    ("cyan", 6),
    ("white", 7),
    ("default", 9),
];
const WEIGHTS: [(&str, u8); 9] = [
    ("reset", 0),
    ("none", 0),
    ("bold", 1),
    ("dim", 2),
    ("italic", 3),
    ("underscore", 4),
    ("underline", 4),
    ("blink", 5),
    ("reverse", 7),
];

/// The sequence for names or codes with commas or semicolons in between. As with pv, unknown ones are skipped; it is
/// empty where none is left.
pub(super) fn sequence(names: &str) -> String {
    let codes: Vec<String> = names.split([',', ';']).filter_map(code).map(|code| code.to_string()).collect();
    if codes.is_empty() { String::new() } else { format!("\x1b[{}m", codes.join(";")) }
}

/// What ends all colors and weights, written as pv does at the end of a line.
pub(super) const RESET: &str = "\x1b[m";

/// Whether the text after this sequence is colored; `None` where it changes nothing.
pub(super) fn is_colored_after(sequence: &str) -> Option<bool> {
    let resets = sequence == "\x1b[0m" || sequence.ends_with(";0m");
    (!sequence.is_empty()).then_some(!resets)
}

fn code(name: &str) -> Option<u8> {
    if let Some((_, weight)) = WEIGHTS.iter().find(|(known, _)| *known == name) {
        return Some(*weight);
    }
    if let Some(weight) = name.strip_prefix("no-") {
        return match code(weight)? {
            // What ends bold ends dim.
            1 | 2 => Some(22),
            weight @ 3..=7 => Some(weight + 20),
            _ => None,
        };
    }
    let (base, color) = match name.strip_prefix("bg-") {
        Some(color) => (40, color),
        None => (30, name.strip_prefix("fg-").unwrap_or(name)),
    };
    let color = COLORS.iter().find(|(known, _)| *known == color);
    color.map(|(_, code)| base + code).or_else(|| number(name))
}

/// A code as a number.
fn number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_codes() {
        for (names, expected) in [
            ("red,bold", "\x1b[31;1m"),
            ("bg-white,fg-black,no-dim,no-reverse,95", "\x1b[47;30;22;27;95m"),
            ("reset", "\x1b[0m"),
            ("brown,default,bg-brown,bg-default", "\x1b[33;39;43;49m"),
        ] {
            assert_eq!(sequence(names), expected, "{names}");
        }
        for (names, colored) in [
            ("red", Some(true)),
            ("bold,none", Some(false)),
            ("reset,red", Some(true)),
            ("100", Some(true)),
            ("nosuch", None),
        ] {
            assert_eq!(is_colored_after(&sequence(names)), colored, "{names}");
        }
        for unknown in ["", "rd", ",", "no-red", "bg-bold", "256", "-1", "+1", "no-no-bold", "RED", " red"] {
            assert_eq!(sequence(unknown), "", "{unknown}");
        }
    }

    /// What pv 1.11 wrote for these.
    #[test]
    fn codes_are_passed_on_and_unknown_names_skipped() {
        for (names, expected) in [
            ("38;5;3", "\x1b[38;5;3m"),
            ("38;5;x", "\x1b[38;5m"),
            ("nosuch,red", "\x1b[31m"),
            ("108", "\x1b[108m"),
            ("1;0", "\x1b[1;0m"),
        ] {
            assert_eq!(sequence(names), expected, "{names}");
        }
    }
}
