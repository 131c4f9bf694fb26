//! Values of rows that are all null: anything that the data type allows.

use super::{Array, DataType, Utf8};

impl Array {
    /// Lays out `len` values of a data type, which mean nothing.
    pub(crate) fn blank(&mut self, data_type: &DataType, len: usize) {
        match data_type {
            &DataType::Int64 { min, .. }
            | &DataType::Decimal { min, .. }
            | &DataType::Timestamp { min, .. }
            | &DataType::Time { min, .. }
            | &DataType::Duration { min, .. } => self.ints(len).fill(min),
            &DataType::Wide { min, .. } => self.wides(len).fill(min),
            &DataType::Float { min, .. } => self.floats(len).fill(min),
            &DataType::Date32 { min, .. } => self.dates(len).fill(min),
            DataType::Interval { min, .. } => self.ids(len).fill(min.packed()),
            DataType::Bool => self.bools(len).fill(false),
            DataType::Uuid | DataType::Ipv6 => self.ids(len).fill(0),
            DataType::Ipv4 => self.ipv4s(len).fill(0),
            DataType::FixedBinary { len: width } | DataType::Utf8(Utf8::Encoded { len: width }) => {
                let _ = self.fixed_bytes(len, *width);
            }
            DataType::Binary { min, .. } => {
                let (strings, bytes) = (self.strings(), vec![0; *min]);
                (0..len).for_each(|_| strings.push(&bytes));
            }
            DataType::Utf8(Utf8::Free { plain, .. }) => {
                let (strings, text) = (self.strings(), if *plain { "-" } else { "" });
                (0..len).for_each(|_| strings.push(text.as_bytes()));
            }
            DataType::Utf8(Utf8::Composed(parts)) => {
                self.indices(parts.len(), len).iter_mut().for_each(|column| column.fill(0));
            }
            DataType::Utf8(Utf8::Joined(parts)) => {
                let columns = self.joined(parts.len());
                parts
                    .iter()
                    .zip(columns)
                    .for_each(|((field, _), column)| column.blank(&field.data_type, len));
            }
            DataType::Utf8(Utf8::Patched { field, .. }) => self.blank(&field.data_type, len),
            DataType::List { item, min, .. } | DataType::Map { entry: item, min, .. } => {
                let (_, items) = self.lists().lay(std::iter::repeat_n(*min, len));
                items.values.blank(&item.data_type, *min as usize * len);
            }
            DataType::Struct(fields) => {
                let columns = self.structs(fields.len());
                fields
                    .iter()
                    .zip(columns)
                    .for_each(|(field, column)| column.values.blank(&field.data_type, len));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Array;
    use crate::catalogue::GENERATORS;
    use crate::generators::Context;
    use crate::schema::Schema;
    use crate::types::ColumnData;

    #[test]
    fn they_fit_the_types_of_all_generators() {
        let context = Context::default().now(0);
        let nested = ["int:1,9@list=2,3", "{a=int:1,9,b=name@list=1,2}", "int:1,5@list=0,3@list=1,2"];
        for spec in GENERATORS.iter().map(|spec| spec.name).chain(nested) {
            let (schema, found) = Schema::parse("t", &[spec], &context);
            // Those that need a constraint are of types that others have too.
            for column in schema.columns().iter().filter(|_| found.is_empty()) {
                let data_type = column.field().data_type;
                let mut values = Array::default();
                values.blank(&data_type, 3);
                let column = ColumnData { values, ..ColumnData::default() };
                assert!(column.fits(&data_type, 3), "{spec}: {column:?}");
            }
        }
    }
}
