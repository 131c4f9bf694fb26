//! What the parts of a parent's number promise.

use gusher::schema::Reading;
use gusher::types::DataType;

use super::derived::Of;
use super::names::is_number;
use super::promise::{Counted, Promise};

impl Of<'_> {
    /// The parts of a parent's number add up to it.
    pub(super) fn split(&self, reading: Reading) -> Option<Promise> {
        let (names, table) = (self.names, self.table);
        let parent = names.spec(table).links[reading.link?].parent;
        let keys = names.link_columns(table, reading.link?)?;
        let (field, own) = (self.field()?, self.own()?);
        let is_read = names.is_clean(parent, reading.column)
            && names.field(parent, reading.column).is_some_and(is_number);
        if !is_read || !is_number(field) || !names.is_whole(table) || !names.is_whole(parent) {
            return None;
        }
        let scale = match field.data_type {
            DataType::Int64 { .. } => 0,
            DataType::Decimal { scale, .. } => scale,
            _ => return None,
        };
        let (of, list) =
            (names.column("p", parent, reading.column)?, names.list("p", parent, &[reading.column]));
        let its: Vec<usize> = keys.iter().map(|(_, its)| *its).collect();
        let by = names.list("p", parent, &its);
        let differ = names.sql.numbers_differ(&of, &format!("sum({own})"), scale);
        let rest = format!(
            "{} AS p JOIN {} AS t ON {} GROUP BY {by}, {list} HAVING {differ}",
            names.table(parent),
            names.table(table),
            names.on(["t", "p"], [table, parent], &keys)
        );
        let shown = its.iter().map(|&column| names.name(parent, column).to_owned());
        let reads = keys.iter().flat_map(|&(own, its)| [(table, own), (parent, its)]);
        Some(Promise {
            table,
            columns: vec![self.index],
            text: format!("adds up to {}", self.called(reading)),
            counted: Counted::RowsOf(names.schema(parent).table().to_owned()),
            selected: format!("{by}, {of} AS total, sum({own}) AS found"),
            rest,
            shown: shown.chain(["total".to_owned(), "found".to_owned()]).collect(),
            condition: None,
            reads: reads.chain([(table, self.index), (parent, reading.column)]).collect(),
            is_expression: false,
        })
    }
}
