//! From the arguments of `fakedata` to a request of `gush rows`.

use std::ffi::OsStr;
use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message, Topic, parse_count};
use gush_generate::request::{Parsed, Program};
use gush_generate::{AnyFormat, Screen};
use gush_template::compat;
use gusher::catalogue;
use gusher::generators::Context;
use gusher::internal::{
    FAKEDATA_FORMATS, end_of_words, fakedata_constraint, fakedata_name, fakedata_takes_constraint,
};
use gusher::schema::{Column, ColumnSource, Schema};
use gusher::text::FormatSpec;

use super::args::{LIMIT, STREAM, Typed};
use super::names::NAMES;
use crate::flags::{Flag, Given};
use crate::rows::{arguments, flags};

/// `fakedata`, where it differs from `gush rows`.
pub fn program(args: &Given) -> Program<'_> {
    Program {
        option: arguments::option,
        formats: FAKEDATA_FORMATS.iter().copied().map(AnyFormat::Rows).collect(),
        default_format: Some(AnyFormat::Rows(FAKEDATA_FORMATS[0])),
        screen: Screen::FILE,
        unknown_format,
        separator: |text| Ok(text.as_encoded_bytes().to_vec()),
        table: "TABLE",
        expressions: &gush_generate::Sql,
        parse: Some(Box::new(|table, context| schema(table, args, context))),
        advise: None,
        arrange,
        templates: Some(gush_template::Compat { generators: &NAMES }),
    }
}

/// The options that `gush rows` has too.
static SHARED: [&Flag; 7] = [
    &flags::FORMAT,
    &flags::TABLE,
    &flags::SEED,
    &flags::NOW,
    &flags::THREADS,
    &flags::SEPARATOR,
    &flags::HEADER,
];

/// The options as `gush rows` has them.
pub fn args(typed: &Typed) -> Given {
    let mut args = Given::new(typed.given.operands().to_vec());
    let stream = typed.is_on(&STREAM);
    // A stream has no limit, not even one that an alias gives. One that is not a number stays, and is reported.
    let limit = typed.value(&LIMIT).filter(|limit| !stream || parse_count(limit).is_none());
    let shared = SHARED.into_iter().filter_map(|flag| Some((flag, typed.last(flag)?)));
    let given = limit.map(|limit| (&flags::LIMIT, OsStr::new(limit))).into_iter().chain(shared);
    given.for_each(|(flag, value)| args.set(flag, value));
    args.set(&flags::PROGRESS, "never");
    if stream && limit.is_none() {
        args.set(&flags::STREAM, "");
    }
    args
}

/// Settles what does not go with the format. A header is refused; a separator is left out, with a note, as an
/// alias may well give one to every call.
pub fn apply_format(args: &mut Given, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    let format = FAKEDATA_FORMATS.iter().find(|entry| Some(entry.name) == args.text(&flags::FORMAT))?;
    if !format.header && args.unset(&flags::HEADER) {
        let text = format!("{} has no header row; column has", format.name);
        diagnostics.push(flags::HEADER.refused(text));
    }
    let is_left_out = format.separator.is_none() && args.unset(&flags::SEPARATOR);
    is_left_out.then(|| format!("--separator is left out, as {} has none", format.name))
}

/// Refuses a table's name beside a template, whose rows are not of sql.
pub fn refuse_table(args: &mut Given, diagnostics: &mut Vec<Diagnostic>) {
    if args.unset(&flags::TABLE) {
        let text = format!("cannot be used with --template: {}", flags::NO_TEMPLATE);
        diagnostics.push(flags::TABLE.refused(text));
    }
}

fn unknown_format(name: &str) -> Message {
    const TEXT: &str = "there is no such format";
    match gush_generate::formats().any(|format| format.name == name) {
        true => format!("{TEXT}; there are column, ndjson and sql; `gush rows -f {name}` has it").into(),
        false => Message::unknown(TEXT, name, FAKEDATA_FORMATS.iter().map(|entry| entry.name)),
    }
}

/// The keys of JSON objects are sorted.
fn arrange(schema: &mut Schema, format: &FormatSpec) {
    if format.name == "ndjson" {
        schema.sort_columns();
    }
}

