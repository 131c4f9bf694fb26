//! How bytes are moved.

use std::path::PathBuf;

use gush_meter::engine::Skip;

use super::super::values::{count, up_to};
use super::flag::{MeterFlag, switch, valued};
use crate::flags::Value;

const GROUP: &str = "Transfer";

/// More memory for a buffer is a slip of the finger.
const MAX_BUFFER: u64 = 1 << 30;

/// The output.
pub static OUTPUT: MeterFlag =
    valued(GROUP, "output", Value::file("FILE"), "write to FILE", |draft, value| {
        draft.request.output = Some(PathBuf::from(value));
        Ok(())
    })
    .letter('o')
    .settled()
    .of_transfer();
/// A limit of the rate.
pub static RATE_LIMIT: MeterFlag = valued(
    GROUP,
    "rate-limit",
    Value::bytes("RATE"),
    "at most RATE bytes (or lines) a second; suffixes k, m, g, t",
    |draft, value| {
        draft.request.limit = Some(count(value, draft.kilo)?);
        Ok(())
    },
)
.brief("at most RATE bytes (or lines) a second: 100, 64k")
.letter('L')
.of_transfer();
/// The buffer.
pub static BUFFER_SIZE: MeterFlag = valued(
    GROUP,
    "buffer-size",
    Value::bytes("BYTES"),
    "read ahead into a buffer of BYTES (implies -C)",
    |draft, value| {
        let size = up_to(value, MAX_BUFFER, draft.kilo)?;
        draft.request.options.buffer = Some(size).filter(|&size| size > 0);
        Ok(())
    },
)
.letter('B')
.of_transfer();
/// No zero-copy calls.
pub static NO_SPLICE: MeterFlag =
    switch(GROUP, "no-splice", "use plain reads and writes only", |draft| draft.request.options.plain = true)
        .letter('C')
        .settled();
/// Errors are skipped.
pub static SKIP_ERRORS: MeterFlag = switch(
    GROUP,
    "skip-errors",
    "write zeros for what cannot be read (exit code 16); given twice: report once for each file",
    |draft| {
        draft.request.errors_once = draft.request.options.skip_errors.is_some();
        draft.request.options.skip_errors.get_or_insert(Skip::default());
    },
)
.letter('E')
.settled()
.of_transfer();
/// How much is skipped.
pub static ERROR_SKIP_BLOCK: MeterFlag = valued(
    GROUP,
    "error-skip-block",
    Value::bytes("BYTES"),
    "with -E: skip the rest of a block of BYTES at once",
    |draft, value| {
        draft.skip_block = Some(count(value, draft.kilo)?).filter(|&bytes| bytes > 0);
        Ok(())
    },
)
.letter('Z')
.settled()
.of_transfer();
/// An end at the size.
pub static STOP_AT_SIZE: MeterFlag =
    switch(GROUP, "stop-at-size", "stop when the size has passed", |draft| draft.request.stop_at_size = true)
        .letter('S')
        .settled()
        .of_transfer();
/// Every write reaches the device.
pub static SYNC: MeterFlag =
    switch(GROUP, "sync", "force every write to the device", |draft| draft.request.options.sync = true)
        .letter('Y')
        .settled()
        .of_transfer();
/// Past the cache.
pub static DIRECT_IO: MeterFlag =
    switch(GROUP, "direct-io", "bypass the system's cache", |draft| draft.request.options.direct = true)
        .letter('K')
        .settled()
        .of_transfer();
/// Holes.
pub static SPARSE: MeterFlag = switch(GROUP, "sparse-output", "leave holes for blocks of zeros", |draft| {
    draft.request.options.sparse = true;
})
.letter('O')
.settled()
.of_transfer();
/// Nothing is written.
pub static DISCARD: MeterFlag =
    switch(GROUP, "discard", "write nothing", |draft| draft.request.discard = true)
        .letter('X')
        .settled()
        .of_transfer();
/// All into a file first.
pub static STORE_AND_FORWARD: MeterFlag = valued(
    GROUP,
    "store-and-forward",
    Value::file("FILE"),
    "put all into FILE first (- for a temporary one), then pass it on as a second transfer",
    |draft, value| {
        draft.request.store = Some(PathBuf::from(value));
        Ok(())
    },
)
.letter('U')
.settled()
.of_transfer();
