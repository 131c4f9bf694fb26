//! Files of rows as sources: CSV, TSV, and JSON by lines.

use std::io::Read;

use gush_learn::files::{CsvReader, FileError, FileKind, JsonReader, LearnedTable};
use gush_learn::model::Model;
use gush_pipe::reason;

use super::input::filled;

/// How much is read at once: what fits the cache of a core is copied and read faster.
const PIECE: usize = 128 << 10;

/// How the fields of a file are divided, where that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsKind {
    /// By what the first rows have.
    Csv,
    /// By tabs.
    Tsv,
    /// Objects of JSON.
    Ndjson,
}

/// What files of a kind are read as; for others why they are not read.
pub fn of_kind(kind: FileKind) -> Result<RowsKind, String> {
    match kind {
        FileKind::Csv => Ok(RowsKind::Csv),
        FileKind::Ndjson => Ok(RowsKind::Ndjson),
        FileKind::Json => Err("it is one JSON document, and no rows; leave out --from".into()),
        FileKind::Parquet | FileKind::Arrow | FileKind::Avro => {
            Err("its columns have types of their own; leave out --from, or say which of parquet, arrow and avro it is".into())
        }
        FileKind::Sqlite | FileKind::Gzip | FileKind::Zstd => Err("it is no file of rows".into()),
        // Whoever adds a kind says here how it is read.
        _ => Err("files of this kind are not read yet; CSV files and JSON by lines are".into()),
    }
}

/// Adds the table of a file to the model. `first` are the bytes that were read of it already.
///
/// # Errors
/// Why it cannot be read.
pub fn read(
    name: &str,
    kind: RowsKind,
    first: &[u8],
    input: &mut dyn Read,
    model: &mut Model,
) -> Result<(), String> {
    let wrong = |error: FileError| error.to_string();
    let LearnedTable { table, notes } = match kind {
        RowsKind::Ndjson => {
            let mut reader = JsonReader::new(name);
            pieces(first, input, &mut |piece| reader.feed(piece))?;
            reader.finish().map_err(wrong)?
        }
        RowsKind::Csv | RowsKind::Tsv => {
            let mut reader = CsvReader::new(name, (kind == RowsKind::Tsv).then_some(b'\t'));
            pieces(first, input, &mut |piece| reader.feed(piece))?;
            reader.finish().map_err(wrong)?
        }
    };
    model.tables.push(table);
    model.notes.extend(notes);
    Ok(())
}

/// Feeds a file in pieces.
fn pieces(
    first: &[u8],
    input: &mut dyn Read,
    feed: &mut dyn FnMut(&[u8]) -> Result<(), FileError>,
) -> Result<(), String> {
    feed(first).map_err(|error| error.to_string())?;
    let mut piece = vec![0; PIECE];
    loop {
        let length = filled(input, &mut piece).map_err(|error| reason(&error))?;
        if length == 0 {
            return Ok(());
        }
        feed(&piece[..length]).map_err(|error| error.to_string())?;
    }
}
