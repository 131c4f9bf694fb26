//! Values in Avro's binary encoding.

use gusher::text::{Buffer, TextWriter};
use gusher::types::{Array, ColumnData, FloatWidth, IntType, Span, StorageUnit, float_of_decimal};

use super::schema::symbols;
use crate::bits::{varint, zigzag};
use crate::kind::{Kind, TextKind, mismatch, span_of_seconds};
use crate::tree::{Column, Form, Node, Shape};

/// Prepared once to write the values of a leaf.
#[derive(Debug, Default)]
pub(super) struct Leaf {
    /// The entries of its dictionary as they are written, and where each ends.
    entries: Vec<u8>,
    ends: Vec<usize>,
    /// What integers are multiplied by, where they are written as a `long`. Most columns have one, and most rows go that way.
    factor: Option<i64>,
}

impl Leaf {
    /// Prepares the leaves of a node, each at its number.
    pub fn of_node(node: &Node, leaves: &mut [Option<Leaf>]) {
        match &node.shape {
            Shape::Leaf(column) => leaves[node.number] = Some(Leaf::of(column)),
            Shape::List(item) => Leaf::of_node(item, leaves),
            Shape::Struct(fields) => fields.iter().for_each(|field| Leaf::of_node(field, leaves)),
        }
    }

    fn of(column: &Column) -> Leaf {
        let mut leaf = Leaf::default();
        match &column.form {
            Form::Dictionary(dictionary) => {
                let is_enum = column.kind == Kind::Text(TextKind::Enum) && symbols(dictionary).is_some();
                for (index, entry) in (0..).zip(dictionary.dictionary().iter()) {
                    match is_enum {
                        true => long(index, &mut leaf.entries),
                        false => text(entry.as_bytes(), &mut leaf.entries),
                    }
                    leaf.ends.push(leaf.entries.len());
                }
            }
            Form::Values => leaf.factor = long_factor(column.kind),
            Form::Texts(_) => {}
        }
        leaf
    }

    fn entry(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.entries[start..self.ends[index]]
    }
}

/// The buffers for the values of a leaf in one batch.
#[derive(Default)]
pub(super) struct Scratch<'w> {
    pub writer: Option<TextWriter<'w>>,
    indices: Vec<u32>,
    texts: Buffer,
    ends: Vec<usize>,
}

impl Scratch<'_> {
    /// Looks up the entries, and writes the texts, of `len` values.
    pub fn prepare(&mut self, column: &Column, data: &ColumnData, len: usize) {
        match (&column.form, &mut self.writer) {
            (Form::Dictionary(dictionary), _) => dictionary.indices(data.values(), &mut self.indices),
            (Form::Texts(_), Some(writer)) => {
                self.texts.clear();
                self.ends.clear();
                writer.write_each(data, len, &mut self.texts, &mut self.ends);
            }
            (Form::Texts(_) | Form::Values, _) => {}
        }
    }

    fn text(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.texts.as_ref()[start..self.ends[index]]
    }
}

/// What integers of a kind are multiplied by to be a `long`, where they are one.
fn long_factor(kind: Kind) -> Option<i64> {
    match kind {
        Kind::Interval
        | Kind::Decimal { .. }
        | Kind::Float { .. }
        | Kind::Int(IntType { bits: 64, is_signed: false }) => None,
        Kind::Time(StorageUnit::Nanosecond) => Some(StorageUnit::Microsecond.per_second()),
        kind => Some(kind.factor()),
    }
}

