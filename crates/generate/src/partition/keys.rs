//! The partitions of rows, as numbers: one thread's view, which numbers partitions in the order in which it sees them.

use std::collections::HashMap;
use std::ops::Range;

use gusher::plan::Plan;
use gusher::text::{Buffer, TextWriter};
use gusher::types::{Array, BATCH_ROWS, Batch, ColumnData, Validity};

use super::codes::Codes;
use super::columns::{KeyColumn, KeyKind};
use super::transform::Transform;
use super::value::PartitionValue;

/// Finds the partitions of rows on one thread.
#[derive(Debug)]
pub(crate) struct KeyMaker<'k> {
    plan: &'k Plan,
    fields: Vec<FieldKeys<'k>>,
    /// The columns that are filled, each once.
    columns: Vec<usize>,
    /// For each field after the first, the numbers of the pairs of what comes before it and its value.
    pairs: Vec<Pairs>,
    batch: Batch,
    batch_rows: u64,
    /// The numbers of a field's values in a batch.
    values: Vec<u32>,
}

impl<'k> KeyMaker<'k> {
    /// Finds the partitions by these fields of rows of `plan`.
    pub fn new(plan: &'k Plan, fields: &'k [KeyColumn]) -> KeyMaker<'k> {
        let mut columns: Vec<usize> = Vec::new();
        let fields: Vec<FieldKeys<'k>> = fields
            .iter()
            .map(|column| {
                let slot = columns.iter().position(|&known| known == column.index).unwrap_or_else(|| {
                    columns.push(column.index);
                    columns.len() - 1
                });
                FieldKeys::new(column, slot)
            })
            .collect();
        let pairs = fields.iter().skip(1).map(|_| Pairs::default()).collect();
        let batch_rows = plan.batch_rows().min(BATCH_ROWS) as u64;
        KeyMaker { plan, fields, columns, pairs, batch: Batch::default(), batch_rows, values: Vec::new() }
    }

    /// Appends the number of the partition of each of these rows. Once there are more than `limit`, it ends early.
    pub fn fill(&mut self, rows: Range<u64>, limit: usize, numbers: &mut Vec<u32>) {
        let mut at = rows.start;
        while at < rows.end && self.count() <= limit {
            let end = rows.end.min(at + self.batch_rows);
            let KeyMaker { plan, fields, columns, pairs, batch, values, .. } = self;
            plan.fill_columns(columns, at..end, batch);
            let first = numbers.len();
            for (index, field) in fields.iter_mut().enumerate() {
                values.clear();
                field.fill(&batch.columns()[field.slot], batch.len(), values);
                match index.checked_sub(1) {
                    None => numbers.extend_from_slice(values),
                    Some(index) => pairs[index].combine(&mut numbers[first..], values),
                }
            }
            at = end;
        }
    }

    /// How many partitions were found, or how many values of a field, if that is more.
    pub fn count(&self) -> usize {
        let values = self.fields.iter().map(|field| field.values.len()).max().unwrap_or(0);
        self.pairs.last().map_or(0, |pairs| pairs.pairs.len()).max(values)
    }

    /// The values of a partition.
    pub fn partition(&self, mut number: u32) -> Vec<PartitionValue> {
        let mut values = Vec::with_capacity(self.fields.len());
        for (pairs, field) in self.pairs.iter().zip(&self.fields[1..]).rev() {
            let (before, value) = pairs.pairs[number as usize];
            values.push(field.values[value as usize].clone());
            number = before;
        }
        values.push(self.fields[0].values[number as usize].clone());
        values.reverse();
        values
    }
}

/// The values of one field.
#[derive(Debug)]
struct FieldKeys<'k> {
    column: &'k KeyColumn,
    /// Which of the filled columns it reads.
    slot: usize,
    codes: Codes,
    texts: HashMap<Vec<u8>, u32>,
    null: Option<u32>,
    /// Each value once, by its number.
    values: Vec<PartitionValue>,
    numbers: HashMap<PartitionValue, u32>,
    writer: TextWriter<'k>,
    text: Buffer,
    ends: Vec<usize>,
}

