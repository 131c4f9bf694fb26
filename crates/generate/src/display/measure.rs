//! How wide the values of the first rows are.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::text::{Buffer, ColumnText};
use gusher::types::{Batch, Field};

use super::cell;

/// By how many rows the widths of columns are decided: an endless table has a first row, too.
const MEASURED_ROWS: u64 = 1024;

/// How a null is shown.
pub(super) const NULL: &str = "NULL";

/// How wide the widest value of each column is in the first rows.
pub(super) fn cells(plan: &Plan, fields: &[&Field], all_rows: &Range<u64>) -> Vec<usize> {
    let texts: Vec<ColumnText> = fields.iter().map(|field| ColumnText::new(field)).collect();
    let mut widths: Vec<usize> =
        fields.iter().map(|field| if field.nullable { NULL.len() } else { 0 }).collect();
    let (mut batch, mut out, mut ends) = (Batch::default(), Buffer::default(), Vec::new());
    let (mut at, end) = (all_rows.start, all_rows.end.min(all_rows.start.saturating_add(MEASURED_ROWS)));
    while at < end {
        let next = end.min(at + plan.heads().batch_rows as u64);
        plan.fill(&(at..next), &mut batch);
        for ((column, text), widest) in batch.columns().iter().zip(&texts).zip(&mut widths) {
            out.clear();
            ends.clear();
            text.writer().write_each(column, batch.len(), &mut out, &mut ends);
            let values = values(out.as_ref(), &ends);
            *widest = values.map(|value| cell::width(&cell::escaped(&value))).fold(*widest, usize::max);
        }
        at = next;
    }
    widths
}

/// The texts that end at these offsets.
pub(super) fn values<'o>(
    out: &'o [u8],
    ends: &'o [usize],
) -> impl Iterator<Item = std::borrow::Cow<'o, str>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| String::from_utf8_lossy(&out[start..end]))
}
