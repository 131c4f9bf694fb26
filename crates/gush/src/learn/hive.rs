//! Folders that divide the rows of one table, as Hive and Spark write them: `country=DE/year=2024/part-0.csv`.

use std::fs;
use std::path::Path;

use gush_learn::document::DocumentKind;
use gush_learn::files::RowsFormat;
use gush_learn::model::Model;
use gush_pipe::reason;

use super::kind::{DividedFile, Kind};
use super::rows;
use super::typed;

/// The most files of a folder with all that are below it.
const MAX_FILES: usize = 100_000;

/// Whether a folder has folders that are called `column=value`.
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

/// What the rows of a file are written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Typed,
    Rows(RowsFormat),
}

impl Format {
    /// That of a file of this name, if it is one of rows.
    fn of(file: &str) -> Option<Format> {
        match typed::is_named_so(file) {
            true => Some(Format::Typed),
            false => rows::format_of(file).map(Format::Rows),
        }
    }

    /// The one that files are declared to have, and else that of their name.
    fn declared(self, kind: Option<Kind>) -> Option<Format> {
        match (kind, self) {
            (None, _) | (Some(Kind::Typed(_) | Kind::Document(DocumentKind::Avro)), Format::Typed) => {
                Some(self)
            }
            (Some(Kind::Rows(kind)), Format::Rows(_)) => Some(Format::Rows(kind.format())),
            _ => None,
        }
    }
}

/// Adds the table whose rows are divided over folders to the model.
///
/// # Errors
/// Why a file of it cannot be read, or that there are files of several formats.
pub fn read(folder: &str, kind: Option<Kind>, model: &mut Model) -> Result<(), String> {
    let mut all = Vec::new();
    walk(Path::new(folder), &mut Vec::new(), &mut all)?;
    all.sort();
    let format = |file: &DividedFile| Format::of(&file.0).and_then(|format| format.declared(kind));
    let found: Vec<DividedFile> = all.into_iter().filter(|file| format(file).is_some()).collect();
    let Some((first, of_first)) = found.first().and_then(|file| Some((&file.0, format(file)?))) else {
        let endings: Vec<&str> = rows::ENDINGS.into_iter().chain(typed::ENDINGS).collect();
        return Err(format!("its folders have no file that ends in {}", endings.join(", ")));
    };
    if let Some((other, _)) = found.iter().find(|file| format(file) != Some(of_first)) {
        return Err(format!(
            "its files are of several formats, as {first} and {other} are: say which to read by --from, or give the folders of one"
        ));
    }
    match of_first {
        Format::Typed => typed::divided(folder, &found, model),
        Format::Rows(format) => {
            let name = gush_learn::typed::table_of_folder(folder);
            rows::parts(&name, folder, format, &found, model)
        }
    }
}

fn walk(
    folder: &Path,
    folders: &mut Vec<(String, String)>,
    found: &mut Vec<DividedFile>,
) -> Result<(), String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        // The list of files that `gush rows` writes beside them has no rows.
        let is_passed = |name: &str| name.starts_with(['.', '_']) || name == "manifest.json";
        if entry.file_name().to_str().is_none_or(is_passed) {
            continue;
        }
        // A link to a folder is not followed, as it may lead into a circle.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if let Some(column) = divided_by(&path) {
                folders.push(column);
                walk(&path, folders, found)?;
                folders.pop();
            }
        } else if let Some(file) = path.to_str().filter(|file| Format::of(file).is_some()) {
            found.push((file.to_owned(), folders.clone()));
            if found.len() > MAX_FILES {
                return Err(format!("it has more than {MAX_FILES} files"));
            }
        }
    }
    Ok(())
}
