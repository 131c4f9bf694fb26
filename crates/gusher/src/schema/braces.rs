//! Structs and maps in one spec: `{sku=ean amount=int:1,9}@list=1,5` is what `{ struct = { … }, list = [1, 5] }` is in a schema file, and
//! `map{key=noun value=int:1,9}@list=1,5` what `{ map = { … }, list = [1, 5] }` is.
//!
//! Fields are columns with blanks between them, as on a command line. A field that has blanks of its own is in double quotes; braces
//! within a field are its own as long as they are balanced, so that a field can be a struct and `regex:[A-Z]{2}` needs no quotes.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message};

use super::ColumnSource;
use super::grammar::split;
use super::list_levels::{ITEM, is_list};
use super::source::Nested;

const STRUCT: &str = "struct";
/// What is before the braces of a map.
const MAP: &str = "map";

/// What braces have in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Map,
}

impl Kind {
    /// What stands for the fields in the spec of their column.
    fn name(self) -> &'static str {
        if self == Kind::Map { MAP } else { STRUCT }
    }

    fn example(self) -> &'static str {
        match self {
            Kind::Struct => "`address={street city}`",
            Kind::Map => "`counts=map{key=noun value=int:1,9}@list=0,5`",
        }
    }

    /// The columns inside, of which there are some. The error is what is wrong with all of them.
    fn nested(self, fields: Vec<ColumnSource>) -> Result<Nested, String> {
        if self == Kind::Struct {
            return Ok(Nested::Struct(fields));
        }
        let named = |name: &str| fields.iter().find(|field| field.name.as_deref() == Some(name));
        match (named("key"), named("value")) {
            (Some(key), Some(value)) if fields.len() == 2 => {
                Ok(Nested::Map { key: Box::new(key.clone()), value: Box::new(value.clone()) })
            }
            _ => Err(format!("a map has a key and a value, as in {}", self.example())),
        }
    }
}

/// A struct or a map in braces, and others as they are. The fields have sources of their own.
pub(super) fn unfolded(source: ColumnSource) -> Result<ColumnSource, Vec<Diagnostic>> {
    let Some(open) = open(&source).filter(|_| source.nested.is_none()) else { return Ok(source) };
    let wrong = |at: Range<usize>, text: &str| vec![source.diagnostic(Code::Generator, at, text)];
    let spec = &source.spec;
    let kind = if spec[..open].ends_with(MAP) { Kind::Map } else { Kind::Struct };
    let (noun, example) = (kind.name(), kind.example());
    let begin = if kind == Kind::Map { open - MAP.len() } else { open };
    let name = match (&source.name, begin) {
        (Some(name), _) => name.clone(),
        (None, 0) => return Err(wrong(0..open + 1, &format!("a {noun} needs a name, as in {example}"))),
        (None, 1) => {
            let text = "a name is missing before the `=`";
            return Err(vec![source.diagnostic(Code::Name, 0..0, text)]);
        }
        (None, begin) => spec[..begin - 1].to_owned(),
    };
    let (fields, end) = match fields(spec, open) {
        Ok(found) => found,
        Err(Unbalanced::Brace) => {
            return Err(wrong(open..open + 1, "this brace is not closed; a `}` is missing"));
        }
        Err(Unbalanced::Quote(at)) => return Err(wrong(at..at + 1, "this quote is not closed")),
    };
    if end < spec.len() && !spec[end..].starts_with('@') {
        let text = format!("only modifiers follow a {noun}, as in `x={}…}}@list=1,3`", &spec[begin..=open]);
        return Err(wrong(end..spec.len(), &text));
    }
    if fields.is_empty() && kind == Kind::Struct {
        return Err(wrong(open..end, &format!("a struct needs a field, as in {example}")));
    }
    let mut diagnostics = Vec::new();
    let fields =
        fields.iter().filter_map(|at| field(&source, at).map_err(|found| diagnostics.push(found)).ok());
    let fields: Vec<ColumnSource> = fields.collect();
    let (inner, own) = modifiers(&source, end, kind, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let nested = kind.nested(fields).map_err(|text| wrong(open..end, &text))?;
    let mut levels = levels(&source.spec, own);
    if !inner.is_empty() {
        levels.insert(0, inner);
    }
    Ok(of_levels(&source, &name, (begin..end, kind), nested, &levels))
}

/// The column of a struct or a map at a span of a spec, whose levels of lists have these modifiers: each level but the first has lists of
/// the ones before it.
fn of_levels(
    source: &ColumnSource,
    name: &str,
    (at, kind): (Range<usize>, Kind),
    nested: Nested,
    levels: &[Vec<Range<usize>>],
) -> ColumnSource {
    let last = levels.len().saturating_sub(1);
    let level = |level: usize, nested: Nested| {
        let modifiers = levels[level].iter().map(|at| (at.start - 1..at.end, None));
        let what = if level == 0 { kind.name() } else { ITEM };
        let parts: Vec<_> = [(at.clone(), Some(what))].into_iter().chain(modifiers).collect();
        let name = if level == last { name } else { ITEM };
        source.part(Some(name.to_owned()), &parts).of(nested)
    };
    (1..levels.len()).fold(level(0, nested), |inner, number| level(number, Nested::List(Box::new(inner))))
}

/// The modifiers of each level of lists: each `@list` after the first begins one.
fn levels(spec: &str, modifiers: Vec<Range<usize>>) -> Vec<Vec<Range<usize>>> {
    let mut levels = vec![Vec::new()];
    let mut has_list = false;
    for at in modifiers {
        if is_list(spec, &at) && std::mem::replace(&mut has_list, true) {
            levels.push(Vec::new());
        }
        levels.last_mut().expect("there is a level").push(at);
    }
    levels
}

/// Where the brace of a struct or a map is, if the spec has one where its generator would be.
fn open(source: &ColumnSource) -> Option<usize> {
    let at = source.spec.find('{')?;
    let before = &source.spec[..at];
    let before = before.strip_suffix(MAP).unwrap_or(before);
    let is_named = source.name.is_none()
        && before.ends_with('=')
        && !before[..before.len() - 1].contains(['=', ':', '@']);
    (before.is_empty() || is_named).then_some(at)
}

/// What is not closed, and where it begins.
enum Unbalanced {
    Brace,
    Quote(usize),
}

/// The spans of the fields of a struct that begins at `open`, and where it ends. A field in quotes has them.
fn fields(spec: &str, open: usize) -> Result<(Vec<Range<usize>>, usize), Unbalanced> {
    let (mut fields, mut depth, mut start, mut before) = (Vec::new(), 0_u32, None, '{');
    let mut at = open + 1;
    while let Some(char) = spec[at..].chars().next() {
        let next = at + char.len_utf8();
        let begins_field = before == '{' || before.is_whitespace();
        before = char;
        match char {
            '"' if begins_field => {
                let end = quoted_end(&spec[next..]).ok_or(Unbalanced::Quote(at))?;
                if depth == 0 {
                    fields.push(at..next + end);
                }
                at = next + end;
                continue;
            }
            '}' if depth == 0 => {
                fields.extend(start.map(|start| start..at));
                return Ok((fields, next));
            }
            char if char.is_whitespace() && depth == 0 => fields.extend(start.take().map(|start| start..at)),
            _ => {
                start = start.or(Some(at));
                match char {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
            }
        }
        at = next;
    }
    Err(Unbalanced::Brace)
}

/// Where a text ends that a quote begins, behind the quote that ends it.
fn quoted_end(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Some(at + 1),
            '\\' if text[at + 1..].starts_with('"') => {
                chars.next();
            }
            _ => {}
        }
    }
    None
}

