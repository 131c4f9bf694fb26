//! The number of values of a file's columns, how many are null, and between which bounds the others lie.

use ::parquet::file::statistics::Statistics;

use crate::kind::Kind;
use crate::parquet::{Group, Parquet, statistics_of};

/// What is known of the values of one column of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// How many values there are, those included that are null.
    pub values: u64,
    /// How many are null.
    pub nulls: u64,
    /// How many bytes they take in the file.
    pub bytes: u64,
    /// Between what the values lie; none where there is no value, or nobody knows.
    pub bounds: Option<[Bound; 2]>,
    /// Whether the bounds are values of the column.
    pub is_exact: bool,
}

/// The smallest or the largest value of a column.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub enum Bound {
    /// A truth value.
    Bool(bool),
    /// An integer, a date or a time.
    Int(i64),
    /// A multiple of the last digit of a decimal.
    Decimal(i128),
    /// A floating-point number of 32 bits.
    Float(f32),
    /// One of 64 bits.
    Double(f64),
    /// A text, or bytes.
    Bytes(Vec<u8>),
}

/// What is known of each column of a file with these groups.
pub(crate) fn summaries(table: &Parquet<'_>, groups: &[&Group]) -> Vec<ColumnSummary> {
    (0..table.column_count()).map(|column| summary(table, groups, column)).collect()
}

fn summary(table: &Parquet<'_>, groups: &[&Group], column: usize) -> ColumnSummary {
    let none = ColumnSummary { values: 0, nulls: 0, bytes: 0, bounds: None, is_exact: true };
    let (mut all, mut is_known) = (none, true);
    for group in groups {
        let (statistics, kind) = statistics_of(table, group, column);
        let (values, bytes) = group.column_size(column);
        let nulls = statistics.null_count_opt().unwrap_or(0);
        all.values += values;
        all.nulls += nulls;
        all.bytes += bytes;
        all.is_exact &= statistics.min_is_exact() && statistics.max_is_exact();
        match (bounds(&statistics, kind), &mut all.bounds) {
            (None, _) => is_known &= nulls == values,
            (Some(found), none @ None) => *none = Some(found),
            (Some([least, most]), Some([all_least, all_most])) => {
                if least < *all_least {
                    *all_least = least;
                }
                if most > *all_most {
                    *all_most = most;
                }
            }
        }
    }
    all.bounds = all.bounds.filter(|_| is_known);
    all
}

/// The bounds in the statistics of a chunk of values of this kind.
fn bounds(statistics: &Statistics, kind: Kind) -> Option<[Bound; 2]> {
    let is_decimal = matches!(kind, Kind::Decimal { .. });
    let int = |n: i64| if is_decimal { Bound::Decimal(n.into()) } else { Bound::Int(n) };
    match statistics {
        Statistics::Boolean(s) => both(s.min_opt(), s.max_opt(), |n| Bound::Bool(*n)),
        Statistics::Int32(s) => both(s.min_opt(), s.max_opt(), |n| int((*n).into())),
        Statistics::Int64(s) => both(s.min_opt(), s.max_opt(), |n| int(*n)),
        Statistics::Int96(_) => None,
        Statistics::Float(s) => both(s.min_opt(), s.max_opt(), |n| Bound::Float(*n)),
        Statistics::Double(s) => both(s.min_opt(), s.max_opt(), |n| Bound::Double(*n)),
        Statistics::ByteArray(s) => both(s.min_opt(), s.max_opt(), |n| Bound::Bytes(n.data().to_vec())),
        Statistics::FixedLenByteArray(s) => both(s.min_opt(), s.max_opt(), |n| match is_decimal {
            true => Bound::Decimal(signed(n.data())),
            false => Bound::Bytes(n.data().to_vec()),
        }),
    }
}

/// Both bounds, if both are known.
fn both<T>(least: Option<&T>, most: Option<&T>, of: impl Fn(&T) -> Bound) -> Option<[Bound; 2]> {
    Some([of(least?), of(most?)])
}

/// The number of at most 16 bytes, the most significant one first.
fn signed(bytes: &[u8]) -> i128 {
    let fill = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1 } else { 0 };
    bytes.iter().fold(fill, |number, &byte| number << 8 | i128::from(byte))
}

#[cfg(test)]
mod tests {
    use super::{Bound, signed};
    use crate::{Columnar, Options, Writer};
    use gusher::Context;
    use gusher::plan::Plan;
    use gusher::schema::Schema;

    #[test]
    fn numbers_have_the_sign_of_their_first_bit() {
        assert_eq!(signed(&[0xFF, 0x00]), -256);
        assert_eq!(signed(&[0x7F]), 127);
        assert_eq!(signed(&(-5i128).to_be_bytes()), -5);
    }

    #[test]
    fn bounds_are_those_of_all_groups() {
        let context = Context::default();
        let specs = ["id=seq", "price=decimal:-5,5,2", "n=int@null=1", "w=enum:a,b", "l=int:1,9@list=0,3"];
        let (schema, found) = Schema::parse("t", &specs, &context);
        assert!(found.is_empty());
        let plan = Plan::new(&schema, 1, &(0..1000)).unwrap();
        let writer = Writer::new(Columnar::Parquet, &plan, &(0..1000), Options::default()).unwrap();
        let (mut maker, mut bytes) = (writer.maker(), Vec::new());
        let groups: Vec<_> =
            [0..300, 300..1000].into_iter().map(|rows| maker.make(rows, &mut bytes).unwrap()).collect();
        let found = writer.summaries(&groups);
        assert_eq!(found[0].bounds, Some([Bound::Int(1), Bound::Int(1000)]));
        assert_eq!((found[0].values, found[0].nulls, found[0].is_exact), (1000, 0, true));
        assert!(matches!(found[1].bounds, Some([Bound::Decimal(-500..=0), Bound::Decimal(0..=500)])));
        assert_eq!((found[2].nulls, &found[2].bounds), (1000, &None));
        assert_eq!(found[3].bounds, Some([Bound::Bytes(b"a".to_vec()), Bound::Bytes(b"b".to_vec())]));
        assert!(found[4].values >= 1000);
        assert_eq!(found.iter().map(|column| column.bytes).sum::<u64>(), bytes.len() as u64);
    }
}
