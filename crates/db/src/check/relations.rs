//! What columns promise that follow from others: copies, times, expressions, and totals of children.

use gusher::schema::{Operation, Reading, Relation};
use gusher::text::Dialect;
use gusher::types::{DataType, Field, StorageType};

use super::checks;
use super::derived::Of;
use super::expressions::{is_arithmetic, is_standard};
use super::links::{beside, is_optional};
use super::names::{Beside, Names, is_comparable, is_number, is_time};
use super::promise::Promise;
use super::siblings;
use super::sql::Length;

/// The promises of the columns of a table that follow from others.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut all = Vec::new();
    for (index, column) in names.schema(table).columns().iter().enumerate() {
        if !names.is_clean(table, index) || checks::has_column(names, table, index) {
            continue;
        }
        let of = Of { names, table, index, column };
        all.extend(match column.relation() {
            None => of.follows(),
            Some(Relation::List { table, link, .. }) => of.list(*table, *link),
            Some(Relation::Extreme { is_max, table, link, column, by }) => {
                of.extreme(*is_max, [*table, *link], [*column, *by])
            }
            Some(Relation::Copy(reading)) => of.copy(*reading),
            Some(Relation::Nth(link)) => of.nth(*link),
            Some(Relation::Depth(link)) => of.depth(*link),
            Some(Relation::Split(reading)) => of.split(*reading),
            Some(Relation::RowCount(counted)) => of.row_count(*counted),
            Some(
                Relation::Sibling { .. }
                | Relation::IsEnd { .. }
                | Relation::Chain(_)
                | Relation::RunningSum { .. },
            ) => siblings::of_column(&of),
            Some(Relation::Shift { of: reading, least, most, is_before, end, .. }) => {
                // At an end times may be nearer to each other.
                of.shift(*reading, [end.map_or(*least, |_| 0), *most], *is_before)
            }
            Some(Relation::Between(from, to)) => of.between([*from, *to]),
            Some(Relation::Computed { reads, .. }) => of.computed(reads),
            Some(Relation::Aggregate { operation, table, link, column }) => {
                of.aggregate(*operation, *table, *link, *column)
            }
        });
    }
    all
}

/// The parents that a query joins, by their links, and the columns that it reads of them.
#[derive(Default)]
struct Joins {
    links: Vec<usize>,
    beside: Vec<Beside>,
}

