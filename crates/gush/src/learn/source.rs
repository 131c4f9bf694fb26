//! What is learned from: files and standard input, also compressed ones, as the model of the crate learn.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use gush_db::masked;
use gush_diagnostics::{Code, Diagnostic};
use gush_learn::choose::Options;
use gush_learn::document::DocumentKind;
use gush_learn::files::{self, FileKind};
use gush_learn::model::Model;
use gush_learn::sql::Reader;
use gush_learn::typed::TypedKind;
use gush_pipe::reason;

use super::database;
use super::document::{Documents, is_document};
use super::flags::LEARN_TABLES;
use super::hive;
use super::input::{PIECE, filled, unpacked};
use super::kind::{Kind, RowsKind};
use super::rows;
use super::typed;
use crate::exit::Failure;

/// How a file of SQLite begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

const NO_TABLE: &str = "there is no CREATE TABLE in it; `pg_dump --schema-only`, `mysqldump --no-data` and `sqlite3 FILE .schema` print \
                        what a database has";

/// The model of all sources together.
///
/// # Errors
/// What is wrong with each of them.
pub fn read(sources: &[String], kind: Option<Kind>) -> Result<Model, Failure> {
    let dialect = kind.and_then(|kind| if let Kind::Sql(dialect) = kind { Some(dialect) } else { None });
    let mut sources_read =
        Sources { sql: Reader::new(dialect), documents: Documents::default(), model: Model::default(), kind };
    let mut wrong = Vec::new();
    for source in sources {
        if let Err(message) = sources_read.read(source) {
            // A password is in no message.
            let shown = masked(source);
            wrong.push(Diagnostic::new(Code::Option, &*shown, 0..shown.len(), message));
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Diagnostics(wrong));
    }
    let Sources { sql, mut model, documents, .. } = sources_read;
    sql.finish(&mut model);
    if let Err(message) = documents.finish(&mut model) {
        let shown = documents.names().collect::<Vec<_>>().join(", ");
        return Err(Failure::Diagnostics(vec![Diagnostic::new(
            Code::Option,
            &*shown,
            0..shown.len(),
            message,
        )]));
    }
    if model.tables.is_empty() {
        let found = sources.iter().map(|source| {
            let shown = masked(source);
            let text = match (database::is_address(source), model.notes.first()) {
                (false, _) => NO_TABLE.to_owned(),
                (true, Some(note)) => format!("it has no tables that this user may read: {}", note.text),
                (true, None) => "it has no tables".to_owned(),
            };
            Diagnostic::new(Code::Option, &*shown, 0..shown.len(), text)
        });
        return Err(Failure::Diagnostics(found.collect()));
    }
    Ok(model)
}

/// What was read so far: texts of SQL are read as one, whatever their order is.
struct Sources {
    sql: Reader,
    documents: Documents,
    model: Model,
    kind: Option<Kind>,
}

impl Sources {
    /// Reads one source.
    fn read(&mut self, source: &str) -> Result<(), String> {
        if database::is_address(source) {
            return match self.kind {
                Some(_) => Err("the address says what this is; leave out --from".into()),
                None => database::read(source, &mut self.model),
            };
        }
        if source != "-" && Path::new(source).is_dir() {
            return self.folder(source);
        }
        self.file(source)
    }

    /// Whether a file of this kind is what the source is declared as.
    fn allows(&self, kind: TypedKind) -> bool {
        match self.kind {
            None => true,
            Some(Kind::Typed(declared)) => declared == kind,
            Some(Kind::Document(DocumentKind::Avro)) => kind == TypedKind::Avro,
            Some(Kind::Sql(_) | Kind::Rows(_) | Kind::Document(_)) => false,
        }
    }

