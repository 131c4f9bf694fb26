//! Finds the columns that `@by`, `@with` and `@not` name, and the sums that correlated columns are.

use gush_diagnostics::{Code, Diagnostic, Message};

use super::{Column, Relation};
use crate::generators::ConstraintField;
use crate::types::{DataType, Utf8};

/// Finds the columns that `@by` and `@with` name, or reports what is wrong. `broken` has the names of columns of which a
/// problem was reported already.
pub(super) fn resolve(columns: &mut [Column], broken: &[String]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut asked = Vec::new();
    for index in 0..columns.len() {
        match find_by(columns, index, broken) {
            Ok(by) => columns[index].keyed.by_index = by,
            Err(diagnostic) => diagnostics.extend(diagnostic),
        }
        match find_not(columns, index, broken) {
            Ok(not) => columns[index].keyed.not_index = not,
            Err(diagnostic) => diagnostics.extend(diagnostic),
        }
        asked.push(find_with(columns, index, broken).unwrap_or_else(|diagnostic| {
            diagnostics.extend(diagnostic);
            Vec::new()
        }));
    }
    report_circles(columns, &asked, &mut diagnostics);
    if diagnostics.is_empty() {
        let mut known = vec![None; columns.len()];
        for index in 0..columns.len() {
            let parts = parts(columns, index, &asked, &mut known, &mut diagnostics);
            if !asked[index].is_empty() {
                columns[index].keyed.parts = parts;
            }
        }
    }
    diagnostics
}

/// A diagnostic at a field of a column; none for what follows from a problem that was reported already.
type Found<T> = Result<T, Option<Diagnostic>>;

fn diagnostic(column: &Column, field: &ConstraintField, text: impl Into<Message>) -> Option<Diagnostic> {
    Some(column.source.diagnostic(Code::Modifier, field.at.clone(), text))
}

/// The column of a name, which another one names.
fn named(columns: &[Column], index: usize, field: &ConstraintField, broken: &[String]) -> Found<usize> {
    let name = &field.text;
    match columns.iter().position(|column| column.name == *name) {
        Some(found) if found == index => {
            Err(diagnostic(&columns[index], field, "this is the column itself; name another one"))
        }
        Some(found) => Ok(found),
        None if broken.contains(name) => Err(None),
        None => {
            let names =
                columns.iter().map(|column| column.name.as_str()).filter(|name| *name != columns[index].name);
            let message = Message::unknown("the table has no column of this name", name, names);
            Err(diagnostic(&columns[index], field, message))
        }
    }
}

fn find_by(columns: &[Column], index: usize, broken: &[String]) -> Found<Option<usize>> {
    let column = &columns[index];
    let Some(field) = &column.keyed.by else { return Ok(None) };
    let by = named(columns, index, field, broken)?;
    let refused = |text: String| Err(diagnostic(column, field, text));
    let generator = column.generator;
    if column.generate.properties().is_by_row {
        return refused(format!(
            "the values of `{generator}` follow from the row's number, which @by takes away"
        ));
    }
    if column.unique {
        return refused(format!(
            "rows of one `{0}` have one value, so that it cannot be unique; leave @unique or @by",
            field.text
        ));
    }
    if column.keyed.with.is_some() {
        return refused(
            "a value follows from another column's value (@by) or from its draw (@with), not from both"
                .into(),
        );
    }
    match columns[by].generate.field().data_type {
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => {
            refused("a list or a struct is no key".into())
        }
        _ => Ok(Some(by)),
    }
}

/// The column of `@not`.
fn find_not(columns: &[Column], index: usize, broken: &[String]) -> Found<Option<usize>> {
    let column = &columns[index];
    let Some(field) = &column.keyed.not else { return Ok(None) };
    let refused = |text: String| Err(diagnostic(column, field, text));
    if let Some(text) = refusal(column) {
        return refused(format!("`{}` {text}, so that @not cannot change it", column.generator));
    }
    if column.unique || column.keyed.by.is_some() || column.keyed.with.is_some() {
        return refused("a value differs from another column's (@not), or it follows @unique, @by or @with; leave one of them out".into());
    }
    if column.generate.cardinality() < 2 {
        return refused("there is only one value, so that none is another one".into());
    }
    let other = named(columns, index, field, broken)?;
    match is_same_type(&column.generate.field().data_type, &columns[other].generate.field().data_type) {
        true => Ok(Some(other)),
        false => refused(format!("`{}` has values of another type, which always differ", field.text)),
    }
}

