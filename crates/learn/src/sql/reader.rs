//! Reads one or more texts of SQL, piece by piece, into one model.

use super::cut::{Cutter, End, Statement};
use super::dialect::{SAMPLE, guess_dialect};
use super::draft::{Draft, shown};
use super::read::excerpt;
use super::statements::{Outcome, Source, read};
use crate::model::{Model, Note, Origin, SqlDialect};

/// How many pieces of a text are read anew behind a quote that never ends.
const MAX_RECOVERIES: usize = 64;
/// How many statements without meaning are noted by themselves.
const MAX_UNKNOWN: usize = 20;

/// Reads texts, each in pieces of any size, and makes a model of them all.
///
/// ```
/// use gush_learn::model::Model;
/// use gush_learn::sql::Reader;
///
/// let mut reader = Reader::new(None);
/// reader.begin("tables.sql");
/// reader.feed(b"create table a (id serial ");
/// reader.feed(b"primary key);");
/// reader.end();
/// reader.begin("keys.sql");
/// reader.feed(b"alter table a add check (id > 0);");
/// reader.end();
/// let mut model = Model::default();
/// reader.finish(&mut model);
/// assert_eq!(model.tables[0].primary_key, ["id"]);
/// assert_eq!(model.tables[0].checks[0].condition, "id > 0");
/// ```
#[derive(Debug)]
pub struct Reader {
    dialect: Option<SqlDialect>,
    draft: Option<Draft>,
    waiting: Vec<Waiting>,
    text: Text,
}

/// The text that is read.
#[derive(Debug, Default)]
struct Text {
    source: String,
    /// Its beginning, until that tells the dialect.
    sample: Vec<u8>,
    cutter: Option<Cutter>,
    is_binary: bool,
    statements: usize,
    unknown: usize,
}

/// A statement that waits for a table.
#[derive(Debug)]
struct Waiting {
    source: String,
    text: String,
    line: usize,
    table: String,
    /// The schema of names without one, where it is set.
    schema: Option<String>,
}

impl Reader {
    /// A reader of this dialect, or of the one that the first text tells.
    #[must_use]
    pub fn new(dialect: Option<SqlDialect>) -> Self {
        Self { dialect, draft: dialect.map(Draft::new), waiting: Vec::new(), text: Text::default() }
    }

    /// Begins a text, of which messages use this name.
    pub fn begin(&mut self, source: &str) {
        self.text = Text { source: source.to_owned(), ..Text::default() };
        if let Some(draft) = &mut self.draft {
            draft.schema = None;
        }
    }

