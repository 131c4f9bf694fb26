//! Writes the values of a column in a group: its dictionary, its pages, their indexes and its bloom filter.

use std::io;

use super::axes::{Codec, Encoding, Index, Levels, PageVersion, Presence, Traits};
use super::encode::{self, Dictionary, compressed, encoding_number};
use super::lies::{Lie, Lies, Spot};
use super::nesting::{Column, Slot};
use super::statistics::{bounds, written};
use super::thrift::{Fields, structure};
use crate::parquet::{bloom_filter, checksum};

/// Parquet's numbers of pages.
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;
const DATA_PAGE_V2: i64 = 3;
/// Parquet's numbers of the encodings of levels.
const RLE: i64 = 3;
const BIT_PACKED: i64 = 4;

/// Writes a column in a group.
pub(super) struct ChunkWriter<'c> {
    pub traits: &'c Traits,
    pub column: &'c Column,
    /// Whether it is the column that the file is about: others are plain.
    pub is_subject: bool,
    pub lies: &'c Lies,
}

/// The facts about a column in a group that was written.
#[derive(Debug, Default)]
pub(super) struct ChunkFacts {
    pub is_subject: bool,
    /// Where it begins, and where its first page of values does.
    pub start: usize,
    pub data: usize,
    pub dictionary: Option<usize>,
    pub bytes: usize,
    pub uncompressed: usize,
    pub slots: usize,
    pub nulls: usize,
    pub bounds: Option<(Vec<u8>, Vec<u8>)>,
    pub encodings: Vec<i64>,
    /// Types of pages with their encodings, and how many.
    pub page_encodings: Vec<(i64, i64, i64)>,
    pages: Vec<PageFacts>,
    has_column_index: bool,
    pub filter: Option<Vec<u8>>,
    /// Where each is, and how many bytes it has.
    pub bloom: Option<(usize, usize)>,
    pub offset_index: Option<(usize, usize)>,
    pub column_index: Option<(usize, usize)>,
}

#[derive(Debug)]
struct PageFacts {
    offset: usize,
    bytes: usize,
    first_row: usize,
    nulls: usize,
    is_null: bool,
    bounds: Option<(Vec<u8>, Vec<u8>)>,
}

/// What a page of values has besides its bytes.
struct PageHead {
    rows: usize,
    slots: usize,
    nulls: usize,
    encoding: i64,
    /// How many bytes the repetition levels and the definition levels have.
    levels: [usize; 2],
    is_compressed: bool,
    uncompressed: usize,
}

fn values_of(slots: &[Slot]) -> Vec<&[u8]> {
    slots.iter().filter_map(|slot| slot.value.as_deref()).collect()
}

