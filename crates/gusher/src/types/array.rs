//! The values of a column, one a row, as they are held in memory. Those of lists and structs are columns themselves, so
//! both are in one file.

use super::{FixedBytes, Strings, Validity};

/// The values of one column of a batch, one a row. A generator takes the variant that its data type has from the array that
/// it is to fill, by one of the functions below: the memory of the last batch is used again.
#[derive(Debug)]
pub enum Array {
    /// For each part of a composed text the index of its entry in the part's [`Dictionary`](super::Dictionary), one a row.
    Indices(Vec<Vec<u32>>),
    /// Integers; for decimals multiples of the last digit, for times how many units have passed.
    Ints(Vec<i64>),
    /// Numbers beyond 64 bits: multiples of the last digit.
    Wides(Vec<i128>),
    /// Floating-point numbers.
    Floats(Vec<f64>),
    /// Days since 1970-01-01.
    Dates(Vec<i32>),
    /// Truth values.
    Bools(Vec<bool>),
    /// 128-bit ids; the most significant byte is written first.
    Ids(Vec<u128>),
    /// IPv4 addresses; the most significant byte is written first.
    Ipv4s(Vec<u32>),
    /// Bytes, as many in each row.
    FixedBytes(FixedBytes),
    /// Texts of any length.
    Strings(Strings),
    /// For each value of a joined text the array of its values.
    Joined(Vec<Array>),
    /// Values, and the texts that some rows have instead.
    Patched(Box<PatchedArray>),
    /// Lists of items.
    List(ListArray),
    /// For each field of a struct its values, one a row, in the order of the data type's fields. The values in a row that is
    /// null mean nothing.
    Struct(Vec<ColumnData>),
}

/// The values of one column, and which of them are null.
#[derive(Debug, Default)]
pub struct ColumnData {
    pub(crate) values: Array,
    pub(crate) validity: Validity,
}

impl ColumnData {
    /// The values, one a row; those of null rows are there too and mean nothing.
    pub fn values(&self) -> &Array {
        &self.values
    }

    /// Which rows are null.
    pub fn validity(&self) -> &Validity {
        &self.validity
    }

    /// The values, to be filled in.
    pub fn values_mut(&mut self) -> &mut Array {
        &mut self.values
    }

    /// Adds the `rows` rows of another column of the same type after the `own` ones that there are.
    ///
    /// # Panics
    /// If the types differ.
    pub(crate) fn append(&mut self, own: usize, from: &ColumnData, rows: usize) {
        self.validity.append(own, &from.validity, rows);
        self.values.append(own, &from.values, rows);
    }

    /// Which rows are null, to be filled in.
    pub fn validity_mut(&mut self) -> &mut Validity {
        &mut self.validity
    }
}

/// Values, and the texts that some rows have instead.
#[derive(Debug, Default)]
pub struct PatchedArray {
    values: Array,
    rows: Vec<usize>,
    texts: Strings,
}

impl PatchedArray {
    /// The values, one a row; those of rows with another text are there too.
    pub fn values(&self) -> &Array {
        &self.values
    }

    /// The rows that have another text, in order, and these texts.
    pub fn patches(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.rows.iter().copied().zip(self.texts.iter())
    }
}

/// Lists in Arrow's layout: the items of all rows one after the other, and where each row's begin and end.
#[derive(Debug, Default)]
pub struct ListArray {
    offsets: Vec<i32>,
    items: Box<ColumnData>,
}

