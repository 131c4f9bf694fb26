//! Files of rows as sources: CSV, TSV, and JSON by lines.

use std::fs::File;
use std::io::Read;

use gush_learn::files::{
    self, CsvReader, FileError, FileKind, JsonReader, LearnedTable, PartsReader, RowsFormat,
};
use gush_learn::model::Model;
use gush_learn::typed::{Part, groups};
use gush_pipe::reason;

use super::document::is_document;
use super::input::{filled, unpacked};
use super::kind::{DividedFile, RowsKind};

/// How much is read at once: what fits the cache of a core is copied and read faster.
const PIECE: usize = 128 << 10;

/// The endings of files of rows; those of compressed ones may follow.
pub const ENDINGS: [&str; 5] = [".csv", ".tsv", ".ndjson", ".jsonl", ".json"];

/// What a file of this name is written in, if it ends as files of rows do.
pub fn format_of(file: &str) -> Option<RowsFormat> {
    let name = file.to_lowercase();
    let plain = [".gz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    match ENDINGS.into_iter().find(|ending| plain.ends_with(ending))? {
        ".csv" => Some(RowsFormat::Csv(None)),
        ".tsv" => Some(RowsFormat::Csv(Some(b'\t'))),
        _ => Some(RowsFormat::Ndjson),
    }
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

/// Adds the table whose rows are in these files, each with the columns that its folders have, to the model.
///
/// # Errors
/// Why one cannot be read.
pub fn parts(
    name: &str,
    source: &str,
    format: RowsFormat,
    files: &[DividedFile],
    model: &mut Model,
) -> Result<(), String> {
    let Some((first, _)) = files.first() else { return Ok(()) };
    let mut reader = PartsReader::new(first, format);
    for (index, (file, folders)) in files.iter().enumerate() {
        let of_file = |text: String| format!("{file}: {text}");
        let mut input = opened(file).map_err(of_file)?;
        pieces(&[], &mut input, &mut |piece| reader.feed(piece)).map_err(of_file)?;
        let next = files.get(index + 1).map_or("", |(next, _)| next.as_str());
        reader.end_file(folders, next).map_err(|error| of_file(error.to_string()))?;
    }
    let LearnedTable { table, notes } = reader.finish(name, source).map_err(|error| error.to_string())?;
    model.tables.push(table);
    model.notes.extend(notes);
    Ok(())
}

fn opened(file: &str) -> Result<Box<dyn Read>, String> {
    let plain = File::open(file).map_err(|error| reason(&error))?;
    unpacked(Box::new(plain)).map_err(|error| reason(&error))
}

/// The files among these of a folder that are several of one table, in their order, with its name and what they are written in: those whose
/// columns are the same and whose names differ in numbers only.
///
/// # Errors
/// Why one cannot be read.
pub fn groups_of(
    folder: &str,
    files: &[String],
    kind: Option<RowsKind>,
) -> Result<Vec<(String, RowsFormat, Vec<String>)>, String> {
    let mut found = Vec::new();
    for wanted in [RowsFormat::Csv(None), RowsFormat::Csv(Some(b'\t')), RowsFormat::Ndjson] {
        let format = kind.map_or(wanted, RowsKind::format);
        let mut parts = Vec::new();
        for file in files.iter().filter(|file| format_of(file) == Some(wanted)) {
            let of_file = |text: String| format!("{file}: {text}");
            let mut head = vec![0; PIECE];
            let length = filled(&mut opened(file).map_err(of_file)?, &mut head)
                .map_err(|error| of_file(reason(&error)))?;
            let head = &head[..length];
            if !is_document(file, files::kind(head), head) {
                parts.push(Part { file: file.clone(), columns: format.columns(head) });
            }
        }
        parts.retain(|part| !part.columns.is_empty());
        let several = groups(folder, parts).into_iter().filter(|(_, parts)| parts.len() > 1);
        found.extend(
            several.map(|(name, parts)| (name, format, parts.into_iter().map(|part| part.file).collect())),
        );
    }
    Ok(found)
}
