//! `to_char`: times and numbers by a pattern in PostgreSQL's letters.

mod digits;
mod letters;
mod pattern;
mod picture;
mod read;
mod roman;
mod texts;

pub(super) use read::{to_date, to_timestamp};

use gusher::types::Strings;

use super::super::Args;
use crate::convert;
use crate::run::{Checked, Kernel, Typed, kernel};
use crate::types::{DAY, TextBounds, Type};
use crate::value::{Data, Value};

pub(super) fn to_char(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let (value, pattern) = args.two();
    let Some(text) = pattern.known_text() else {
        return Err(pattern.error("the pattern has to be written here, such as 'YYYY-MM-DD'"));
    };
    match &value.ty {
        Type::Date(_) | Type::Timestamp(_) => {
            let pattern = letters::parse(&text).map_err(|message| pattern.error(message))?;
            let longest = letters::longest(&pattern);
            let unit = if matches!(value.ty, Type::Date(_)) { DAY } else { 1 };
            Ok(of(value, longest, move |micros, out| letters::write(&pattern, micros as i64 * unit, out)))
        }
        Type::Number(_) => {
            let pattern = digits::parse(&text).map_err(|message| pattern.error(message))?;
            let longest = pattern.longest();
            let scale = value.number().map_or(0, |number| number.scale);
            let places = pattern.places().unwrap_or(scale);
            let rounded = if scale > places { convert::rescaled(value, places)? } else { value };
            let scale = scale.min(places);
            Ok(of(rounded, longest, move |value, out| pattern.write(value, scale, out)))
        }
        _ => Err(mismatch),
    }
}

/// A text of each value.
fn of(value: Typed, longest: usize, write: impl Fn(i128, &mut String) + Send + Sync + 'static) -> Typed {
    let Typed { nullable, kernel: inner, constant, at, .. } = value;
    let run: Kernel = kernel(move |run| {
        let value = inner(run);
        let (mut texts, mut out) = (Strings::default(), String::new());
        let mut push = |value: i128| {
            out.clear();
            write(value, &mut out);
            texts.push(out.as_bytes());
        };
        match &value.data {
            Data::Int(lane) => (0..run.rows).for_each(|row| push(lane.get(row).into())),
            _ => {
                let wide = value.wide(run.rows);
                (0..run.rows).for_each(|row| push(wide.get(row)));
            }
        }
        Value::texts(texts, value.valid)
    });
    Typed { ty: Type::Text(TextBounds::up_to(longest, false)), nullable, kernel: run, constant, at }
}
