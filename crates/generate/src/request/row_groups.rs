//! Whether a file can have as many row groups as were asked for.

use std::ops::Range;

use gush_columnar::Columnar;
use gush_diagnostics::{counted, grouped};
use gusher::schema::STREAM_ROWS;

use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use crate::format::{AnyOptions, ColumnarOptions};
use crate::shard::Shard;

/// Parquet numbers the groups of a file by 16 bits, with a sign; and the end of a file, with all groups, is kept in memory.
const MAX_GROUPS: u64 = 32_767;

/// Refuses a number of rows a group by which a file of these tables would have too many groups.
pub(super) fn check<'r>(
    resolver: &mut Resolver<'_>,
    tables: impl Iterator<Item = &'r Range<u64>>,
    options: &AnyOptions,
    output: &Output,
    shard: Shard,
) {
    let AnyOptions::Columnar(ColumnarOptions { format: Columnar::Parquet, group_rows: Some(size), .. }) =
        *options
    else {
        return;
    };
    let is_divided = output.layout.as_ref().is_some_and(|layout| layout.file_bytes.is_some());
    if resolver.request.has(Opt::Profile) || is_divided {
        return;
    }
    let files = || match output.files {
        Some(files) if shard.is_all() => {
            (0..files.get()).filter_map(|index| Shard::new(index, files.get())).collect()
        }
        _ => vec![shard],
    };
    let tables = tables.filter(|rows| rows.end != STREAM_ROWS);
    let ranges = tables.flat_map(|rows| files().into_iter().map(|file| file.of(rows)).collect::<Vec<_>>());
    let Some(rows) =
        ranges.max_by_key(|rows| groups(rows, size)).filter(|rows| groups(rows, size) > MAX_GROUPS)
    else {
        return;
    };
    let text = format!(
        "a Parquet file has at most {}, and this would make {}; the smallest that fits is {}",
        counted(MAX_GROUPS, "row group"),
        grouped(groups(&rows, size)),
        resolver.written(Opt::RowGroup, &fitting(&rows).to_string())
    );
    let value = resolver.request.text(Opt::RowGroup).unwrap_or_default();
    resolver.wrong(Opt::RowGroup, value, text);
}

/// How many groups of this many rows there are; they begin at multiples of it.
fn groups(rows: &Range<u64>, size: u64) -> u64 {
    if rows.is_empty() { 1 } else { (rows.end - 1) / size - rows.start / size + 1 }
}

/// The fewest rows that a group may have.
fn fitting(rows: &Range<u64>) -> u64 {
    let mut size = (rows.end - rows.start).div_ceil(MAX_GROUPS).max(1);
    // Where the first group is cut there is one group more.
    while groups(rows, size) > MAX_GROUPS {
        size += 1;
    }
    size
}

#[cfg(test)]
mod tests {
    use super::{MAX_GROUPS, fitting, groups};

    #[test]
    fn the_smallest_size_that_fits_is_found() {
        for rows in [0..140_000, 0..32_767, 0..32_768, 5..65_540, 999..1_000_000, 3..(1 << 40)] {
            let size = fitting(&rows);
            assert!(groups(&rows, size) <= MAX_GROUPS, "{rows:?}");
            assert!(size == 1 || groups(&rows, size - 1) > MAX_GROUPS, "{rows:?}");
        }
        assert_eq!((groups(&(0..0), 1), groups(&(3..9), 4), groups(&(0..8), 4)), (1, 3, 2));
    }
}
