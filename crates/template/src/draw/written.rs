//! Arguments as the constraint that a column would have.

use std::ops::Range;

use super::{Refusal, function_name};
use crate::float;
use crate::function::{Takes, article};
use crate::value::{Heap, Kind, Value};
use gush_rows::generators::{GeneratorSpec, find};

/// A constraint written from arguments: its text, and where each argument ends in it.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub text: String,
    ends: Vec<usize>,
    fields: usize,
    compat: bool,
}

/// The most fields that a list as argument stands for.
const MOST_FIELDS: usize = 10_000;

impl Written {
    /// Writes the arguments as the fields of a constraint of this generator; with `compat`, commas in them separate fields.
    pub fn write(
        &mut self,
        compat: bool,
        entry: &GeneratorSpec,
        generator: &str,
        heap: &Heap,
        args: &[Value],
    ) -> Result<(), Refusal> {
        self.text.clear();
        self.ends.clear();
        self.fields = 0;
        self.compat = compat;
        if entry.verbatim {
            return self.whole(heap, args);
        }
        for (place, &arg) in args.iter().enumerate() {
            match heap.len(arg) {
                Some(len) if len <= MOST_FIELDS => {
                    for index in 0..len {
                        self.field(entry, generator, heap, heap.item(arg, index), place)?;
                    }
                }
                Some(_) => {
                    let text = format!("a list of more than {MOST_FIELDS} items is too long here");
                    return Err(Refusal { arg: Some(place), text });
                }
                None => self.field(entry, generator, heap, arg, place)?,
            }
            self.ends.push(self.text.len());
        }
        Ok(())
    }

    /// How many arguments were written.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Writes the one argument as it is.
    fn whole(&mut self, heap: &Heap, args: &[Value]) -> Result<(), Refusal> {
        let refuse = |arg: usize, text: &str| Err(Refusal { arg: Some(arg), text: text.into() });
        match *args {
            [Value::Text(text)] => match std::str::from_utf8(heap.get(text)) {
                Ok(text) => self.text.push_str(text),
                Err(_) => return refuse(0, "this text is no UTF-8, which generators need"),
            },
            [_] => return refuse(0, "one text is needed here"),
            [] => {}
            _ => return refuse(1, "one text is enough here"),
        }
        self.ends.push(self.text.len());
        Ok(())
    }

    fn field(
        &mut self,
        entry: &GeneratorSpec,
        generator: &str,
        heap: &Heap,
        value: Value,
        place: usize,
    ) -> Result<(), Refusal> {
        if self.fields > 0 {
            self.text.push(',');
        }
        let refuse = |text: String| Err(Refusal { arg: Some(place), text });
        let takes = taken(entry, self.fields);
        self.fields += 1;
        if !takes.accepts(value.kind()) {
            return refuse(unfit(entry, generator, takes, value.type_name()));
        }
        let mut bytes = Vec::new();
        match value {
            // Without an exponent, which constraints do not know.
            Value::Float(value) => float::write(&mut bytes, value, b'f', None),
            Value::Nil | Value::Null | Value::Row => {
                return refuse("a generator cannot do anything with this".into());
            }
            value => heap.plain(value, &mut bytes),
        }
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return refuse("this text is no UTF-8, which generators need".into());
        };
        for c in text.chars() {
            if matches!(c, '*' | '@' | '\\') || (c == ',' && !self.compat) {
                self.text.push('\\');
            }
            self.text.push(c);
        }
        Ok(())
    }

    /// Which argument stands at these bytes of the text, unless they are the whole of several.
    pub fn place(&self, at: &Range<usize>) -> Option<usize> {
        let whole = *at == (0..self.text.len()) && self.ends.len() != 1;
        self.ends.iter().position(|&end| at.start <= end).filter(|_| !whole)
    }
}