impl<'k> FieldKeys<'k> {
    fn new(column: &'k KeyColumn, slot: usize) -> FieldKeys<'k> {
        FieldKeys {
            column,
            slot,
            codes: Codes::default(),
            texts: HashMap::new(),
            null: None,
            values: Vec::new(),
            numbers: HashMap::new(),
            writer: column.text.writer(),
            text: Buffer::default(),
            ends: Vec::new(),
        }
    }

    /// Appends the numbers of `len` values.
    fn fill(&mut self, data: &ColumnData, len: usize, out: &mut Vec<u32>) {
        match (self.column.kind, data.values()) {
            (KeyKind::Text, Array::Indices(parts)) if parts.len() == 1 => {
                self.fill_entries(data, &parts[0][..len], out);
            }
            (KeyKind::Text, _) => self.fill_texts(data, len, out),
            (_, Array::Ints(ints)) => self.fill_codes(data, &ints[..len], |n| n, out),
            (_, Array::Dates(days)) => self.fill_codes(data, &days[..len], i64::from, out),
            (_, Array::Bools(bools)) => self.fill_codes(data, &bools[..len], i64::from, out),
            (_, Array::Ids(ids)) => {
                let column = self.column;
                self.fill_codes(data, &ids[..len], |id| column.bucket_of_id(id), out);
            }
            (_, other) => panic!("a generator made values that its field does not announce: {other:?}"),
        }
    }

    /// Values that are distinguished by a number.
    fn fill_codes<T: Copy>(
        &mut self,
        data: &ColumnData,
        items: &[T],
        number: impl Fn(T) -> i64,
        out: &mut Vec<u32>,
    ) {
        let column = self.column;
        let is_plain = column.transform == Transform::Identity || column.kind == KeyKind::Uuid;
        let nulls = Some(data.validity()).filter(|validity| !validity.is_empty());
        let null = nulls.map(|_| self.null());
        let FieldKeys { codes, values, numbers, .. } = self;
        out.extend(items.iter().enumerate().map(|(row, &item)| {
            if let (Some(nulls), Some(null)) = (nulls, null)
                && nulls.is_null(row)
            {
                return null;
            }
            let number = number(item);
            let code = if is_plain { number } else { column.code(number) };
            codes.number(code as u64, || intern(column.value_of_code(code), values, numbers))
        }));
    }

    /// Entries of a dictionary.
    fn fill_entries(&mut self, data: &ColumnData, entries: &[u32], out: &mut Vec<u32>) {
        let nulls = Some(data.validity()).filter(|validity| !validity.is_empty());
        let null = nulls.map(|_| self.null());
        let FieldKeys { column, codes, values, numbers, writer, text, ends, .. } = self;
        ends.clear();
        out.extend(entries.iter().enumerate().map(|(row, &entry)| {
            if let (Some(nulls), Some(null)) = (nulls, null)
                && nulls.is_null(row)
            {
                return null;
            }
            codes.number(entry.into(), || {
                if ends.is_empty() {
                    text.clear();
                    writer.write_each(data, entries.len(), text, ends);
                }
                intern(column.value_of_text(nth(text, ends, row)), values, numbers)
            })
        }));
    }

    /// Any texts.
    fn fill_texts(&mut self, data: &ColumnData, len: usize, out: &mut Vec<u32>) {
        let nulls: Option<&Validity> = Some(data.validity()).filter(|validity| !validity.is_empty());
        let null = nulls.map(|_| self.null());
        let FieldKeys { column, texts, values, numbers, writer, text, ends, .. } = self;
        text.clear();
        ends.clear();
        writer.write_each(data, len, text, ends);
        out.extend((0..len).map(|row| {
            if let (Some(nulls), Some(null)) = (nulls, null)
                && nulls.is_null(row)
            {
                return null;
            }
            let text = nth(text, ends, row);
            if let Transform::Bucket(_) | Transform::Truncate(_) = column.transform {
                // The texts themselves may be many.
                return intern(column.value_of_text(text), values, numbers);
            }
            if let Some(&number) = texts.get(text) {
                return number;
            }
            let number = intern(column.value_of_text(text), values, numbers);
            texts.insert(text.to_vec(), number);
            number
        }));
    }

    /// The number of null. It is one only once a value is null.
    fn null(&mut self) -> u32 {
        let FieldKeys { null, values, numbers, .. } = self;
        *null.get_or_insert_with(|| intern(PartitionValue::Null, values, numbers))
    }
}

/// The text at this index of those that end where `ends` says.
fn nth<'t>(text: &'t Buffer, ends: &[usize], index: usize) -> &'t [u8] {
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &text.as_ref()[start..ends[index]]
}

/// The number of a value.
fn intern(
    value: PartitionValue,
    values: &mut Vec<PartitionValue>,
    numbers: &mut HashMap<PartitionValue, u32>,
) -> u32 {
    *numbers.entry(value).or_insert_with_key(|value| {
        values.push(value.clone());
        values.len() as u32 - 1
    })
}

/// Numbers of pairs of numbers.
#[derive(Debug, Default)]
struct Pairs {
    codes: Codes,
    pairs: Vec<(u32, u32)>,
}

