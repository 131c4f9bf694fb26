//! Files of Avro with one block: enough for manifests, whose records are few.

use gush_columnar::avro_long;

/// Bytes in Avro's binary encoding.
#[derive(Debug, Default)]
pub(super) struct Encoder(pub Vec<u8>);

impl Encoder {
    /// An `int` or a `long`.
    pub fn long(&mut self, number: i64) {
        avro_long(number, &mut self.0);
    }

    /// A `string`, or `bytes`.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.long(bytes.len() as i64);
        self.0.extend_from_slice(bytes);
    }

    /// A `boolean`.
    pub fn bool(&mut self, value: bool) {
        self.0.push(value.into());
    }

    /// The null of a union whose first type it is.
    pub fn null(&mut self) {
        self.long(0);
    }

    /// Announces a value of a union's second type, after null.
    pub fn some(&mut self) {
        self.long(1);
    }

    /// The items of an `array`.
    pub fn array<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Encoder, &T)) {
        if !items.is_empty() {
            self.long(items.len() as i64);
            items.iter().for_each(|item| write(self, item));
        }
        self.long(0);
    }
}

/// A file of `count` records, which are encoded in `records`, with metadata.
pub(super) fn file(metadata: &[(&str, &str)], sync: u128, count: u64, records: &[u8]) -> Vec<u8> {
    let mut file = Encoder(b"Obj\x01".to_vec());
    file.array(metadata, |file, (key, value)| {
        file.bytes(key.as_bytes());
        file.bytes(value.as_bytes());
    });
    let sync = sync.to_be_bytes();
    file.0.extend_from_slice(&sync);
    if count > 0 {
        file.long(count as i64);
        file.bytes(records);
        file.0.extend_from_slice(&sync);
    }
    file.0
}

/// The records of a file, as they are encoded.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Records {
    pub count: u64,
    pub bytes: Vec<u8>,
}

/// The records of a file that [`file`] has written; `None` for any other one.
pub(in super::super) fn records(file: &[u8]) -> Option<Records> {
    let mut left = file.strip_prefix(b"Obj\x01")?;
    loop {
        let count = long(&mut left)?;
        if count == 0 {
            break;
        }
        for _ in 0..u64::try_from(count).ok()? {
            let (key, value) = (bytes(&mut left)?, bytes(&mut left)?);
            if key == b"avro.codec" && value != b"null" {
                return None;
            }
        }
    }
    let (sync, mut left) = left.split_at_checked(16)?;
    let mut records = Records::default();
    while !left.is_empty() {
        records.count += u64::try_from(long(&mut left)?).ok()?;
        records.bytes.extend_from_slice(bytes(&mut left)?);
        left = left.strip_prefix(sync)?;
    }
    Some(records)
}

/// Takes a `long` from the beginning.
fn long(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, left) = bytes.split_first()?;
        *bytes = left;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some((number >> 1) as i64 ^ -((number & 1) as i64));
        }
    }
    None
}

/// Takes `bytes`, or a `string`, from the beginning.
fn bytes<'b>(from: &mut &'b [u8]) -> Option<&'b [u8]> {
    let len = usize::try_from(long(from)?).ok()?;
    let (taken, left) = from.split_at_checked(len)?;
    *from = left;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::{Encoder, Records, file, records};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn records_are_read_back(bytes in prop::collection::vec(any::<u8>(), 0..300), count in 1u64..1000, cut in 0usize..300) {
            let written = file(&[("avro.codec", "null"), ("a", "b")], 7, count, &bytes);
            prop_assert_eq!(records(&written), Some(Records { count, bytes }));
            let cut = written.len().saturating_sub(cut + 1);
            // Without its blocks, a file has no records.
            prop_assert!(records(&written[..cut]).is_none_or(|records| records.count == 0));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = records(&[&b"Obj\x01"[..], &bytes].concat());
        }
    }

    #[test]
    fn numbers_are_zigzag_varints() {
        let of = |number| {
            let mut encoder = Encoder::default();
            encoder.long(number);
            encoder.0
        };
        assert_eq!([of(0), of(-1), of(1)], [[0], [1], [2]]);
        assert_eq!(of(64), [0x80, 1]);
        assert_eq!(of(i64::MIN).len(), 10);
    }
}
