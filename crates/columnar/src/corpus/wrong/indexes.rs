//! The lies about indexes, bloom filters and checksums, without most of which values can be read.

use super::bases::Expected::{ReadOrRefuse, RefuseColumn};
use super::bases::{Wrong, indexed, plain, wrong};
use crate::corpus::axes::{Presence, Traits};
use crate::corpus::lies::{Lie, Spot};

/// The lies about indexes, bloom filters and checksums, without most of which values can be read.
#[rustfmt::skip]
pub(super) static ALL: &[Wrong] = &[
    wrong("offset-index-beyond", indexed, ReadOrRefuse, Lie::Number(Spot::OffsetIndex, 1 << 40),
        "the offset index is at 2^40, beyond the file"),
    wrong("page-location-wrong", indexed, ReadOrRefuse, Lie::Number(Spot::PageLocation, 1 << 40),
        "the offset index has the first page at 2^40, beyond the file"),
    wrong("column-index-length-huge", indexed, ReadOrRefuse, Lie::Number(Spot::ColumnIndexLength, i32::MAX as i64),
        "the column index has 2^31 - 1 bytes"),
    wrong("column-index-lies", indexed, ReadOrRefuse, Lie::PageBounds(|least, most| { *least = 5i32.to_le_bytes().to_vec(); *most = 6i32.to_le_bytes().to_vec(); }),
        "the column index has the bounds 5 and 6, outside of which are all values but these"),
    wrong("bloom-offset-beyond", || Traits { bloom: Presence::Present, ..plain() }, ReadOrRefuse, Lie::Number(Spot::BloomOffset, 1 << 40),
        "the bloom filter is at 2^40, beyond the file"),
    wrong("bloom-length-huge", || Traits { bloom: Presence::Present, ..plain() }, ReadOrRefuse, Lie::Number(Spot::BloomBytes, i32::MAX as i64),
        "the bloom filter has 2^31 - 1 bytes"),
    wrong("checksum-wrong", || Traits { checksums: Presence::Present, ..plain() }, ReadOrRefuse, Lie::Number(Spot::PageChecksum, 0x1234_5678),
        "the checksum of the page is another one; the values are right"),
    wrong("checksum-of-other-bytes", || Traits { checksums: Presence::Present, ..plain() }, RefuseColumn, Lie::Body(|body| { body[0] ^= 1; 0 }),
        "a bit of the page has changed, and the checksum has not"),
];
