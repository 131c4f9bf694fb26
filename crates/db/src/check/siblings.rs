//! What columns promise that follow from other rows of the same parent: the row before, the first or the last one, states and running
//! totals. A window function gives each row what it follows from.

use gusher::links::Sibling;
use gusher::schema::{Choice, Relation, StateMachine};
use gusher::text::Dialect;
use gusher::types::StorageType;

use super::derived::Of;
use super::names::{Beside, Names, is_number};
use super::promise::Promise;

/// The rows of one parent, in order.
struct Siblings {
    /// The columns by which they have one parent.
    by: Vec<usize>,
    /// The column that counts them.
    at: usize,
}

/// What a window function gives of each row.
struct Window {
    /// What it is, before its window.
    function: String,
    is_backwards: bool,
    /// The column that it reads, if it reads one.
    read: Option<usize>,
}

impl Siblings {
    /// The siblings of a table; none where the database does not have what tells their order.
    fn of(names: &Names<'_>, table: usize) -> Option<Siblings> {
        names.spec(table).links.first()?;
        let by = names.link_columns(table, 0)?.into_iter().map(|(own, _)| own).collect();
        let is_grouped = matches!(names.spec(table).links[0].choice, Choice::Counted(_));
        let counts = |index: usize| {
            let column = &names.schema(table).columns()[index];
            let is_nth = matches!(column.relation(), Some(Relation::Nth(0)));
            let is_serial = column.relation().is_none() && column.generate().properties().is_serial;
            let is_read = names.is_clean(table, index) && column.null_share().is_none();
            is_read && (is_nth || is_serial && is_grouped) && names.field(table, index).is_some_and(is_number)
        };
        let at = (0..names.schema(table).columns().len()).find(|&index| counts(index))?;
        names.is_whole(table).then_some(Siblings { by, at })
    }
}

/// The promise of a column that follows from other rows of its parent.
pub(super) fn of_column(of: &Of<'_>) -> Option<Promise> {
    let (names, table) = (of.names, of.table);
    let siblings = Siblings::of(names, table)?;
    let read = |column: usize| names.column("s", table, column).filter(|_| names.is_clean(table, column));
    match of.column.relation()? {
        Relation::Sibling { which, column } => {
            let (function, is_backwards, which) = match which {
                Sibling::Previous => ("lag", false, "row before"),
                Sibling::First => ("first_value", false, "first row"),
                Sibling::Last => ("first_value", true, "last row"),
                Sibling::Own => return None,
            };
            let function = format!("{function}({})", read(*column)?);
            let text = format!("is {} of the {which} of its parent", names.name(table, *column));
            let window = Window { function, is_backwards, read: Some(*column) };
            by_window(of, &siblings, text, &window, |found| of.differs(of.field()?, found))
        }
        Relation::IsEnd { is_last } => {
            let text = format!(
                "says whether the row is the {} of its parent",
                if *is_last { "last" } else { "first" }
            );
            let window = Window { function: "row_number()".into(), is_backwards: *is_last, read: None };
            let is_bool = of.field()?.storage() == StorageType::Bool;
            let condition =
                |found: &str| is_bool.then_some(names.sql.differ(&of.own()?, &format!("({found} = 1)")));
            by_window(of, &siblings, text, &window, condition)
        }
        Relation::RunningSum { column } => {
            let are_numbers = is_number(of.field()?) && is_number(names.field(table, *column)?);
            let text = format!("is the sum of {} up to its row", names.name(table, *column));
            let window = Window {
                function: format!("sum({})", read(*column)?),
                is_backwards: false,
                read: Some(*column),
            };
            let condition = |found: &str| of.differs(of.field()?, found);
            are_numbers.then(|| by_window(of, &siblings, text, &window, condition)).flatten()
        }
        Relation::Chain(machine) => {
            // The state before one that is null by itself is not known.
            if of.column.null_share().is_some() {
                return None;
            }
            let window =
                Window { function: format!("lag({})", read(of.index)?), is_backwards: false, read: None };
            let text = "follows the state before, by the chain".into();
            by_window(of, &siblings, text, &window, |found| breaks_chain(of, machine, found))
        }
        _ => None,
    }
}

/// A promise about rows beside what a window function gives of them, by which `condition` says whether one breaks it.
fn by_window(
    of: &Of<'_>,
    Siblings { by, at }: &Siblings,
    text: String,
    window: &Window,
    condition: impl Fn(&str) -> Option<String>,
) -> Option<Promise> {
    let (names, table, index) = (of.names, of.table, of.index);
    let mut own = names.key(table);
    own.extend((!own.contains(&index)).then_some(index));
    // A column of the table may have the name.
    let mut found = String::from("found");
    while names.schema(table).columns().iter().any(|column| column.name().eq_ignore_ascii_case(&found)) {
        found.push('_');
    }
    let from = format!(
        "(SELECT {}, {} OVER (PARTITION BY {} ORDER BY {}{}) AS {found} FROM {} AS s) AS t",
        names.list("s", table, &own),
        window.function,
        names.list("s", table, by),
        names.column("s", table, *at)?,
        if window.is_backwards { " DESC" } else { "" },
        names.table(table)
    );
    let found = format!("t.{found}");
    let condition = of.set(&condition(&found)?)?;
    let reads = (table, window.read.unwrap_or(index));
    let beside = Beside { sql: found, shown: "found".into(), reads };
    let mut promise = names.of_query(table, vec![index], text, (&from, &condition), &[beside]);
    promise.reads.extend(by.iter().chain([at]).map(|&column| (table, column)));
    // There are servers without window functions.
    promise.is_expression = true;
    Some(promise)
}

/// Whether a state does not follow the one that was found before it.
fn breaks_chain(of: &Of<'_>, machine: &StateMachine, found: &str) -> Option<String> {
    let (sql, field) = (of.names.sql, of.field()?);
    let words = field.words()?;
    if !machine.states.iter().all(|state| words.contains(&state.as_str())) {
        return None;
    }
    // Its type in the database may be an enumeration.
    let compared = |name: &str| match sql.0 {
        Dialect::Postgres => format!("CAST({name} AS text)"),
        _ => sql.exact(name),
    };
    let (own, before) = (compared(&of.own()?), compared(found));
    let list = |states: Vec<&str>| states.iter().map(|state| sql.text(state)).collect::<Vec<_>>().join(", ");
    let mut right = vec![format!("({found} IS NULL AND {own} IN ({}))", list(machine.first_states()))];
    for (index, state) in machine.states.iter().enumerate() {
        let after = list(machine.states_after(index));
        right.push(format!("({before} = {} AND {own} IN ({after}))", sql.text(state)));
    }
    // Of what is not known, nothing is said.
    Some(format!("NOT coalesce({}, {own} IS NULL)", right.join(" OR ")))
}
