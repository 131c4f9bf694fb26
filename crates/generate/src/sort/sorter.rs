//! Sorts the rows of a group by the values of several columns, one column after the other.

use super::key_values::KeyValues;

/// A row by its index, with the prefix of its value in the column that is being looked at.
pub(super) type Entry = (u64, u32);

/// Sorts rows by these columns, the largest value first where a column is descending. Null comes last; rows that are equal stay in the order
/// of their indices.
pub(super) fn sort(rows: &mut [Entry], keys: &[KeyValues], descending: &[bool]) {
    let ([key, others @ ..], [direction, directions @ ..]) = (keys, descending) else {
        return rows.sort_unstable_by_key(|&(_, row)| row);
    };
    if rows.len() < 2 {
        return;
    }
    let (values, nulls) = nulls_last(rows, key);
    sort(nulls, others, directions);
    values.iter_mut().for_each(|(prefix, row)| *prefix = key.prefix(*row as usize, *direction));
    values.sort_unstable_by_key(|&(prefix, _)| prefix);
    for same in values.chunk_by_mut(|one, other| one.0 == other.0) {
        if key.is_exact() || same.len() < 2 {
            sort(same, others, directions);
            continue;
        }
        let compare = |one: &Entry, other: &Entry| key.compare(one.1 as usize, other.1 as usize, *direction);
        same.sort_unstable_by(compare);
        let equal = same.chunk_by_mut(|one, other| compare(one, other).is_eq());
        equal.for_each(|equal| sort(equal, others, directions));
    }
}

/// Moves the rows whose value is null behind the others.
fn nulls_last<'r>(rows: &'r mut [Entry], key: &KeyValues) -> (&'r mut [Entry], &'r mut [Entry]) {
    let mut count = 0;
    for at in 0..rows.len() {
        if !key.is_null(rows[at].1 as usize) {
            rows.swap(count, at);
            count += 1;
        }
    }
    rows.split_at_mut(count)
}

#[cfg(test)]
mod tests {
    use gusher::Context;
    use gusher::plan::Plan;
    use gusher::schema::Schema;
    use gusher::text::ColumnText;
    use gusher::types::Batch;
    use proptest::prelude::*;

    use super::super::key_values::{Form, KeyValues};
    use super::sort;

    const COLUMNS: [&str; 5] = [
        "few=int:-2,2@null=0.3",
        "text=regex:(ab){0,6}[xyz]?@null=0.1",
        "wide=decimal:0,99999999999999999999,3@null=0.1",
        "id=uuidv4",
        "number=float:-2,2@null=0.2",
    ];

    proptest! {
        /// Column by column, the order is that of comparing all columns of two rows.
        #[test]
        fn rows_are_sorted_as_a_naive_twin_sorts_them(
            seed in 0u64..1000,
            columns in proptest::sample::subsequence((0..5usize).collect::<Vec<_>>(), 1..=4).prop_shuffle(),
            descending in prop::collection::vec(any::<bool>(), 5),
            len in 1usize..600,
        ) {
            let (schema, found) = Schema::parse("t", &COLUMNS, &Context::default().now(0));
            prop_assert!(found.is_empty());
            let plan = Plan::new(&schema, seed, &(0..1000)).unwrap();
            let mut batch = Batch::default();
            plan.fill_columns(&columns, 0..len as u64, &mut batch);
            let keys: Vec<KeyValues> = columns.iter().zip(batch.columns()).map(|(&column, data)| {
                let field = plan.columns()[column].field();
                let form = if column == 1 { Form::Texts(ColumnText::stored(field)) } else { Form::of_numbers(field, gush_columnar::HalfForm::Logical) };
                let mut key = KeyValues::default();
                key.add(data, len, &form);
                key
            }).collect();
            let descending = &descending[..columns.len()];
            let mut sorted: Vec<_> = (0..len as u32).map(|row| (0, row)).collect();
            sort(&mut sorted, &keys, descending);
            let mut naive: Vec<usize> = (0..len).collect();
            naive.sort_by(|&one, &other| {
                let orders = keys.iter().zip(descending).map(|(key, &descending)| {
                    match (key.is_null(one), key.is_null(other)) {
                        (false, false) => key.compare(one, other, descending),
                        (one, other) => one.cmp(&other),
                    }
                });
                orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
            let sorted: Vec<usize> = sorted.into_iter().map(|(_, row)| row as usize).collect();
            prop_assert_eq!(sorted, naive);
        }
    }
}
