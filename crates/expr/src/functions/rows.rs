//! Kernels that look at one row after the other: for texts, and for what is rare.

use gusher::types::Strings;

use crate::run::{Kernel, Typed, kernel};
use crate::types::{Number, TextBounds, Type};
use crate::value::{Bits, Value, both};

/// The arguments in one row. If one of them is null, the values are meaningless, but present.
#[derive(Clone, Copy)]
pub(super) struct Row<'r, 'b> {
    values: &'r [Value<'b>],
    row: usize,
}

impl<'r> Row<'r, '_> {
    pub fn text(self, index: usize) -> &'r str {
        self.values[index].text().get(self.row)
    }

    pub fn int(self, index: usize) -> i64 {
        self.values[index].ints().get(self.row)
    }

    pub fn count(self) -> usize {
        self.values.len()
    }

    pub fn is_null(self, index: usize) -> bool {
        !self.values[index].is_valid(self.row)
    }
}

fn parts(args: &[Typed]) -> (bool, bool, std::ops::Range<usize>) {
    let start = args.iter().map(|arg| arg.at.start).min().unwrap_or(0);
    let end = args.iter().map(|arg| arg.at.end).max().unwrap_or(0);
    (args.iter().any(|arg| arg.nullable), args.iter().all(|arg| arg.constant), start..end)
}

/// Null where an argument is.
fn strict(
    args: Vec<Typed>,
    make: impl for<'b> Fn(usize, &[Value<'b>], Option<Bits>) -> Value<'b> + Send + Sync + 'static,
) -> Kernel {
    kernel(move |run| {
        let values: Vec<Value<'_>> = args.iter().map(|arg| (arg.kernel)(run)).collect();
        let valid = values.iter().fold(None, |valid, value| both(valid, value.valid));
        make(run.rows, &values, valid)
    })
}

/// A text of each row.
pub(super) fn to_texts(
    args: Vec<Typed>,
    text: TextBounds,
    write: impl Fn(Row<'_, '_>, &mut String) + Send + Sync + 'static,
) -> Typed {
    let (nullable, constant, at) = parts(&args);
    let run = strict(args, move |rows, values, valid| {
        let (mut texts, mut out) = (Strings::default(), String::new());
        for row in 0..rows {
            out.clear();
            write(Row { values, row }, &mut out);
            texts.push(out.as_bytes());
        }
        Value::texts(texts, valid)
    });
    Typed { ty: Type::Text(text), nullable, kernel: run, constant, at }
}

/// A text of each row, whatever is null; it has one wherever `first` of the arguments, if there is one, is not null.
pub(super) fn to_texts_of_any(
    args: Vec<Typed>,
    text: TextBounds,
    first: Option<usize>,
    write: impl Fn(Row<'_, '_>, &mut String) + Send + Sync + 'static,
) -> Typed {
    let (_, constant, at) = parts(&args);
    let nullable = first.is_some_and(|first| args[first].nullable);
    let run = kernel(move |run| {
        let values: Vec<Value<'_>> = args.iter().map(|arg| (arg.kernel)(run)).collect();
        let (mut texts, mut out) = (Strings::default(), String::new());
        for row in 0..run.rows {
            out.clear();
            write(Row { values: &values, row }, &mut out);
            texts.push(out.as_bytes());
        }
        Value::texts(texts, first.and_then(|first| values[first].valid))
    });
    Typed { ty: Type::Text(text), nullable, kernel: run, constant, at }
}

/// An integer for each row.
pub(super) fn to_ints(
    args: Vec<Typed>,
    (min, max): (i64, i64),
    f: impl Fn(Row<'_, '_>) -> i64 + Send + Sync + 'static,
) -> Typed {
    typed_ints(args, Type::Number(Number::narrowest(min.into(), max.into(), &[32])), f)
}

/// Values that are stored as integers.
pub(super) fn typed_ints(
    args: Vec<Typed>,
    ty: Type,
    f: impl Fn(Row<'_, '_>) -> i64 + Send + Sync + 'static,
) -> Typed {
    let (nullable, constant, at) = parts(&args);
    let run = strict(args, move |rows, values, valid| {
        Value::own((0..rows).map(|row| f(Row { values, row })).collect(), valid)
    });
    Typed { ty, nullable, kernel: run, constant, at }
}

/// Whether it holds in each row.
pub(super) fn to_bools(args: Vec<Typed>, f: impl Fn(Row<'_, '_>) -> bool + Send + Sync + 'static) -> Typed {
    let (nullable, constant, at) = parts(&args);
    let run = strict(args, move |rows, values, valid| {
        Value::bools(Bits::of(rows, |row| f(Row { values, row })), valid)
    });
    Typed { ty: Type::Bool, nullable, kernel: run, constant, at }
}

/// A text of each row, or null where `write` says that there is none.
pub(super) fn to_optional_texts(
    args: Vec<Typed>,
    text: TextBounds,
    write: impl Fn(Row<'_, '_>, &mut String) -> bool + Send + Sync + 'static,
) -> Typed {
    let (_, constant, at) = parts(&args);
    let run = strict(args, move |rows, values, valid| {
        let (mut texts, mut out) = (Strings::default(), String::new());
        let mut there = Bits::NONE;
        for row in 0..rows {
            out.clear();
            there.0[row / 64] |= u64::from(write(Row { values, row }, &mut out)) << (row % 64);
            texts.push(out.as_bytes());
        }
        Value::texts(texts, both(valid, Some(there)))
    });
    Typed { ty: Type::Text(text), nullable: true, kernel: run, constant, at }
}