impl ChunkWriter<'_> {
    /// Appends the pages: the rows and the slots of each.
    pub fn write(&mut self, pages: &[(usize, Vec<Slot>)], out: &mut Vec<u8>) -> io::Result<ChunkFacts> {
        let encoding = if self.is_subject { self.traits.encoding } else { Encoding::Plain };
        let mut facts = ChunkFacts { is_subject: self.is_subject, start: out.len(), ..ChunkFacts::default() };
        let all: Vec<&[u8]> = pages.iter().flat_map(|(_, slots)| values_of(slots)).collect();
        let dictionary = match encoding {
            Encoding::PlainDictionary | Encoding::RleDictionary => Some(Dictionary::of(all.iter().copied())),
            // Of the values of the first pages.
            Encoding::DictionaryThenPlain => {
                let some = pages[..pages.len().div_ceil(2)].iter();
                Some(Dictionary::of(some.flat_map(|(_, slots)| values_of(slots))))
            }
            _ => None,
        };
        if let Some(dictionary) = &dictionary {
            self.dictionary_page(dictionary, encoding, &mut facts, out)?;
        }
        facts.data = out.len();
        let mut row = 0;
        for (at, (rows, slots)) in pages.iter().enumerate() {
            let none = Lies::default();
            let lies = if at == 0 { self.lies } else { &none };
            self.page((*rows, slots, row), (encoding, dictionary.as_ref()), lies, &mut facts, out)?;
            row += rows;
        }
        facts.bytes = out.len() - facts.start;
        facts.bounds = bounds(self.column.of, &all);
        if self.is_subject && self.traits.bloom == Presence::Present {
            facts.filter = Some(bloom_filter(all.iter().copied()));
        }
        facts.has_column_index =
            facts.pages.iter().all(|page| page.is_null || self.page_bounds(page).is_some());
        facts.encodings = if self.column.repetition + self.column.definition > 0 {
            vec![self.level_encoding()]
        } else {
            vec![]
        };
        for (_, encoding, _) in &facts.page_encodings {
            if !facts.encodings.contains(encoding) {
                facts.encodings.push(*encoding);
            }
        }
        Ok(facts)
    }

    /// The bounds of a page as the column index has them, if it can.
    fn page_bounds(&self, page: &PageFacts) -> Option<(Vec<u8>, Vec<u8>)> {
        match written(self.traits.statistics, page.bounds.clone()) {
            (Some(least), Some(most)) => Some((least.bytes, most.bytes)),
            _ => None,
        }
    }

    fn level_encoding(&self) -> i64 {
        if self.traits.levels == Levels::BitPacked { BIT_PACKED } else { RLE }
    }

    fn dictionary_page(
        &self,
        dictionary: &Dictionary<'_>,
        encoding: Encoding,
        facts: &mut ChunkFacts,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let mut plain = Vec::new();
        encode::values(&dictionary.entries, self.column.of.physical, Encoding::Plain, &mut plain);
        let lied = match self.lies.lie() {
            Some(Lie::Dictionary(change)) => Some(change(&mut plain)),
            _ => None,
        };
        let body = compressed(&plain, self.traits.codec)?;
        let number = if encoding == Encoding::PlainDictionary { 2 } else { 0 };
        let (start, before, mut head) = (out.len(), out.len(), Vec::new());
        structure(&mut head, |own| {
            let at = |own: &Fields<'_>| before + own.len();
            own.i32(1, DICTIONARY_PAGE);
            own.i32(2, plain.len() as i64);
            own.i32(3, self.lies.number(Spot::DictionaryBytes, body.len() as i64, at(own)));
            if self.traits.checksums == Presence::Present {
                own.i32(4, i64::from(checksum(&[&body]) as i32));
            }
            let mut bytes = Vec::new();
            let entries = dictionary.entries.len() as i64;
            let inner = at(own) + 1;
            structure(&mut bytes, |own| {
                own.i32(1, self.lies.number(Spot::DictionaryValues, entries, inner + own.len()));
                own.i32(2, number);
            });
            own.written(7, &bytes);
        });
        out.extend_from_slice(&head);
        if let Some(at) = lied {
            self.lies.found(out.len() + at);
        }
        out.extend_from_slice(&body);
        facts.dictionary = Some(out.len() - start);
        facts.uncompressed += head.len() + plain.len();
        facts.page_encodings.push((DICTIONARY_PAGE, number, 1));
        Ok(())
    }

    /// Appends a page of this number of rows, which begins at a row of the group.
    fn page(
        &self,
        (rows, slots, first_row): (usize, &[Slot], usize),
        (encoding, dictionary): (Encoding, Option<&Dictionary<'_>>),
        lies: &Lies,
        facts: &mut ChunkFacts,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let values = values_of(slots);
        let mut encoded = Vec::new();
        let number = match dictionary.and_then(|dictionary| dictionary.put(&values, &mut encoded)) {
            Some(()) => encoding_number(encoding),
            None => {
                // Values that are no entries come after those that are.
                let own = if dictionary.is_some() { Encoding::Plain } else { encoding };
                encode::values(&values, self.column.of.physical, own, &mut encoded);
                encoding_number(own)
            }
        };
        let lied = match lies.lie() {
            Some(Lie::Values(change)) => Some(change(&mut encoded)),
            _ => None,
        };
        let [repetition, definition] = self.levels(slots, lies, out.len());
        let is_second = self.traits.pages == PageVersion::V2;
        let level_bytes = [&repetition[..], &definition].concat();
        let mut body = if is_second { encoded.clone() } else { [&level_bytes[..], &encoded].concat() };
        let uncompressed = body.len() + if is_second { level_bytes.len() } else { 0 };
        // In version 2 a page may stay as it is.
        let is_compressed = self.traits.codec != Codec::None && (!is_second || first_row % 2 == 0);
        if is_compressed {
            body = compressed(&body, self.traits.codec)?;
        }
        if is_second {
            body = [&level_bytes[..], &body].concat();
        }
        let nulls = slots.len() - values.len();
        let head = PageHead {
            rows,
            slots: slots.len(),
            nulls,
            encoding: number,
            levels: [repetition.len(), definition.len()],
            is_compressed,
            uncompressed,
        };
        let mut header = Vec::new();
        let start = out.len();
        structure(&mut header, |own| self.header(own, &head, &body, lies, start));
        out.extend_from_slice(&header);
        if let Some(at) = lied {
            lies.found(out.len() + level_bytes.len() + at);
        }
        let before = body.len();
        if let Some(Lie::Body(change)) = lies.lie() {
            lies.found(out.len() + change(&mut body));
        }
        facts.uncompressed += header.len() + uncompressed + body.len() - before;
        out.extend_from_slice(&body);
        let kind = if is_second { DATA_PAGE_V2 } else { DATA_PAGE };
        match facts.page_encodings.iter_mut().find(|(of, own, _)| (*of, *own) == (kind, number)) {
            Some((.., count)) => *count += 1,
            None => facts.page_encodings.push((kind, number, 1)),
        }
        facts.slots += slots.len();
        facts.nulls += nulls;
        facts.pages.push(PageFacts {
            offset: start,
            bytes: out.len() - start,
            first_row,
            nulls,
            is_null: values.is_empty(),
            bounds: bounds(self.column.of, &values),
        });
        Ok(())
    }

    /// The repetition levels and the definition levels, in version 1 with their lengths where they have one.
    fn levels(&self, slots: &[Slot], lies: &Lies, at: usize) -> [Vec<u8>; 2] {
        let Column { repetition, definition, .. } = *self.column;
        let mut repetitions: Vec<u32> = slots.iter().map(|slot| slot.repetition).collect();
        let mut definitions: Vec<u32> = slots.iter().map(|slot| slot.definition).collect();
        match lies.lie() {
            Some(Lie::Repetition(change)) => {
                lies.found(at);
                change(&mut repetitions);
            }
            Some(Lie::Definition(change)) => {
                lies.found(at);
                change(&mut definitions);
            }
            _ => {}
        }
        [(repetitions, repetition), (definitions, definition)].map(|(levels, most)| {
            let mut bytes = Vec::new();
            match (self.traits.levels, self.traits.pages) {
                (Levels::BitPacked, _) => encode::packed_levels(&levels, most, &mut bytes),
                (Levels::Rle, PageVersion::V2) => encode::levels(&levels, most, &mut bytes),
                (Levels::Rle, PageVersion::V1) if most > 0 => {
                    let mut own = Vec::new();
                    encode::levels(&levels, most, &mut own);
                    bytes.extend((own.len() as u32).to_le_bytes());
                    bytes.extend(own);
                }
                (Levels::Rle, PageVersion::V1) => {}
            }
            bytes
        })
    }

    /// The struct `PageHeader`, which begins at this offset of the file.
    fn header(&self, own: &mut Fields<'_>, head: &PageHead, body: &[u8], lies: &Lies, start: usize) {
        let at = |own: &Fields<'_>| start + own.len();
        let is_second = self.traits.pages == PageVersion::V2;
        let kind = if is_second { DATA_PAGE_V2 } else { DATA_PAGE };
        own.i32(1, lies.number(Spot::PageType, kind, at(own)));
        own.i32(2, lies.number(Spot::PageUncompressed, head.uncompressed as i64, at(own)));
        own.i32(3, lies.number(Spot::PageBytes, body.len() as i64, at(own)));
        if self.traits.checksums == Presence::Present {
            let checksum = i64::from(checksum(&[body]) as i32);
            own.i32(4, lies.number(Spot::PageChecksum, checksum, at(own)));
        }
        let (mut bytes, inner) = (Vec::new(), at(own) + 1);
        let at = |own: &Fields<'_>| inner + own.len();
        structure(&mut bytes, |own| {
            own.i32(1, lies.number(Spot::PageValues, head.slots as i64, at(own)));
            if is_second {
                own.i32(2, lies.number(Spot::PageNulls, head.nulls as i64, at(own)));
                own.i32(3, lies.number(Spot::PageRows, head.rows as i64, at(own)));
                own.i32(4, lies.number(Spot::PageEncoding, head.encoding, at(own)));
                own.i32(5, lies.number(Spot::PageLevelBytes, head.levels[1] as i64, at(own)));
                own.i32(6, head.levels[0] as i64);
                own.bool(7, head.is_compressed);
            } else {
                own.i32(2, lies.number(Spot::PageEncoding, head.encoding, at(own)));
                own.i32(3, self.level_encoding());
                own.i32(4, self.level_encoding());
            }
        });
        own.written(if is_second { 8 } else { 5 }, &bytes);
    }
}

