//! Random expressions that mean the same in PostgreSQL, as gush has it, and in SQLite.

use super::model::{Column, Type};

/// Larger numbers than this are not multiplied.
const MAX: i64 = 1 << 40;

/// An expression over these columns.
pub fn any(columns: &[Column], rng: &mut fastrand::Rng) -> (String, Type) {
    match rng.u8(0..4) {
        0 => (condition(columns, rng, 2), Type::Bool),
        1 | 2 => {
            let (text, most) = number(columns, rng, 2);
            (text, Type::Int(most))
        }
        _ => (text(columns, rng, 2), Type::Text),
    }
}

fn pick<'c>(columns: &'c [Column], rng: &mut fastrand::Rng, is: impl Fn(Type) -> bool) -> Option<&'c Column> {
    let all: Vec<&Column> = columns.iter().filter(|column| is(column.data_type)).collect();
    (!all.is_empty()).then(|| all[rng.usize(..all.len())])
}

/// A number, and the most that it or its negative is.
fn number(columns: &[Column], rng: &mut fastrand::Rng, depth: u8) -> (String, i64) {
    let literal = |rng: &mut fastrand::Rng| {
        let value = rng.i64(0..100);
        (value.to_string(), value)
    };
    if depth == 0 {
        let column = pick(columns, rng, |own| matches!(own, Type::Int(most) if most < MAX));
        return match column {
            Some(Column { name, data_type: Type::Int(most), .. }) => (name.clone(), *most),
            _ => literal(rng),
        };
    }
    let (a, x) = number(columns, rng, depth - 1);
    match rng.u8(0..9) {
        0 | 1 => {
            let (b, y) = number(columns, rng, depth - 1);
            (format!("({a} + {b})"), x + y)
        }
        2 => {
            let (b, y) = number(columns, rng, depth - 1);
            (format!("({a} - {b})"), x + y)
        }
        3 if x < 1 << 20 => {
            let (b, y) = number(columns, rng, depth - 1);
            match y < 1 << 20 {
                true => (format!("({a} * {b})"), (x * y).max(1)),
                false => (a, x),
            }
        }
        4 => (format!("coalesce({a}, 7)"), x.max(7)),
        5 => (format!("abs({a})"), x),
        6 => (format!("nullif({a}, {})", rng.i64(0..5)), x),
        7 => {
            let (b, y) = number(columns, rng, depth - 1);
            (format!("case when {} then {a} else {b} end", condition(columns, rng, depth - 1)), x.max(y))
        }
        _ => (format!("length({})", text(columns, rng, depth - 1)), 100_000),
    }
}

fn text(columns: &[Column], rng: &mut fastrand::Rng, depth: u8) -> String {
    if depth == 0 {
        let column = pick(columns, rng, |own| matches!(own, Type::Ascii | Type::Text));
        return column.map_or_else(|| "'none'".into(), |column| column.name.clone());
    }
    let a = text(columns, rng, depth - 1);
    match rng.u8(0..8) {
        0 | 1 => format!("({a} || '-' || {})", text(columns, rng, depth - 1)),
        // SQLite changes no other letters.
        2 => match pick(columns, rng, |own| own == Type::Ascii) {
            Some(column) => format!("{}({})", ["upper", "lower"][rng.usize(..2)], column.name),
            None => a,
        },
        3 => format!("substr({a}, {}, {})", rng.u8(1..4), rng.u8(1..6)),
        4 => format!("replace({a}, 'e', 'EE')"),
        5 => format!("coalesce({a}, 'nothing')"),
        6 => {
            let other = text(columns, rng, depth - 1);
            format!("case when {} then {a} else {other} end", condition(columns, rng, depth - 1))
        }
        _ => format!("cast({} as text)", number(columns, rng, depth - 1).0),
    }
}

fn condition(columns: &[Column], rng: &mut fastrand::Rng, depth: u8) -> String {
    let depth = depth.saturating_sub(1);
    match rng.u8(0..8) {
        0 | 1 => {
            let compare = ["<", "<=", "=", "<>", ">", ">="][rng.usize(..6)];
            format!("({} {compare} {})", number(columns, rng, depth).0, number(columns, rng, depth).0)
        }
        2 => {
            let compare = ["<", "=", "<>", ">="][rng.usize(..4)];
            format!("({} {compare} {})", text(columns, rng, depth), text(columns, rng, depth))
        }
        3 => {
            let column = &columns[rng.usize(..columns.len())].name;
            format!("({column} is {}null)", ["", "not "][rng.usize(..2)])
        }
        4 => format!("({} between 3 and 40)", number(columns, rng, depth).0),
        5 => format!("({} in ('red', 'blue', 'May', 'time'))", text(columns, rng, depth)),
        6 => format!("(not {})", condition(columns, rng, depth)),
        _ => {
            let operator = ["and", "or"][rng.usize(..2)];
            format!("({} {operator} {})", condition(columns, rng, depth), condition(columns, rng, depth))
        }
    }
}
