//! Writes a file: the rows of its columns in pages, groups, indexes and the footer.

use std::io;

use super::axes::{Annotation, Index, Presence, Rows, Statistics, Traits};
use super::chunk::{ChunkFacts, ChunkWriter};
use super::encode::codec_number;
use super::lies::{Lie, Lies, Spot};
use super::nesting::{Cells, Column, Kind, Node, Repetition, Slot, field};
use super::statistics;
use super::thrift::{Fields, STRUCT, structure, union};
use super::types::{Logical, Meaning, Physical, named};
use super::values::{Random, Values};

const MAGIC: &[u8] = b"PAR1";
const CREATED_BY: &str = concat!("gusher version ", env!("CARGO_PKG_VERSION"), " (build 0)");

/// A file and what is in it.
#[derive(Debug)]
pub(super) struct Built {
    pub bytes: Vec<u8>,
    /// The rows, as NDJSON.
    pub values: String,
    /// Where the file lies, if it does.
    pub lies_at: Option<usize>,
}

/// The rows of the pages of each group.
fn layout(rows: Rows) -> &'static [&'static [usize]] {
    match rows {
        Rows::Zero => &[],
        Rows::One => &[&[1]],
        Rows::Seven => &[&[7]],
        Rows::Pages => &[&[1, 7, 130, 160, 2]],
        Rows::Groups => &[&[1], &[20], &[9, 5], &[5]],
    }
}

/// The file of these traits, whose values follow from the seed and its name; with a lie, if there is one.
pub(super) fn build(traits: &Traits, seed: u64, name: &str, lie: Option<Lie>) -> io::Result<Built> {
    let lies = Lies::new(lie);
    let groups = layout(traits.rows);
    let count = groups.iter().flat_map(|pages| pages.iter()).sum();
    let id = Node { name: "id", repetition: Repetition::Required, kind: Kind::Leaf(named("int32")) };
    let subject = field(traits.nesting, traits.nulls, traits.of);
    let values = Values::new(traits.of, Random::new(seed, name));
    let random = Random::new(seed ^ 1, name);
    let mut cells = Cells::new(traits.nesting, traits.nulls, count, values, random);
    let (mut rows, mut ndjson) = (Vec::with_capacity(count), String::new());
    let columns = [id.columns(), subject.columns()].concat();
    for row in 0..count {
        let (tree, json) = cells.cell(row);
        let mut slots = vec![Vec::new(); columns.len()];
        let plain = (row as i32).to_le_bytes().to_vec();
        slots[0].push(Slot { repetition: 0, definition: 0, value: Some(plain) });
        subject.shred(&tree, &mut slots[1..]);
        rows.push(slots);
        ndjson.push_str(&format!("{{\"id\":{row},\"v\":{json}}}\n"));
    }
    let mut file = File { lies, ..File::new(traits, columns) };
    let mut start = 0;
    for pages in groups {
        let end = start + pages.iter().sum::<usize>();
        file.add_group(&rows[start..end], pages)?;
        start = end;
    }
    file.finish(&[id, subject], count as i64);
    let File { mut bytes, lies, .. } = file;
    if let Some(Lie::File(change)) = lies.lie() {
        lies.found(change(&mut bytes));
    }
    Ok(Built { bytes, values: ndjson, lies_at: lies.at() })
}

/// A file in the making.
pub(super) struct File<'t> {
    traits: &'t Traits,
    lies: Lies,
    bytes: Vec<u8>,
    columns: Vec<Column>,
    groups: Vec<GroupFacts>,
}

struct GroupFacts {
    rows: usize,
    chunks: Vec<ChunkFacts>,
}