impl Of<'_> {
    /// A condition that is true where the column is null and should not be, or the other way round: it is null where `other` is. One
    /// that is never null is asked for by itself.
    fn null_differs(&self, own: &str, other: &str) -> Option<String> {
        let is_nullable = self.field().is_some_and(|field| field.nullable);
        let is_null_itself = self.column.null_share().is_some();
        is_nullable.then(|| match is_null_itself {
            true => format!("({own} IS NOT NULL AND ({other}))"),
            false => format!("(({own} IS NULL) <> ({other}))"),
        })
    }

    /// A column that this one reads, as a query has it.
    fn read(&self, reading: Reading, joins: &mut Joins) -> Option<String> {
        let Some(link) = reading.link else {
            let is_clean = self.names.is_clean(self.table, reading.column);
            return self.names.column("t", self.table, reading.column).filter(|_| is_clean);
        };
        let parent = self.names.spec(self.table).links[link].parent;
        let at = joins.links.iter().position(|known| *known == link).unwrap_or_else(|| {
            joins.links.push(link);
            joins.links.len() - 1
        });
        let alias = format!("p{at}");
        joins.beside.push(beside(self.names, &alias, parent, reading.column)?);
        let is_clean = self.names.is_clean(parent, reading.column);
        self.names.column(&alias, parent, reading.column).filter(|_| is_clean)
    }

    /// What the database has of a column that this one reads.
    fn field_read(&self, reading: Reading) -> Option<&Field> {
        let table = match reading.link {
            None => self.table,
            Some(link) => self.names.spec(self.table).links[link].parent,
        };
        self.names.field(table, reading.column)
    }

    /// What a reading is called.
    pub(super) fn called(&self, reading: Reading) -> String {
        match reading.link {
            None => self.names.name(self.table, reading.column).to_owned(),
            Some(link) => {
                let parent = self.names.spec(self.table).links[link].parent;
                let name = self.names.name(parent, reading.column);
                format!("{}.{name}", self.names.schema(parent).table())
            }
        }
    }

    /// A promise about rows beside those of their parents.
    fn joined(
        &self,
        columns: Vec<usize>,
        text: String,
        joins: &Joins,
        mut condition: String,
    ) -> Option<Promise> {
        let (names, table) = (self.names, self.table);
        if joins.links.is_empty() {
            return Some(names.of_rows(table, columns, text, condition));
        }
        let mut from = format!("{} AS t", names.table(table));
        let mut reads = Vec::new();
        for (at, &link) in joins.links.iter().enumerate() {
            let parent = names.spec(table).links[link].parent;
            let keys = names.link_columns(table, link)?;
            let alias = format!("p{at}");
            let on = names.on(["t", &alias], [table, parent], &keys);
            if is_optional(names, table, link) {
                // Beside no parent there is a null; a parent that is missing breaks the promise of the link.
                let own: Vec<usize> = keys.iter().map(|(own, _)| *own).collect();
                let (null, its) =
                    (names.are_null("t", table, &own), names.column(&alias, parent, keys.first()?.1)?);
                from.push_str(&format!(" LEFT JOIN {} AS {alias} ON {on}", names.table(parent)));
                condition = format!("({its} IS NOT NULL OR {null}) AND {condition}");
            } else {
                from.push_str(&format!(" JOIN {} AS {alias} ON {on}", names.table(parent)));
            }
            reads.extend(keys.iter().flat_map(|&(own, its)| [(table, own), (parent, its)]));
        }
        let mut promise = names.of_query(table, columns, text, (&from, &condition), &joins.beside);
        promise.reads.extend(reads);
        Some(promise)
    }

    /// A copy is its parent's value. That of the key, or of what takes its place, is promised with the link.
    fn copy(&self, reading: Reading) -> Option<Promise> {
        let link = reading.link?;
        let keys = self.names.link_columns(self.table, link)?;
        let is_copy = self.names.copies(self.table, link).iter().any(|(own, _)| *own == self.index);
        if keys.iter().any(|(own, _)| *own == self.index) || !is_copy {
            return None;
        }
        let mut joins = Joins::default();
        let parent = self.read(reading, &mut joins)?;
        let condition = self.set(&self.differs(self.field()?, &parent)?)?;
        let text = format!("is {} of its row", self.called(reading));
        self.joined(vec![self.index], text, &joins, condition)
    }

    /// 1, 2, 3 … among the children of one parent.
    fn nth(&self, link: usize) -> Option<Promise> {
        let names = self.names;
        let keys = names.link_columns(self.table, link).filter(|_| names.is_whole(self.table))?;
        if self.column.null_share().is_some() || !is_number(self.field()?) {
            return None;
        }
        let own = self.own()?;
        let by: Vec<usize> = keys.iter().map(|(own, _)| *own).collect();
        let parent = names.schema(names.spec(self.table).links[link].parent).table();
        let figures =
            [("first", format!("min({own})")), ("last", format!("max({own})")), ("found", "count(*)".into())];
        let having =
            format!("min({own}) <> 1 OR max({own}) <> count(*) OR count(DISTINCT {own}) <> count(*)");
        let text = format!("counts 1, 2, 3 … for each row of {parent}");
        Some(names.of_values(self.table, (vec![self.index], &by), text, &figures, &having))
    }

    /// How many rows a table has.
    fn row_count(&self, counted: usize) -> Option<Promise> {
        let names = self.names;
        if !names.is_whole(counted) || !is_number(self.field()?) {
            return None;
        }
        let condition = format!("{} <> (SELECT count(*) FROM {} AS c)", self.own()?, names.table(counted));
        let text = format!("is the number of rows of {}", names.schema(counted).table());
        Some(names.of_rows(self.table, vec![self.index], text, condition))
    }

    /// One more than the row above has.
    fn depth(&self, link: usize) -> Option<Promise> {
        if self.column.null_share().is_some() || !is_number(self.field()?) {
            return None;
        }
        let mut joins = Joins::default();
        let above = self.read(Reading { link: Some(link), column: self.index }, &mut joins)?;
        let condition = format!("{} <> COALESCE({above} + 1, 0)", self.own()?);
        let text = "is one more than that of the row above, or 0 where there is none".into();
        self.joined(vec![self.index], text, &joins, condition)
    }

    /// A time up to a length of time after, or before, another one.
    fn shift(&self, reading: Reading, [least, most]: [u64; 2], is_before: bool) -> Option<Promise> {
        let (sql, own) = (self.names.sql, self.own()?);
        if !is_time(self.field()?) || !is_time(self.field_read(reading)?) {
            return None;
        }
        let length = Length::of(most, &self.field()?.data_type)?;
        let mut joins = Joins::default();
        let other = self.read(reading, &mut joins)?;
        let (early, late) = if is_before { (&own, &other) } else { (&other, &own) };
        let mut conditions = vec![sql.is_before(late, early)];
        conditions.extend(sql.is_beyond(late, early, length));
        let mut lengths = format!("up to {length}");
        if let Some(before) = least.checked_sub(1) {
            let shortest = Length::of(before, &self.field()?.data_type)?;
            conditions
                .extend(sql.is_beyond(late, early, shortest).map(|is_longer| format!("NOT ({is_longer})")));
            lengths = format!("{} to {length}", Length::of(least, &self.field()?.data_type)?);
        }
        conditions.extend(self.null_differs(&own, &format!("{other} IS NULL")));
        let text =
            format!("is {lengths} {} {}", if is_before { "before" } else { "after" }, self.called(reading));
        let mut columns = vec![self.index];
        columns.extend(reading.link.is_none().then_some(reading.column));
        self.joined(columns, text, &joins, format!("({})", conditions.join(" OR ")))
            .map(|promise| Promise { columns: vec![self.index], ..promise })
    }

    /// A time between two others, whichever is the later one.
    fn between(&self, [from, to]: [Reading; 2]) -> Option<Promise> {
        let (sql, own) = (self.names.sql, self.own()?);
        let are_times = |reading| self.field_read(reading).is_some_and(is_time);
        if !is_time(self.field()?) || !are_times(from) || !are_times(to) {
            return None;
        }
        let mut joins = Joins::default();
        let (one, other) = (self.read(from, &mut joins)?, self.read(to, &mut joins)?);
        let null = self.null_differs(&own, &format!("{one} IS NULL OR {other} IS NULL"));
        let null = null.map(|null| format!(" OR {null}")).unwrap_or_default();
        let condition = format!(
            "(({} AND {}) OR ({} AND {}){null})",
            sql.is_before(&own, &one),
            sql.is_before(&own, &other),
            sql.is_before(&one, &own),
            sql.is_before(&other, &own)
        );
        let text = format!("is between {} and {}", self.called(from), self.called(to));
        let own_row = [from, to].into_iter().filter(|reading| reading.link.is_none());
        let mut columns = vec![self.index];
        columns.extend(own_row.map(|reading| reading.column));
        self.joined(columns, text, &joins, condition)
            .map(|promise| Promise { columns: vec![self.index], ..promise })
    }

    /// What the server makes of the expression.
    fn computed(&self, reads: &[usize]) -> Option<Promise> {
        let (names, table) = (self.names, self.table);
        let expression = self.column.expression()?.trim();
        let field = self.field()?;
        // What follows two hyphens would be a comment.
        if expression.contains("--") {
            return None;
        }
        let is_read = reads.iter().all(|&read| names.is_clean(table, read));
        if !is_read || self.column.generate().properties().uses_now || !is_exact(field) {
            return None;
        }
        let fields: Vec<(&str, &Field)> = reads
            .iter()
            .filter_map(|&read| Some((names.name(table, read), names.field(table, read)?)))
            .collect();
        let is_same = match names.sql.0 {
            Dialect::Postgres => is_standard(expression, &fields),
            _ => is_number(field) && is_arithmetic(expression, &fields),
        };
        if !is_same {
            return None;
        }
        let condition = self.set(&self.differs(field, &format!("({expression})"))?)?;
        let one_line = expression.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut columns = vec![self.index];
        columns.extend(reads);
        let promise = names.of_rows(table, columns, format!("is {one_line}"), condition);
        Some(Promise { columns: vec![self.index], is_expression: true, ..promise })
    }

    /// An aggregate of the children.
    fn aggregate(
        &self,
        operation: Operation,
        children: usize,
        link: usize,
        column: Option<usize>,
    ) -> Option<Promise> {
        let names = self.names;
        let keys = names.link_columns(children, link)?;
        let of = match column {
            None => "*".into(),
            Some(column) => {
                names.column("c", children, column).filter(|_| names.is_clean(children, column))?
            }
        };
        let field = self.field()?;
        let child_field = column.and_then(|column| names.field(children, column));
        let is_same = match operation {
            Operation::Count => is_number(field),
            Operation::Sum | Operation::Avg => is_number(field) && child_field.is_some_and(is_number),
            Operation::Min | Operation::Max => {
                let child = child_field?;
                is_number(field) && is_number(child) || is_time(field) && is_time(child)
            }
        };
        if !(names.is_whole(children) && names.is_whole(self.table) && is_same) {
            return None;
        }
        let (name, value) = match (operation, &field.data_type) {
            (Operation::Sum, _) => ("sum", format!("sum({of})")),
            (Operation::Count, _) => ("count", format!("count({of})")),
            (Operation::Min, _) => ("min", format!("min({of})")),
            (Operation::Max, _) => ("max", format!("max({of})")),
            (Operation::Avg, DataType::Decimal { scale, .. }) => ("avg", names.sql.mean(&of, *scale)),
            (Operation::Avg, _) => return None,
        };
        let (own, its): (Vec<usize>, Vec<usize>) = keys.iter().copied().unzip();
        let grouped = names.list("c", children, &own);
        let numbered = own
            .iter()
            .enumerate()
            .filter_map(|(at, &own)| Some(format!("{} AS k{at}", names.column("c", children, own)?)));
        let numbered = numbered.collect::<Vec<_>>().join(", ");
        let on = its
            .iter()
            .enumerate()
            .filter_map(|(at, &its)| Some(format!("a.k{at} = {}", names.column("t", self.table, its)?)));
        let from = format!(
            "{} AS t LEFT JOIN (SELECT {numbered}, {value} AS found FROM {} AS c GROUP BY {grouped}) AS a ON {}",
            names.table(self.table),
            names.table(children),
            on.collect::<Vec<_>>().join(" AND ")
        );
        let found = if operation == Operation::Count { "coalesce(a.found, 0)" } else { "a.found" };
        let condition = self.set(&self.differs(field, found)?)?;
        let child = names.schema(children).table();
        let text = match column {
            None => format!("is the number of its rows of {child}"),
            Some(column) => format!("is the {name} of its {child}.{}", names.name(children, column)),
        };
        let reads = *own.first()?;
        let beside =
            Beside { sql: found.into(), shown: "found".into(), reads: (children, column.unwrap_or(reads)) };
        let mut promise = names.of_query(self.table, vec![self.index], text, (&from, &condition), &[beside]);
        promise.reads.extend(own.iter().map(|&own| (children, own)));
        promise.reads.extend(its.iter().map(|&its| (self.table, its)));
        Some(promise)
    }

    /// The same where another column is.
    fn follows(&self) -> Option<Promise> {
        let (names, table) = (self.names, self.table);
        let by = self.column.follows().filter(|&by| names.is_clean(table, by))?;
        let is_comparable = |column: usize| names.field(table, column).is_some_and(is_comparable);
        // Two times may have one text, and two numbers one floating-point number.
        let is_distinct = names.field(table, by).is_some_and(|field| match field.data_type {
            DataType::Utf8(_) | DataType::Bool | DataType::Uuid => true,
            DataType::Date32 { .. } | DataType::Timestamp { .. } => is_time(field),
            _ => is_number(field),
        });
        if !is_comparable(by) || !is_comparable(self.index) || !is_distinct {
            return None;
        }
        let count = format!("count(DISTINCT {})", names.compared("t", table, self.index)?);
        let text = format!("is the same where {} is", names.name(table, by));
        let having = format!("{count} > 1");
        Some(names.of_values(table, (vec![self.index], &[by]), text, &[("different", count)], &having))
    }
}

/// Whether a server compares it as it is: it is neither a floating-point number nor nested.
fn is_exact(field: &Field) -> bool {
    let is_float =
        matches!(field.data_type, DataType::Float { .. }) || matches!(field.storage(), StorageType::Float(_));
    !is_float
        && !field.data_type.is_nested()
        && !matches!(field.storage(), StorageType::Json { .. } | StorageType::Xml)
}
