//! Substrings: cut, padded, trimmed, replaced, found.

use super::rows::{to_bools, to_ints, to_texts};
use super::text::{int, refuse, text, texts};
use super::{Args, Function, regex};
use crate::run::{self, Checked, Scalar, Typed};
use crate::types::{Number, TextBounds, Type};
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("substring", (2, 3), "substring(TEXT from START for COUNT)", substring),
    Function::new("substr", (2, 3), "substr(TEXT, START, COUNT)", substring),
    Function::new("left", (2, 2), "left(TEXT, COUNT)", |args| end(args, left)),
    Function::new("right", (2, 2), "right(TEXT, COUNT)", |args| end(args, right)),
    Function::new("lpad", (2, 3), "lpad(TEXT, LENGTH, FILL)", |args| pad(args, true)),
    Function::new("rpad", (2, 3), "rpad(TEXT, LENGTH, FILL)", |args| pad(args, false)),
    Function::new("btrim", (1, 2), "trim(LETTERS from TEXT)", |args| trim(args, true, true)),
    Function::new("ltrim", (1, 2), "ltrim(TEXT, LETTERS)", |args| trim(args, true, false)),
    Function::new("rtrim", (1, 2), "rtrim(TEXT, LETTERS)", |args| trim(args, false, true)),
    Function::new("replace", (3, 3), "replace(TEXT, FROM, TO)", replace),
    Function::new("position", (2, 2), "position(PART in TEXT)", |args| position(args, [1, 0])),
    Function::new("strpos", (2, 2), "strpos(TEXT, PART)", |args| position(args, [0, 1])),
    Function::new("starts_with", (2, 2), "starts_with(TEXT, BEGINNING)", |args| {
        Ok(to_bools(texts(args)?, |row| row.text(0).starts_with(row.text(1))))
    }),
    Function::new("repeat", (2, 2), "repeat(TEXT, COUNT)", repeat),
    Function::new("split_part", (3, 3), "split_part(TEXT, BETWEEN, INDEX)", split_part),
];

/// A part of a text of this type.
fn part(ty: TextBounds, longest: usize) -> TextBounds {
    TextBounds { longest, mean: ty.mean.min(longest), plain: false, ..ty }
}

/// A text and integers.
fn text_and_ints(args: Args<'_>) -> Result<Vec<Typed>, gusher::internal::computed::ExpressionError> {
    let check = |(index, arg)| if index == 0 { text(arg) } else { int(arg) };
    args.args.into_iter().enumerate().map(check).collect()
}

/// The maximum of an integer, as a count.
fn max_count(typed: &Typed) -> usize {
    typed.number().map_or(0, |number| {
        usize::try_from(number.max).unwrap_or(if number.max < 0 { 0 } else { usize::MAX })
    })
}

fn substring(args: Args<'_>) -> Checked {
    if args.args.len() == 2 && matches!(args.args[1].ty, Type::Literal | Type::Text(_)) {
        return regex::substring(args);
    }
    let args = text_and_ints(args)?;
    let ty = text_of(&args[0].ty);
    let count = args.get(2);
    if let Some(count) = count
        && !count.is_null()
        && count.number().is_some_and(|number| number.min < 0)
    {
        return Err(refuse(count, "the count may be negative; write greatest(x, 0)"));
    }
    let longest = count.map_or(usize::MAX, |count| ty.bytes_of(max_count(count))).min(ty.longest);
    let has_count = args.len() == 3;
    Ok(to_texts(args, part(ty, longest), move |row, out| {
        // Positions before the first letter count, but have no letters.
        let start = row.int(1);
        let end = if has_count { start.saturating_add(row.int(2)) } else { i64::MAX };
        let skip = start.max(1) - 1;
        let take = (end - 1).saturating_sub(skip).max(0);
        push_letters(row.text(0), skip, take, out);
    }))
}

/// Some letters of a text.
fn push_letters(text: &str, skip: i64, take: i64, out: &mut String) {
    let (skip, take) = (usize::try_from(skip).unwrap_or(0), usize::try_from(take).unwrap_or(0));
    if text.is_ascii() {
        let start = skip.min(text.len());
        return out.push_str(&text[start..text.len().min(start.saturating_add(take))]);
    }
    out.extend(text.chars().skip(skip).take(take));
}

fn end(args: Args<'_>, cut: fn(&str, i64, &mut String)) -> Checked {
    let args = text_and_ints(args)?;
    let ty = text_of(&args[0].ty);
    // A negative count leaves out that many letters.
    let counts = args[1].number().copied().unwrap_or(Number::int(0, 0));
    let longest = if counts.min < 0 { ty.longest } else { ty.bytes_of(max_count(&args[1])).min(ty.longest) };
    Ok(to_texts(args, part(ty, longest), move |row, out| cut(row.text(0), row.int(1), out)))
}

fn left(text: &str, count: i64, out: &mut String) {
    let take = if count < 0 { (text.chars().count() as i64).saturating_add(count) } else { count };
    push_letters(text, 0, take.max(0), out);
}

fn right(text: &str, count: i64, out: &mut String) {
    let letters = text.chars().count() as i64;
    let skip = if count < 0 { count.saturating_neg() } else { letters - count };
    push_letters(text, skip.max(0), i64::MAX, out);
}

