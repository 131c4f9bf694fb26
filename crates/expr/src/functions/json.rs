//! Parts of JSON: `->`, `->>`, `#>` and `#>>`.

use gusher::internal::computed::ExpressionError;

use super::rows::{Row, to_optional_texts};
use super::text::int;
use super::{Args, Function};
use crate::json;
use crate::run::{Checked, Typed};
use crate::types::{Json, Type};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("->", (2, 2), "JSON -> 'NAME'", |args| member(args, false)),
    Function::new("->>", (2, 2), "JSON ->> 'NAME'", |args| member(args, true)),
    Function::new("#>", (2, 2), "JSON #> '{NAME,INDEX}'", |args| part(args, false)),
    Function::new("#>>", (2, 2), "JSON #>> '{NAME,INDEX}'", |args| part(args, true)),
];

/// The JSON that a part is taken from.
fn of_json(typed: &Typed) -> Result<Json, ExpressionError> {
    match typed.ty {
        Type::Json(json) => Ok(json),
        Type::Literal => Err(typed.error("cast it, as in '{\"a\": 1}'::jsonb")),
        Type::Text(_) => Err(typed.error("expected JSON, and this is a text; give its column @type=jsonb")),
        _ => Err(typed.error(format!("expected JSON, and this is a {}", typed.ty))),
    }
}

/// The parts that `find` finds, as JSON or as texts.
fn found(
    args: Vec<Typed>,
    json: Json,
    as_text: bool,
    find: impl for<'r> Fn(Row<'r, '_>) -> Option<&'r str> + Send + Sync + 'static,
) -> Typed {
    let typed = to_optional_texts(args, json.text, move |row, out| match find(row) {
        None => false,
        Some(value) if as_text => json::write_text(value, json.is_binary, out),
        Some(value) => {
            out.push_str(value);
            true
        }
    });
    if as_text { typed } else { Typed { ty: Type::Json(json), ..typed } }
}

/// A member by its name, or an item by its index.
fn member(args: Args<'_>, as_text: bool) -> Checked {
    let at = args.at.clone();
    let (value, key) = args.two();
    let json = of_json(&value)?;
    let mut typed = if matches!(key.ty, Type::Literal | Type::Text(_) | Type::Null) {
        let key = crate::convert::literal_text(key)?;
        found(vec![value, key], json, as_text, |row| json::member(row.text(0), row.text(1)))
    } else {
        found(vec![value, int(key)?], json, as_text, move |row| {
            json::item(row.text(0), row.int(1), json.is_binary)
        })
    };
    typed.at = at;
    Ok(typed)
}

/// What is at a path of names and indices, which is written in the expression.
fn part(args: Args<'_>, as_text: bool) -> Checked {
    let at = args.at.clone();
    let (value, path) = args.two();
    let json = of_json(&value)?;
    let steps = path.known_text().and_then(|text| steps(&text));
    let Some(steps) = steps else {
        return Err(
            path.error("expected names and indices in braces, written in quotes, such as '{items,0,name}'")
        );
    };
    let mut typed = found(vec![value], json, as_text, move |row| json::part(row.text(0), &steps));
    typed.at = at;
    Ok(typed)
}

/// The texts of an array as PostgreSQL writes it, `{a,0,"b c"}`, none of which is null.
fn steps(text: &str) -> Option<Vec<String>> {
    let inside = text.trim_ascii().strip_prefix('{')?.strip_suffix('}')?;
    let mut steps = Vec::new();
    let mut rest = inside.trim_ascii_start();
    if rest.is_empty() {
        return Some(steps);
    }
    loop {
        let mut step = String::new();
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut letters = quoted.chars();
            loop {
                match letters.next()? {
                    '"' => break,
                    '\\' => step.push(letters.next()?),
                    c => step.push(c),
                }
            }
            rest = letters.as_str().trim_ascii_start();
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            step.push_str(rest[..end].trim_ascii_end());
            rest = &rest[end..];
            let is_plain = !step.is_empty() && !step.contains(['"', '\\', '{', '}']);
            if !is_plain || step.eq_ignore_ascii_case("null") {
                return None;
            }
        }
        steps.push(step);
        if rest.is_empty() {
            return Some(steps);
        }
        rest = rest.strip_prefix(',')?.trim_ascii_start();
    }
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn paths_are_arrays_of_texts() {
        let of = |text: &str| steps(text);
        let expected = |steps: &[&str]| Some(steps.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>());
        assert_eq!(of("{a,0, b c ,-1}"), expected(&["a", "0", "b c", "-1"]));
        assert_eq!(of(r#" {"a,b" , "x\"y\\", ""} "#), expected(&["a,b", "x\"y\\", ""]));
        assert_eq!(of("{}"), expected(&[]));
        for wrong in ["", "a", "{a", "{a,}", "{,a}", "{null}", "{\"a}", "{\"a\"b}", "{a{b}"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
