//! What the tables of a schema file promise, asked of a database that has them.

use gush_db::check::{Promised, PromisedTable, Report};
use gush_db::{Error, System, Target, mysql, postgres, sqlite};

use crate::request::Prepared;

/// Asks the database that a request names for everything that its tables promise. `all` is the same request of all tables of the
/// schema file, as some promises are about two of them. A dry run only collects the queries.
///
/// # Errors
/// Why it cannot be asked: tables and columns that are missing, all at once, or no connection.
pub fn check_database(request: &Prepared, all: &Prepared, is_dry: bool) -> Result<Report, Error> {
    let (Some(into), Some(dataset)) = (&all.into, &all.dataset) else { return Ok(Report::default()) };
    let asked = request.job.tables();
    let made = || all.job.tables().iter().zip(&into.statements.tables);
    let table = |name: &str| {
        let (table, statements) = made().find(|(table, _)| table.name() == name)?;
        let asked = asked.iter().find(|table| table.name() == name);
        let rows = asked.unwrap_or(table).all_rows();
        Some(PromisedTable { plan: table.plan()?, statements, rows, is_asked: asked.is_some() })
    };
    let tables = dataset.tables.iter().filter_map(|of| table(of.schema.table())).collect();
    let promised = Promised { dataset, tables, is_now_known: all.is_now_known };
    match &into.target {
        Target::Postgres(url) => postgres::check(url, &System, &promised, is_dry),
        Target::MySql(url) => mysql::check(url, &System, &promised, is_dry),
        Target::Sqlite(path) => sqlite::check(path, &promised, is_dry),
        // Whoever adds a database adds its way here.
        other => {
            let reason = "this kind of database cannot be asked".into();
            Err(Error::Connect { server: other.to_string(), reason })
        }
    }
}
