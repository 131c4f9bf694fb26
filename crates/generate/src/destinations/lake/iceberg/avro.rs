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

#[cfg(test)]
mod tests {
    use super::Encoder;

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