impl<'t> File<'t> {
    /// A file with these columns, which does not lie.
    pub fn new(traits: &'t Traits, columns: Vec<Column>) -> File<'t> {
        File { traits, lies: Lies::default(), bytes: MAGIC.to_vec(), columns, groups: Vec::new() }
    }

    /// All that was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes rows as a row group: the slots of each row by column. `pages` has the number of rows of each page.
    pub fn add_group(&mut self, rows: &[Vec<Vec<Slot>>], pages: &[usize]) -> io::Result<()> {
        let mut chunks = Vec::new();
        let last = self.columns.len() - 1;
        let none = Lies::default();
        for (at, column) in self.columns.iter().enumerate() {
            let (mut start, mut slots) = (0, Vec::new());
            for page in pages {
                let own = rows[start..start + page].iter().flat_map(|row| row[at].iter());
                slots.push((*page, own.cloned().collect::<Vec<Slot>>()));
                start += page;
            }
            let is_subject = at == last;
            let lies = if is_subject && self.groups.is_empty() { &self.lies } else { &none };
            let mut writer = ChunkWriter { traits: self.traits, column, is_subject, lies };
            chunks.push(writer.write(&slots, &mut self.bytes)?);
        }
        self.groups.push(GroupFacts { rows: rows.len(), chunks });
        Ok(())
    }

    /// Writes filters, indexes and the footer.
    pub fn finish(&mut self, fields: &[Node], rows: i64) {
        let File { bytes, groups, lies, .. } = self;
        for (group, chunk) in groups
            .iter_mut()
            .enumerate()
            .flat_map(|(at, group)| group.chunks.iter_mut().map(move |c| (at, c)))
        {
            let none = Lies::default();
            let lies = if group == 0 && chunk.is_subject { &*lies } else { &none };
            if let Some(filter) = &chunk.filter {
                chunk.bloom = Some((bytes.len(), filter.len()));
                bytes.extend_from_slice(filter);
            }
            chunk.write_indexes(self.traits, lies, bytes);
        }
        let start = self.bytes.len();
        let mut footer = Vec::new();
        let was_found = self.lies.at().is_some();
        structure(&mut footer, |own| self.metadata(own, fields, rows));
        if let Some(Lie::Footer(change)) = self.lies.lie() {
            self.lies.found(change(&mut footer));
        }
        self.lies.shift(was_found, start);
        let len = (footer.len() as u32).to_le_bytes();
        self.bytes.extend([&footer[..], &len, MAGIC].concat());
    }

    /// The struct `FileMetaData`.
    fn metadata(&self, own: &mut Fields<'_>, fields: &[Node], rows: i64) {
        own.i32(1, if self.traits.pages.name() == "2" { 2 } else { 1 });
        let mut elements = Vec::new();
        fields.iter().for_each(|field| flatten(field, &mut elements));
        own.list(2, STRUCT, elements.len() + 1);
        let mut root = Vec::new();
        structure(&mut root, |own_root| {
            own_root.binary(4, b"schema");
            let at = own.len() + own_root.len();
            own_root.i32(5, self.lies.number(Spot::RootChildren, fields.len() as i64, at));
        });
        own.raw(&root);
        let subject = elements.len() - 1;
        for (at, element) in elements.into_iter().enumerate() {
            let mut bytes = Vec::new();
            let none = Lies::default();
            let is_own = at == subject || matches!(element.kind, Kind::Group(..)) && element.name == "v";
            let lies = if is_own { &self.lies } else { &none };
            let before = own.len();
            structure(&mut bytes, |fields| self.element(fields, element, lies, before));
            own.raw(&bytes);
        }
        own.i64(3, self.lies.number(Spot::FileRows, rows, own.len()));
        let count = self.lies.number(Spot::GroupCount, self.groups.len() as i64, own.len());
        own.list(4, STRUCT, count as usize);
        for (at, group) in self.groups.iter().enumerate() {
            let mut bytes = Vec::new();
            let before = own.len();
            structure(&mut bytes, |fields| self.group(fields, group, at, before));
            own.raw(&bytes);
        }
        own.binary(6, CREATED_BY.as_bytes());
        if self.traits.statistics != Statistics::Deprecated {
            own.list(7, STRUCT, self.columns.len());
            let mut orders = Vec::new();
            self.columns.iter().for_each(|_| union(&mut orders, 1, |_| {}));
            own.raw(&orders);
        }
    }

    /// The struct `SchemaElement`.
    fn element(&self, own: &mut Fields<'_>, node: &Node, lies: &Lies, before: usize) {
        let at = |own: &Fields<'_>| before + own.len();
        let logical = match &node.kind {
            Kind::Leaf(of) => {
                own.i32(1, lies.number(Spot::PhysicalType, of.physical.number(), at(own)));
                if let Physical::Fixed(len) = of.physical {
                    own.i32(2, lies.number(Spot::TypeLength, len as i64, at(own)));
                }
                of.logical
            }
            Kind::Group(logical, _) => *logical,
        };
        own.i32(3, lies.number(Spot::Repetition, node.repetition as i64, at(own)));
        own.binary(4, node.name.as_bytes());
        if let Kind::Group(_, children) = &node.kind {
            own.i32(5, lies.number(Spot::Children, children.len() as i64, at(own)));
        }
        let is_interval = matches!(&node.kind, Kind::Leaf(of) if of.meaning == Meaning::Interval);
        let has_converted = self.traits.annotation != Annotation::Logical || lies.has(Spot::Converted);
        let converted = match logical {
            _ if is_interval => Some(21),
            Some(logical) if has_converted && logical.is_converted() => logical.converted(),
            _ => None,
        };
        if let Some(converted) = converted {
            own.i32(6, lies.number(Spot::Converted, converted, at(own)));
        }
        if let Some(Logical::Decimal { precision, scale }) = logical {
            own.i32(7, lies.number(Spot::Scale, scale.into(), at(own)));
            own.i32(8, lies.number(Spot::Precision, precision.into(), at(own)));
        }
        let is_only_converted =
            self.traits.annotation == Annotation::Converted && logical.is_some_and(Logical::is_converted);
        if let Some(logical) = logical.filter(|_| !is_only_converted) {
            let mut bytes = Vec::new();
            if lies.has(Spot::Logical) {
                let number = lies.number(Spot::Logical, 0, at(own));
                // A field of this number, by its long form: a struct without fields.
                bytes.push(STRUCT);
                crate::bits::varint(crate::bits::zigzag(number), &mut bytes);
                bytes.extend([0, 0]);
            } else {
                logical.write(&mut bytes);
            }
            own.written(10, &bytes);
        }
    }

    /// The struct `RowGroup`.
    fn group(&self, own: &mut Fields<'_>, group: &GroupFacts, index: usize, before: usize) {
        let none = Lies::default();
        let chunks: &[ChunkFacts] = &group.chunks;
        own.list(1, STRUCT, chunks.len());
        for (chunk, column) in chunks.iter().zip(&self.columns) {
            let lies = if index == 0 && chunk.is_subject { &self.lies } else { &none };
            let mut bytes = Vec::new();
            let at = before + own.len();
            structure(&mut bytes, |fields| self.chunk(fields, (chunk, column), lies, at));
            own.raw(&bytes);
        }
        own.i64(2, chunks.iter().map(|chunk| chunk.uncompressed as i64).sum());
        let lies = if index == 0 { &self.lies } else { &none };
        own.i64(3, lies.number(Spot::GroupRows, group.rows as i64, before + own.len()));
        own.i64(5, chunks.first().map_or(4, |chunk| chunk.start as i64));
        own.i64(6, chunks.iter().map(|chunk| chunk.bytes as i64).sum());
        own.i16(7, index as i16);
    }

    /// The struct `ColumnChunk`.
    fn chunk(
        &self,
        own: &mut Fields<'_>,
        (chunk, column): (&ChunkFacts, &Column),
        lies: &Lies,
        before: usize,
    ) {
        own.i64(2, 0);
        let mut bytes = Vec::new();
        let at = before + own.len() + 1;
        structure(&mut bytes, |fields| self.chunk_metadata(fields, (chunk, column), lies, at));
        own.written(3, &bytes);
        let index = self.traits.index;
        if let Some((offset, len)) = chunk.offset_index {
            own.i64(4, lies.number(Spot::OffsetIndex, offset as i64, before + own.len()));
            own.i32(5, len as i64);
        }
        if let (Index::Full, Some((offset, len))) = (index, chunk.column_index) {
            own.i64(6, offset as i64);
            own.i32(7, lies.number(Spot::ColumnIndexLength, len as i64, before + own.len()));
        }
    }

    /// The struct `ColumnMetaData`.
    fn chunk_metadata(
        &self,
        own: &mut Fields<'_>,
        (chunk, column): (&ChunkFacts, &Column),
        lies: &Lies,
        before: usize,
    ) {
        let at = |own: &Fields<'_>| before + own.len();
        own.i32(1, lies.number(Spot::ChunkType, column.of.physical.number(), at(own)));
        own.i32s(2, &chunk.encodings);
        let path: Vec<&[u8]> = match lies.lie() {
            Some(Lie::Path(other)) => {
                lies.found(at(own));
                vec![other.as_bytes()]
            }
            _ => column.path.iter().map(|name| name.as_bytes()).collect(),
        };
        own.binaries(3, &path);
        own.i32(4, lies.number(Spot::ChunkCodec, codec_number(self.traits.codec), at(own)));
        own.i64(5, lies.number(Spot::ChunkValues, chunk.slots as i64, at(own)));
        own.i64(6, chunk.uncompressed as i64);
        own.i64(7, lies.number(Spot::ChunkBytes, chunk.bytes as i64, at(own)));
        own.i64(9, lies.number(Spot::DataOffset, chunk.data as i64, at(own)));
        if chunk.dictionary.is_some() {
            own.i64(11, lies.number(Spot::DictionaryOffset, chunk.start as i64, at(own)));
        }
        if self.traits.statistics != Statistics::Absent {
            let mut bytes = Vec::new();
            let nulls = lies.number(Spot::NullCount, chunk.nulls as i64, at(own));
            let mut bounds = chunk.bounds.clone();
            if let (Some(Lie::Bounds(change)), Some((least, most))) = (lies.lie(), &mut bounds) {
                lies.found(at(own));
                change(least, most);
            }
            let written = statistics::written(self.traits.statistics, bounds);
            structure(&mut bytes, |own| statistics::write(own, self.traits.statistics, nulls, &written));
            own.written(12, &bytes);
        }
        if self.traits.statistics == Statistics::Exact {
            own.structs(13, chunk.page_encodings.iter(), |(kind, encoding, count), own| {
                own.i32(1, *kind);
                own.i32(2, *encoding);
                own.i32(3, *count);
            });
        }
        if let (Presence::Present, Some((offset, len))) = (self.traits.bloom, chunk.bloom) {
            own.i64(14, lies.number(Spot::BloomOffset, offset as i64, at(own)));
            own.i32(15, lies.number(Spot::BloomBytes, len as i64, at(own)));
        }
    }
}

/// A field and those in it, one after the other.
fn flatten<'n>(node: &'n Node, out: &mut Vec<&'n Node>) {
    out.push(node);
    if let Kind::Group(_, children) = &node.kind {
        children.iter().for_each(|child| flatten(child, out));
    }
}
