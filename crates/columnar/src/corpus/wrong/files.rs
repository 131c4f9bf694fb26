//! The lies about all of a file.

use super::bases::Expected::{ReadOrRefuse, Refuse};
use super::bases::{Wrong, footer_of, over, plain, wrong};
use crate::corpus::lies::Lie;

/// The lies about all of a file.
#[rustfmt::skip]
pub(super) static ALL: &[Wrong] = &[
    wrong("empty", plain, Refuse, Lie::File(|bytes| { bytes.clear(); 0 }),
        "the file has no bytes"),
    wrong("magic-alone", plain, Refuse, Lie::File(|bytes| { bytes.truncate(4); 4 }),
        "the file has the magic bytes alone"),
    wrong("two-magics", plain, Refuse, Lie::File(|bytes| { bytes.truncate(4); bytes.extend(b"PAR1"); 4 }),
        "the file has the magic bytes twice, and no footer"),
    wrong("no-magic-at-end", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 4; over(bytes, at, b"PARX") }),
        "the last four bytes are not the magic ones"),
    wrong("encrypted-magic", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 4; over(bytes, at, b"PARE") }),
        "the magic bytes are those of an encrypted footer, which is a plain one"),
    wrong("last-byte-missing", plain, Refuse, Lie::File(|bytes| { bytes.pop(); bytes.len() }),
        "the last byte is missing"),
    wrong("half", plain, Refuse, Lie::File(|bytes| { bytes.truncate(bytes.len() / 2); bytes.len() }),
        "the second half is missing"),
    wrong("footer-length-zero", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 8; over(bytes, at, &[0; 4]) }),
        "the length of the footer is 0"),
    wrong("footer-length-huge", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 8; over(bytes, at, &[0xFF, 0xFF, 0xFF, 0x7F]) }),
        "the length of the footer is 2^31 - 1, more than the file has"),
    wrong("footer-length-negative", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 8; over(bytes, at, &[0xFF; 4]) }),
        "the length of the footer is 2^32 - 1, or -1 with a sign"),
    wrong("footer-length-short", plain, Refuse, Lie::File(|bytes| { let at = bytes.len() - 8; bytes[at] -= 9; at }),
        "the length of the footer is 9 less than it should be"),
    wrong("footer-zeros", plain, Refuse, Lie::File(|bytes| { let (start, end) = (footer_of(bytes), bytes.len() - 8); bytes[start..end].fill(0); start }),
        "the footer is zeros"),
    wrong("footer-ones", plain, Refuse, Lie::File(|bytes| { let (start, end) = (footer_of(bytes), bytes.len() - 8); bytes[start..end].fill(0xFF); start }),
        "the bytes of the footer are all 255"),
    wrong("bad-magic-at-start", plain, ReadOrRefuse, Lie::File(|bytes| over(bytes, 0, b"PARX")),
        "the first four bytes are not the magic ones"),
];