impl ChunkFacts {
    /// Appends the indexes of its pages that the file has.
    pub fn write_indexes(&mut self, traits: &Traits, lies: &Lies, out: &mut Vec<u8>) {
        if traits.index == Index::Absent {
            return;
        }
        if traits.index == Index::Full && self.has_column_index {
            let (start, mut bytes) = (out.len(), Vec::new());
            structure(&mut bytes, |own| self.column_index(own, traits, lies, start));
            out.extend_from_slice(&bytes);
            self.column_index = Some((start, bytes.len()));
        }
        let (start, mut bytes) = (out.len(), Vec::new());
        structure(&mut bytes, |own| {
            own.structs(1, self.pages.iter().enumerate(), |(at, page), own| {
                let offset = page.offset as i64;
                let offset = if at == 0 { lies.number(Spot::PageLocation, offset, start) } else { offset };
                own.i64(1, offset);
                own.i32(2, page.bytes as i64);
                own.i64(3, page.first_row as i64);
            });
        });
        out.extend_from_slice(&bytes);
        self.offset_index = Some((start, bytes.len()));
    }

    fn column_index(&self, own: &mut Fields<'_>, traits: &Traits, lies: &Lies, start: usize) {
        let ends: Vec<(Vec<u8>, Vec<u8>)> = self
            .pages
            .iter()
            .map(|page| match written(traits.statistics, page.bounds.clone()) {
                (Some(least), Some(most)) => {
                    let (mut least, mut most) = (least.bytes, most.bytes);
                    if let Some(Lie::PageBounds(change)) = lies.lie() {
                        lies.found(start);
                        change(&mut least, &mut most);
                    }
                    (least, most)
                }
                _ => (Vec::new(), Vec::new()),
            })
            .collect();
        own.bools(1, &self.pages.iter().map(|page| page.is_null).collect::<Vec<bool>>());
        own.binaries(2, &ends.iter().map(|(least, _)| &least[..]).collect::<Vec<&[u8]>>());
        own.binaries(3, &ends.iter().map(|(_, most)| &most[..]).collect::<Vec<&[u8]>>());
        // In no order.
        own.i32(4, 0);
        own.i64s(5, &self.pages.iter().map(|page| page.nulls as i64).collect::<Vec<i64>>());
    }
}