impl ListArray {
    /// One more than there are rows, from 0: row r has the items `offsets[r]..offsets[r + 1]`. A row that is null may have
    /// items too, which mean nothing.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// The items of all rows.
    pub fn items(&self) -> &ColumnData {
        &self.items
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the lists of others.
    ///
    /// # Panics
    /// If there are 2^31 items or more.
    fn append(&mut self, other: &ListArray) {
        let own = self.offsets.last().copied().unwrap_or(0);
        let end = |end: &i32| own.checked_add(*end).expect("a batch has far fewer items than 2^31");
        self.offsets.extend(other.offsets.iter().skip(1).map(end));
        let items = other.offsets.last().copied().unwrap_or(0);
        self.items.append(own as usize, &other.items, items as usize);
    }

    /// Sets how many items each row has, and gives where each row's begin and end, and the items to be filled.
    ///
    /// # Panics
    /// If a batch has 2^31 items or more.
    pub fn lay(&mut self, lengths: impl IntoIterator<Item = u32>) -> (&[i32], &mut ColumnData) {
        let mut end = 0i32;
        self.offsets.clear();
        self.offsets.push(0);
        self.offsets.extend(lengths.into_iter().map(|len| {
            end = end.checked_add_unsigned(len).expect("a batch has far fewer items than 2^31");
            end
        }));
        self.items.validity.clear();
        (&self.offsets, &mut self.items)
    }
}

/// Gives the vector of the wanted variant, `len` long, keeping its memory where it has that variant already.
macro_rules! reuse {
    ($values:expr, $variant:ident, $len:expr, $blank:expr) => {{
        if !matches!($values, Array::$variant(_)) {
            *$values = Array::$variant(Vec::new());
        }
        match $values {
            Array::$variant(values) => {
                values.resize($len, $blank);
                values
            }
            _ => unreachable!("the variant was just set"),
        }
    }};
}

impl Array {
    /// The indices of `parts` entries for each of `len` rows, to be overwritten.
    pub fn indices(&mut self, parts: usize, len: usize) -> &mut [Vec<u32>] {
        let columns = reuse!(self, Indices, parts, Vec::new());
        for column in columns.iter_mut() {
            column.resize(len, 0);
        }
        columns
    }

    /// `len` integers, to be overwritten.
    pub fn ints(&mut self, len: usize) -> &mut [i64] {
        reuse!(self, Ints, len, 0)
    }

    /// `len` numbers beyond 64 bits, to be overwritten.
    pub fn wides(&mut self, len: usize) -> &mut [i128] {
        reuse!(self, Wides, len, 0)
    }

    /// `len` floating-point numbers, to be overwritten.
    pub fn floats(&mut self, len: usize) -> &mut [f64] {
        reuse!(self, Floats, len, 0.0)
    }

    /// `len` dates, to be overwritten.
    pub fn dates(&mut self, len: usize) -> &mut [i32] {
        reuse!(self, Dates, len, 0)
    }

    /// `len` truth values, to be overwritten.
    pub fn bools(&mut self, len: usize) -> &mut [bool] {
        reuse!(self, Bools, len, false)
    }

    /// `len` ids, to be overwritten.
    pub fn ids(&mut self, len: usize) -> &mut [u128] {
        reuse!(self, Ids, len, 0)
    }

