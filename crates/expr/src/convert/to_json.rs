//! Casts to JSON.

use gusher::types::{Strings, Syntax};

use super::literal::{as_literal, known, no_such, null};
use crate::json::{GROWTH, write_binary};
use crate::run::{Checked, Scalar, Typed, kernel};
use crate::types::{Json, TextBounds, Type};
use crate::value::Value;

/// The same JSON as a `jsonb` or as a `json`; a text in quotes is read as one.
pub(crate) fn to_json(typed: Typed, is_binary: bool) -> Checked {
    let typed = as_literal(typed);
    let name = if is_binary { "jsonb" } else { "json" };
    match typed.ty {
        Type::Null => Ok(null(&typed, Type::Json(Json { is_binary, text: TextBounds::up_to(0, true) }))),
        Type::Literal => {
            let Some(text) = typed.known_text() else {
                return to_json(Typed { ty: Type::Null, ..typed }, is_binary);
            };
            if !Syntax::Json.has(&text) {
                return Err(no_such(&typed, &text, name, "'{\"a\": 1}'"));
            }
            let json = Json::of(TextBounds::of(&text), is_binary, true);
            Ok(known(&typed, Type::Json(json), Scalar::Text(text)))
        }
        Type::Json(json) if json.is_binary == is_binary => Ok(typed),
        Type::Json(json) if is_binary => Ok(Typed { ty: Type::Json(Json::of(json.text, true, true)), ..typed }),
        Type::Json(_) => binary_text(typed).map(|typed| match typed.ty {
            Type::Text(text) => Typed { ty: Type::Json(Json { is_binary: false, text }), ..typed },
            _ => typed,
        }),
        Type::Text(_) => Err(typed.error(format!(
            "the texts of a column are not cast to {name}, as one of them may be none; give the column @type={name}"
        ))),
        _ => Err(typed.error(format!("{} cannot be cast to {name}", typed.ty))),
    }
}

/// The text of a `jsonb`.
pub(crate) fn binary_text(typed: Typed) -> Checked {
    let Type::Json(json) = typed.ty else { return Ok(typed) };
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        let (mut texts, mut out) = (Strings::default(), String::new());
        for row in 0..run.rows {
            out.clear();
            if value.is_valid(row) {
                write_binary(value.text().get(row), &mut out);
            }
            texts.push(out.as_bytes());
        }
        Value::texts(texts, value.valid)
    });
    Ok(Typed { ty: Type::Text(json.text), nullable, kernel: run, constant, at })
}

impl Json {
    /// The JSON of these texts. A `jsonb` has blanks that they may lack, and no exponents, which they may have.
    pub fn of(text: TextBounds, is_binary: bool, may_have_exponents: bool) -> Json {
        if !is_binary {
            return Json { is_binary, text: TextBounds { plain: false, ..text } };
        }
        let growth = if may_have_exponents { GROWTH } else { 2 };
        let longest = text.longest.saturating_mul(growth);
        let mean = (text.mean + text.mean / 4 + 1).min(longest);
        // Escapes become letters.
        Json { is_binary, text: TextBounds { longest, mean, ascii: false, plain: false } }
    }
}