/// Whether values of these types can be the same.
fn is_same_type(one: &DataType, other: &DataType) -> bool {
    match (one, other) {
        (DataType::Decimal { scale, .. }, DataType::Decimal { scale: of, .. })
        | (DataType::Wide { scale, .. }, DataType::Wide { scale: of, .. }) => scale == of,
        (DataType::Timestamp { unit, .. }, DataType::Timestamp { unit: of, .. }) => unit == of,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// The columns of `@with`, and the correlation with each.
fn find_with(columns: &[Column], index: usize, broken: &[String]) -> Found<Vec<(usize, f64)>> {
    let column = &columns[index];
    let Some(field) = &column.keyed.with else { return Ok(Vec::new()) };
    if let Some(text) = refusal(column) {
        return Err(diagnostic(
            column,
            field,
            format!("`{}` {text}, so that @with cannot correlate it", column.generator),
        ));
    }
    if column.unique {
        return Err(diagnostic(
            column,
            field,
            "values that all differ cannot be correlated; leave @unique or @with",
        ));
    }
    let (mut at, mut found) = (0, Vec::new());
    for text in field.text.split(',') {
        let part = field.part(at, text);
        at += text.len() + 1;
        let Some((name, number)) = text.rsplit_once(':') else {
            return Err(diagnostic(
                column,
                &part,
                "a correlation is missing; the form is @with=COLUMN:R, such as @with=age:0.8",
            ));
        };
        let number = part.part(name.len() + 1, number);
        let correlation = number.text.parse().ok().filter(|r: &f64| (-1.0..=1.0).contains(r));
        let Some(correlation) = correlation else {
            return Err(diagnostic(column, &number, "a correlation lies from -1 to 1, such as 0.8 or -0.3"));
        };
        let name = part.part(0, name);
        let other = named(columns, index, &name, broken)?;
        if let Some(text) = refusal(&columns[other]).or(columns[other].unique.then_some("is unique")) {
            return Err(diagnostic(
                column,
                &name,
                format!("`{}` {text}, so that nothing can be correlated with it", name.text),
            ));
        }
        if found.iter().any(|(known, _)| *known == other) {
            return Err(diagnostic(column, &name, "this column is named twice"));
        }
        found.push((other, correlation));
    }
    Ok(found)
}

/// Why a column cannot be correlated, if it cannot.
fn refusal(column: &Column) -> Option<&'static str> {
    if column.relation.is_some() {
        return Some("has values that follow from other columns");
    }
    if column.generate.properties().is_by_row {
        return Some("has values that follow from the row's number");
    }
    if column.keyed.by.is_some() {
        return Some("has values that follow from another column's value");
    }
    let is_ordered = match column.generate.field().data_type {
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool => true,
        DataType::Utf8(Utf8::Composed(parts)) => parts.len() == 1,
        DataType::Utf8(Utf8::Free { .. } | Utf8::Joined(_) | Utf8::Encoded { .. } | Utf8::Patched { .. })
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => false,
    };
    (column.entity.is_some() || !is_ordered).then_some("has no order from its smallest to its largest value")
}

/// A diagnostic for each circle of columns that follow from each other.
fn report_circles(columns: &[Column], asked: &[Vec<(usize, f64)>], diagnostics: &mut Vec<Diagnostic>) {
    let reads = |index: usize| {
        let same = columns[index].relation.iter().flat_map(Relation::readings);
        let same = same.filter(|reading| reading.link.is_none()).map(|reading| reading.column);
        let with = asked[index].iter().map(|(other, _)| *other);
        let keyed = &columns[index].keyed;
        keyed.by_index.into_iter().chain(keyed.not_index).chain(with).chain(same)
    };
    for start in (0..columns.len()).filter(|&index| columns[index].keyed.is_set()) {
        let (mut seen, mut left) = (vec![false; columns.len()], reads(start).collect::<Vec<_>>());
        while let Some(index) = left.pop() {
            if index == start {
                let keyed = &columns[start].keyed;
                let field = keyed.by.as_ref().or(keyed.with.as_ref()).or(keyed.not.as_ref());
                let text =
                    "this column follows from the one that it is to follow from; a circle has no beginning";
                diagnostics.extend(field.and_then(|field| diagnostic(&columns[start], field, text)));
                break;
            }
            if !std::mem::replace(&mut seen[index], true) {
                left.extend(reads(index));
            }
        }
    }
}

/// The sum that a column's normal number is.
fn parts(
    columns: &[Column],
    index: usize,
    asked: &[Vec<(usize, f64)>],
    known: &mut Vec<Option<Vec<(usize, f64)>>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(usize, f64)> {
    if let Some(known) = &known[index] {
        return known.clone();
    }
    let others: Vec<_> = asked[index]
        .iter()
        .map(|(other, r)| (parts(columns, *other, asked, known, diagnostics), *r))
        .collect();
    let sum = combine(&others, index).unwrap_or_else(|shared| {
        let field = columns[index].keyed.with.as_ref();
        let text = format!(
            "nothing can be correlated like this: by what these columns have in common, they would determine it by {shared:.2}, \
             and 1 is all"
        );
        diagnostics.extend(field.and_then(|field| diagnostic(&columns[index], field, text)));
        vec![(index, 1.0)]
    });
    known[index] = Some(sum.clone());
    sum
}

/// The rounding error of a sum that is 0 or 1.
const CLOSE: f64 = 1e-9;

/// The normal number that has these correlations with others, each of which is a sum of independent ones: what it has in
/// common with each direction that they span (Gram and Schmidt), and what is its own. The error is the share that they would
/// have of its variance, where that is more than all.
fn combine(others: &[(Vec<(usize, f64)>, f64)], own: usize) -> Result<Vec<(usize, f64)>, f64> {
    let dot = |one: &[(usize, f64)], other: &[(usize, f64)]| -> f64 {
        one.iter()
            .map(|(index, a)| other.iter().filter(|(at, _)| at == index).map(|(_, b)| a * b).sum::<f64>())
            .sum()
    };
    let add = |sum: &mut Vec<(usize, f64)>, one: &[(usize, f64)], factor: f64| {
        for (index, a) in one {
            match sum.iter_mut().find(|(at, _)| at == index) {
                Some((_, b)) => *b += factor * a,
                None => sum.push((*index, factor * a)),
            }
        }
    };
    let mut directions: Vec<(Vec<(usize, f64)>, f64)> = Vec::new();
    for (vector, correlation) in others {
        let (mut rest, mut left) = (vector.clone(), *correlation);
        for (direction, common) in &directions {
            let along = dot(vector, direction);
            add(&mut rest, direction, -along);
            left -= along * common;
        }
        let length = dot(&rest, &rest).max(0.0).sqrt();
        if length > CLOSE {
            rest.iter_mut().for_each(|(_, a)| *a /= length);
            directions.push((rest, left / length));
        } else if left.abs() > CLOSE {
            return Err(f64::INFINITY);
        }
    }
    let shared: f64 = directions.iter().map(|(_, common)| common * common).sum();
    if shared > 1.0 + CLOSE {
        return Err(shared);
    }
    let mut sum = Vec::new();
    for (direction, common) in &directions {
        add(&mut sum, direction, *common);
    }
    sum.push((own, (1.0 - shared).max(0.0).sqrt()));
    sum.retain(|(_, a)| *a != 0.0);
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::combine;

    #[test]
    fn correlations_with_dependent_columns_are_met() {
        // 1 has 0.6 of 0.
        let one = combine(&[(vec![(0, 1.0)], 0.6)], 1).unwrap();
        assert_eq!(one, [(0, 0.6), (1, 0.8)]);
        let two = combine(&[(vec![(0, 1.0)], 0.5), (one.clone(), 0.7)], 2).unwrap();
        let dot = |other: &[(usize, f64)]| -> f64 {
            two.iter()
                .flat_map(|(at, a)| other.iter().filter(move |(on, _)| on == at).map(move |(_, b)| a * b))
                .sum()
        };
        assert!((dot(&[(0, 1.0)]) - 0.5).abs() < 1e-12 && (dot(&one) - 0.7).abs() < 1e-12);
        assert!((dot(&two) - 1.0).abs() < 1e-12);
        assert!(combine(&[(vec![(0, 1.0)], 0.9), (vec![(1, 1.0)], 0.9)], 2).is_err());
        assert!(combine(&[(vec![(0, 1.0)], 0.9), (vec![(0, 1.0)], 0.2)], 2).is_err());
    }
}
