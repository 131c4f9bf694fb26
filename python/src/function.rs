//! Python functions as columns: a language beside SQL's, whose only expression is a function over some columns.

use std::fmt;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};

use gush_columnar::memory::{ArrayBuilder, ColumnLayout, TextLayout};
use gusher::internal::computed::{
    ColumnName, Compute, Expression, ExpressionError, ExpressionLanguage, Inputs,
};
use gusher::types::{ColumnData, DataType, Field, FloatWidth, Specials, TimeUnit};
use pyo3::prelude::*;

use crate::ffi::{self, Imported, ImportedValues};

/// The longest text that a function may give, in bytes.
const LONGEST: usize = 4096;

/// A function that makes the values of a column.
#[derive(Debug)]
pub struct Function {
    /// Its number among the functions of the table, as several may have one name.
    pub number: usize,
    /// What messages call it.
    pub name: String,
    /// Takes the arrays of the columns, and gives the two capsules of an array. With empty arrays it says its type.
    pub call: Py<PyAny>,
    /// The names of the columns that it reads.
    pub reads: Vec<String>,
}

/// The exception that a function raised, until it is raised where the rows were asked for.
#[derive(Debug, Default)]
pub struct Raised(Mutex<Option<PyErr>>);

impl Raised {
    /// Takes the exception out.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// SQL, and the functions of one table.
#[derive(Debug)]
pub struct Language {
    /// The functions, by the words that call them.
    pub functions: Vec<Arc<Function>>,
    /// Where exceptions go.
    pub raised: Arc<Raised>,
}

impl Function {
    /// The expression for it: no SQL begins so.
    pub fn expression(&self) -> String {
        format!("<function {} {}({})>", self.number, self.name, self.reads.join(", "))
    }
}

impl ExpressionLanguage for Language {
    fn parse(&self, text: &str, now: i64) -> Result<Box<dyn Expression>, Vec<ExpressionError>> {
        match self.functions.iter().find(|function| function.expression() == text) {
            None => gush_generate::Sql.parse(text, now),
            Some(function) => {
                let mut at = text.find('(').map_or(0, |open| open + 1);
                let columns = function.reads.iter().map(|name| {
                    let start = at;
                    at += name.len() + 2;
                    ColumnName { name: name.clone(), exact: true, at: start..start + name.len() }
                });
                let columns = columns.collect();
                Ok(Box::new(Call {
                    function: Arc::clone(function),
                    raised: Arc::clone(&self.raised),
                    columns,
                }))
            }
        }
    }
}

/// A function and the columns that it reads.
struct Call {
    function: Arc<Function>,
    raised: Arc<Raised>,
    columns: Vec<ColumnName>,
}

impl Expression for Call {
    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn compile(&self, fields: &[&Field]) -> Result<Arc<dyn Compute>, Vec<ExpressionError>> {
        let layouts: Vec<ColumnLayout> =
            fields.iter().map(|field| ColumnLayout::new(field, TextLayout::Offsets)).collect();
        let function = Arc::clone(&self.function);
        // Of no rows: it says the type.
        let none = |py: Python<'_>| {
            let arrays = layouts.iter().map(|layout| ArrayBuilder::new(layout, 0)).collect();
            call(py, &function, &layouts, arrays)
        };
        let typed = Python::attach(|py| none(py).map_err(|error| error.to_string()));
        let at = 0..self.function.expression().len();
        let field = typed.and_then(|typed| field_of(&typed).map_err(str::to_owned));
        let field = field.map_err(|text| vec![ExpressionError { at, text }])?;
        Ok(Arc::new(Computed { function, layouts, field, raised: Arc::clone(&self.raised) }))
    }
}

/// The field of what a function gives.
fn field_of(imported: &Typed) -> Result<Field, &'static str> {
    let field = match (&imported.values.values, imported.scale) {
        (ImportedValues::Int64(_), Some(_)) => Field::timestamp(TimeUnit::Millisecond, FIRST, LAST),
        (ImportedValues::Int64(_), None) => Field::int64(i64::MIN, i64::MAX),
        (ImportedValues::Int32(_), _) => Field::date32((FIRST / DAY) as i32, (LAST / DAY) as i32),
        (ImportedValues::Int128(_), scale) => Field::decimal(scale.unwrap_or(0), -DIGITS, DIGITS),
        (ImportedValues::Float64(_), _) => Field::float(FloatWidth::Double, f64::MIN, f64::MAX, ANY_SPECIAL),
        (ImportedValues::Bools(_), _) => Field::from(DataType::Bool),
        (ImportedValues::Texts(_), _) => Field::free(LONGEST, 32, false),
    };
    Ok(field.nullable(true))
}

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;
/// The years 0 to 9999 in milliseconds since 1970.
const FIRST: i64 = -719_528 * DAY;
const LAST: i64 = 2_932_896 * DAY + DAY - 1;
/// A function may give each of the values that are no finite number.
const ANY_SPECIAL: Specials = Specials { nan: true, infinite: true, negative_zero: true };
/// Decimals have 18 digits.
const DIGITS: i64 = 999_999_999_999_999_999;

