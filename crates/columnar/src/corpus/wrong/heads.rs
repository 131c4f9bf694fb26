//! The lies about the heads of pages.

use super::bases::Expected::{ReadOrRefuse, RefuseColumn};
use super::bases::{Wrong, dictionary, optional, over, plain, second, snappy, wrong};
use crate::corpus::axes::{Codec, Traits};
use crate::corpus::lies::{Lie, Spot};

/// The lies about the heads of pages.
#[rustfmt::skip]
pub(super) static ALL: &[Wrong] = &[
    wrong("page-type-unknown", plain, RefuseColumn, Lie::Number(Spot::PageType, 99),
        "the type of the page has the number 99; readers may skip such pages, and then values are missing"),
    wrong("page-encoding-unknown", plain, RefuseColumn, Lie::Number(Spot::PageEncoding, 99),
        "the encoding of the page has the number 99"),
    wrong("page-encoding-other", plain, RefuseColumn, Lie::Number(Spot::PageEncoding, 7),
        "the encoding of numbers is DELTA_BYTE_ARRAY, which is for texts"),
    wrong("page-without-dictionary", plain, RefuseColumn, Lie::Number(Spot::PageEncoding, 8),
        "the encoding is RLE_DICTIONARY, and there is no dictionary"),
    wrong("page-values-huge", plain, RefuseColumn, Lie::Number(Spot::PageValues, i32::MAX as i64),
        "the page has 2^31 - 1 values, of which 7 are there"),
    wrong("page-values-more", plain, RefuseColumn, Lie::Number(Spot::PageValues, 8),
        "the page has 8 values, of which 7 are there"),
    wrong("page-values-negative", plain, RefuseColumn, Lie::Number(Spot::PageValues, -7),
        "the page has -7 values"),
    wrong("page-bytes-huge", plain, RefuseColumn, Lie::Number(Spot::PageBytes, i32::MAX as i64),
        "the page has 2^31 - 1 bytes, beyond the file"),
    wrong("page-bytes-negative", plain, RefuseColumn, Lie::Number(Spot::PageBytes, -1),
        "the page has -1 bytes"),
    wrong("page-bytes-zero", plain, RefuseColumn, Lie::Number(Spot::PageBytes, 0),
        "the page has no bytes, and 7 values"),
    wrong("uncompressed-huge", || snappy(plain()), RefuseColumn, Lie::Number(Spot::PageUncompressed, i32::MAX as i64),
        "the page has 2^31 - 1 bytes uncompressed, and 28 come out of it"),
    wrong("uncompressed-negative", || snappy(plain()), RefuseColumn, Lie::Number(Spot::PageUncompressed, -1),
        "the page has -1 bytes uncompressed"),
    wrong("uncompressed-short", || snappy(plain()), RefuseColumn, Lie::Number(Spot::PageUncompressed, 8),
        "the page has 8 bytes uncompressed, and 28 come out of it"),
    wrong("snappy-bomb", || snappy(plain()), RefuseColumn, Lie::Body(|body| { body.splice(0..1, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]); 0 }),
        "the page says within Snappy that it has 2^32 - 1 bytes"),
    wrong("snappy-garbage", || snappy(plain()), RefuseColumn, Lie::Body(|body| { body[1..].fill(0xFF); 1 }),
        "the page is not what Snappy writes"),
    wrong("zstd-garbage", || Traits { codec: Codec::Zstd, ..plain() }, RefuseColumn, Lie::Body(|body| over(body, 4, &[0xFF; 8])),
        "the page is not what Zstandard writes"),
    wrong("gzip-cut", || Traits { codec: Codec::Gzip, ..plain() }, RefuseColumn, Lie::Body(|body| { body.truncate(body.len() / 2); body.len() }),
        "half of what gzip wrote is missing"),
    wrong("dictionary-values-huge", dictionary, RefuseColumn, Lie::Number(Spot::DictionaryValues, i32::MAX as i64),
        "the dictionary has 2^31 - 1 entries, more than its bytes have"),
    wrong("dictionary-values-negative", dictionary, RefuseColumn, Lie::Number(Spot::DictionaryValues, -1),
        "the dictionary has -1 entries"),
    wrong("dictionary-bytes-huge", dictionary, RefuseColumn, Lie::Number(Spot::DictionaryBytes, i32::MAX as i64),
        "the dictionary page has 2^31 - 1 bytes, beyond the file"),
    wrong("page-nulls-wrong", || second(optional()), ReadOrRefuse, Lie::Number(Spot::PageNulls, 5),
        "the page of version 2 has 5 nulls, and 3 are there"),
    wrong("page-rows-wrong", || second(plain()), ReadOrRefuse, Lie::Number(Spot::PageRows, 70),
        "the page of version 2 has 70 rows, and 7 are there"),
    wrong("level-bytes-huge", || second(optional()), RefuseColumn, Lie::Number(Spot::PageLevelBytes, i32::MAX as i64),
        "the levels of the page of version 2 have 2^31 - 1 bytes"),
    wrong("level-bytes-negative", || second(optional()), RefuseColumn, Lie::Number(Spot::PageLevelBytes, -1),
        "the levels of the page of version 2 have -1 bytes"),
];