    /// `len` times `width` bytes, to be overwritten.
    pub fn fixed_bytes(&mut self, len: usize, width: usize) -> &mut FixedBytes {
        if !matches!(self, Array::FixedBytes(_)) {
            *self = Array::FixedBytes(FixedBytes::default());
        }
        match self {
            Array::FixedBytes(bytes) => {
                bytes.lay(len, width);
                bytes
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// No texts yet: one is to be added for each row.
    pub fn strings(&mut self) -> &mut Strings {
        if !matches!(self, Array::Strings(_)) {
            *self = Array::Strings(Strings::default());
        }
        match self {
            Array::Strings(strings) => {
                strings.clear();
                strings
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// The values of the `count` parts of a joined text, to be filled.
    pub fn joined(&mut self, count: usize) -> &mut [Array] {
        if !matches!(self, Array::Joined(_)) {
            *self = Array::Joined(Vec::new());
        }
        match self {
            Array::Joined(values) => {
                values.resize_with(count, Array::default);
                values
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// Replaces the values of some rows by texts, which come in order.
    pub(crate) fn patch<'t>(&mut self, patches: impl IntoIterator<Item = (usize, &'t [u8])>) {
        let mut patched = PatchedArray { values: std::mem::take(self), ..PatchedArray::default() };
        for (row, text) in patches {
            patched.rows.push(row);
            patched.texts.push(text);
        }
        *self = Array::Patched(Box::new(patched));
    }

    /// Takes such texts away again.
    pub(crate) fn unpatch(&mut self) {
        if let Array::Patched(patched) = self {
            *self = std::mem::take(&mut patched.values);
        }
    }

    /// Makes the value of `row` that of row `at` of another array, which has values of the same type and is of one value a row.
    ///
    /// # Panics
    /// If the types differ, or are those of texts, lists or structs.
    pub(crate) fn copy_row(&mut self, row: usize, from: &Array, at: usize) {
        match (self, from) {
            (Array::Ints(to), Array::Ints(from)) => to[row] = from[at],
            (Array::Wides(to), Array::Wides(from)) => to[row] = from[at],
            (Array::Floats(to), Array::Floats(from)) => to[row] = from[at],
            (Array::Dates(to), Array::Dates(from)) => to[row] = from[at],
            (Array::Bools(to), Array::Bools(from)) => to[row] = from[at],
            (Array::Ids(to), Array::Ids(from)) => to[row] = from[at],
            (Array::Ipv4s(to), Array::Ipv4s(from)) => to[row] = from[at],
            (Array::FixedBytes(to), Array::FixedBytes(from)) => to.copy_row(row, from, at),
            (to, from) => panic!("a value of {from:?} has no place among {to:?}"),
        }
    }

    /// Adds the values of another array, which has values of the same type: `own` are its rows so far, `rows` those of the other.
    ///
    /// # Panics
    /// If the types differ, or some rows have other texts than their values.
    fn append(&mut self, own: usize, from: &Array, rows: usize) {
        match (self, from) {
            (Array::Indices(to), Array::Indices(from)) => {
                to.iter_mut().zip(from).for_each(|(to, from)| to.extend_from_slice(from));
            }
            (Array::Ints(to), Array::Ints(from)) => to.extend_from_slice(from),
            (Array::Wides(to), Array::Wides(from)) => to.extend_from_slice(from),
            (Array::Floats(to), Array::Floats(from)) => to.extend_from_slice(from),
            (Array::Dates(to), Array::Dates(from)) => to.extend_from_slice(from),
            (Array::Bools(to), Array::Bools(from)) => to.extend_from_slice(from),
            (Array::Ids(to), Array::Ids(from)) => to.extend_from_slice(from),
            (Array::Ipv4s(to), Array::Ipv4s(from)) => to.extend_from_slice(from),
            (Array::FixedBytes(to), Array::FixedBytes(from)) => to.append(from),
            (Array::Strings(to), Array::Strings(from)) => to.append(from),
            (Array::Joined(to), Array::Joined(from)) => {
                to.iter_mut().zip(from).for_each(|(to, from)| to.append(own, from, rows));
            }
            (Array::List(to), Array::List(from)) => to.append(from),
            (Array::Struct(to), Array::Struct(from)) => {
                to.iter_mut().zip(from).for_each(|(to, from)| to.append(own, from, rows));
            }
            (to, from) => panic!("values of {from:?} do not follow those of {to:?}"),
        }
    }

    /// Lists without rows, to be [laid](ListArray::lay).
    pub fn lists(&mut self) -> &mut ListArray {
        if !matches!(self, Array::List(_)) {
            *self = Array::List(ListArray::default());
        }
        match self {
            Array::List(lists) => lists,
            _ => unreachable!("the variant was just set"),
        }
    }

    /// The values of the `count` fields of structs, none of them null, to be filled.
    pub fn structs(&mut self, count: usize) -> &mut [ColumnData] {
        if !matches!(self, Array::Struct(_)) {
            *self = Array::Struct(Vec::new());
        }
        match self {
            Array::Struct(fields) => {
                fields.resize_with(count, ColumnData::default);
                fields.iter_mut().for_each(|field| field.validity.clear());
                fields
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// `len` addresses, to be overwritten.
    pub fn ipv4s(&mut self, len: usize) -> &mut [u32] {
        reuse!(self, Ipv4s, len, 0)
    }
}

impl Default for Array {
    fn default() -> Array {
        Array::Ints(Vec::new())
    }
}
