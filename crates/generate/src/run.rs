//! Makes a shard of a job's tables, part by part, for whatever takes the parts.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use crate::groups;
use crate::job::{Job, Script};
use crate::maker::PartMaker;
use crate::parts::Parts;
use crate::pieces::Taker;
use crate::shard::Shard;
use crate::source::RowSource;
use crate::stalled::Written;
use crate::table::TableSource;

/// Makes a shard of all tables, one after the other: of one table, or of several that are a script. An error comes with the
/// table's index. Whether all parts were taken.
pub(crate) fn all(job: &Job, taker: &mut impl Taker) -> Result<bool, (usize, io::Error)> {
    let (none, last) = (Script::default(), job.tables().len() - 1);
    let Script { before, after } = job.script().unwrap_or(&none);
    for index in 0..job.tables().len() {
        let around: [&[u8]; 2] =
            [if index == 0 { before } else { &[] }, if index == last { after } else { &[] }];
        if !table(job, index, job.shard(), around, taker).map_err(|error| (index, error))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes a shard of the table with this index, between these two. Whether all parts were taken.
pub(crate) fn table(
    job: &Job,
    index: usize,
    shard: Shard,
    around: [&[u8]; 2],
    taker: &mut impl Taker,
) -> io::Result<bool> {
    let table = &job.tables()[index];
    let shard = table.shard(shard);
    let source = match table.source() {
        TableSource::Rows(rows) => &**rows,
        TableSource::Columns(columns) => {
            return groups::take(job, index, columns, shard, taker);
        }
    };
    let threads = threads(job, source, table.rows(shard));
    let parts = Parts::new(source, table.rows(shard), threads, job.compression());
    let Range { start, end } = parts.all();
    let written = Written::default();
    let written = (table.is_stream() && source.may_be_silent()).then_some(&written);
    let maker =
        || PartMaker { source, parts: &parts, shard, next: None, maker: source.maker(), around, written };
    taker.begin(index, end - start, parts.part_rows());
    match job.compression() {
        None => taker.take(parts.count(), threads, maker),
        Some(compression) => taker.take(parts.count(), threads, || compression.around(maker())),
    }
}

/// Rows that take no more than this are one part: there is nothing for a second thread.
const ONE_PART: u64 = 64 << 10;

/// How many threads make these rows.
fn threads(job: &Job, source: &dyn RowSource, rows: Range<u64>) -> NonZeroUsize {
    let most = (rows.end - rows.start).saturating_mul(source.max_row_bytes() as u64);
    if most <= ONE_PART { NonZeroUsize::MIN } else { job.threads() }
}
