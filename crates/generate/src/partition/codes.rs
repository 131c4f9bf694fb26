//! Numbers for values that come again and again: each value gets the next one when it first comes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Codes below this are looked up in an array.
const DIRECT: u64 = 1 << 16;

/// No number yet.
const NONE: u32 = u32::MAX;

/// Spreads codes of 64 bits. They are values that were generated here, and no stranger's.
#[derive(Debug, Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, code: u64) {
        let product = (code ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0 = product ^ product >> 32;
    }
}

/// The numbers of codes.
#[derive(Debug, Default)]
pub(super) struct Codes {
    direct: Vec<u32>,
    others: HashMap<u64, u32, BuildHasherDefault<Spread>>,
}

impl Codes {
    /// The number of a code; a new one is that of `next`.
    #[inline]
    pub fn number(&mut self, code: u64, next: impl FnOnce() -> u32) -> u32 {
        if code < DIRECT {
            if self.direct.len() <= code as usize {
                self.direct.resize((code as usize + 1).next_power_of_two(), NONE);
            }
            let number = &mut self.direct[code as usize];
            if *number == NONE {
                *number = next();
            }
            return *number;
        }
        *self.others.entry(code).or_insert_with(next)
    }
}

#[cfg(test)]
mod tests {
    use super::Codes;

    #[test]
    fn each_code_keeps_its_number() {
        let (mut codes, mut known) = (Codes::default(), Vec::new());
        for code in [5, 0, u64::MAX, 65_535, 65_536, 5, u64::MAX, 0, 65_536, 1] {
            let next = known.len() as u32;
            let number = codes.number(code, || next);
            if number == next {
                known.push(code);
            }
            assert_eq!(known[number as usize], code);
        }
        assert_eq!(known, [5, 0, u64::MAX, 65_535, 65_536, 1]);
    }
}