fn schema(table: &str, args: &Given, context: &Context<'_>) -> Parsed {
    let specs = args.operands();
    let (mut schema, mut diagnostics) = Schema::parse::<&str>(table, &[], context);
    for spec in specs {
        match column(table, spec, context) {
            Ok(column) => diagnostics.extend(schema.push_next(column).err()),
            Err(found) => diagnostics.extend(found),
        }
    }
    diagnostics.extend(schema.check_entities());
    if specs.is_empty() {
        let text = "a column is missing, such as `name` or `id=int`; `fakedata -G` lists the generators";
        diagnostics.push(Diagnostic::new(Code::Generator, "fakedata", 8..8, text));
    }
    (schema, diagnostics)
}

/// Where the parts of a column `[NAME=]GENERATOR[:CONSTRAINT]` are, which is split at the first `:` and the first `=`
/// before it.
struct Parts {
    equals: Option<usize>,
    generator: Range<usize>,
}

impl Parts {
    fn of(spec: &str) -> Parts {
        let colon = spec.find(':').unwrap_or(spec.len());
        let equals = spec[..colon].find('=');
        Parts { equals, generator: equals.map_or(0, |equals| equals + 1)..colon }
    }
}

/// The column of a column spec.
fn column(table: &str, spec: &str, context: &Context<'_>) -> Result<Column, Vec<Diagnostic>> {
    let Parts { equals, generator } = Parts::of(spec);
    let name = &spec[..equals.unwrap_or(generator.end)];
    let mut diagnostics = Vec::new();
    if equals == Some(0) {
        diagnostics.push(Diagnostic::new(Code::Name, spec, 0..0, "a name is missing before the `=`"));
    }
    if let Some(diagnostic) = misnamed(spec, &generator) {
        diagnostics.push(diagnostic);
        return Err(diagnostics);
    }
    let literal = match is_theirs(&spec[generator.clone()]) {
        true => Literal::new(spec, &generator),
        false => Literal::verbatim(spec, generator.start),
    };
    let (schema, found) = Schema::parse(table, &[&literal.spec], context);
    let typed = |diagnostic: Diagnostic| Diagnostic {
        text: spec.into(),
        span: literal.typed(&diagnostic.span),
        ..diagnostic
    };
    diagnostics.extend(found.into_iter().map(typed));
    match schema.into_columns().into_iter().next() {
        Some(column) if diagnostics.is_empty() => {
            let generator_at = generator.start..spec.len();
            Ok(column.written(name, ColumnSource::new(spec), generator_at))
        }
        _ => Err(diagnostics),
    }
}

/// Whether the Go program has this generator: one that it lists, or the phones of one country.
pub fn is_theirs(name: &str) -> bool {
    let is_phone = |name| catalogue::find(name).is_some_and(|entry| entry.name == "phone");
    NAMES.contains(&name) || is_phone(name)
}

/// The diagnostic for the name of a column's generator, if it is invalid.
fn misnamed(spec: &str, at: &Range<usize>) -> Option<Diagnostic> {
    let name = &spec[at.clone()];
    let is_known = |name: &str| catalogue::find(name).is_some();
    let (at, text) = match name.find('@') {
        _ if name.is_empty() => (at.clone(), Message::from("a generator is missing").see(Topic::Generators)),
        _ if is_known(name) => return None,
        Some(sign) if is_known(&name[..sign]) => {
            (at.start + sign..at.end, "fakedata has no modifiers; `gush rows` has".into())
        }
        _ => (at.clone(), unknown_generator(name)),
    };
    Some(Diagnostic::new(Code::Generator, spec, at, text))
}

/// The message for a name that no generator has.
pub fn unknown_generator(name: &str) -> Message {
    let names = NAMES.into_iter().filter(|name| catalogue::find(name).is_some());
    Message::unknown_of(Topic::Generators, "no generator has this name", name, names)
}

/// A generator with its constraint, escaped so that `gush rows` takes every character literally.
struct Literal {
    spec: String,
    /// The offset in the argument of each byte of it, and of its end.
    offsets: Vec<usize>,
}

impl Literal {
    fn new(typed: &str, generator: &Range<usize>) -> Literal {
        let name = &typed[generator.clone()];
        let own = fakedata_name(name);
        let before = std::iter::repeat_n(generator.start, own.len() - name.len());
        let mut literal = Literal { spec: own, offsets: before.chain(generator.clone()).collect() };
        let constraint = constraint_of(typed, generator);
        let fixed = fakedata_constraint(name).map(|fixed| format!(":{fixed}")).unwrap_or_default();
        fixed.chars().for_each(|c| literal.put(c, generator.start));
        // An empty constraint counts as a missing one.
        if !constraint.is_empty() {
            literal.put(':', generator.end);
        }
        for (at, c) in typed[constraint.clone()].char_indices() {
            if ['\\', '*', '@'].contains(&c) {
                literal.put('\\', constraint.start + at);
            }
            literal.put(c, constraint.start + at);
        }
        if name == "enum" && !constraint.is_empty() {
            let entries = literal.spec.split_once(':').map_or("", |(_, entries)| entries);
            end_of_words(entries).chars().for_each(|c| literal.put_at(c, constraint.end));
        }
        literal.offsets.push(constraint.end);
        literal
    }

