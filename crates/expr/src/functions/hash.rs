//! Hashes of texts, as small hexadecimal digits.

use std::fmt::Write as _;

use md5::{Digest, Md5};
use sha2::{Sha256, Sha512};

use super::rows::to_texts;
use super::text::text;
use super::{Args, Function};
use crate::run::Checked;
use crate::types::TextBounds;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("md5", (1, 1), "md5(TEXT)", |args| {
        hash(args, 32, |text, out| hex(&Md5::digest(text), out))
    }),
    Function::new("sha256", (1, 1), "sha256(TEXT)", |args| {
        hash(args, 64, |text, out| hex(&Sha256::digest(text), out))
    }),
    Function::new("sha512", (1, 1), "sha512(TEXT)", |args| {
        hash(args, 128, |text, out| hex(&Sha512::digest(text), out))
    }),
];

fn hash(args: Args<'_>, digits: usize, write: fn(&[u8], &mut String)) -> Checked {
    let ty = TextBounds { longest: digits, mean: digits, ascii: true, plain: true };
    Ok(to_texts(vec![text(args.one())?], ty, move |row, out| write(row.text(0).as_bytes(), out)))
}

fn hex(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
}