/// Appends one value of a leaf, which is not null.
#[inline]
pub(super) fn put(
    column: &Column,
    leaf: &Leaf,
    scratch: &Scratch<'_>,
    values: &Array,
    at: usize,
    out: &mut Vec<u8>,
) {
    if let (Some(factor), Array::Ints(ints)) = (leaf.factor, values) {
        return long(ints[at].wrapping_mul(factor), out);
    }
    match (&column.form, values, column.kind) {
        (Form::Dictionary(_), _, _) => out.extend_from_slice(leaf.entry(scratch.indices[at] as usize)),
        (Form::Texts(_), _, _) => text(scratch.text(at), out),
        (Form::Values, Array::Ids(spans), Kind::Interval) => {
            out.extend_from_slice(&Span::unpacked(spans[at]).month_day_milli());
        }
        (Form::Values, Array::Ints(seconds), Kind::Interval) => {
            out.extend_from_slice(&span_of_seconds(seconds[at]).month_day_milli());
        }
        (
            Form::Values,
            Array::Ints(ints),
            Kind::Decimal { shift: 0, .. } | Kind::Int(IntType { bits: 64, is_signed: false }),
        ) => {
            decimal(ints[at], out);
        }
        (Form::Values, Array::Ints(ints), kind @ Kind::Decimal { .. }) => {
            wide_decimal(i128::from(ints[at]) * kind.wide_factor(), out);
        }
        (Form::Values, Array::Wides(wides), kind) => {
            wide_decimal(wides[at].wrapping_mul(kind.wide_factor()), out);
        }
        (Form::Values, Array::Ints(ints), Kind::Float { width, scale }) => {
            float(float_of_decimal(ints[at], scale), width, out);
        }
        (Form::Values, Array::Floats(floats), Kind::Float { width, .. }) => float(floats[at], width, out),
        (Form::Values, Array::Dates(days), _) => long(i64::from(days[at]), out),
        (Form::Values, Array::Bools(bools), _) => out.push(u8::from(bools[at])),
        (Form::Values, Array::Ids(ids), _) => uuid(ids[at], out),
        (Form::Values, Array::FixedBytes(bytes), _) => out.extend_from_slice(bytes.get(at)),
        (Form::Values, other, _) => mismatch(other),
    }
}

/// Appends an `int` or a `long`: zigzag, in groups of seven bits.
pub fn long(n: i64, out: &mut Vec<u8>) {
    varint(zigzag(n), out);
}

/// Appends bytes after their number.
pub(super) fn text(text: &[u8], out: &mut Vec<u8>) {
    long(text.len() as i64, out);
    out.extend_from_slice(text);
}

/// Appends the fewest bytes that have the number, the most significant first, after their number.
fn decimal(n: i64, out: &mut Vec<u8>) {
    // Bits that only repeat the sign are left out, but for one.
    let spare = if n < 0 { n.leading_ones() } else { n.leading_zeros() } - 1;
    text(&n.to_be_bytes()[spare as usize / 8..], out);
}

/// The same of a number of up to 38 digits.
fn wide_decimal(n: i128, out: &mut Vec<u8>) {
    let spare = if n < 0 { n.leading_ones() } else { n.leading_zeros() } - 1;
    text(&n.to_be_bytes()[spare as usize / 8..], out);
}

/// Appends a floating-point number, the least significant byte first.
fn float(value: f64, width: FloatWidth, out: &mut Vec<u8>) {
    match width {
        FloatWidth::Half => out.extend_from_slice(&(FloatWidth::Half.round(value) as f32).to_le_bytes()),
        FloatWidth::Single => out.extend_from_slice(&(value as f32).to_le_bytes()),
        FloatWidth::Double => out.extend_from_slice(&value.to_le_bytes()),
    }
}

/// Appends an id as text of 36 letters.
fn uuid(id: u128, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [b'-'; 37];
    // The length, and the digits with dashes after the 8th, 12th, 16th and 20th of them.
    text[0] = 2 * 36;
    let mut at = 1;
    for (index, byte) in id.to_be_bytes().into_iter().enumerate() {
        text[at] = DIGITS[usize::from(byte >> 4)];
        text[at + 1] = DIGITS[usize::from(byte & 15)];
        at += if matches!(index, 3 | 5 | 7 | 9) { 3 } else { 2 };
    }
    out.extend_from_slice(&text);
}

#[cfg(test)]
mod tests {
    use super::{decimal, long, uuid};

    #[test]
    fn numbers_are_as_short_as_the_format_has_them() {
        let of = |n| {
            let mut out = Vec::new();
            decimal(n, &mut out);
            out
        };
        assert_eq!(of(0), [2, 0]);
        assert_eq!(of(127), [2, 127]);
        assert_eq!(of(128), [4, 0, 128]);
        assert_eq!(of(-1), [2, 255]);
        assert_eq!(of(-128), [2, 128]);
        assert_eq!(of(-129), [4, 255, 127]);
        assert_eq!(of(i64::MIN), [16, 128, 0, 0, 0, 0, 0, 0, 0]);
        let mut out = Vec::new();
        [0, -1, 1, -64, 64].into_iter().for_each(|n| long(n, &mut out));
        assert_eq!(out, [0, 1, 2, 127, 128, 1]);
    }

    #[test]
    fn ids_are_texts() {
        let mut out = Vec::new();
        uuid(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef, &mut out);
        assert_eq!(out, b"\x4801234567-89ab-cdef-0123-456789abcdef");
    }
}
