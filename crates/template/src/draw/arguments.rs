//! Writes arguments as the constraint that a column would have.

use std::ops::Range;

use super::lookup::{form, function_name};
use crate::function::Takes;
use crate::values::article;
use crate::values::float;
use crate::values::{Heap, Kind, Refusal, Value};
use gusher::generators::GeneratorSpec;

/// A constraint written from arguments: its text, and where each argument ends in it.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub text: String,
    ends: Vec<usize>,
    fields: usize,
    compat: bool,
}

/// The maximum number of fields that a list argument expands to.
const MAX_FIELDS: usize = 10_000;

impl Written {
    /// Writes the arguments as the fields of a constraint of this generator; with `compat`, commas in them separate
    /// fields.
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
            return self.verbatim(heap, args);
        }
        for (index, &arg) in args.iter().enumerate() {
            match heap.len(arg) {
                Some(len) if len <= MAX_FIELDS => {
                    for item in 0..len {
                        self.field(entry, generator, heap, heap.item(arg, item), index)?;
                    }
                }
                Some(_) => {
                    let text = format!("a list of more than {MAX_FIELDS} items is too long here");
                    return Err(Refusal::at(index, text));
                }
                None => self.field(entry, generator, heap, arg, index)?,
            }
            self.ends.push(self.text.len());
        }
        Ok(())
    }

    /// How many arguments were written.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Writes the single argument unchanged.
    fn verbatim(&mut self, heap: &Heap, args: &[Value]) -> Result<(), Refusal> {
        let refuse = |arg: usize, text: &str| Err(Refusal::at(arg, text));
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
        arg: usize,
    ) -> Result<(), Refusal> {
        if self.fields > 0 {
            self.text.push(',');
        }
        let refuse = |text: String| Err(Refusal::at(arg, text));
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

    /// The argument at these bytes of the text, unless they are all of several arguments.
    pub fn arg_at(&self, at: &Range<usize>) -> Option<usize> {
        let is_all = *at == (0..self.text.len()) && self.ends.len() != 1;
        self.ends.iter().position(|&end| at.start <= end).filter(|_| !is_all)
    }
}

/// What the argument at this index must be: numbers are written as numbers here, where a constraint has texts.
fn taken(entry: &GeneratorSpec, index: usize) -> Takes {
    let takes_ints = matches!(entry.name, "birthdate" | "int" | "password" | "person.birthdate" | "seq");
    let takes_numbers = matches!(entry.name, "decimal" | "double" | "price");
    let field = entry.constraint.and_then(|help| help.form.split(',').nth(index));
    match field {
        Some("N" | "DIGITS" | "PLACES") => Takes::Int,
        Some("P") => Takes::Number,
        Some("MIN" | "MAX" | "START" | "STEP") if takes_ints => Takes::Int,
        Some("MIN" | "MAX") if takes_numbers => Takes::Number,
        _ => Takes::Any,
    }
}

/// What is wrong with arguments of these kinds, each with its index. With `compat` any number of them is allowed. After what
/// may be a list, which expands to its items, the number is unknown.
pub(crate) fn refused(
    compat: bool,
    entry: &GeneratorSpec,
    generator: &str,
    kinds: impl Iterator<Item = Option<Kind>>,
) -> Vec<(usize, String)> {
    let is_one = |kind: &Option<Kind>| kind.is_some_and(|kind| kind != Kind::List);
    let known: Vec<Kind> = kinds.take_while(is_one).flatten().collect();
    let of_field = |(index, &kind): (usize, &Kind)| {
        let takes = taken(entry, index);
        (!takes.accepts(kind)).then(|| (index, unfit(entry, generator, takes, kind.type_name())))
    };
    let mut refused: Vec<(usize, String)> = known.iter().enumerate().filter_map(of_field).collect();
    let fields = entry.constraint.map_or("", |help| help.form);
    let max = if fields.contains('…') || compat { usize::MAX } else { fields.split(',').count() };
    if known.len() > max {
        let text = format!("one argument too many; the form is {}", form(entry, generator));
        refused.push((max, text));
    }
    refused
}

fn unfit(entry: &GeneratorSpec, generator: &str, takes: Takes, found: &str) -> String {
    let (name, wanted, found) = (function_name(generator), takes.wanted(), article(found));
    format!("{name} wants {wanted}, not {found}; the form is {}", form(entry, generator))
}