    /// What only `gush rows` has, with the escapes that it has.
    fn verbatim(typed: &str, start: usize) -> Literal {
        Literal { spec: typed[start..].into(), offsets: (start..=typed.len()).collect() }
    }

    fn put(&mut self, c: char, at: usize) {
        self.spec.push(c);
        self.offsets.extend(at..at + c.len_utf8());
    }

    /// Adds a sign of one byte that was not typed.
    fn put_at(&mut self, sign: char, at: usize) {
        self.spec.push(sign);
        self.offsets.push(at);
    }

    /// The span in the argument of bytes of it.
    fn typed(&self, at: &Range<usize>) -> Range<usize> {
        self.offsets[at.start]..self.offsets[at.end]
    }
}

/// Where the part of the constraint is that the Go program reads.
fn constraint_of(typed: &str, generator: &Range<usize>) -> Range<usize> {
    let start = typed.len().min(generator.end + 1);
    let name = &typed[generator.clone()];
    if is_theirs(name) && !fakedata_takes_constraint(name) {
        return start..start;
    }
    let (all, read) = (&typed[start..], compat::constraint(name, &typed[start..]));
    // Only a path in quotes begins later.
    let before = if name == "file" { all.len() - all.trim_start_matches(['"', '\'']).len() } else { 0 };
    start + before..start + before + read.len()
}

/// A note for each column whose constraint the Go program ignores, or ignores in part.
pub fn notes(specs: &[String]) -> Vec<String> {
    specs.iter().filter_map(|spec| note(spec)).collect()
}

fn note(spec: &str) -> Option<String> {
    let Parts { generator, .. } = Parts::of(spec);
    let name = spec.get(generator.clone()).filter(|name| is_theirs(name) && *name != "file")?;
    let read = constraint_of(spec, &generator);
    let ignored = spec.get(read.end..).filter(|ignored| !ignored.is_empty())?;
    Some(match fakedata_takes_constraint(name) {
        false => format!("{spec}: `{ignored}` is ignored, as {name} takes no constraint"),
        true => format!("{spec}: `{ignored}` is ignored, as {name} takes two fields"),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gusher::generators::Context;
    use gusher::types::{DataType, Utf8};

    use super::{Literal, column};

    const SIGNS: [char; 8] = ['\\', '@', '*', ',', ':', '=', 'a', 'é'];

    /// All texts of up to four signs.
    fn texts() -> impl Iterator<Item = String> {
        let text = |number: usize| (0..4).map_while(move |i| SIGNS.get((number >> (4 * i)) % 16)).collect();
        (0..1 << 16).map(text).filter(|text: &String| !text.is_empty()).collect::<BTreeSet<_>>().into_iter()
    }

    #[test]
    fn entries_are_separated_by_commas() {
        let context = Context::default().now(0);
        for text in texts() {
            let spec = format!("n@\\=enum:{text}");
            let column = column("t", &spec, &context).expect("any text is a constraint");
            let DataType::Utf8(Utf8::Composed(parts)) = column.field().data_type else {
                panic!("an enum has entries")
            };
            let entries: BTreeSet<&str> = parts[0].dictionary.iter().collect();
            assert_eq!(entries, text.split(',').collect(), "{spec}");
            assert_eq!((column.name(), column.is_unique(), column.field().nullable), ("n@\\", false, false));
        }
    }

    #[test]
    fn every_byte_has_its_offset_in_the_argument() {
        for text in texts() {
            let spec = format!("v=enum:{text}");
            let literal = Literal::new(&spec, &(2..6));
            assert_eq!(literal.offsets.len(), literal.spec.len() + 1);
            assert_eq!(literal.offsets.last(), Some(&spec.len()));
            let mut typed = String::new();
            for (at, c) in literal.spec.char_indices() {
                let offset = literal.offsets[at];
                // An escape has the offset of what it escapes.
                if literal.offsets.get(at + 1) != Some(&offset) {
                    assert_eq!(&spec[offset..offset + c.len_utf8()], c.to_string());
                    typed.push(c);
                }
            }
            assert_eq!(typed, spec[2..]);
        }
    }
}
