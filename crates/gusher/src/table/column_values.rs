//! The values of one column of a batch, each an `Option`.

use std::sync::OnceLock;

use crate::text::{Buffer, ColumnText};
use crate::types::{Array, ColumnData, DataType, Field, Validity, plural};

/// The values of one column of a batch. Each method reads them as one Rust type; [`ColumnValues::texts`] reads any.
///
/// ```
/// # use gusher::Table;
/// let table = Table::new("t", ["id=uuid", "paid=bool@null=0.5", "price=decimal:1,2,2", "due=date"])?;
/// let batch = table.batches(0..100)?.next().ok_or("no rows")?;
/// let known = batch.column("paid")?.bools()?.flatten().count();
/// assert!((20..80).contains(&known));
/// assert!(batch.column("price")?.floats()?.flatten().all(|price| (1.0..=2.0).contains(&price)));
/// assert_eq!(batch.column("id")?.ids()?.count(), 100);
/// let error = batch.column("due")?.bools().err().ok_or("dates are no booleans")?;
/// assert_eq!(error.to_string(), "`due` has dates, not booleans");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ColumnValues<'b> {
    field: &'b Field,
    data: &'b ColumnData,
    len: usize,
    text: &'b OnceLock<ColumnText>,
}

/// Values that were asked for as another type than theirs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{column}` has {values}, not {wanted}")]
pub struct ValueError {
    /// The column.
    pub column: String,
    /// What its values are.
    pub values: &'static str,
    /// What was asked for.
    pub wanted: &'static str,
}

/// The values of a column as texts: [`ColumnValues::texts`].
#[derive(Debug, Clone)]
pub struct Texts {
    text: String,
    /// Where each text ends.
    ends: Vec<usize>,
    validity: Validity,
}

