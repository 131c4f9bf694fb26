//! Texts after all of their lengths, and texts that share their beginning with the one before.

use super::super::metadata::Physical;
use super::delta::Deltas;
use crate::typed::error::{Result, damaged};

fn wrong() -> crate::typed::error::TypedError {
    damaged("the texts of a page are not as long as they say")
}

/// Texts after all of their lengths.
pub struct Lengths<'b> {
    lengths: Deltas<'b>,
    bytes: &'b [u8],
}

impl<'b> Lengths<'b> {
    pub fn new(bytes: &'b [u8]) -> Result<Lengths<'b>> {
        let lengths = Deltas::new(bytes, Physical::Int32)?;
        check_count(&lengths, bytes)?;
        let bytes = lengths.clone().rest()?;
        Ok(Lengths { lengths, bytes })
    }

    pub fn next(&mut self) -> Result<&'b [u8]> {
        let length = usize::try_from(self.lengths.next()?).map_err(|_| wrong())?;
        let (text, rest) = self.bytes.split_at_checked(length).ok_or_else(wrong)?;
        self.bytes = rest;
        Ok(text)
    }
}

/// As many numbers of no width would take long to pass over.
const MAX_COUNT: u64 = 1 << 26;

fn check_count(lengths: &Deltas<'_>, bytes: &[u8]) -> Result<()> {
    let is_plausible = lengths.left() <= MAX_COUNT.max(bytes.len() as u64 * 8);
    is_plausible.then_some(()).ok_or_else(wrong)
}

/// Texts that share their beginning with the one before.
pub struct Prefixed<'b> {
    prefixes: Deltas<'b>,
    suffixes: Lengths<'b>,
    text: Vec<u8>,
}

impl<'b> Prefixed<'b> {
    pub fn new(bytes: &'b [u8]) -> Result<Prefixed<'b>> {
        let prefixes = Deltas::new(bytes, Physical::Int32)?;
        check_count(&prefixes, bytes)?;
        let suffixes = Lengths::new(prefixes.clone().rest()?)?;
        Ok(Prefixed { prefixes, suffixes, text: Vec::new() })
    }

    pub fn next(&mut self) -> Result<&[u8]> {
        let shared = usize::try_from(self.prefixes.next()?).ok().filter(|&shared| shared <= self.text.len());
        self.text.truncate(shared.ok_or_else(wrong)?);
        self.text.extend_from_slice(self.suffixes.next()?);
        Ok(&self.text)
    }
}
