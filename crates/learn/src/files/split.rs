//! Divides complete records of a buffer into fields, without a copy: what nearly all rows of nearly all files need.
//!
//! A record that goes on in the next buffer, or has a quote that does not simply begin and end a field, is left to the reader of the
//! crate `csv-core`, which is slower and knows everything. A test compares the two.

use super::bytes::{HIGH, repeated, zeros};

/// Finds fields.
pub struct Splitter {
    separator: u8,
    /// The separator, eight times.
    separators: u64,
    /// Where each field begins and ends, of the records since the last [`Splitter::clear`].
    pub fields: Vec<(u32, u32)>,
    /// How many line feeds are in the quotes of the last record.
    pub quoted_lines: u64,
}

const LINE_FEEDS: u64 = repeated(b'\n');
const RETURNS: u64 = repeated(b'\r');

impl Splitter {
    /// Of fields with this byte between them.
    pub fn new(separator: u8) -> Splitter {
        Splitter { separator, separators: repeated(separator), fields: Vec::new(), quoted_lines: 0 }
    }

    /// Forgets the fields.
    pub fn clear(&mut self) {
        self.fields.clear();
    }

    /// Adds the fields of the record that begins at `start`, and gives where the next one begins. None, and no field, where it is not
    /// complete or has to be read byte by byte. There are fewer than 2^32 bytes.
    pub fn record(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        let known = self.fields.len();
        let next = self.add_record(bytes, start);
        if next.is_none() {
            self.fields.truncate(known);
        }
        next
    }

    fn add_record(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        self.quoted_lines = 0;
        let mut at = start;
        loop {
            let (begin, end, next) = match *bytes.get(at)? {
                b'"' => {
                    let begin = at + 1;
                    let end = begin + memchr::memchr(b'"', bytes.get(begin..)?)?;
                    self.quoted_lines += memchr::memchr_iter(b'\n', &bytes[begin..end]).count() as u64;
                    (begin, end, end + 1)
                }
                _ => {
                    let end = self.end(bytes, at)?;
                    (at, end, end)
                }
            };
            let after = *bytes.get(next)?;
            let is_end = after == b'\n' || after == b'\r';
            if after != self.separator && !is_end {
                return None;
            }
            self.fields.push((begin as u32, end as u32));
            at = next + 1;
            if is_end {
                return Some(at);
            }
        }
    }

    /// Where the field ends that `at` is in.
    fn end(&self, bytes: &[u8], mut at: usize) -> Option<usize> {
        while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
            let word = u64::from_le_bytes(*word);
            let found = zeros(word ^ self.separators) | zeros(word ^ LINE_FEEDS) | zeros(word ^ RETURNS);
            if found & HIGH != 0 {
                return Some(at + (found.trailing_zeros() / 8) as usize);
            }
            at += 8;
        }
        let is_end = |byte: &u8| *byte == self.separator || *byte == b'\n' || *byte == b'\r';
        Some(at + bytes[at..].iter().position(is_end)?)
    }
}

#[cfg(test)]
mod tests {
    use csv_core::{ReadRecordResult, ReaderBuilder};
    use proptest::prelude::{Just, Strategy, prop};
    use proptest::{prop_assert_eq, prop_oneof, proptest};

    use super::*;

    /// The records of a text by the crate that knows everything.
    fn records(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader = ReaderBuilder::new().build();
        let (mut fields, mut ends, mut rest, mut records) = (vec![0; 4096], vec![0; 512], text, Vec::new());
        loop {
            let (result, read, _, ended) = reader.read_record(rest, &mut fields, &mut ends);
            rest = &rest[read..];
            match result {
                ReadRecordResult::Record => {
                    let starts = std::iter::once(0).chain(ends[..ended].iter().copied());
                    let bounds = starts.zip(&ends[..ended]);
                    records.push(bounds.map(|(start, end)| fields[start..*end].to_vec()).collect());
                }
                // The last record has no end of its line.
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return records,
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => unreachable!(),
            }
        }
    }

    fn texts() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just("a"),
            Just("long enough for a word"),
            Just(","),
            Just(","),
            Just("\n"),
            Just("\r\n"),
            Just("\r"),
            Just("\""),
            Just("\"q,\nq\""),
            Just("\"\"\"\""),
            Just("é"),
            Just("1.50"),
        ];
        prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat().into_bytes())
    }

    proptest! {
        #[test]
        fn fields_are_those_of_csv_core(text in texts()) {
            let expected = records(&text);
            let mut splitter = Splitter::new(b',');
            let (mut at, mut found) = (0, Vec::new());
            loop {
                while matches!(text.get(at), Some(b'\n' | b'\r')) {
                    at += 1;
                }
                splitter.clear();
                let Some(next) = splitter.record(&text, at) else { break };
                let field = |(start, end): &(u32, u32)| text[*start as usize..*end as usize].to_vec();
                found.push(splitter.fields.iter().map(field).collect::<Vec<_>>());
                at = next;
            }
            // From a record on that is not simple, the other reader goes on.
            prop_assert_eq!(&found[..], &expected[..found.len()]);
            let is_simple = !text.contains(&b'"');
            if is_simple {
                prop_assert_eq!(found.len(), expected.len());
            }
        }
    }
}
