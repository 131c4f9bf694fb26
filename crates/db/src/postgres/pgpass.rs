//! Password files (the manual of PostgreSQL, section "The Password File").

/// The password for this host, port, database and user, which is that of the first line that fits.
pub(super) fn password(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut rest = line;
        for wanted in wanted {
            let (field, after) = field(rest)?;
            if field != "*" && unescaped(field) != wanted {
                return None;
            }
            rest = after;
        }
        let password = field(rest).map_or(rest, |(password, _)| password);
        Some(unescaped(password)).filter(|password| !password.is_empty())
    })
}

/// What is before the next colon that has no backslash before it, and what is after.
fn field(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b':' => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => out.extend(letters.next()),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::password;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let file = "# a comment\nh:5432:d:u:one\nh:*:*:u:t\\:wo\\\\\n*:*:*:u:three:rest\nh:5432:a\\:b:v:four\nbad\n*:*:*:w:\n";
        let of = |host, port, database, user| password(file, [host, port, database, user]);
        assert_eq!(of("h", "5432", "d", "u").as_deref(), Some("one"));
        assert_eq!(of("h", "5433", "d", "u").as_deref(), Some("t:wo\\"));
        assert_eq!(of("i", "5433", "d", "u").as_deref(), Some("three"));
        assert_eq!(of("h", "5432", "a:b", "v").as_deref(), Some("four"));
        assert_eq!(of("h", "5432", "d", "x"), None);
        assert_eq!(of("h", "5432", "d", "w"), None);
    }
}
