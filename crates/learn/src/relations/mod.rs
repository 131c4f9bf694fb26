//! What columns say of each other in the rows of a sample: which decides another, which is null by another, which rise together.

mod amounts;
mod encoded;
#[cfg(test)]
mod tests;

use amounts::{after, correlated};
use encoded::{Encoded, MIN_TIMES, encoded};

use crate::model::{Kind, Relation, Table};

/// As many rows more than different values make it no accident that one column decides another.
const MIN_REPEATS: usize = 100;
/// A value with a larger share is the usual one, whatever others are.
const MAX_SHARE: f64 = 0.9;
/// The most columns of a table that are compared.
const MAX_COLUMNS: usize = 200;

/// The relations of the columns of a table, of which these are rows. `names` are the columns of the rows.
pub fn relations(table: &Table, names: &[String], rows: &[Vec<Option<String>>]) -> Vec<Relation> {
    let columns: Vec<Encoded<'_>> = names
        .iter()
        .enumerate()
        .filter_map(|(index, name)| encoded(table, index, name, rows))
        .take(MAX_COLUMNS)
        .collect();
    let mut found = Vec::new();
    let decided = decided(&columns, &mut found);
    let later = after(&columns, &mut found);
    by_others(&columns, &decided, &mut found);
    null_by(&columns, &decided, &mut found);
    correlated(&columns, &later, &mut found);
    found
}

/// Columns of few values that another one decides, which has more of them or comes before. Gives the indices of those that are decided.
fn decided(columns: &[Encoded<'_>], found: &mut Vec<Relation>) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..columns.len())
        .filter(|&index| {
            let column = &columns[index];
            column.is_of_words() && column.distinct() >= 2 && !column.is_key
        })
        .collect();
    indices.sort_by_key(|&index| (usize::MAX - columns[index].distinct(), index));
    let (mut roots, mut decided): (Vec<usize>, Vec<usize>) = Default::default();
    for index in indices {
        let column = &columns[index];
        let root = roots.iter().find_map(|&root: &usize| Some((root, columns[root].decides(column)?)));
        let Some((root, values)) = root else {
            roots.push(index);
            continue;
        };
        let by = &columns[root];
        let of = |(code, value): (usize, &u32)| {
            // A value that no row has decides nothing.
            let (given, _) = column.values.get(*value as usize)?;
            let word = (code != 0).then(|| by.values[code].0.to_owned());
            Some((word, (*value != 0).then(|| (*given).to_owned())))
        };
        found.push(Relation::Decides {
            by: by.name.to_owned(),
            column: column.name.to_owned(),
            values: values.iter().enumerate().filter_map(of).collect(),
        });
        decided.push(index);
    }
    decided
}

/// Columns whose values follow from those of a column that has many.
fn by_others(columns: &[Encoded<'_>], decided: &[usize], found: &mut Vec<Relation>) {
    // Amounts decide nothing.
    let is_name = |column: &Encoded<'_>| {
        matches!(column.kind, Kind::Text { .. } | Kind::Uuid)
            || matches!(column.kind, Kind::Int(_)) && column.is_reference
    };
    let is_parent = |column: &Encoded<'_>| {
        !column.is_key
            && column.values[0].1 == 0
            && !column.is_of_words()
            && column.codes.len() >= column.values.len() + MIN_REPEATS
            && is_name(column)
    };
    let parents: Vec<usize> = (0..columns.len()).filter(|&index| is_parent(&columns[index])).collect();
    let mut taken: Vec<usize> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let most = column.values.iter().map(|(_, times)| *times).max().unwrap_or(0);
        let is_varied = f64::from(most) <= column.codes.len() as f64 * MAX_SHARE && column.distinct() >= 2;
        if column.is_key || decided.contains(&index) || !is_varied {
            continue;
        }
        let parent = parents.iter().filter(|&&parent| parent != index && !taken.contains(&parent));
        let parent = parent.copied().find(|&parent| {
            // Of two that decide each other the first one does.
            columns[parent].decides(column).is_some()
                && (parent < index || column.decides(&columns[parent]).is_none())
        });
        if let Some(parent) = parent {
            taken.push(index);
            found.push(Relation::By { by: columns[parent].name.to_owned(), column: column.name.to_owned() });
        }
    }
}

/// Columns that are null by the value of a column of few.
fn null_by(columns: &[Encoded<'_>], decided: &[usize], found: &mut Vec<Relation>) {
    for (index, column) in columns.iter().enumerate() {
        let nulls = column.values[0].1;
        if nulls < MIN_TIMES || column.codes.len() < (nulls + MIN_TIMES) as usize || decided.contains(&index)
        {
            continue;
        }
        let mut ways = columns.iter().enumerate().filter_map(|(other, by)| {
            let is_of_words = by.is_of_words() && by.values[0].1 == 0 && by.values.len() > 2;
            let is_free = other != index && !decided.contains(&other);
            (is_of_words && is_free).then(|| Some((by, filled(by, column)?))).flatten()
        });
        if let Some((by, words)) = ways.next() {
            found.push(Relation::NullBy { by: by.name.to_owned(), column: column.name.to_owned(), words });
        }
    }
}

/// The values of one column where another one is not null, if it is null with all of its other values.
fn filled(by: &Encoded<'_>, column: &Encoded<'_>) -> Option<Vec<String>> {
    let mut seen = vec![(false, false); by.values.len()];
    for (own, of) in by.codes.iter().zip(&column.codes) {
        let (has_null, has_value) = &mut seen[*own as usize];
        *has_null |= *of == 0;
        *has_value |= *of != 0;
        if *has_null && *has_value {
            return None;
        }
    }
    let words = by.values.iter().zip(&seen).filter(|(_, (_, has_value))| *has_value);
    Some(words.map(|((word, _), _)| (*word).to_owned()).collect())
}
