//! A database as a source: its definitions, and rows of its tables.

use gush_db::describe::{Listener, Part, Reference, Repeats, Sample};
use gush_db::{System, Target, mysql, postgres, sqlite};
use gush_learn::SampledRows;
use gush_learn::model::{Model, Note, Origin, SqlDialect, TableName};
use gush_learn::sql::Reader;

/// Whether a source is the address of a database.
pub fn is_address(source: &str) -> bool {
    const SCHEMES: [&str; 5] = ["postgres:", "postgresql:", "mysql:", "mariadb:", "sqlite:"];
    SCHEMES
        .iter()
        .any(|scheme| source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Adds what a database has to the model.
///
/// # Errors
/// Why it cannot be asked.
pub fn read(address: &str, model: &mut Model) -> Result<(), String> {
    let target = Target::parse(address).map_err(|error| error.to_string())?;
    let mut learner = Learner { server: target.to_string(), target: &target, model };
    let described = match &target {
        Target::Postgres(url) => postgres::describe(url, &System, true, &mut learner),
        Target::MySql(url) => mysql::describe(url, &System, true, &mut learner),
        Target::Sqlite(path) => sqlite::describe(path, true, &mut learner),
        // Whoever adds a database adds its way here.
        _ => return Err("this kind of database cannot be asked".into()),
    };
    described.map_err(|error| error.to_string())
}

/// Puts what a database says into the model.
struct Learner<'l> {
    server: String,
    target: &'l Target,
    model: &'l mut Model,
}

impl Listener for Learner<'_> {
    fn hear(&mut self, part: Part) {
        match part {
            Part::Definitions(text) => define(self.target, &self.server, &text, self.model),
            Part::Sample(sample) => add(&sample, self.model),
            Part::Repeats(Repeats { of, counts }) => {
                let table = TableName { schema: of.schema, name: of.table };
                self.model.add_repeats(&table, &of.column, counts);
            }
            Part::Unreadable(text) => {
                let origin = Origin { source: self.server.clone(), line: 0 };
                self.model.notes.push(Note { origin, about: String::new(), text });
            }
        }
    }

    fn references(&mut self) -> Vec<Reference> {
        let references = self.model.references().into_iter();
        references
            .map(|(table, column)| Reference { schema: table.schema, table: table.name, column })
            .collect()
    }
}

/// Reads the definitions, which are statements of the server's own dialect.
fn define(target: &Target, server: &str, text: &str, model: &mut Model) {
    let dialect = match target {
        Target::MySql(_) => SqlDialect::MySql,
        Target::Sqlite(_) => SqlDialect::Sqlite,
        _ => SqlDialect::Postgres,
    };
    let mut reader = Reader::new(Some(dialect));
    reader.begin(server);
    reader.feed(text.as_bytes());
    reader.end();
    reader.finish(model);
}

fn add(sample: &Sample, model: &mut Model) {
    model.add_rows(&SampledRows {
        table: TableName { schema: sample.schema.clone(), name: sample.table.clone() },
        count: sample.rows,
        columns: &sample.columns,
        values: &sample.values,
    });
}
