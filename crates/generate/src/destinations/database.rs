//! The tables of a job, loaded into a database.

use std::path::Path;

use gush_db::{Progress, Summary, System, TableToLoad, Target, mysql, postgres, sqlite};

use gush_pipe::output::sweep;

use crate::job::Job;
use crate::request::IntoDatabase;

impl Job {
    /// Makes all rows and loads them, table by table. `progress` sees how far it is.
    ///
    /// # Errors
    /// Why rows are not in the database. Tables that were complete before stay there; of the others nothing does.
    pub fn load(&self, into: &IntoDatabase, progress: &Progress) -> Result<Summary, gush_db::Error> {
        let load = |table| {
            let table: &crate::table::Table = table;
            let plan = table.plan()?;
            Some(TableToLoad { name: table.name(), plan, rows: table.rows(self.shard()) })
        };
        let tables: Vec<TableToLoad<'_>> = self.tables().iter().filter_map(load).collect();
        match &into.target {
            Target::Postgres(url) => {
                postgres::load(url, &System, &tables, &into.statements, &into.options, progress)
            }
            Target::MySql(url) => {
                mysql::load(url, &System, &tables, &into.statements, &into.options, progress)
            }
            Target::Sqlite(path) => {
                // What a run that was killed has left beside the file.
                let folder = path.path().parent().filter(|folder| !folder.as_os_str().is_empty());
                sweep(folder.unwrap_or(Path::new(".")));
                sqlite::load(path, &tables, &into.statements, &into.options, self.threads(), progress)
            }
            // Whoever adds a database adds its way here.
            other => unreachable!("{other} is no database that can be loaded"),
        }
    }
}
