//! Values as Python's own objects.

use gusher::text::{Buffer, ColumnText};
use gusher::types::{Array, ColumnData, DataType, Field, ListArray, StorageType, TimeUnit, float_of_decimal};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::classes::{Classes, EPOCH, decimal_text, uuid_of};

/// How the values of one column become objects.
#[derive(Debug)]
pub struct Objects {
    field: Field,
    shape: Shape,
}

/// What the objects are made of.
#[derive(Debug)]
enum Shape {
    Text(ColumnText),
    /// Numbers and the like, one object a value.
    Plain,
    List(Box<Objects>),
    /// Those of the keys and of the values.
    Map(Box<[Objects; 2]>),
    Struct(Vec<Objects>),
}

impl Objects {
    /// The objects of a column with this field: texts, `int`, `float`, `decimal.Decimal`, `datetime.date`, `datetime.datetime` in
    /// UTC or without a zone, `datetime.time`, `datetime.timedelta`, `bool`, `uuid.UUID`, `bytes`; lists are a `list`, maps and structs a `dict`.
    pub fn new(field: &Field) -> Objects {
        let shape = match &field.data_type {
            DataType::List { item, .. } => Shape::List(Box::new(Objects::new(item))),
            DataType::Map { entry, .. } => match &entry.data_type {
                DataType::Struct(fields) => Shape::Map(Box::new([0, 1].map(|at| Objects::new(&fields[at])))),
                _ => unreachable!("an entry is a struct"),
            },
            DataType::Struct(fields) => Shape::Struct(fields.iter().map(Objects::new).collect()),
            DataType::Utf8(_) | DataType::Ipv4 | DataType::Ipv6 | DataType::Interval { .. } => {
                Shape::Text(ColumnText::new(field))
            }
            _ if field.is_text() => Shape::Text(ColumnText::new(field)),
            DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Wide { .. }
            | DataType::Float { .. }
            | DataType::Date32 { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. }
            | DataType::Bool
            | DataType::Uuid
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. } => Shape::Plain,
        };
        Objects { field: field.clone(), shape }
    }

    /// The name of the objects' class.
    pub fn class(&self) -> &'static str {
        match (&self.shape, &self.field.data_type) {
            (Shape::List(_), _) => "list",
            (Shape::Map(_) | Shape::Struct(_), _) => "dict",
            (Shape::Plain, DataType::Int64 { .. } | DataType::Wide { scale: 0, .. }) => "int",
            (Shape::Plain, DataType::Decimal { .. } | DataType::Float { .. }) if self.is_float() => "float",
            (Shape::Plain, DataType::Decimal { .. } | DataType::Wide { .. } | DataType::Float { .. }) => {
                "decimal.Decimal"
            }
            (Shape::Plain, DataType::Date32 { .. }) => "datetime.date",
            (Shape::Plain, DataType::Timestamp { .. }) => "datetime.datetime",
            (Shape::Plain, DataType::Time { .. }) => "datetime.time",
            (Shape::Plain, DataType::Duration { .. }) => "datetime.timedelta",
            (Shape::Plain, DataType::Bool) => "bool",
            (Shape::Plain, DataType::Uuid) => "uuid.UUID",
            (Shape::Plain, DataType::FixedBinary { .. } | DataType::Binary { .. }) => "bytes",
            (Shape::Text(_), _)
            | (
                Shape::Plain,
                DataType::Utf8(_)
                | DataType::Interval { .. }
                | DataType::Ipv4
                | DataType::Ipv6
                | DataType::List { .. }
                | DataType::Map { .. }
                | DataType::Struct(_),
            ) => "str",
        }
    }

    /// Whether the objects are `float`.
    fn is_float(&self) -> bool {
        matches!(self.field.storage(), StorageType::Float(_))
    }

    /// Whether times are moments, and not what a clock shows.
    fn has_zone(&self) -> bool {
        !matches!(self.field.storage(), StorageType::Timestamp { has_zone: false, .. })
    }

    /// The first `rows` rows of a column, in order; `None` for null.
    ///
    /// # Errors
    /// If Python cannot make one of them.
    pub fn list(&self, py: Python<'_>, column: &ColumnData, rows: usize) -> PyResult<Vec<Py<PyAny>>> {
        let mut objects = match (&self.shape, column.values()) {
            (Shape::Text(text), _) => texts(py, text, column, rows),
            (Shape::List(item), Array::List(lists)) => {
                let ends = lists.offsets();
                let items = item.list(py, lists.items(), ends.last().map_or(0, |end| *end as usize))?;
                let one = |at: &[i32]| object(py, PyList::new(py, &items[at[0] as usize..at[1] as usize])?);
                ends.windows(2).map(one).collect::<PyResult<_>>()?
            }
            (Shape::Map(entries), Array::List(maps)) => maps_of(py, entries, maps)?,
            (Shape::Struct(fields), Array::Struct(columns)) => dicts(py, fields, columns, rows)?,
            (Shape::Plain | Shape::List(_) | Shape::Map(_) | Shape::Struct(_), values) => {
                self.plain(py, values, rows)?
            }
        };
        let validity = column.validity();
        if validity.null_count() > 0 {
            let nulls = objects.iter_mut().enumerate().filter(|(row, _)| validity.is_null(*row));
            nulls.for_each(|(_, object)| *object = py.None());
        }
        Ok(objects)
    }

    fn plain(&self, py: Python<'_>, values: &Array, rows: usize) -> PyResult<Vec<Py<PyAny>>> {
        match values {
            Array::Ints(ints) => ints.iter().map(|&value| self.number(py, value)).collect(),
            Array::Wides(wides) => wides.iter().map(|&value| self.wide(py, value)).collect(),
            Array::Floats(floats) => floats.iter().map(|&value| object(py, value)).collect(),
            Array::Dates(days) => {
                let date = Classes::of(py)?.date.bind(py);
                // Python has no year 0.
                let day = |day: &i32| date.call1(((i64::from(*day) + EPOCH).max(1),)).map(Bound::unbind);
                days.iter().map(day).collect()
            }
            Array::Bools(bools) => bools.iter().map(|&value| object(py, value)).collect(),
            Array::Ids(ids) => ids.iter().map(|id| uuid_of(py, *id).map(Bound::unbind)).collect(),
            Array::FixedBytes(bytes) => {
                Ok((0..rows).map(|row| PyBytes::new(py, bytes.get(row)).into_any().unbind()).collect())
            }
            Array::Strings(blobs) => {
                Ok(blobs.iter().map(|blob| PyBytes::new(py, blob).into_any().unbind()).collect())
            }
            Array::Indices(_)
            | Array::Ipv4s(_)
            | Array::Joined(_)
            | Array::Patched(_)
            | Array::List(_)
            | Array::Struct(_) => unreachable!("these are texts, lists and structs"),
        }
    }

    fn wide(&self, py: Python<'_>, value: i128) -> PyResult<Py<PyAny>> {
        match self.field.data_type {
            DataType::Wide { scale: scale @ 1.., .. } => {
                let text = decimal_text(value, scale as usize);
                Ok(Classes::of(py)?.decimal.bind(py).call1((text,))?.unbind())
            }
            _ => object(py, value),
        }
    }

    fn number(&self, py: Python<'_>, value: i64) -> PyResult<Py<PyAny>> {
        let made = match self.field.data_type {
            DataType::Decimal { scale, .. } if self.is_float() => {
                return object(py, float_of_decimal(value, scale));
            }
            DataType::Timestamp { unit, .. } if !self.has_zone() => {
                let classes = Classes::of(py)?;
                let span = classes.duration.bind(py).call1(seconds(unit, value))?;
                classes.local_epoch.bind(py).call_method1("__add__", (span,))?
            }
            DataType::Decimal { scale, .. } => {
                Classes::of(py)?.decimal.bind(py).call1((decimal_text(value.into(), scale as usize),))?
            }
            DataType::Timestamp { unit, .. } => {
                let classes = Classes::of(py)?;
                let span = classes.duration.bind(py).call1(seconds(unit, value))?;
                classes.epoch.bind(py).call_method1("__add__", (span,))?
            }
            DataType::Time { .. } => {
                let parts = (value / 3600, value / 60 % 60, value % 60);
                Classes::of(py)?.time.bind(py).call1(parts)?
            }
            DataType::Duration { .. } => Classes::of(py)?.duration.bind(py).call1((0, value))?,
            DataType::Int64 { .. }
            | DataType::Wide { .. }
            | DataType::Utf8(_)
            | DataType::Float { .. }
            | DataType::Date32 { .. }
            | DataType::Bool
            | DataType::Uuid
            | DataType::Interval { .. }
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => return object(py, value),
        };
        Ok(made.unbind())
    }
}

