//! What wrong files are, and what most of them begin with.

use crate::corpus::axes::{
    Annotation, Codec, Encoding, Index, Levels, Nesting, Nulls, PageVersion, Presence, Rows, Statistics,
    Traits,
};
use crate::corpus::lies::Lie;
use crate::corpus::types::named;

/// What a reader should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::corpus) enum Expected {
    /// Report an error, for the file or as soon as the column `v` is read.
    Refuse,
    /// Report an error for the column `v`; `id` can be read.
    RefuseColumn,
    /// Read all values, which are right: what is wrong is not needed for them. An error is right, too.
    ReadOrRefuse,
}

impl Expected {
    pub fn name(self) -> &'static str {
        match self {
            Expected::Refuse => "refuse",
            Expected::RefuseColumn => "refuse the column",
            Expected::ReadOrRefuse => "read or refuse",
        }
    }
}

/// A wrong file.
#[derive(Debug, Clone, Copy)]
pub(in crate::corpus) struct Wrong {
    pub name: &'static str,
    /// What it would be if it did not lie.
    pub base: fn() -> Traits,
    pub lie: Lie,
    pub expected: Expected,
    /// What is wrong.
    pub what: &'static str,
}

pub(super) const fn wrong(
    name: &'static str,
    base: fn() -> Traits,
    expected: Expected,
    lie: Lie,
    what: &'static str,
) -> Wrong {
    Wrong { name, base, lie, expected, what }
}

/// A file of a few rows whose column `v` has this type and encoding, in one page.
pub(super) fn base(of: &str, encoding: Encoding) -> Traits {
    Traits {
        of: named(of),
        encoding,
        codec: Codec::None,
        pages: PageVersion::V1,
        nulls: Nulls::Required,
        rows: Rows::Seven,
        nesting: Nesting::Flat,
        statistics: Statistics::Exact,
        index: Index::Absent,
        levels: Levels::Rle,
        annotation: Annotation::Both,
        checksums: Presence::Absent,
        bloom: Presence::Absent,
    }
}

pub(super) fn plain() -> Traits {
    base("int32", Encoding::Plain)
}

pub(super) fn texts(encoding: Encoding) -> Traits {
    base("string", encoding)
}

pub(super) fn second(traits: Traits) -> Traits {
    Traits { pages: PageVersion::V2, ..traits }
}

pub(super) fn snappy(traits: Traits) -> Traits {
    Traits { codec: Codec::Snappy, ..traits }
}

pub(super) fn optional() -> Traits {
    Traits { nulls: Nulls::Alternating, ..plain() }
}

pub(super) fn lists() -> Traits {
    Traits { nesting: Nesting::List, nulls: Nulls::Absent, ..plain() }
}

pub(super) fn nullable_lists() -> Traits {
    Traits { nulls: Nulls::Random, ..lists() }
}

pub(super) fn dictionary() -> Traits {
    base("int32", Encoding::RleDictionary)
}

pub(super) fn delta() -> Traits {
    base("int64", Encoding::DeltaBinaryPacked)
}

pub(super) fn indexed() -> Traits {
    Traits { index: Index::Full, ..plain() }
}

/// Writes bytes over others, and gives where.
pub(super) fn over(bytes: &mut [u8], at: usize, with: &[u8]) -> usize {
    for (byte, new) in bytes.iter_mut().skip(at).zip(with) {
        *byte = *new;
    }
    at
}

/// Where the footer begins.
pub(super) fn footer_of(bytes: &[u8]) -> usize {
    let tail = bytes.len() - 8;
    let len = bytes[tail..].first_chunk().map_or(0, |len| u32::from_le_bytes(*len) as usize);
    tail - len
}

/// Replaces the last byte of the footer, which ends it, by other fields.
pub(super) fn more_fields(footer: &mut Vec<u8>, fields: &[u8]) -> usize {
    footer.pop();
    let at = footer.len();
    footer.extend_from_slice(fields);
    footer.push(0);
    at
}

/// Where the widths of the first block of differences are: after the head and the smallest difference.
pub(super) fn delta_widths(bytes: &[u8]) -> usize {
    let mut at = 4;
    for _ in 0..2 {
        while bytes[at] & 0x80 != 0 {
            at += 1;
        }
        at += 1;
    }
    at
}