impl Pairs {
    /// Replaces each of `numbers` by the number of the pair that it makes with the value beside it.
    fn combine(&mut self, numbers: &mut [u32], values: &[u32]) {
        let Pairs { codes, pairs } = self;
        for (number, &value) in numbers.iter_mut().zip(values) {
            let pair = (*number, value);
            // Small numbers make small codes.
            let code = match pair {
                (before @ 0..256, value @ 0..256) => u64::from(before << 8 | value),
                (before, value) => u64::from(before) << 32 | u64::from(value) | 1 << 63,
            };
            *number = codes.number(code, || {
                pairs.push(pair);
                pairs.len() as u32 - 1
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use gusher::plan::Plan;
    use gusher::schema::Schema;
    use gusher::{Context, text};
    use proptest::prelude::*;

    use super::super::{Calendar, KeyColumn, key_column, parse};
    use super::{Batch, KeyMaker, PartitionValue};

    const COLUMNS: [&str; 8] = [
        "country=country.code:any@null=0.2",
        "at=datetime@null=0.1",
        "born=date",
        "id=seq",
        "price=decimal:-5,5,1",
        "ok=bool@null=0.5",
        "word=regex:[ab]{0,2}",
        "u=uuidv4",
    ];

    fn planned() -> Plan {
        let context = Context::default().now(1_700_000_000);
        let (schema, found) = Schema::parse("t", &COLUMNS, &context);
        assert!(found.is_empty());
        Plan::new(&schema, 1, &(0..10_000)).unwrap()
    }

    fn columns(plan: &Plan, spec: &str, calendar: Calendar) -> Vec<KeyColumn> {
        parse(spec).0.iter().map(|field| key_column(plan, field, calendar).unwrap()).collect()
    }

    /// The texts of the values of a row, as csv has them.
    fn cells(plan: &Plan, row: u64) -> Vec<String> {
        let mut batch = Batch::default();
        plan.fill(row..row + 1, &mut batch);
        let write = |(index, column): (usize, &gusher::types::ColumnData)| {
            let text = text::ColumnText::new(plan.columns()[index].field());
            let (mut out, mut ends) = (text::Buffer::default(), Vec::new());
            text.writer().write_each(column, 1, &mut out, &mut ends);
            if column.validity().is_null(0) {
                "null".into()
            } else {
                String::from_utf8_lossy(out.as_ref()).into()
            }
        };
        batch.columns().iter().enumerate().map(write).collect()
    }

    proptest! {
        /// However rows are divided among threads, the partition of each is what its values say.
        #[test]
        fn the_partition_of_a_row_follows_from_its_values(first in 0u64..5_000, len in 1u64..3_000, one in 0u64..3_000) {
            let plan = planned();
            let columns = columns(&plan, "country,year(at),born,ok,word,m=month(at)", Calendar::Parts);
            let (mut maker, mut numbers) = (KeyMaker::new(&plan, &columns), Vec::new());
            maker.fill(first..first + len, usize::MAX, &mut numbers);
            prop_assert_eq!(numbers.len() as u64, len);
            let row = one % len;
            let values = maker.partition(numbers[row as usize]);
            let shown: Vec<String> =
                values.iter().map(|value| if value.is_null() { "null".into() } else { value.to_string() }).collect();
            let cells = cells(&plan, first + row);
            let year = if cells[1] == "null" { "null" } else { &cells[1][..4] };
            let month = if cells[1] == "null" { "null" } else { cells[1][5..7].trim_start_matches('0') };
            let word = if cells[6].is_empty() { "null" } else { &cells[6] };
            prop_assert_eq!(shown, [&cells[0], year, &cells[2], &cells[5], word, month]);
        }
    }

    #[test]
    fn numbers_are_cut_and_spread() {
        let plan = planned();
        let columns = columns(
            &plan,
            "truncate(10,id),bucket(4,id),truncate(10,price),bucket(4,u),hour(at)",
            Calendar::Epoch,
        );
        let (mut maker, mut numbers) = (KeyMaker::new(&plan, &columns), Vec::new());
        maker.fill(0..2_000, usize::MAX, &mut numbers);
        for (row, &number) in numbers.iter().enumerate() {
            let values = maker.partition(number);
            let id = row as i64 + 1;
            assert_eq!(values[0], PartitionValue::Int(id / 10 * 10));
            assert!(
                matches!(values[1], PartitionValue::Int(0..4))
                    && matches!(values[3], PartitionValue::Int(0..4))
            );
            let PartitionValue::Decimal { unscaled, scale: 1 } = values[2] else { panic!("{values:?}") };
            assert!((-50..=50).contains(&unscaled) && unscaled % 10 == 0);
        }
    }

    #[test]
    fn too_many_partitions_end_early() {
        let plan = planned();
        let columns = columns(&plan, "id", Calendar::Parts);
        let (mut maker, mut numbers) = (KeyMaker::new(&plan, &columns), Vec::new());
        maker.fill(0..10_000, 100, &mut numbers);
        assert!(maker.count() > 100 && numbers.len() < 10_000);
    }
}