/// What a function gave, with the decimal places of a decimal; those of a timestamp are 3.
struct Typed {
    values: Imported,
    scale: Option<u32>,
}

/// Calls a function with the arrays of its columns.
fn call(
    py: Python<'_>,
    function: &Function,
    layouts: &[ColumnLayout],
    arrays: Vec<ArrayBuilder<'_>>,
) -> PyResult<Typed> {
    let mut handed = Vec::with_capacity(arrays.len());
    for (layout, array) in layouts.iter().zip(arrays) {
        handed.push(ffi::array(py, layout, array.finish())?);
    }
    let given = function.call.bind(py).call1((handed,))?;
    let (schema, array, scale): (Bound<'_, PyAny>, Bound<'_, PyAny>, Option<u32>) = given.extract()?;
    Ok(Typed { values: ffi::imported(&schema, &array)?, scale })
}

/// A column that a function makes.
struct Computed {
    function: Arc<Function>,
    layouts: Vec<ColumnLayout>,
    field: Field,
    raised: Arc<Raised>,
}

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed").field("function", &self.function).finish_non_exhaustive()
    }
}

impl Compute for Computed {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn fill(&self, inputs: &Inputs<'_>, made: &mut ColumnData) {
        let rows = inputs.rows();
        let filled = Python::attach(|py| {
            let array = |(index, layout)| {
                let mut array = ArrayBuilder::new(layout, rows);
                array.push(inputs.column(index), rows);
                array
            };
            let arrays = self.layouts.iter().enumerate().map(array).collect();
            let Typed { values, .. } = call(py, &self.function, &self.layouts, arrays)?;
            self.put(&values, rows, made)
        });
        if let Err(error) = filled {
            self.raised.put(error);
            // Whoever makes the rows catches this and raises the exception: nothing that is wrong is written.
            resume_unwind(Box::new("a Python function raised an exception"));
        }
    }
}

impl Computed {
    /// Puts what the function gave into the column.
    fn put(&self, given: &Imported, rows: usize, made: &mut ColumnData) -> PyResult<()> {
        let Imported { valid, values } = given;
        if valid.len() != rows {
            let (name, given) = (&self.function.name, valid.len());
            return Err(crate::errors::error(format!("{name} was given {rows} rows and gave {given}")));
        }
        // Null rows have a value that the column may have.
        let bounded = |row: usize, value: i128, least: i64, most: i64| {
            if !valid[row] {
                return Ok(least.max(0));
            }
            let fits = i64::try_from(value).ok().filter(|value| (least..=most).contains(value));
            let text =
                || format!("{} gave {value} in a row, which no column of its type has", self.function.name);
            fits.ok_or_else(|| crate::errors::error(text()))
        };
        match values {
            ImportedValues::Int64(given) => {
                let (least, most) = match self.field.data_type {
                    DataType::Timestamp { min, max, .. } => (min, max),
                    _ => (i64::MIN, i64::MAX),
                };
                for (row, out) in made.values_mut().ints(rows).iter_mut().enumerate() {
                    *out = bounded(row, given[row].into(), least, most)?;
                }
            }
            ImportedValues::Int128(given) => {
                for (row, out) in made.values_mut().ints(rows).iter_mut().enumerate() {
                    *out = bounded(row, given[row], -DIGITS, DIGITS)?;
                }
            }
            // A null row has a number, too, which nothing reads.
            ImportedValues::Float64(given) => {
                for (row, out) in made.values_mut().floats(rows).iter_mut().enumerate() {
                    *out = if valid[row] { given[row] } else { 0.0 };
                }
            }
            ImportedValues::Int32(given) => {
                for (row, out) in made.values_mut().dates(rows).iter_mut().enumerate() {
                    *out = bounded(row, given[row].into(), FIRST / DAY, LAST / DAY)? as i32;
                }
            }
            ImportedValues::Bools(given) => made.values_mut().bools(rows).copy_from_slice(given),
            ImportedValues::Texts(given) => {
                let texts = made.values_mut().strings();
                for text in given {
                    if text.len() > LONGEST {
                        let (name, len) = (&self.function.name, text.len());
                        let text = format!("{name} gave a text of {len} bytes; {LONGEST} are the most");
                        return Err(crate::errors::error(text));
                    }
                    texts.push(text);
                }
            }
        }
        let words = valid
            .chunks(64)
            .map(|bits| bits.iter().enumerate().fold(0u64, |word, (bit, &is)| word | u64::from(is) << bit));
        made.validity_mut().set(&words.collect::<Vec<_>>(), rows);
        Ok(())
    }
}
