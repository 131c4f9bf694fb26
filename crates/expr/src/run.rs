//! Compiled expressions: kernels that run over a batch, each with the type of its results.

use std::cell::RefCell;
use std::ops::Range;

use gusher::internal::computed::{ExpressionError, Inputs};

use crate::types::{Number, TextBounds, Type};
use crate::value::{Data, Lane, Texts, Value};

/// A kernel: the values of a batch from those of the columns that the expression reads.
pub(crate) type Kernel = Box<dyn for<'b> Fn(&Run<'b>) -> Value<'b> + Send + Sync>;

/// The input of a kernel: the rows of a batch.
pub(crate) struct Run<'b> {
    /// The columns; constants have none.
    pub inputs: Option<Inputs<'b>>,
    /// How many rows there are.
    pub rows: usize,
    /// Buffers to reuse.
    pool: RefCell<Vec<Vec<i64>>>,
}

impl<'b> Run<'b> {
    pub fn new(inputs: Option<Inputs<'b>>, rows: usize, spare: Vec<i64>) -> Run<'b> {
        Run { inputs, rows, pool: RefCell::new(vec![spare]) }
    }

    /// An empty vector with capacity for the rows.
    pub fn buffer(&self) -> Vec<i64> {
        let mut buffer = self.pool.borrow_mut().pop().unwrap_or_default();
        buffer.clear();
        buffer.reserve(self.rows);
        buffer
    }

    /// Takes back the memory of values that are no longer needed.
    pub fn give_back(&self, value: Value<'b>) {
        if let Data::Int(Lane::Own(values)) = value.data {
            self.pool.borrow_mut().push(values);
        }
    }
}

/// A checked expression.
pub(crate) struct Typed {
    pub ty: Type,
    pub nullable: bool,
    pub kernel: Kernel,
    /// Whether it reads no column, so that it has one value.
    pub constant: bool,
    /// Its span in the text.
    pub at: Range<usize>,
}

/// One value that is known before the rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar {
    Null,
    Bool(bool),
    Number(i128),
    Float(f64),
    Text(std::sync::Arc<str>),
    Interval(crate::value::Interval),
}

impl Typed {
    /// An error about the entire expression.
    pub fn error(&self, text: impl Into<String>) -> ExpressionError {
        ExpressionError { at: self.at.clone(), text: text.into() }
    }

    /// Two copies that share a kernel.
    pub fn shared(self) -> [Typed; 2] {
        let Typed { ty, nullable, kernel: inner, constant, at } = self;
        let inner = std::sync::Arc::new(inner);
        [std::sync::Arc::clone(&inner), inner].map(|inner| Typed {
            ty: ty.clone(),
            nullable,
            kernel: kernel(move |run| inner(run)),
            constant,
            at: at.clone(),
        })
    }

    /// Its type as an exact number, if it is one.
    pub fn number(&self) -> Option<&Number> {
        match &self.ty {
            Type::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Its value, if that is known.
    pub fn scalar(&self) -> Option<Scalar> {
        if !self.constant {
            return None;
        }
        let value = (self.kernel)(&Run::new(None, 1, Vec::new()));
        if !value.is_valid(0) {
            return Some(Scalar::Null);
        }
        Some(match &value.data {
            Data::Bool(bits) => Scalar::Bool(bits.get(0)),
            Data::Int(lane) => Scalar::Number(i128::from(lane.get(0))),
            Data::Wide(lane) => Scalar::Number(lane.get(0)),
            Data::Float(lane) => Scalar::Float(lane.get(0)),
            Data::Text(texts) => Scalar::Text(texts.get(0).into()),
            Data::Interval(lane) => Scalar::Interval(lane.get(0)),
        })
    }

    /// Its text, if that is known.
    pub fn known_text(&self) -> Option<std::sync::Arc<str>> {
        match self.scalar()? {
            Scalar::Text(text) => Some(text),
            Scalar::Null | Scalar::Bool(_) | Scalar::Number(_) | Scalar::Float(_) | Scalar::Interval(_) => {
                None
            }
        }
    }

    /// Whether it is known to be null.
    pub fn is_null(&self) -> bool {
        self.ty == Type::Null || self.scalar() == Some(Scalar::Null)
    }

    /// A constant computed once and not in each batch, with the tightest bounds.
    #[must_use]
    pub fn folded(mut self) -> Typed {
        let Some(scalar) = self.scalar() else { return self };
        match (&mut self.ty, &scalar) {
            (Type::Number(number), Scalar::Number(value)) => {
                *number = Number { min: *value, max: *value, nonzero: false, ..*number };
            }
            (Type::Float(float), Scalar::Float(value)) => (float.min, float.max) = (*value, *value),
            (Type::Text(text), Scalar::Text(value)) => *text = TextBounds::of(value),
            (Type::Date(span) | Type::Timestamp(span) | Type::Time(span), Scalar::Number(value)) => {
                let value = *value as i64;
                (span.min, span.max) = (value, value);
            }
            (Type::Interval(lengths), Scalar::Interval(value)) => {
                lengths.months = (value.months, value.months);
                lengths.days = (value.days, value.days);
                lengths.micros = (value.micros, value.micros);
                lengths.step = crate::types::gcd(lengths.step, value.micros);
            }
            _ => {}
        }
        self.nullable = scalar == Scalar::Null;
        let narrow = !matches!(&self.ty, Type::Number(number) if !number.is_narrow());
        if scalar != Scalar::Null {
            self.kernel = constant(scalar, narrow);
        }
        self
    }
}

/// A kernel whose result is one value.
pub(crate) fn constant(scalar: Scalar, narrow: bool) -> Kernel {
    kernel(move |_| {
        let data = match &scalar {
            Scalar::Null => return Value::new(Data::Int(Lane::One(0)), Some(crate::value::Bits::NONE)),
            Scalar::Bool(true) => Data::Bool(crate::value::Bits::ALL),
            Scalar::Bool(false) => Data::Bool(crate::value::Bits::NONE),
            Scalar::Number(value) if narrow => Data::Int(Lane::One(*value as i64)),
            Scalar::Number(value) => Data::Wide(Lane::One(*value)),
            Scalar::Float(value) => Data::Float(Lane::One(*value)),
            Scalar::Text(text) => Data::Text(Texts::One(text.clone())),
            Scalar::Interval(value) => Data::Interval(Lane::One(*value)),
        };
        Value::new(data, None)
    })
}

/// A constant of a type.
pub(crate) fn literal(ty: Type, scalar: Scalar, at: &Range<usize>) -> Typed {
    let nullable = scalar == Scalar::Null;
    Typed { ty, nullable, kernel: constant(scalar, true), constant: true, at: at.clone() }
}

/// A known text.
pub(crate) fn text(text: &str, at: &Range<usize>) -> Typed {
    literal(Type::Text(TextBounds::of(text)), Scalar::Text(text.into()), at)
}

/// A kernel of a closure.
pub(crate) fn kernel(run: impl for<'b> Fn(&Run<'b>) -> Value<'b> + Send + Sync + 'static) -> Kernel {
    Box::new(run)
}

/// The result of checking an expression.
pub(crate) type Checked = Result<Typed, ExpressionError>;

/// An error at these bytes.
pub(crate) fn wrong(at: &Range<usize>, text: impl Into<String>) -> ExpressionError {
    ExpressionError { at: at.clone(), text: text.into() }
}
