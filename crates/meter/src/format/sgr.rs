//! Colours and weights of text on a terminal: `%{sgr:red,bold}`, by the codes of ECMA-48's Select Graphic Rendition.

const COLOURS: [(&str, u8); 10] = [
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

/// The sequence for some names or codes with commas in between; `None` where one of them is none.
pub(super) fn sequence(names: &str) -> Option<String> {
    let codes: Option<Vec<String>> = names.split(',').map(|name| code(name).map(|n| n.to_string())).collect();
    Some(format!("\x1b[{}m", codes?.join(";")))
}

/// What ends all colours and weights.
pub(super) const RESET: &str = "\x1b[0m";

/// Whether nothing is coloured after this sequence.
pub(super) fn resets(sequence: &str) -> bool {
    sequence == RESET || sequence.ends_with(";0m")
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
    let (base, colour) = match name.strip_prefix("bg-") {
        Some(colour) => (40, colour),
        None => (30, name.strip_prefix("fg-").unwrap_or(name)),
    };
    let colour = COLOURS.iter().find(|(known, _)| *known == colour);
    colour.map(|(_, place)| base + place).or_else(|| name.parse().ok().filter(|&code: &u8| code < 108))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_codes() {
        assert_eq!(sequence("red,bold").as_deref(), Some("\x1b[31;1m"));
        assert_eq!(
            sequence("bg-white,fg-black,no-dim,no-reverse,95").as_deref(),
            Some("\x1b[47;30;22;27;95m")
        );
        assert_eq!(sequence("reset").as_deref(), Some(RESET));
        assert_eq!(sequence("brown,default,bg-brown,bg-default").as_deref(), Some("\x1b[33;39;43;49m"));
        for (names, over) in [("red", false), ("bold,none", true), ("reset,red", false), ("100", false)] {
            assert_eq!(resets(&sequence(names).unwrap()), over, "{names}");
        }
        for wrong in ["", "rd", "red,", "no-red", "bg-bold", "108", "-1", "no-no-bold"] {
            assert_eq!(sequence(wrong), None, "{wrong}");
        }
    }
}
