//! The head of an Avro file, which has the schema of its rows and how they are compressed.

use crate::document::{Document, DocumentError};
use crate::typed::varint::signed;

/// How a file of Avro begins.
const MAGIC: &[u8] = b"Obj\x01";

/// The most keys of a head besides those that Avro has.
const MAX_ENTRIES: usize = 65_536;

/// What is before the rows of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The schema of a row.
    pub schema: Document,
    /// The name of the codec of blocks.
    pub codec: String,
    /// Other keys, and their texts.
    pub entries: Vec<(String, String)>,
    /// The bytes behind each block.
    pub sync: [u8; 16],
    /// How many bytes it has.
    pub length: usize,
}

/// The head of a file whose first bytes these are; none where it is not complete in them.
///
/// # Errors
/// The head is no Avro.
pub fn head(name: &str, bytes: &[u8]) -> Result<Option<Head>, DocumentError> {
    let wrong = || DocumentError::Wrong(vec!["its head is no Avro".into()]);
    let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(wrong)?;
    let (mut schema, mut codec, mut entries) = (None, "null".to_owned(), Vec::new());
    loop {
        let Some(count) = signed(&mut rest) else { return Ok(None) };
        if count == 0 {
            break;
        }
        // The length of the block in bytes.
        if count < 0 && signed(&mut rest).is_none() {
            return Ok(None);
        }
        for _ in 0..count.unsigned_abs() {
            let (Some(key), Some(value)) = (text(&mut rest), text(&mut rest)) else { return Ok(None) };
            match key {
                b"avro.schema" => schema = Some(Document::parse(name, value)?),
                b"avro.codec" => codec = String::from_utf8_lossy(value).into_owned(),
                _ if entries.len() == MAX_ENTRIES => {
                    let text = format!("its head has more than {MAX_ENTRIES} keys");
                    return Err(DocumentError::Wrong(vec![text]));
                }
                _ => {
                    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
                    entries.push((text(key), text(value)));
                }
            }
        }
    }
    let Some((sync, after)) = rest.split_first_chunk::<16>() else { return Ok(None) };
    let schema = schema.ok_or_else(wrong)?;
    Ok(Some(Head { schema, codec, entries, sync: *sync, length: bytes.len() - after.len() }))
}

/// Bytes after their length.
pub fn text<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(signed(rest)?).ok()?;
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
        bytes.extend([7; 20]);
        let found = head("x", &bytes).expect("Avro").expect("a head");
        assert_eq!(found.schema.root.text(), Some("string"));
        assert_eq!((found.codec.as_str(), found.sync, found.length), ("null", [7; 16], bytes.len() - 4));
        for length in 4..bytes.len() - 4 {
            assert_eq!(head("x", &bytes[..length]), Ok(None), "{length}");
        }
        assert!(head("x", b"Obj\x02").is_err());
        // As many keys as fit, each without a letter.
        let mut many = MAGIC.to_vec();
        many.extend(b"\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
        many.resize(1 << 20, 0);
        assert!(head("x", &many).is_err());
        assert_eq!(signed(&mut &b"\x01"[..]), Some(-1));
        assert_eq!(signed(&mut &b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"[..]), None);
    }
}
