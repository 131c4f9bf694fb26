//! Files whose columns have types as sources: Parquet, Arrow, Avro; also several files that are one table.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use gush_learn::files::{FileKind, kind};
use gush_learn::model::Model;
use gush_learn::typed::{Input, Part, TypedKind, TypedReader, groups};
use gush_pipe::reason;

use super::input::{PIECE, filled};

/// The endings of such files.
const ENDINGS: [&str; 8] = [".parquet", ".parq", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".avro"];
/// The most bytes of what is no file, such as standard input.
const MAX_MEMORY: usize = 256 << 20;
/// The most files of a folder with all that are below it.
const MAX_FILES: usize = 100_000;

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

/// Whether a folder has folders that are called `column=value`, as Hive and Spark divide a table.
pub fn is_divided(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .filter_map(Result::ok)
            .any(|entry| divided_by(&entry.path()).is_some() && entry.path().is_dir())
    })
}

/// The column and the value that a folder is called by.
fn divided_by(folder: &Path) -> Option<(String, String)> {
    let (column, value) = folder.file_name()?.to_str()?.split_once('=')?;
    (!column.is_empty()).then(|| (column.to_owned(), unescaped(value)))
}

/// `%2F` and the like as they were.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.filter(|_| first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Adds the table whose rows are divided over folders to the model.
///
/// # Errors
/// Why a file of it cannot be read.
pub fn divided(folder: &str, model: &mut Model) -> Result<(), String> {
    let mut found = Vec::new();
    walk(Path::new(folder), &mut Vec::new(), &mut found)?;
    found.sort();
    if found.is_empty() {
        return Err(format!("its folders have no file that ends in {}", ENDINGS.join(", ")));
    }
    let name = gush_learn::typed::table_of_folder(folder);
    let mut reader = TypedReader::new(folder, Some(&name), found.len());
    for (path, folders) in &found {
        add(&mut reader, path, folders)?;
    }
    finish(reader, model)
}

/// A file, with the columns that its folders have.
type Found = (String, Vec<(String, String)>);

fn walk(folder: &Path, folders: &mut Vec<(String, String)>, found: &mut Vec<Found>) -> Result<(), String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let is_hidden = entry.file_name().to_str().is_none_or(|name| name.starts_with(['.', '_']));
        if is_hidden {
            continue;
        }
        // A link to a folder is not followed, as it may lead into a circle.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if let Some(column) = divided_by(&path) {
                folders.push(column);
                walk(&path, folders, found)?;
                folders.pop();
            }
        } else if let Some(file) = path.to_str().filter(|file| is_named_so(file)) {
            found.push((file.to_owned(), folders.clone()));
            if found.len() > MAX_FILES {
                return Err(format!("it has more than {MAX_FILES} files"));
            }
        }
    }
    Ok(())
}
