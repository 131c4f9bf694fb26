//! What is learned from: files and standard input, also compressed ones, as the model of the crate learn.

use std::fs::File;
use std::io::{self, BufReader, Read};

use gush_diagnostics::{Code, Diagnostic};
use gush_learn::choose::Options;
use gush_learn::model::{Model, SqlDialect};
use gush_learn::sql::Reader;
use gush_pipe::reason;

use super::flags::{FROM, LEARN_TABLES};
use crate::exit::Failure;
use crate::flags::Given;

/// How much is read at once.
const PIECE: usize = 1 << 20;
/// How a file of SQLite begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The dialect that is asked for.
pub fn dialect(given: &Given, diagnostics: &mut Vec<Diagnostic>) -> Option<SqlDialect> {
    match given.text(&FROM)? {
        "postgres" => Some(SqlDialect::Postgres),
        "mysql" => Some(SqlDialect::MySql),
        "sqlite" => Some(SqlDialect::Sqlite),
        other => {
            diagnostics.push(FROM.unknown(other));
            None
        }
    }
}

/// The model of all sources together.
///
/// # Errors
/// What is wrong with each of them.
pub fn read(sources: &[String], dialect: Option<SqlDialect>) -> Result<Model, Failure> {
    let (mut reader, mut wrong) = (Reader::new(dialect), Vec::new());
    for source in sources {
        if let Err(message) = feed(&mut reader, source) {
            wrong.push(Diagnostic::new(Code::Option, source.clone(), 0..source.len(), message));
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Diagnostics(wrong));
    }
    let mut model = Model::default();
    reader.finish(&mut model);
    if model.tables.is_empty() {
        let text = "there is no CREATE TABLE in it; `pg_dump --schema-only`, `mysqldump --no-data` and `sqlite3 FILE .schema` print what a database has";
        let found =
            sources.iter().map(|source| Diagnostic::new(Code::Option, source.clone(), 0..source.len(), text));
        return Err(Failure::Diagnostics(found.collect()));
    }
    Ok(model)
}

/// Reads one source.
fn feed(reader: &mut Reader, source: &str) -> Result<(), String> {
    if let Some(instead) = address(source) {
        return Err(instead);
    }
    let plain: Box<dyn Read> = match source {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(|error| reason(&error))?),
    };
    let mut input = unpacked(plain).map_err(|error| reason(&error))?;
    reader.begin(if source == "-" { "standard input" } else { source });
    let (mut piece, mut is_first) = (vec![0; PIECE], true);
    loop {
        let length = filled(&mut input, &mut piece).map_err(|error| reason(&error))?;
        let bytes = &piece[..length];
        if is_first {
            begins_well(bytes)?;
        }
        is_first = false;
        if bytes.is_empty() {
            break;
        }
        reader.feed(bytes);
    }
    reader.end();
    Ok(())
}

/// As much as there is, up to the length of `piece`.
fn filled(input: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < piece.len() {
        match input.read(&mut piece[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The source without its compression, which is told by how it begins.
fn unpacked(mut plain: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut begin = [0; 4];
    let length = filled(&mut plain, &mut begin)?;
    let all = io::Cursor::new(begin[..length].to_vec()).chain(plain);
    Ok(match &begin[..length] {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(all))),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::Decoder::new(all)?),
        _ => Box::new(all),
    })
}

/// Whether the first bytes may be SQL.
fn begins_well(bytes: &[u8]) -> Result<(), String> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("it is empty".into());
    }
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

/// What to do instead with the address of a database.
fn address(source: &str) -> Option<String> {
    let command = match source.split_once(':')?.0 {
        "postgres" | "postgresql" => "pg_dump --schema-only",
        "mysql" | "mariadb" => "mysqldump --no-data",
        "sqlite" => "sqlite3 FILE .schema",
        _ => return None,
    };
    Some(format!(
        "databases are not asked directly; `{command}` prints the definitions, as in `{command} … | gush learn -`"
    ))
}

/// Whether all tables that are asked for are there.
///
/// # Errors
/// A diagnostic for each that is not.
pub fn check_tables(model: &Model, options: &Options, given: &Given) -> Result<(), Failure> {
    let is_there = |name: &&String| {
        model.tables.iter().any(|table| {
            let full = table.name.schema.as_ref().map(|schema| format!("{schema}.{}", table.name.name));
            name.eq_ignore_ascii_case(&table.name.name) || full.as_ref() == Some(name)
        })
    };
    let _ = given;
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