/// The source of a field.
fn field(source: &ColumnSource, at: &Range<usize>) -> Result<ColumnSource, Diagnostic> {
    let typed = &source.spec[at.clone()];
    let (at, text) = match typed.strip_prefix('"') {
        Some(inside) => (at.start + 1..at.end - 1, inside[..inside.len() - 1].replace("\\\"", "\"")),
        None => (at.clone(), typed.to_owned()),
    };
    let is_literal = source.spec[at.clone()] == text;
    let bare = text.trim_end_matches([',', ';']);
    if bare.len() < text.len() {
        let message = Message::from("fields are separated by blanks alone").suggest(Some(bare));
        return Err(source.diagnostic(Code::Generator, at.end - (text.len() - bare.len())..at.end, message));
    }
    let brace = open(&ColumnSource::new(&text));
    let parts = split(&text[..brace.unwrap_or(text.len())], false);
    let name = match (&parts.name, brace) {
        (Some(name), _) => &text[name.clone()],
        (None, Some(_)) => "",
        (None, None) => &text[parts.generator],
    };
    if name.is_empty() {
        return Err(source.diagnostic(Code::Name, at, "a field needs a name"));
    }
    let start = parts.name.as_ref().map_or(0, |name| name.end + 1);
    Ok(match is_literal {
        true => source.part(Some(name.to_owned()), &[(at.start + start..at.end, None)]),
        false => source.part(Some(name.to_owned()), &[(at, Some(&text[start..]))]),
    })
}

/// The modifiers of a struct or a map: those of a list's items, and its own.
fn modifiers(
    source: &ColumnSource,
    end: usize,
    kind: Kind,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let spans = split(&source.spec[end..], true).modifiers;
    let mut own: Vec<Range<usize>> = spans.iter().map(|at| end + at.start..end + at.end).collect();
    let name = |at: &Range<usize>| source.spec[at.clone()].split('=').next().unwrap_or_default().to_owned();
    for at in own.iter().filter(|at| !["list", "null", "type", "hidden"].contains(&name(at).as_str())) {
        let text = format!(
            "a {} takes @list, @null, @type and @hidden; write the others at its fields",
            kind.name()
        );
        diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
    }
    let list = own.iter().position(|at| name(at) == "list").unwrap_or(0);
    if kind == Kind::Map {
        for at in own[..list].iter().filter(|at| name(at) == "null") {
            let text = "entries are never null; write @null after @list, or at the value";
            diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
        }
        return (Vec::new(), own);
    }
    // A null before the list is that of the items.
    let inner = own.drain(..list).collect();
    (inner, own)
}

