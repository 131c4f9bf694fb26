//! Values that a batch has as texts, in the binary form of another type.

use super::address::{put_inet_text, put_mac_text};
use super::bytes::{put_after_length, put_bytes};

/// What the text of a value is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextForm {
    /// As it is.
    Plain,
    /// JSON that the server takes apart: a version comes first.
    Jsonb,
    /// The address of a machine.
    Inet,
    /// The address of a network.
    Cidr,
    /// A hardware address.
    MacAddr,
    /// Binary digits.
    Bits,
}

const JSONB_VERSION: u8 = 1;

impl TextForm {
    /// Appends a value, after its length.
    #[inline]
    pub fn put(self, text: &[u8], out: &mut Vec<u8>) {
        match self {
            TextForm::Plain => put_bytes(text, out),
            TextForm::Jsonb => {
                out.extend_from_slice(&(text.len() as u32 + 1).to_be_bytes());
                out.push(JSONB_VERSION);
                out.extend_from_slice(text);
            }
            TextForm::Inet => put_inet_text(text, false, out),
            TextForm::Cidr => put_inet_text(text, true, out),
            TextForm::MacAddr => put_mac_text(text, out),
            TextForm::Bits => put_bits(text, out),
        }
    }
}

/// Appends binary digits, eight a byte, the first one highest, after their number.
fn put_bits(text: &[u8], out: &mut Vec<u8>) {
    put_after_length(out, |out| {
        out.extend_from_slice(&(text.len() as u32).to_be_bytes());
        for digits in text.chunks(8) {
            let byte = digits.iter().fold(0, |byte, digit| byte << 1 | (digit & 1));
            out.push(byte << (8 - digits.len()));
        }
    });
}
