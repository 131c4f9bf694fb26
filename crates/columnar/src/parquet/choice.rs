//! In which way the values of a chunk are written: decided by its first page, so that a chunk's bytes depend on its rows only.

use std::io;

use super::column::{Column, Form};
use super::encode::{Way, put_indices, split};
use super::physical::{Physical, put_floats};
use super::values::{Values, View};
use crate::codec::Compressor;
use crate::delta;
use crate::runs::has_runs;

/// How many numbers show in which way those of a chunk are the shortest.
const SAMPLE: usize = 1024;
/// Differences of so few bits are written as such without a trial.
const FEW_BITS: u32 = 4;

/// The way in which the values of the page, and those of the pages after it, take the fewest bytes.
pub(super) fn way(column: &Column, values: &Values, compressor: Option<&mut Compressor>) -> io::Result<Way> {
    match &column.form {
        Form::Dictionary { page, .. } | Form::Range { page, .. } => {
            way_of_indices(&values.indices, page.width, compressor)
        }
        Form::Texts { .. } => Ok(Way::Plain),
        Form::Values => match column.physical {
            Some(physical) => way_of_numbers(column, physical, values.view(column), compressor),
            None => Ok(Way::Plain),
        },
    }
}

/// Whether indices are shorter with runs.
pub(super) fn way_of_indices(
    indices: &[u32],
    width: u32,
    mut compressor: Option<&mut Compressor>,
) -> io::Result<Way> {
    if !has_runs(indices) {
        return Ok(Way::Plain);
    }
    let mut size = |way| {
        let mut bytes = Vec::new();
        put_indices(indices, width, way, &mut bytes);
        size(&bytes, compressor.as_deref_mut())
    };
    Ok(if size(Way::Runs)? < size(Way::Plain)? { Way::Runs } else { Way::Plain })
}

fn way_of_numbers(
    column: &Column,
    physical: Physical,
    view: View<'_>,
    mut compressor: Option<&mut Compressor>,
) -> io::Result<Way> {
    let ints = if let View::Ints(ints) = view { ints } else { &[] };
    let may_be_delta = column.may_be_delta && !ints.is_empty() && physical.is_shorter_by_delta(ints);
    let usual = if may_be_delta { Way::Delta } else { Way::Plain };
    if compressor.is_none() || !column.may_be_split || (may_be_delta && delta::bits(ints) <= FEW_BITS) {
        return Ok(usual);
    }
    let count = view.len().min(SAMPLE);
    let mut plain = Vec::new();
    match view {
        View::Ints(ints) => physical.put_all(&ints[..count], &mut plain),
        View::Floats(floats) => match physical {
            Physical::Float { width, .. } => put_floats(&floats[..count], width, &mut plain),
            _ => return Ok(usual),
        },
        View::Fixed(bytes, width) => plain.extend_from_slice(&bytes[..count * width]),
        View::Texts { .. } => return Ok(usual),
    }
    let (mut way, mut least) = (Way::Plain, size(&plain, compressor.as_deref_mut())?);
    if may_be_delta {
        let mut deltas = Vec::new();
        delta::encode(&ints[..count], &mut deltas);
        let bytes = size(&deltas, compressor.as_deref_mut())?;
        if bytes <= least {
            (way, least) = (Way::Delta, bytes);
        }
    }
    split(&mut plain, count);
    let bytes = size(&plain, compressor)?;
    // It has to be worth the work on both sides: differences are as good as never compressed, and integers faster as they are.
    let saving = if matches!(physical, Physical::Float { .. }) { least / 32 } else { least / 5 };
    Ok(if bytes < least - saving { Way::Split } else { way })
}

/// How many bytes these take in a file.
fn size(bytes: &[u8], compressor: Option<&mut Compressor>) -> io::Result<usize> {
    let Some(compressor) = compressor else { return Ok(bytes.len()) };
    Ok(compressor.compress(bytes)?.len().min(bytes.len()))
}