#[cfg(test)]
mod tests {
    use gush_diagnostics::Diagnostic;

    use crate::generators::Context;
    use crate::schema::Schema;

    /// What is wrong with a column: the text at fault, and the message.
    fn wrong(spec: &str) -> Vec<String> {
        let (_, diagnostics) = Schema::parse("t", &[spec], &Context::default().now(0));
        assert!(diagnostics.iter().all(|found| found.text == spec), "{diagnostics:?}");
        let shown = |found: &Diagnostic| format!("{}: {}", &found.text[found.span.clone()], found.message);
        diagnostics.iter().map(shown).collect()
    }

    #[test]
    fn what_is_wrong_is_shown_in_the_complete_argument() {
        for (spec, start) in [
            ("{a=int}", "{: a struct needs a name"),
            ("={a=int}", ": a name is missing"),
            ("x={a=int", "{: this brace is not closed"),
            ("x={a={b=int}", "{: this brace is not closed"),
            ("x={\"a=int}", "\": this quote is not closed"),
            ("x={}", "{}: a struct needs a field"),
            ("x={a=int}b", "b: only modifiers"),
            ("x={a=int, b=int}", ",: fields are separated"),
            ("x={=int}", "=int: a field needs a name"),
            ("x={{a=int}}", "{a=int}: a field needs a name"),
            ("x={a=emial}", "emial: no generator"),
            ("x={a=pyint:9,2}", "9,2: the smallest value"),
            ("x={a={b=int:9,2}}", "9,2: the smallest value"),
            ("x={\"a=int:9,2\"}", "9,2: the smallest value"),
            ("x={\"a=enum:\\\"\" b=int:9,2}", "9,2: the smallest value"),
            ("x={a=int@upper}", "upper: "),
            ("x={a=int}@upper", "upper: a struct takes"),
            ("map{key=noun value=int}@list=2", "map{: a map needs a name"),
            ("=map{key=noun value=int}@list=2", ": a name is missing"),
            ("x=map{key=noun}@list=2", "{key=noun}: a map has a key and a value"),
            ("x=map{}@list=2", "{}: a map has a key and a value"),
            ("x=map{key=noun value=int a=int}@list=2", "{key=noun value=int a=int}: a map has a key"),
            ("x=map{noun int}@list=2", "{noun int}: a map has a key and a value"),
            ("x=map{key=noun value=int", "{: this brace is not closed"),
            ("x=map{key=noun value=int}b", "b: only modifiers follow a map, as in `x=map{…}@list=1,3`"),
            ("x=map{key=noun value=int}", "map{key=noun value=int}: a map needs the number of its entries"),
            ("x=map{key=noun value=int}@null=0.1@list=2", "null=0.1: entries are never null"),
            ("x=map{key=noun value=int}@upper@list=2", "upper: a map takes"),
            ("x=map{key=noun@null=0.1 value=int}@list=2", "noun: a key is never null"),
            ("x=map{key=noun@list=2 value=int}@list=2", "noun: a key is a single value"),
            ("x=map{key={a=int} value=int}@list=2", "{a=int}: a key is a single value"),
            ("x=map{key=float value=int}@list=2", "float: a key is no floating-point number"),
            ("x=map{key=int:1,9@type=float4 value=int}@list=2", "int:1,9: a key is no floating"),
            ("x=map{key=person.first value=int}@list=2", "person.first: the keys of a map differ"),
            ("x=map{key=seq value=int}@list=2", "seq: the keys of a map differ"),
            (
                "x=map{key=bool value=int}@list=1,3",
                "bool: a map of 3 entries needs as many different keys, and there are 2",
            ),
            (
                "x=map{key=bool value=seq}@list=1,2",
                "map{key=bool value=seq}@list=1,2: the entries of a map would all be the same",
            ),
            ("x=map{key=noun value=int}@list=1,1001", ""),
            ("x=map{key=emial value=int:9,2}@list=1,2", "emial: no generator"),
            ("x={a=int}@list=9,2", ""),
            ("x={a=int a=int}", ""),
            ("x={a=int@unique}", ""),
        ] {
            let found = wrong(spec);
            assert!(found.first().is_some_and(|found| found.starts_with(start)), "{spec} {found:?}");
        }
        assert_eq!(wrong("x={a=emial b=int:9,2}").len(), 2);
        assert_eq!(
            wrong("x={a=regex:[A-Z]{2} \"b=enum:a b,c\" d={e=city}}@null=0.1@list=2@null=0.1"),
            [""; 0]
        );
        assert_eq!(wrong("x=map{value=int:9,2 key=emial}").len(), 3);
        assert_eq!(
            wrong(
                "x={m=map{key=regex:[A-Z]{2} value={a=int}@null=0.1}@list=2@null=0.1@list=3}@type=jsonb@list=2"
            ),
            [""; 0]
        );
    }
}
