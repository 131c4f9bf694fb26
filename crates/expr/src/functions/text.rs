//! Texts: their letters are Unicode's, counted as PostgreSQL counts them in UTF-8.

use gusher::internal::computed::ExpressionError;

use super::rows::{to_ints, to_texts, to_texts_of_any};
use super::{ANY, Args, Function};
use crate::convert;
use crate::run::{Checked, Typed, wrong};
use crate::types::{TextBounds, Type};
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("||", (2, 2), "A || B", concatenate),
    Function::new("concat", (1, ANY), "concat(A, B)", concat),
    Function::new("concat_ws", (2, ANY), "concat_ws(BETWEEN, A, B)", concat_ws),
    Function::new("lower", (1, 1), "lower(TEXT)", |args| changed(args, lower)),
    Function::new("upper", (1, 1), "upper(TEXT)", |args| changed(args, upper)),
    Function::new("initcap", (1, 1), "initcap(TEXT)", |args| changed(args, initcap)),
    Function::new("length", (1, 1), "length(TEXT)", |args| length(args, |text| text.chars().count())),
    Function::new("char_length", (1, 1), "char_length(TEXT)", |args| {
        length(args, |text| text.chars().count())
    }),
    Function::new("character_length", (1, 1), "character_length(TEXT)", |args| {
        length(args, |text| text.chars().count())
    }),
    Function::new("octet_length", (1, 1), "octet_length(TEXT)", |args| length(args, str::len)),
    Function::new("reverse", (1, 1), "reverse(TEXT)", |args| {
        let a = text(args.one())?;
        let ty = text_of(&a.ty);
        Ok(to_texts(vec![a], ty, |row, out| out.extend(row.text(0).chars().rev())))
    }),
];

/// An argument that is a text.
pub(super) fn text(arg: Typed) -> Checked {
    convert::literal_text(arg)
}

/// An argument that is an integer.
pub(super) fn int(arg: Typed) -> Checked {
    let arg = convert::unquoted(arg)?;
    match arg.number() {
        Some(number) if number.integer => Ok(arg),
        _ => Err(arg
            .error(format!("expected a whole number, and this is a {}; cast it, as in x::integer", arg.ty))),
    }
}

/// All arguments as texts.
pub(super) fn texts(args: Args<'_>) -> Result<Vec<Typed>, ExpressionError> {
    args.args.into_iter().map(text).collect()
}

fn concatenate(args: Args<'_>) -> Checked {
    let is_text = |arg: &Typed| matches!(arg.ty, Type::Text(_) | Type::Literal);
    let is_null = |arg: &Typed| arg.ty == Type::Null;
    if !args.args.iter().any(is_text) && !args.args.iter().all(is_null) {
        return Err(args.mismatch());
    }
    let is_json = |arg: &Typed| matches!(arg.ty, Type::Json(_));
    if args.args.iter().any(is_json) && args.args.iter().any(|arg| arg.ty == Type::Literal) {
        return Err(args.error("|| would join two values of JSON; cast the first one, as in x::text || '!'"));
    }
    let all = args.args.into_iter().map(convert::to_text).collect::<Result<Vec<_>, _>>()?;
    let ty = joined(&all, 0);
    Ok(to_texts(all, ty, |row, out| {
        out.push_str(row.text(0));
        out.push_str(row.text(1));
    }))
}

/// The type of concatenated texts, with `between` bytes between two.
fn joined(all: &[Typed], between: usize) -> TextBounds {
    let types = || all.iter().map(|typed| text_of(&typed.ty));
    let more = between * all.len().saturating_sub(1);
    TextBounds {
        longest: types().map(|text| text.longest).sum::<usize>() + more,
        mean: types().map(|text| text.mean).sum::<usize>() + more,
        ascii: types().all(|text| text.ascii),
        plain: between == 0 && types().all(|text| text.plain) && all.iter().all(|typed| !typed.nullable),
    }
}

/// An argument of `concat`, which writes truth values in one letter.
pub(super) fn shown(arg: Typed) -> Checked {
    if arg.ty != Type::Bool {
        return convert::to_text(arg);
    }
    let name = convert::to_text(arg)?;
    Ok(to_texts(vec![name], TextBounds::of("t"), |row, out| out.push_str(&row.text(0)[..1])))
}

fn concat(args: Args<'_>) -> Checked {
    let all = args.args.into_iter().map(shown).collect::<Result<Vec<_>, _>>()?;
    let ty = joined(&all, 0);
    Ok(to_texts_of_any(all, ty, None, |row, out| {
        for index in (0..row.count()).filter(|&index| !row.is_null(index)) {
            out.push_str(row.text(index));
        }
    }))
}

fn concat_ws(args: Args<'_>) -> Checked {
    let mut all = args.args.into_iter();
    let between = text(all.next().expect("the registry has counted them"))?;
    let all = std::iter::once(Ok(between)).chain(all.map(shown)).collect::<Result<Vec<_>, _>>()?;
    let ty = TextBounds { plain: false, ..joined(&all[1..], text_of(&all[0].ty).longest) };
    let ty = TextBounds { ascii: ty.ascii && text_of(&all[0].ty).ascii, ..ty };
    Ok(to_texts_of_any(all, ty, Some(0), |row, out| {
        let mut is_first = true;
        for index in (1..row.count()).filter(|&index| !row.is_null(index)) {
            if !std::mem::replace(&mut is_first, false) {
                out.push_str(row.text(0));
            }
            out.push_str(row.text(index));
        }
    }))
}

/// A text in another case. A letter may need up to three times its bytes there.
fn changed(args: Args<'_>, change: fn(&str, &mut String)) -> Checked {
    let a = text(args.one())?;
    let ty = text_of(&a.ty);
    let longest = if ty.ascii { ty.longest } else { ty.longest.saturating_mul(3) };
    Ok(to_texts(vec![a], TextBounds { longest, ..ty }, move |row, out| change(row.text(0), out)))
}

fn lower(text: &str, out: &mut String) {
    if text.is_ascii() {
        out.push_str(text);
        out.make_ascii_lowercase();
    } else {
        out.push_str(&text.to_lowercase());
    }
}

fn upper(text: &str, out: &mut String) {
    if text.is_ascii() {
        out.push_str(text);
        out.make_ascii_uppercase();
    } else {
        out.push_str(&text.to_uppercase());
    }
}

/// A capital at the beginning of each word, and small letters after it; words are of letters and digits.
fn initcap(text: &str, out: &mut String) {
    let mut begins = true;
    for c in text.chars() {
        if begins {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        begins = !c.is_alphanumeric();
    }
}

fn length(args: Args<'_>, count: fn(&str) -> usize) -> Checked {
    let a = text(args.one())?;
    let longest = text_of(&a.ty).longest as i64;
    Ok(to_ints(vec![a], (0, longest), move |row| count(row.text(0)) as i64))
}

/// The first letters of a text.
pub(crate) fn first_letters(text: Typed, count: usize) -> Typed {
    let ty = text_of(&text.ty);
    let longest = ty.longest.min(ty.bytes_of(count));
    let ty = TextBounds { longest, mean: ty.mean.min(longest), ..ty };
    let at = text.at.clone();
    let mut cut = to_texts(vec![text], ty, move |row, out| out.extend(row.text(0).chars().take(count)));
    cut.at = at;
    cut
}

/// An error about an argument.
pub(super) fn refuse(arg: &Typed, text: &str) -> ExpressionError {
    wrong(&arg.at, text)
}
