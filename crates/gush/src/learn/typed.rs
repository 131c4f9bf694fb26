//! Files whose columns have types as sources: Parquet, Arrow, Avro; also several files that are one table.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use gush_learn::files::{FileKind, kind};
use gush_learn::model::Model;
use gush_learn::typed::{Input, Part, TypedKind, TypedReader, groups};
use gush_pipe::reason;

use super::input::{PIECE, filled};
use super::kind::DividedFile;

/// The endings of such files.
pub const ENDINGS: [&str; 8] = [".parquet", ".parq", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".avro"];
/// The most bytes of what is no file, such as standard input.
const MAX_MEMORY: usize = 256 << 20;

/// The kind of typed file that a file is, if it is one.
pub fn of_kind(kind: Option<FileKind>) -> Option<TypedKind> {
    match kind? {
        FileKind::Parquet => Some(TypedKind::Parquet),
        FileKind::Arrow => Some(TypedKind::Arrow),
        FileKind::Avro => Some(TypedKind::Avro),
        _ => None,
    }
}

/// Whether a file of this name is one, by its ending.
pub fn is_named_so(file: &str) -> bool {
    let name = file.to_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// A file of the system.
struct Stored {
    file: File,
    length: u64,
}

impl Stored {
    fn open(path: &str) -> Result<Stored, String> {
        let mut file = File::open(path).map_err(|error| reason(&error))?;
        let length = file.seek(SeekFrom::End(0)).map_err(|error| reason(&error))?;
        Ok(Stored { file, length })
    }
}

impl Input for Stored {
    fn len(&self) -> u64 {
        self.length
    }

    fn read(&mut self, start: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(into)
    }
}

/// The text of a key of the metadata of a file.
///
/// # Errors
/// Why it cannot be read.
pub fn entry(path: &str, key: &str) -> Result<Option<String>, String> {
    let kind = kind_of(path)?;
    kind.entry(path, &mut Stored::open(path)?, key).map_err(|error| error.to_string())
}

/// Adds the table of a file to the model.
///
/// # Errors
/// Why it cannot be read.
pub fn file(path: &str, kind: TypedKind, model: &mut Model) -> Result<(), String> {
    let mut reader = TypedReader::new(path, None, 1);
    reader.add(kind, path, &mut Stored::open(path)?, &[]).map_err(|error| error.to_string())?;
    finish(reader, model)
}

/// Adds the table of what can only be read from its beginning on: `first` was read of it already.
///
/// # Errors
/// Why it cannot be read, or that it is too long.
pub fn stream(
    name: &str,
    kind: TypedKind,
    mut first: Vec<u8>,
    input: &mut dyn Read,
    model: &mut Model,
) -> Result<(), String> {
    loop {
        let begin = first.len();
        first.resize(begin + PIECE, 0);
        let length = filled(input, &mut first[begin..]).map_err(|error| reason(&error))?;
        first.truncate(begin + length);
        if length == 0 {
            break;
        }
        if first.len() > MAX_MEMORY {
            return Err("its end has to be read first, and it is longer than 256 MiB: give it as a file without compression around it".into());
        }
    }
    let mut reader = TypedReader::new(name, None, 1);
    reader.add(kind, name, &mut &first[..], &[]).map_err(|error| error.to_string())?;
    finish(reader, model)
}

fn finish(reader: TypedReader, model: &mut Model) -> Result<(), String> {
    let found = reader.finish().map_err(|error| error.to_string())?;
    model.tables.push(found.table);
    model.notes.extend(found.notes);
    Ok(())
}

/// Adds the tables of these files of a folder to the model: files with the same columns, whose names differ in numbers only, are one table.
///
/// # Errors
/// Why one cannot be read.
pub fn files(folder: &str, paths: &[String], model: &mut Model) -> Result<(), String> {
    let of_file = |path: &str, text: String| format!("{path}: {text}");
    let mut parts = Vec::new();
    for path in paths {
        let kind = kind_of(path).map_err(|text| of_file(path, text))?;
        let mut input = Stored::open(path).map_err(|text| of_file(path, text))?;
        let columns = kind.columns(path, &mut input).map_err(|error| of_file(path, error.to_string()))?;
        parts.push(Part { file: path.clone(), columns });
    }
    for (name, parts) in groups(folder, parts) {
        let mut reader = TypedReader::new(&parts[0].file, Some(&name), parts.len());
        for part in &parts {
            add(&mut reader, &part.file, &[])?;
        }
        finish(reader, model)?;
    }
    Ok(())
}

/// Adds the table whose rows are in these files, each with the columns that its folders have, to the model.
///
/// # Errors
/// Why one cannot be read.
pub fn divided(folder: &str, found: &[DividedFile], model: &mut Model) -> Result<(), String> {
    let name = gush_learn::typed::table_of_folder(folder);
    let mut reader = TypedReader::new(folder, Some(&name), found.len());
    for (path, folders) in found {
        add(&mut reader, path, folders)?;
    }
    finish(reader, model)
}

fn add(reader: &mut TypedReader, path: &str, folders: &[(String, String)]) -> Result<(), String> {
    let of_file = |text: String| format!("{path}: {text}");
    let kind = kind_of(path).map_err(of_file)?;
    let mut input = Stored::open(path).map_err(of_file)?;
    reader.add(kind, path, &mut input, folders).map_err(|error| of_file(error.to_string()))
}

fn kind_of(path: &str) -> Result<TypedKind, String> {
    let mut file = File::open(path).map_err(|error| reason(&error))?;
    let mut first = [0; 64];
    let length = filled(&mut file, &mut first).map_err(|error| reason(&error))?;
    of_kind(kind(&first[..length])).ok_or_else(|| "it is no file of Parquet, Arrow or Avro".into())
}