/// A time as the days, seconds and microseconds of a `timedelta`.
fn seconds(unit: TimeUnit, value: i64) -> (i64, i64, i64) {
    match unit {
        TimeUnit::Second => (0, value, 0),
        TimeUnit::Millisecond => (0, value.div_euclid(1000), value.rem_euclid(1000) * 1000),
    }
}

fn object<'py, T: IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> PyResult<Py<PyAny>> {
    value.into_py_any(py)
}

/// The rows of maps, each a `dict`.
fn maps_of(py: Python<'_>, [keys, items]: &[Objects; 2], maps: &ListArray) -> PyResult<Vec<Py<PyAny>>> {
    let Array::Struct(columns) = maps.items().values() else { unreachable!("an entry is a struct") };
    let ends = maps.offsets();
    let count = ends.last().map_or(0, |end| *end as usize);
    let (keys, items) = (keys.list(py, &columns[0], count)?, items.list(py, &columns[1], count)?);
    let one = |at: &[i32]| {
        let (dict, range) = (PyDict::new(py), at[0] as usize..at[1] as usize);
        for (key, value) in keys[range.clone()].iter().zip(&items[range]) {
            dict.set_item(key, value)?;
        }
        Ok(dict.into_any().unbind())
    };
    ends.windows(2).map(one).collect()
}

/// The rows of structs, each a `dict`.
fn dicts(
    py: Python<'_>,
    fields: &[Objects],
    columns: &[ColumnData],
    rows: usize,
) -> PyResult<Vec<Py<PyAny>>> {
    let dicts: Vec<Bound<'_, PyDict>> = (0..rows).map(|_| PyDict::new(py)).collect();
    for (field, column) in fields.iter().zip(columns) {
        let name = PyString::new(py, &field.field.name);
        for (dict, value) in dicts.iter().zip(field.list(py, column, rows)?) {
            dict.set_item(&name, value)?;
        }
    }
    Ok(dicts.into_iter().map(|dict| dict.into_any().unbind()).collect())
}

fn texts(py: Python<'_>, text: &ColumnText, column: &ColumnData, rows: usize) -> Vec<Py<PyAny>> {
    let (mut bytes, mut ends, mut start) = (Buffer::default(), Vec::with_capacity(rows), 0);
    text.writer().write_each(column, rows, &mut bytes, &mut ends);
    let all = String::from_utf8_lossy(bytes.as_ref());
    let one = |end: usize| {
        let text = all.get(start..end).unwrap_or_default();
        start = end;
        PyString::new(py, text).into_any().unbind()
    };
    ends.into_iter().map(one).collect()
}