fn pad(args: Args<'_>, before: bool) -> Checked {
    let at = args.at.clone();
    let mut all = args.args.into_iter();
    let (Some(first), Some(length)) = (all.next(), all.next()) else {
        unreachable!("the registry has counted them")
    };
    let fill = all.next().map_or_else(|| Ok(run::text(" ", &at)), text)?;
    let (first, length) = (text(first)?, int(length)?);
    let ty = text_of(&first.ty);
    let ascii = ty.ascii && text_of(&fill.ty).ascii;
    if max_count(&length) > MAX_LETTERS {
        return Err(refuse(&length, "the length may be too large; write least(x, 1000)"));
    }
    let longest = TextBounds { ascii, ..ty }.bytes_of(max_count(&length));
    let ty = TextBounds { longest, mean: longest, ascii, plain: false };
    Ok(to_texts(vec![first, length, fill], ty, move |row, out| {
        let (text, fill) = (row.text(0), row.text(2));
        let length = usize::try_from(row.int(1)).unwrap_or(0);
        let missing = if fill.is_empty() { 0 } else { length.saturating_sub(text.chars().count()) };
        let fill = || fill.chars().cycle().take(missing);
        if before {
            out.extend(fill());
        }
        push_letters(text, 0, length as i64, out);
        if !before {
            out.extend(fill());
        }
    }))
}

/// A text is not extended beyond this many letters.
const MAX_LETTERS: usize = 1 << 18;

fn trim(args: Args<'_>, front: bool, back: bool) -> Checked {
    let at = args.at.clone();
    let mut all = texts(args)?;
    if all.len() == 1 {
        all.push(run::text(" ", &at));
    }
    let ty = text_of(&all[0].ty);
    Ok(to_texts(all, part(ty, ty.longest), move |row, out| {
        let (mut text, letters) = (row.text(0), row.text(1));
        let is_one = |c: char| letters.contains(c);
        if front {
            text = text.trim_start_matches(is_one);
        }
        if back {
            text = text.trim_end_matches(is_one);
        }
        out.push_str(text);
    }))
}

fn replace(args: Args<'_>) -> Checked {
    let all = texts(args)?;
    let [ty, from, to] = [0, 1, 2].map(|index| text_of(&all[index].ty));
    // Each letter may be one that is replaced.
    let shortest = match all[1].scalar() {
        Some(Scalar::Text(text)) => text.len().max(1),
        _ => 1,
    };
    let longest = (ty.longest / shortest).saturating_mul(to.longest.max(shortest)) + ty.longest % shortest;
    let ascii = ty.ascii && to.ascii;
    let text =
        TextBounds { longest: longest.max(ty.longest), mean: ty.mean.max(to.longest), ascii, plain: false };
    let _ = from;
    Ok(to_texts(all, text, |row, out| {
        let (text, from, to) = (row.text(0), row.text(1), row.text(2));
        if from.is_empty() {
            return out.push_str(text);
        }
        let mut rest = text;
        while let Some(found) = rest.find(from) {
            out.push_str(&rest[..found]);
            out.push_str(to);
            rest = &rest[found + from.len()..];
        }
        out.push_str(rest);
    }))
}

/// The position of a substring, in letters from 1; 0 if it is not found.
fn position(args: Args<'_>, [text, part]: [usize; 2]) -> Checked {
    // `position(PART in TEXT)` comes with the part first.
    let (text, part) = (text, part);
    let all = texts(args)?;
    let longest = text_of(&all[text].ty).longest as i64;
    Ok(to_ints(all, (0, longest + 1), move |row| {
        let (text, part) = (row.text(text), row.text(part));
        text.find(part).map_or(0, |at| text[..at].chars().count() as i64 + 1)
    }))
}

fn repeat(args: Args<'_>) -> Checked {
    let args = text_and_ints(args)?;
    let ty = text_of(&args[0].ty);
    let longest = ty.longest.saturating_mul(max_count(&args[1]));
    if longest > MAX_LETTERS {
        return Err(refuse(&args[1], "the text may become too long; limit the count, as with least(x, 10)"));
    }
    Ok(to_texts(args, TextBounds { longest, mean: longest, plain: false, ..ty }, |row, out| {
        let (text, count) = (row.text(0), row.int(1).max(0));
        // Nothing is repeated at once: its length is no bound for the count.
        if !text.is_empty() {
            (0..count).for_each(|_| out.push_str(text));
        }
    }))
}

fn split_part(args: Args<'_>) -> Checked {
    let mut all = args.args.into_iter();
    let (Some(first), Some(between), Some(index)) = (all.next(), all.next(), all.next()) else {
        unreachable!("the registry has counted them")
    };
    let (first, between, index) = (text(first)?, text(between)?, int(index)?);
    if !index.is_null() && index.number().is_some_and(Number::may_be_zero) {
        return Err(refuse(&index, "the index may be 0; parts are counted from 1, or from -1 at the end"));
    }
    let ty = text_of(&first.ty);
    Ok(to_texts(vec![first, between, index], part(ty, ty.longest), |row, out| {
        let (text, between, index) = (row.text(0), row.text(1), row.int(2));
        let nth = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX).saturating_sub(1);
        let found = match (between.is_empty(), index < 0) {
            (true, _) => Some(text).filter(|_| nth == 0),
            (false, false) => text.split(between).nth(nth),
            (false, true) => text.split(between).collect::<Vec<_>>().into_iter().rev().nth(nth),
        };
        out.push_str(found.unwrap_or_default());
    }))
}