/// What the argument at this place must be: numbers are written as numbers here, where a constraint has texts.
fn taken(entry: &GeneratorSpec, place: usize) -> Takes {
    let whole = matches!(entry.name, "birthdate" | "int" | "password" | "person.birthdate" | "seq");
    let number = matches!(entry.name, "decimal" | "double" | "price");
    let field = entry.constraint.and_then(|help| help.form.split(',').nth(place));
    match field {
        Some("N" | "DIGITS" | "PLACES") => Takes::Int,
        Some("P") => Takes::Number,
        Some("MIN" | "MAX" | "START" | "STEP") if whole => Takes::Int,
        Some("MIN" | "MAX") if number => Takes::Number,
        _ => Takes::Any,
    }
}

/// What is wrong with arguments of these kinds, whatever they are: each at its place, and with `compat` no matter
/// how many there are. Behind what may be a list, which
/// stands for its items, nobody knows.
pub(crate) fn refused(
    compat: bool,
    entry: &GeneratorSpec,
    generator: &str,
    kinds: impl Iterator<Item = Option<Kind>>,
) -> Vec<(usize, String)> {
    let is_one = |kind: &Option<Kind>| kind.is_some_and(|kind| kind != Kind::List);
    let known: Vec<Kind> = kinds.take_while(is_one).flatten().collect();
    let of_field = |(place, &kind): (usize, &Kind)| {
        let takes = taken(entry, place);
        (!takes.accepts(kind)).then(|| (place, unfit(entry, generator, takes, kind.type_name())))
    };
    let mut refused: Vec<(usize, String)> = known.iter().enumerate().filter_map(of_field).collect();
    let fields = entry.constraint.map_or("", |help| help.form);
    let most = if fields.contains('…') || compat { usize::MAX } else { fields.split(',').count() };
    if known.len() > most {
        let text = format!("one argument too many; the form is {}", form(entry, generator));
        refused.push((most, text));
    }
    refused
}

fn unfit(entry: &GeneratorSpec, generator: &str, takes: Takes, found: &str) -> String {
    let (name, wanted, found) = (function_name(generator), takes.wanted(), article(found));
    format!("{name} wants {wanted}, not {found}; the form is {}", form(entry, generator))
}

/// How a template calls the generator: `Int MIN MAX`.
pub(crate) fn form(entry: &GeneratorSpec, generator: &str) -> String {
    let fields = entry.constraint.map_or("", |help| help.form);
    // Weights stand behind the words.
    let fields = fields.replace("*WEIGHT", "").replace(',', " ");
    format!("{} {fields}", function_name(generator)).trim_end().to_owned()
}

/// A message about a constraint or a modifier as one about arguments: `int:MIN,MAX` is `Int MIN MAX`.
pub(super) fn in_words_of_templates(text: &str, generator: &str) -> String {
    let text = text.replace("one field too many", "one argument too many");
    let text = text.replace("100, -5, 10k or 1_000_000", "100, -5 or 1_000_000");
    let text = text.replace("in the constraint already", "among the arguments already");
    let text = text.replace(r". An @ inside a value is written \@", "");
    let mut said = String::with_capacity(text.len());
    let mut rest = &text[..];
    for (sign, gap) in [(':', " "), ('@', " \"@")] {
        let column = format!("{generator}{sign}");
        let Some(at) = rest.find(&column).filter(|&at| rest[..at].ends_with(' ')) else { continue };
        let behind = &rest[at + column.len()..];
        let end = behind.find([' ', ';']).unwrap_or(behind.len());
        said += &rest[..at];
        said += &function_name(generator);
        said += gap;
        let fields = &behind[..end];
        match (sign, fields.contains("[,")) {
            (':', true) => said += &fields.replace("[,", " [").replace(',', " "),
            (':', false) if is_text(fields) => said += &format!("`{fields}`"),
            (':', false) => said += &fields.replace(',', " "),
            _ => said += &format!("{fields}\""),
        }
        rest = &behind[end..];
    }
    named(&(said + rest))
}

/// With the functions of generators in the place of their names.
fn named(text: &str) -> String {
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
    use super::{form, in_words_of_templates};
    use gush_rows::generators::find;

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
            assert_eq!(in_words_of_templates(text, generator), expected);
        }
        assert_eq!(form(find("phone.local").unwrap(), "phone.local"), "PhoneLocal DIGITS");
    }
}
