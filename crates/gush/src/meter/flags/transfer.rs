//! How bytes are moved.

use std::path::PathBuf;

use gush_meter::engine::Skip;

use super::super::values::{count, up_to};
use super::flag::MeterFlag;

const GROUP: &str = "Transfer";

/// More memory for a buffer is a slip of the finger.
const MOST_BUFFER: u64 = 1 << 30;

/// The output.
pub static OUTPUT: MeterFlag = MeterFlag::new(GROUP, "output", "write to FILE", |draft, value| {
    draft.request.output = Some(PathBuf::from(value));
    Ok(())
})
.letter('o')
.file()
.settled()
.of_transfer();
/// A limit of the rate.
pub static RATE_LIMIT: MeterFlag = MeterFlag::new(
    GROUP,
    "rate-limit",
    "at most RATE bytes (or lines) a second; suffixes k, m, g, t",
    |draft, value| {
        draft.request.limit = Some(count(value, draft.kilo)?);
        Ok(())
    },
)
.brief("at most RATE bytes (or lines) a second: 100, 64k")
.letter('L')
.value("RATE")
.of_transfer();
/// The buffer.
pub static BUFFER_SIZE: MeterFlag =
    MeterFlag::new(GROUP, "buffer-size", "read ahead into a buffer of BYTES (implies -C)", |draft, value| {
        let size = up_to(value, MOST_BUFFER, draft.kilo)?;
        draft.request.options.buffer = Some(size).filter(|&size| size > 0);
        Ok(())
    })
    .letter('B')
    .value("BYTES")
    .of_transfer();
/// No zero-copy calls.
pub static NO_SPLICE: MeterFlag =
    MeterFlag::new(GROUP, "no-splice", "use plain reads and writes only", |draft, _| {
        draft.request.options.plain = true;
        Ok(())
    })
    .letter('C')
    .settled();
/// Errors are skipped.
pub static SKIP_ERRORS: MeterFlag = MeterFlag::new(
    GROUP,
    "skip-errors",
    "write zeros for what cannot be read (exit code 16); given twice: report once for each file",
    |draft, _| {
        draft.request.errors_once = draft.request.options.skip_errors.is_some();
        draft.request.options.skip_errors.get_or_insert(Skip::default());
        Ok(())
    },
)
.letter('E')
.settled()
.of_transfer();
/// How much is skipped.
pub static ERROR_SKIP_BLOCK: MeterFlag = MeterFlag::new(
    GROUP,
    "error-skip-block",
    "with -E: skip the rest of a block of BYTES at once",
    |draft, value| {
        draft.skip_block = Some(count(value, draft.kilo)?).filter(|&bytes| bytes > 0);
        Ok(())
    },
)
.letter('Z')
.value("BYTES")
.settled()
.of_transfer();
/// An end at the size.
pub static STOP_AT_SIZE: MeterFlag =
    MeterFlag::new(GROUP, "stop-at-size", "stop when the size has passed", |draft, _| {
        draft.request.stop_at_size = true;
        Ok(())
    })
    .letter('S')
    .settled()
    .of_transfer();
/// Every write reaches the device.
pub static SYNC: MeterFlag = MeterFlag::new(GROUP, "sync", "force every write to the device", |draft, _| {
    draft.request.options.sync = true;
    Ok(())
})
.letter('Y')
.settled()
.of_transfer();
/// Past the cache.
pub static DIRECT_IO: MeterFlag =
    MeterFlag::new(GROUP, "direct-io", "bypass the system's cache", |draft, _| {
        draft.request.options.direct = true;
        Ok(())
    })
    .letter('K')
    .settled()
    .of_transfer();
/// Holes.
pub static SPARSE: MeterFlag =
    MeterFlag::new(GROUP, "sparse-output", "leave holes for blocks of zeros", |draft, _| {
        draft.request.options.sparse = true;
        Ok(())
    })
    .letter('O')
    .settled()
    .of_transfer();
/// Nothing is written.
pub static DISCARD: MeterFlag = MeterFlag::new(GROUP, "discard", "write nothing", |draft, _| {
    draft.request.discard = true;
    Ok(())
})
.letter('X')
.settled()
.of_transfer();
/// All into a file first.
pub static STORE_AND_FORWARD: MeterFlag = MeterFlag::new(
    GROUP,
    "store-and-forward",
    "put all into FILE first (- for a temporary one), then pass it on as a second transfer",
    |draft, value| {
        draft.request.store = Some(PathBuf::from(value));
        Ok(())
    },
)
.letter('U')
.file()
.settled()
.of_transfer();
