//! Letters by their code points: `chr`, `ascii`, `translate`.

use super::rows::{to_ints, to_texts};
use super::text::{int, refuse, text, texts};
use super::{Args, Function};
use crate::run::Checked;
use crate::types::TextBounds;
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("ascii", (1, 1), "ascii(TEXT)", ascii),
    Function::new("chr", (1, 1), "chr(CODE)", chr),
    Function::new("translate", (3, 3), "translate(TEXT, FROM, TO)", translate),
];

/// The code point of the first letter, or 0 for an empty text.
fn ascii(args: Args<'_>) -> Checked {
    let a = text(args.one())?;
    let max = if text_of(&a.ty).ascii { 127 } else { u32::from(char::MAX) };
    Ok(to_ints(vec![a], (0, max.into()), |row| row.text(0).chars().next().map_or(0, |c| u32::from(c).into())))
}

/// The letter of a code point, which must be one in every row.
fn chr(args: Args<'_>) -> Checked {
    let code = int(args.one())?;
    let (min, max) = code.number().map_or((1, 1), |number| (number.min, number.max));
    if !code.is_null() {
        if min < 1 || max > u32::from(char::MAX).into() {
            let found = if min < 1 { min } else { max };
            let text = format!(
                "the code point may be {found}, and has to be from 1 to 1114111; write greatest(least(x, 126), 32)"
            );
            return Err(refuse(&code, &text));
        }
        if max >= 0xD800 && min <= 0xDFFF {
            let text =
                "the code point may be from 55296 to 57343, which are no letters; write least(x, 55295)";
            return Err(refuse(&code, text));
        }
    }
    let ty = TextBounds { plain: false, ..TextBounds::up_to(if max < 128 { 1 } else { 4 }, max < 128) };
    Ok(to_texts(vec![code], ty, |row, out| {
        out.extend(u32::try_from(row.int(0)).ok().and_then(char::from_u32));
    }))
}

/// Each letter of the text that is in the second one becomes that of the same index in the third, or nothing.
fn translate(args: Args<'_>) -> Checked {
    let all = texts(args)?;
    let [ty, to] = [0, 2].map(|index| text_of(&all[index].ty));
    let ascii = ty.ascii && to.ascii;
    let longest = if ascii { ty.longest } else { ty.longest.saturating_mul(4) };
    let ty = TextBounds { longest, mean: ty.mean.min(longest), ascii, plain: false };
    Ok(to_texts(all, ty, |row, out| {
        let mut pairs: Vec<(char, Option<char>)> = Vec::new();
        let mut to = row.text(2).chars();
        pairs.extend(row.text(1).chars().map(|from| (from, to.next())));
        // Of two pairs with one letter the first counts.
        pairs.sort_by_key(|(from, _)| *from);
        pairs.dedup_by_key(|(from, _)| *from);
        out.extend(row.text(0).chars().filter_map(|letter| {
            match pairs.binary_search_by_key(&letter, |(from, _)| *from) {
                Ok(found) => pairs[found].1,
                Err(_) => Some(letter),
            }
        }));
    }))
}