    /// Reads all files of a folder that have the endings of what can be read.
    fn folder(&mut self, folder: &str) -> Result<(), String> {
        let may_be_typed =
            self.kind.is_none_or(|kind| matches!(kind, Kind::Typed(_) | Kind::Document(DocumentKind::Avro)));
        let may_be_rows = self.kind.is_none_or(|kind| matches!(kind, Kind::Rows(_)));
        if (may_be_typed || may_be_rows) && hive::is_divided(Path::new(folder)) {
            return hive::read(folder, self.kind, &mut self.model);
        }
        let entries = fs::read_dir(folder).map_err(|error| reason(&error))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file());
        let mut files: Vec<String> = paths.filter_map(|path| Some(path.to_str()?.to_owned())).collect();
        // The list of files that `gush rows` writes beside them has no rows.
        files.retain(|file| ending(file).is_some() && !file.ends_with("/manifest.json"));
        files.sort();
        if files.is_empty() {
            return Err(format!("the folder has no file that ends in {}", ENDINGS.join(", ")));
        }
        let (parts, files): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| may_be_typed && typed::is_named_so(file));
        typed::files(folder, &parts, &mut self.model)?;
        let files = if may_be_rows { self.parts(folder, files)? } else { files };
        files.iter().try_for_each(|file| self.file(file).map_err(|text| format!("{file}: {text}")))
    }

    /// Reads the files that are several of one table, and gives the others.
    fn parts(&mut self, folder: &str, mut files: Vec<String>) -> Result<Vec<String>, String> {
        let kind = self.kind.and_then(|kind| if let Kind::Rows(rows) = kind { Some(rows) } else { None });
        for (name, format, parts) in rows::groups_of(folder, &files, kind)? {
            files.retain(|file| !parts.contains(file));
            let first = parts[0].clone();
            let parts: Vec<_> = parts.into_iter().map(|file| (file, Vec::new())).collect();
            rows::parts(&name, &first, format, &parts, &mut self.model)?;
        }
        Ok(files)
    }

    fn file(&mut self, source: &str) -> Result<(), String> {
        if source.to_lowercase().ends_with(BROTLI) {
            return Err(
                "it is compressed by Brotli, which is not read; `brotli -dc FILE | gush learn -` learns from it".into()
            );
        }
        let plain: Box<dyn Read> = match source {
            "-" => Box::new(io::stdin()),
            path => Box::new(File::open(path).map_err(|error| reason(&error))?),
        };
        let mut input = unpacked(plain).map_err(|error| reason(&error))?;
        let name = if source == "-" { "standard input" } else { source };
        let mut piece = vec![0; PIECE];
        let length = filled(&mut input, &mut piece).map_err(|error| reason(&error))?;
        piece.truncate(length);
        if piece.iter().all(u8::is_ascii_whitespace) {
            return Err("it is empty".into());
        }
        let found = files::kind(&piece);
        if found == Some(FileKind::Sqlite) && source != "-" && self.kind.is_none() {
            return database::read(&format!("sqlite:{source}"), &mut self.model);
        }
        if let Some(kind) = typed::of_kind(found).filter(|kind| self.allows(*kind)) {
            // What is compressed as a file, or no file, can only be read from its beginning on.
            let is_plain = source != "-"
                && !source.to_lowercase().ends_with(".gz")
                && !source.to_lowercase().ends_with(".zst");
            return match is_plain && Path::new(source).is_file() {
                true => typed::file(source, kind, &mut self.model),
                false => typed::stream(name, kind, piece, &mut input, &mut self.model),
            };
        }
        let ending = ending(source);
        let document = match self.kind {
            Some(Kind::Document(kind)) => Some(Some(kind)),
            None if ending != Some(".csv") && is_document(source, found, &piece) => Some(None),
            _ => None,
        };
        if let Some(kind) = document {
            return self.documents.read(name, kind, piece, &mut input, &mut self.model);
        }
        if let Some(Kind::Typed(kind)) = self.kind {
            let name = if kind == TypedKind::Parquet { "Parquet" } else { "Arrow" };
            return Err(format!(
                "it does not begin as {name} does; leave out --from, and its content says what it is"
            ));
        }
        let rows = match (self.kind, found) {
            (Some(Kind::Rows(rows)), _) => Some(rows),
            (None, Some(FileKind::Csv)) if ending == Some(".sql") => None,
            (None, None) if ending == Some(".csv") => Some(RowsKind::Csv),
            (None, None) if ending == Some(".tsv") => Some(RowsKind::Tsv),
            (None, Some(found)) if found != FileKind::Sqlite => Some(rows::of_kind(found)?),
            _ => None,
        };
        match rows {
            Some(kind) => rows::read(source, kind, &piece, &mut input, &mut self.model),
            None => self.statements(name, piece, &mut input),
        }
    }

    /// Reads a text of SQL, of which `piece` is the first.
    fn statements(&mut self, name: &str, mut piece: Vec<u8>, input: &mut dyn Read) -> Result<(), String> {
        begins_well(&piece)?;
        self.sql.begin(name);
        while !piece.is_empty() {
            self.sql.feed(&piece);
            piece.resize(PIECE, 0);
            let length = filled(input, &mut piece).map_err(|error| reason(&error))?;
            piece.truncate(length);
        }
        self.sql.end();
        Ok(())
    }
}

/// The ending of what is compressed by Brotli, which nothing in its bytes tells.
const BROTLI: &str = ".br";

/// The endings of files that are read of a folder; those of compressed ones may follow.
const ENDINGS: [&str; 18] = [
    ".csv", ".tsv", ".ndjson", ".jsonl", ".json", ".yaml", ".yml", ".avsc", ".avro", ".parquet", ".parq",
    ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".sql", ".db",
];

/// The ending of a file's name, without that of its compression.
fn ending(file: &str) -> Option<&'static str> {
    let name = file.to_lowercase();
    let plain = [".gz", ".zst", BROTLI].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    ENDINGS.into_iter().find(|ending| plain.ends_with(ending))
}

/// Whether the first bytes may be SQL.
fn begins_well(bytes: &[u8]) -> Result<(), String> {
    if bytes.starts_with(SQLITE) {
        return Err(
            "it is a database of SQLite; `sqlite3 FILE .schema | gush learn -` learns from its definitions"
                .into(),
        );
    }
    if bytes.starts_with(b"PGDMP") {
        return Err(
            "it is an archive of pg_dump; `pg_restore --schema-only -f - FILE | gush learn -` learns from it"
                .into(),
        );
    }
    if bytes.contains(&0) {
        return Err("it is not SQL: it has bytes that no text has".into());
    }
    Ok(())
}

/// Whether all tables that are asked for are there.
///
/// # Errors
/// A diagnostic for each that is not.
pub fn check_tables(model: &Model, options: &Options) -> Result<(), Failure> {
    let is_there = |name: &&String| {
        model.tables.iter().any(|table| {
            let full = table.name.schema.as_ref().map(|schema| format!("{schema}.{}", table.name.name));
            name.eq_ignore_ascii_case(&table.name.name) || full.as_ref() == Some(name)
        })
    };
    let missing = options.tables.iter().filter(|name| !is_there(name));
    let names = model.tables.iter().map(|table| table.name.name.as_str());
    let wrong: Vec<Diagnostic> = missing
        .map(|name| {
            LEARN_TABLES.wrong(
                name,
                gush_diagnostics::Message::unknown("the source has no such table", name, names.clone()),
            )
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Diagnostics(wrong)) }
}