    /// Reads a piece of the text.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.text.is_binary {
            return;
        }
        if self.text.cutter.is_some() {
            self.cut(piece);
            return;
        }
        self.text.sample.extend_from_slice(piece);
        if self.text.sample.len() >= SAMPLE {
            self.start();
        }
    }

    /// Ends the text.
    pub fn end(&mut self) {
        if self.text.cutter.is_none() && !self.text.is_binary {
            self.start();
        }
        if let Some(cutter) = self.text.cutter.take() {
            let mut statements = Vec::new();
            cutter.finish(&mut |statement| statements.push(owned(statement)));
            self.read_all(statements, 0);
        }
        let text = &self.text;
        if !text.is_binary && text.statements == 0 {
            let what = if text.unknown == 0 {
                "it has no statement"
            } else {
                "it is not SQL: no statement in it is understood"
            };
            self.note(1, what);
        } else if text.unknown > MAX_UNKNOWN {
            let more = text.unknown - MAX_UNKNOWN;
            self.note(1, format!("{more} more statements in it are not understood"));
        }
    }

    /// Puts everything that was read into a model.
    pub fn finish(mut self, model: &mut Model) {
        self.retry();
        let Some(mut draft) = self.draft else { return };
        for waiting in self.waiting {
            let origin = Origin { source: waiting.source, line: waiting.line };
            let about = format!("table {}", waiting.table);
            let text =
                format!("`{}` is about a table that is not defined", excerpt(&one_line(&waiting.text)));
            draft.notes.push(Note { origin, about, text });
        }
        draft.finish(model);
    }

    fn note(&mut self, line: usize, text: impl Into<String>) {
        let origin = Origin { source: self.text.source.clone(), line };
        let draft =
            self.draft.get_or_insert_with(|| Draft::new(self.dialect.unwrap_or(SqlDialect::Postgres)));
        draft.notes.push(Note { origin, about: String::new(), text: text.into() });
    }

    /// Looks at the beginning of a text, and starts cutting it.
    fn start(&mut self) {
        let sample = std::mem::take(&mut self.text.sample);
        if let Some(what) = binary(&sample) {
            self.text.is_binary = true;
            self.note(1, what);
            return;
        }
        let dialect = *self.dialect.get_or_insert_with(|| guess_dialect(&sample));
        self.draft.get_or_insert_with(|| Draft::new(dialect));
        self.text.cutter = Some(Cutter::new(dialect));
        self.cut(&sample);
    }

    fn cut(&mut self, piece: &[u8]) {
        let Some(mut cutter) = self.text.cutter.take() else { return };
        let mut statements = Vec::new();
        cutter.feed(piece, &mut |statement| statements.push(owned(statement)));
        self.text.cutter = Some(cutter);
        self.read_all(statements, 0);
    }

    fn read_all(&mut self, statements: Vec<Statement<'static>>, recoveries: usize) {
        for statement in statements {
            match statement.end {
                End::Complete => self.read(&statement),
                End::TooLong => self.note(statement.line, "a statement of more than 16 MiB is left out"),
                End::Unfinished { within, line } => {
                    let start = excerpt(&one_line(&statement.text));
                    self.note(
                        statement.line,
                        format!("`{start}` does not end: {within} begins in line {line} and is not closed"),
                    );
                    self.recover(&statement, recoveries);
                }
            }
        }
    }

    /// Reads what a quote that never ends has swallowed, from the next line that begins a definition.
    fn recover(&mut self, statement: &Statement<'_>, recoveries: usize) {
        let Some(dialect) = self.dialect.filter(|_| recoveries < MAX_RECOVERIES) else { return };
        let begins = |line: &str| {
            ["create ", "alter "]
                .iter()
                .any(|word| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
        };
        let mut at = 0;
        let mut found = None;
        for (count, line) in statement.text.split_inclusive('\n').enumerate() {
            if count > 0 && begins(line) {
                found = Some((at, count));
                break;
            }
            at += line.len();
        }
        let Some((at, count)) = found else {
            // What there is of a table is better than none of it.
            self.read(statement);
            return;
        };
        let mut cutter = Cutter::at_line(dialect, statement.line + count);
        let mut statements = Vec::new();
        cutter.feed(&statement.text.as_bytes()[at..], &mut |statement| statements.push(owned(statement)));
        cutter.finish(&mut |statement| statements.push(owned(statement)));
        self.read_all(statements, recoveries + 1);
    }

    fn read(&mut self, statement: &Statement<'_>) {
        let Some(draft) = &mut self.draft else { return };
        let source = Source {
            name: &self.text.source,
            text: &statement.text,
            line: statement.line,
            rows: statement.rows,
        };
        match read(draft, &source) {
            Outcome::Read => self.text.statements += 1,
            Outcome::Waits(table) => {
                self.text.statements += 1;
                self.waiting.push(Waiting {
                    source: self.text.source.clone(),
                    text: statement.text.clone().into_owned(),
                    line: statement.line,
                    table: shown(&table),
                    schema: draft.schema.clone(),
                });
            }
            Outcome::Unknown => {
                self.text.unknown += 1;
                if self.text.unknown <= MAX_UNKNOWN {
                    draft.notes.push(
                        source
                            .note("", format!("`{}` is not understood", excerpt(&one_line(&statement.text)))),
                    );
                }
            }
        }
    }

    /// Reads again what waits, as long as that defines something.
    fn retry(&mut self) {
        let Some(draft) = &mut self.draft else { return };
        loop {
            let before = self.waiting.len();
            self.waiting.retain(|waiting| {
                draft.schema.clone_from(&waiting.schema);
                let source =
                    Source { name: &waiting.source, text: &waiting.text, line: waiting.line, rows: None };
                matches!(read(draft, &source), Outcome::Waits(_))
            });
            if self.waiting.len() == before || self.waiting.is_empty() {
                return;
            }
        }
    }
}

fn owned(statement: Statement<'_>) -> Statement<'static> {
    Statement { text: statement.text.into_owned().into(), ..statement }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().take(24).collect::<Vec<_>>().join(" ")
}

/// What a text is that is no text.
fn binary(sample: &[u8]) -> Option<&'static str> {
    if sample.starts_with(b"PGDMP") {
        Some("it is an archive of pg_dump: `pg_restore -f dump.sql ARCHIVE` makes SQL of it")
    } else if sample.starts_with(b"SQLite format 3\0") {
        Some("it is a SQLite database, not SQL")
    } else if sample.starts_with(b"\xFF\xFE") || sample.starts_with(b"\xFE\xFF") {
        Some("it is UTF-16: convert it to UTF-8 (`iconv -f UTF-16 -t UTF-8`)")
    } else if sample.iter().take(64 << 10).filter(|byte| **byte == 0).count() > 0 {
        Some("it is not SQL: it has zero bytes")
    } else {
        None
    }
}
