//! The head of an Avro file, which has the schema of its rows.

use crate::document::{Document, DocumentError};

/// How a file of Avro begins.
const MAGIC: &[u8] = b"Obj\x01";

/// The schema in the head of a file whose first bytes these are.
///
/// # Errors
/// The head is no Avro, or not complete in these bytes.
pub fn header(name: &str, bytes: &[u8]) -> Result<Document, DocumentError> {
    let wrong =
        || DocumentError::Wrong(vec!["its head is no Avro, or has no end: is the file complete?".into()]);
    let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(wrong)?;
    loop {
        let count = long(&mut rest).ok_or_else(wrong)?;
        if count == 0 {
            return Err(wrong());
        }
        if count < 0 {
            // The length of the block in bytes.
            long(&mut rest).ok_or_else(wrong)?;
        }
        for _ in 0..count.unsigned_abs() {
            let key = text(&mut rest).ok_or_else(wrong)?;
            let value = text(&mut rest).ok_or_else(wrong)?;
            if key == b"avro.schema" {
                return Document::parse(name, value);
            }
        }
    }
}

/// A number as Avro writes it: seven bits a byte, the sign in the last bit.
fn long(rest: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, left) = rest.split_first()?;
        *rest = left;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            let magnitude = i64::try_from(number >> 1).ok()?;
            return Some(magnitude ^ -i64::from(number & 1 == 1));
        }
    }
    None
}

/// Bytes after their length.
fn text<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(long(rest)?).ok()?;
    let (text, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_has_the_schema() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(b"\x04\x14avro.codec\x08null\x16avro.schema\x10\"string\"\x00");
        let found = header("x", &bytes).expect("a head");
        assert_eq!(found.root.text(), Some("string"));
        for length in 0..bytes.len() - 2 {
            assert!(header("x", &bytes[..length]).is_err(), "{length}");
        }
        assert_eq!(long(&mut &b"\x01"[..]), Some(-1));
        assert_eq!(long(&mut &b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"[..]), None);
    }
}
