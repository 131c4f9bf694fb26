//! Translates messages about constraints and modifiers into the terms of templates.

use super::lookup::function_name;
use gusher::catalogue::find;

/// A message about a constraint or a modifier as one about arguments: `int:MIN,MAX` is `Int MIN MAX`.
pub(crate) fn in_template_terms(text: &str, generator: &str) -> String {
    let text = text.replace("one field too many", "one argument too many");
    let text = text.replace("100, -5, 10k or 1_000_000", "100, -5 or 1_000_000");
    let text = text.replace("in the constraint already", "among the arguments already");
    let text = text.replace(r"; an @ inside a value is written \@", "");
    let mut out = String::with_capacity(text.len());
    let mut rest = &text[..];
    for (sign, gap) in [(':', " "), ('@', " \"@")] {
        let column = format!("{generator}{sign}");
        let Some(at) = rest.find(&column).filter(|&at| rest[..at].ends_with(' ')) else { continue };
        let after = &rest[at + column.len()..];
        let end = after.find([' ', ';']).unwrap_or(after.len());
        out += &rest[..at];
        out += &function_name(generator);
        out += gap;
        let fields = &after[..end];
        match (sign, fields.contains("[,")) {
            (':', true) => out += &fields.replace("[,", " [").replace(',', " "),
            (':', false) if is_text(fields) => out += &format!("`{fields}`"),
            (':', false) => out += &fields.replace(',', " "),
            _ => out += &format!("{fields}\""),
        }
        rest = &after[end..];
    }
    with_function_names(&(out + rest))
}

/// Replaces the names of generators by those of their functions.
fn with_function_names(text: &str) -> String {
    let mut parts: Vec<String> = text.split('`').map(str::to_owned).collect();
    let last = parts.len() - 1;
    for name in parts[..last].iter_mut().skip(1).step_by(2) {
        if find(name).is_some() {
            *name = function_name(name);
        }
    }
    parts.join("`")
}

/// Whether an example is of one text, as that of a pattern.
fn is_text(example: &str) -> bool {
    example.contains(['#', '[', '?'])
}

#[cfg(test)]
mod tests {
    use super::in_template_terms;

    #[test]
    fn messages_speak_of_arguments() {
        for (generator, text, expected) in [
            (
                "int",
                "one field too many; the form is int:MIN,MAX",
                "one argument too many; the form is Int MIN MAX",
            ),
            ("int", "it is below; write int:MIN,-5", "it is below; write Int MIN -5"),
            ("bytes", "the form is bytes:N[,hex|base64]", "the form is Bytes N [hex|base64]"),
            (
                "pattern",
                "a picture is needed, such as pattern:###-???",
                "a picture is needed, such as Pattern `###-???`",
            ),
            (
                "state",
                "there are none; write state@locale=en for English",
                "there are none; write State \"@locale=en\" for English",
            ),
            ("name.first", "nothing of it", "nothing of it"),
            ("decimal", "zipf gives ranks; `int` takes it", "zipf gives ranks; `Int` takes it"),
            (
                "phone.de",
                "`phone.de` is of DE already, not `of` it",
                "`PhoneDe` is of DE already, not `of` it",
            ),
        ] {
            assert_eq!(in_template_terms(text, generator), expected);
        }
    }
}