impl<'b> ColumnValues<'b> {
    pub(super) fn new(
        field: &'b Field,
        data: &'b ColumnData,
        len: usize,
        text: &'b OnceLock<ColumnText>,
    ) -> ColumnValues<'b> {
        ColumnValues { field, data, len, text }
    }

    /// Its name, the type of its values, and how they are written.
    pub fn field(&self) -> &'b Field {
        self.field
    }

    /// How many values there are, nulls included.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many are null.
    pub fn null_count(&self) -> usize {
        self.data.validity().null_count()
    }

    /// Whether the value of a row of the batch is null.
    pub fn is_null(&self, row: usize) -> bool {
        self.data.validity().is_null(row)
    }

    /// The values as encoders read them, also those of lists and structs.
    pub fn data(&self) -> &'b ColumnData {
        self.data
    }

    /// Whole numbers; of other types what their [`DataType`] counts: days of dates, seconds or milliseconds of times, and the
    /// last decimal place of decimals.
    ///
    /// ```
    /// # use gusher::Table;
    /// let batch = Table::new("t", ["n=int:5,5"])?.batches(0..2)?.next().ok_or("no rows")?;
    /// assert_eq!(batch.column("n")?.ints()?.collect::<Vec<_>>(), [Some(5), Some(5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn ints(&self) -> Result<impl Iterator<Item = Option<i64>> + use<'b>, ValueError> {
        let values = self.data.values();
        if !matches!(values, Array::Ints(_) | Array::Dates(_)) {
            return Err(self.refused("whole numbers"));
        }
        Ok(self.options(move |row| match values {
            Array::Ints(values) => values[row],
            Array::Dates(values) => i64::from(values[row]),
            _ => unreachable!("the variant was checked"),
        }))
    }

    /// Whole numbers of any kind, also those beyond 64 bits; of decimals their last decimal place.
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn wides(&self) -> Result<impl Iterator<Item = Option<i128>> + use<'b>, ValueError> {
        let values = self.data.values();
        if !matches!(values, Array::Ints(_) | Array::Wides(_)) {
            return Err(self.refused("numbers"));
        }
        Ok(self.options(move |row| match values {
            Array::Ints(values) => i128::from(values[row]),
            Array::Wides(values) => values[row],
            _ => unreachable!("the variant was checked"),
        }))
    }

    /// Numbers of any kind; of those beyond 64 bits the nearest ones.
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn floats(&self) -> Result<impl Iterator<Item = Option<f64>> + use<'b>, ValueError> {
        let values = self.data.values();
        let scale = match (&self.field.data_type, values) {
            (DataType::Int64 { .. }, Array::Ints(_)) | (DataType::Float { .. }, Array::Floats(_)) => 0,
            (DataType::Decimal { scale, .. }, Array::Ints(_))
            | (DataType::Wide { scale, .. }, Array::Wides(_)) => *scale,
            _ => return Err(self.refused("numbers")),
        };
        let divisor = 10f64.powi(scale as i32);
        Ok(self.options(move |row| match values {
            Array::Ints(values) => values[row] as f64 / divisor,
            Array::Wides(values) => values[row] as f64 / divisor,
            Array::Floats(values) => values[row],
            _ => unreachable!("the variant was checked"),
        }))
    }

    /// Booleans.
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn bools(&self) -> Result<impl Iterator<Item = Option<bool>> + use<'b>, ValueError> {
        let Array::Bools(values) = self.data.values() else { return Err(self.refused("booleans")) };
        Ok(self.options(move |row| values[row]))
    }

    /// UUIDs and IPv6 addresses, the most significant byte first, and IPv4 addresses.
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn ids(&self) -> Result<impl Iterator<Item = Option<u128>> + use<'b>, ValueError> {
        let values = self.data.values();
        let is_span = matches!(self.field.data_type, DataType::Interval { .. });
        if is_span || !matches!(values, Array::Ids(_) | Array::Ipv4s(_)) {
            return Err(self.refused("ids"));
        }
        Ok(self.options(move |row| match values {
            Array::Ids(values) => values[row],
            Array::Ipv4s(values) => u128::from(values[row]),
            _ => unreachable!("the variant was checked"),
        }))
    }

    /// Bytes.
    ///
    /// ```
    /// # use gusher::Table;
    /// let batch = Table::new("t", ["key=bytes:16", "blob=bytes:1,9"])?.batches(0..10)?.next().ok_or("no rows")?;
    /// assert!(batch.column("key")?.bytes()?.flatten().all(|key| key.len() == 16));
    /// assert!(batch.column("blob")?.bytes()?.flatten().all(|blob| (1..=9).contains(&blob.len())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the values are of another type.
    pub fn bytes(&self) -> Result<impl Iterator<Item = Option<&'b [u8]>> + use<'b>, ValueError> {
        let values = self.data.values();
        match (values, &self.field.data_type) {
            (Array::FixedBytes(_), _) | (Array::Strings(_), DataType::Binary { .. }) => {}
            _ => return Err(self.refused("bytes")),
        }
        Ok(self.options(move |row| match values {
            Array::FixedBytes(values) => values.get(row),
            Array::Strings(values) => values.get(row),
            _ => unreachable!("the variant was checked"),
        }))
    }

    /// Values of any type, as formats of text write them, without quotes or escapes.
    ///
    /// ```
    /// # use gusher::Table;
    /// let batch = Table::new("t", ["when=datetime@null=0.1"])?.batches(0..100)?.next().ok_or("no rows")?;
    /// let texts = batch.column("when")?.texts();
    /// assert_eq!(texts.len(), 100);
    /// assert!(texts.iter().flatten().all(|text| text.len() == "2026-01-01T00:00:00Z".len()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn texts(&self) -> Texts {
        let text = self.text.get_or_init(|| ColumnText::new(self.field));
        let (mut out, mut ends) = (Buffer::default(), Vec::with_capacity(self.len));
        text.writer().write_each(self.data, self.len, &mut out, &mut ends);
        let text =
            String::from_utf8(out.into_vec()).unwrap_or_else(|_| unreachable!("texts of values are UTF-8"));
        Texts { text, ends, validity: self.data.validity().clone() }
    }

    /// The values, or none where a row is null.
    fn options<T, F: Fn(usize) -> T>(self, value: F) -> impl Iterator<Item = Option<T>> + use<'b, T, F> {
        let validity = self.data.validity();
        (0..self.len).map(move |row| (!validity.is_null(row)).then(|| value(row)))
    }

    fn refused(&self, wanted: &'static str) -> ValueError {
        ValueError { column: self.field.name.clone(), values: plural(&self.field.data_type), wanted }
    }
}

impl Texts {
    /// How many there are, nulls included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a row of the batch, or none where it is null.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> Option<&str> {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        let text = &self.text[start..self.ends[row]];
        (!self.validity.is_null(row)).then_some(text)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }
}
