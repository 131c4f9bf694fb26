//! Templates written for the Go program `fakedata`: what its generators take and give there.

use gusher::catalogue;
use gusher::internal::fakedata_name;

/// Has a template behave as in the Go program `fakedata`.
///
/// Its generators give strings, even those of numbers. A comma separates values inside an argument too, surplus
/// fields are ignored, and no argument is a modifier.
#[derive(Debug, Clone, Copy)]
pub struct Compat {
    /// The names of the generators that the Go program has.
    pub generators: &'static [&'static str],
}

/// The generators of the Go program that ignore surplus fields, and how many fields they read.
const SURPLUS: [(&str, usize); 2] = [("date", 2), ("int", 2)];

impl Compat {
    /// Whether the Go program has this generator.
    pub(crate) fn has(self, generator: &str) -> bool {
        // The phones of one country are many.
        let is_phone = || catalogue::find(generator).is_some_and(|spec| spec.name == "phone");
        self.generators.contains(&generator) || is_phone()
    }

    /// A constraint of this generator as the Go program reads it: `None` if it is empty.
    pub(crate) fn constraint<'t>(self, generator: &str, text: &'t str) -> Option<&'t str> {
        Some(constraint(generator, text)).filter(|text| !text.is_empty())
    }

    /// The name that gives the generator with the Go program's behaviour.
    pub(crate) fn name(self, generator: &str) -> String {
        if self.has(generator) { fakedata_name(generator) } else { generator.to_owned() }
    }
}

/// The part of a constraint that the Go program reads: without the surplus fields of `int` and `date`, and without the
/// quotes around the path of `file`.
pub fn constraint<'t>(generator: &str, text: &'t str) -> &'t str {
    const QUOTES: [char; 2] = ['"', '\''];
    if generator == "file" {
        return text.trim_start_matches(QUOTES).trim_end_matches(QUOTES);
    }
    let fields = SURPLUS.iter().find(|(name, _)| *name == generator).map(|(_, fields)| *fields);
    let end = fields.and_then(|fields| text.match_indices(',').nth(fields - 1));
    end.map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::constraint;

    #[test]
    fn surplus_fields_and_quotes_are_ignored() {
        for (generator, text, read) in [
            ("int", "1,2,3,x", "1,2"),
            ("int", "1,2", "1,2"),
            ("int", "", ""),
            ("date", ",,,", ","),
            ("enum", "a,b,c", "a,b,c"),
            ("file", "'\"a,b,c'd'", "a,b,c'd"),
            ("file", "''", ""),
        ] {
            assert_eq!(constraint(generator, text), read, "{generator}:{text}");
        }
    }
}
