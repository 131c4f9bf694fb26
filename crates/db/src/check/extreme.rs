//! What `argmax` and `argmin` promise: the value of the child that has the largest, or the smallest, value in another column.

use gusher::schema::{Choice, Relation};

use super::derived::Of;
use super::names::{Names, is_comparable, is_number, is_time};
use super::promise::{Counted, Promise};

impl Of<'_> {
    /// The value of the child that has the largest, or the smallest, one in another column. Of several it is the first, where the
    /// database has what tells their order; otherwise that of any of them.
    pub(super) fn extreme(
        &self,
        is_max: bool,
        [children, link]: [usize; 2],
        [column, by]: [usize; 2],
    ) -> Option<Promise> {
        let (names, table, sql) = (self.names, self.table, self.names.sql);
        let keys = names.link_columns(children, link)?;
        let clean = |column: usize| {
            let name = names.column("c", children, column);
            name.filter(|_| names.is_clean(children, column))
        };
        let (of, compared) = (clean(column)?, clean(by)?);
        let by_field = names.field(children, by)?;
        let are_comparable = is_comparable(self.field()?) && is_comparable(names.field(children, column)?);
        let is_ordered = is_number(by_field) || is_time(by_field);
        if !are_comparable || !is_ordered || !names.is_whole(table) || !names.is_whole(children) {
            return None;
        }
        let (own, its): (Vec<usize>, Vec<usize>) = keys.iter().copied().unzip();
        let direction = if is_max { " DESC" } else { "" };
        let order = order(names, children, link).and_then(|order| names.column("c", children, order));
        let (function, then) = match order {
            Some(order) => ("row_number()", format!(", {order}")),
            None => ("rank()", String::new()),
        };
        let from = format!(
            "{} AS t LEFT JOIN (SELECT {}, {of} AS found, {function} OVER (PARTITION BY {} ORDER BY {compared}{direction}{then}) AS place \
             FROM {} AS c WHERE {compared} IS NOT NULL) AS a ON {} AND a.place = 1",
            names.table(table),
            names.as_keys("c", children, &own),
            names.list("c", children, &own),
            names.table(children),
            names.on_keys(table, &its)
        );
        let differs = self.set(&self.differs(self.field()?, "a.found")?)?;
        let mut shown = names.key(table);
        shown.extend((!shown.contains(&self.index)).then_some(self.index));
        let list = names.list("t", table, &shown);
        let (child, of_name, by_name) =
            (names.schema(children).table(), names.name(children, column), names.name(children, by));
        let reads = own.iter().chain([&column, &by]).map(|&read| (children, read));
        Some(Promise {
            table,
            columns: vec![self.index],
            text: format!(
                "is the {of_name} of its row of {child} with the {} {by_name}",
                if is_max { "largest" } else { "smallest" }
            ),
            counted: Counted::Rows,
            selected: format!("{list}, min({}) AS found", sql.as_text("a.found")),
            // Of rows that are alike in the other column, one is enough.
            rest: format!("{from} GROUP BY {list} HAVING min(CASE WHEN {differs} THEN 1 ELSE 0 END) = 1"),
            shown: shown
                .iter()
                .map(|&column| names.name(table, column).to_owned())
                .chain(["found".to_owned()])
                .collect(),
            condition: None,
            reads: reads.chain(its.iter().chain(&shown).map(|&read| (table, read))).collect(),
            is_expression: true,
        })
    }
}

/// The column by which the rows of one parent are in order: where they are counted that which counts them, or a series; where they are
/// grouped a series.
fn order(names: &Names<'_>, table: usize, link: usize) -> Option<usize> {
    let choice = &names.spec(table).links[link].choice;
    let tells = |index: usize| {
        let column = &names.schema(table).columns()[index];
        let is_serial = column.relation().is_none() && column.generate().properties().is_serial;
        let is_right = match column.relation() {
            Some(Relation::Nth(of)) => *of == link,
            _ => is_serial && !matches!(choice, Choice::Scattered(_)),
        };
        is_right
            && names.is_clean(table, index)
            && column.null_share().is_none()
            && names.field(table, index).is_some_and(is_number)
    };
    (0..names.schema(table).columns().len()).find(|&index| tells(index))
}
