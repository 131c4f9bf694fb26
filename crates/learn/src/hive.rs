//! Columns whose values are in the names of folders, as Hive and Spark divide a table: `country=DE/year=2024/part-0.csv`.

use std::collections::BTreeMap;

use crate::files::{Sketch, decoded};
use crate::model::{Column, Common, Distinct};

/// Null in the name of a folder.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";
/// As many values are added to a sketch: how many rows have each is counted beside it.
const MAX_ADDED: u64 = 10_000;

/// The columns of folders so far, with how many rows have each of their values.
#[derive(Default)]
pub struct FolderColumns {
    columns: Vec<(String, BTreeMap<String, u64>)>,
}

impl FolderColumns {
    /// Adds a file of this number of rows, whose folders have these values.
    pub fn add(&mut self, folders: &[(String, String)], rows: u64) {
        for (name, value) in folders {
            let at = self.columns.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                self.columns.push((name.clone(), BTreeMap::new()));
                self.columns.len() - 1
            });
            let count = self.columns[at].1.entry(value.clone()).or_default();
            *count = count.saturating_add(rows);
        }
    }

    /// The columns of a table of this number of rows. Files without such a folder have null there.
    pub fn finish(self, rows: u64) -> impl Iterator<Item = Column> {
        self.columns.into_iter().map(move |(name, counts)| column(&name, counts, rows))
    }
}

/// The column of these values, each with how many rows have it.
fn column(name: &str, mut counts: BTreeMap<String, u64>, rows: u64) -> Column {
    counts.remove(NULL);
    counts.retain(|value, count| *count > 0 && !value.is_empty());
    let mut sketch = Sketch::new(counts.len());
    for (value, count) in &counts {
        let share = u128::from(*count) * u128::from(MAX_ADDED) / u128::from(rows.max(1));
        let times = u64::try_from(share).unwrap_or(MAX_ADDED).clamp(1, *count);
        (0..times).for_each(|_| sketch.add_field(value.as_bytes()));
    }
    let mut column = sketch.finish(name, &decoded);
    let nulls = rows.saturating_sub(counts.values().sum());
    let share = |count: u64| count as f64 / rows.max(1) as f64;
    column.is_nullable = nulls > 0;
    if let Some(statistics) = &mut column.statistics {
        statistics.rows = rows;
        statistics.null_share = share(nulls);
        statistics.distinct = Some(Distinct { count: counts.len() as u64, is_exact: true });
        // Where there are many, none of them may be kept.
        if !statistics.common.is_empty() {
            statistics.common =
                counts.into_iter().map(|(value, count)| Common { value, share: share(count) }).collect();
            statistics.common.sort_by(|one, other| other.share.total_cmp(&one.share));
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{IntSize, Kind};

    #[test]
    fn values_have_the_shares_of_their_rows() {
        let mut folders = FolderColumns::default();
        let of = |year: &str, country: &str| {
            vec![("year".to_owned(), year.to_owned()), ("country".to_owned(), country.to_owned())]
        };
        folders.add(&of("2023", "DE"), 1_000_000);
        folders.add(&of("2024", "FR"), 2_000_000);
        folders.add(&of("2024", NULL), 1_000_000);
        let columns: Vec<Column> = folders.finish(4_000_000).collect();
        let [year, country] = &columns[..] else { panic!("{columns:?}") };
        let shares = |column: &Column| {
            let statistics = column.statistics.clone().expect("statistics");
            let common =
                statistics.common.iter().map(|common| (common.value.clone(), common.share)).collect();
            (statistics.rows, statistics.null_share, common)
        };
        assert_eq!(year.kind, Kind::Int(IntSize { bits: 32, is_unsigned: false }));
        let years: Vec<(String, f64)> = vec![("2024".into(), 0.75), ("2023".into(), 0.25)];
        assert_eq!(shares(year), (4_000_000, 0.0, years));
        let countries: Vec<(String, f64)> = vec![("FR".into(), 0.5), ("DE".into(), 0.25)];
        assert_eq!(shares(country), (4_000_000, 0.25, countries));
        assert!(country.is_nullable && !year.is_nullable);
    }
}
