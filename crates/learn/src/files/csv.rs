//! Files of rows of fields with a separator between them: one, or several that are one table.

use super::csv_rows::Rows;
use super::error::FileError;
use super::name::{column_names, table_name};
use super::sketch::Sketch;
use super::sniff;
use super::table::{LearnedTable, hashes, table};
use crate::model::{Note, Origin};

/// As many bytes are looked at to find the separator and the names.
const HEAD: usize = 256 << 10;

/// Reads files of rows, in pieces of any length. The columns of all of them are those of one table: what a file lacks is null there.
pub struct CsvReader {
    /// The file that is being read.
    source: String,
    separator: Option<u8>,
    head: Vec<u8>,
    rows: Option<Rows>,
    /// The names of its columns.
    names: Vec<String>,
    is_utf8: bool,
    /// What is known of the files before it.
    known: Known,
}

/// What files have had so far.
#[derive(Default)]
struct Known {
    columns: Vec<(String, Sketch)>,
    rows: u64,
    /// The separator of the last file that had columns, and whether its first row had their names.
    separator: Option<u8>,
    has_names: bool,
    notes: Vec<Note>,
}

impl CsvReader {
    /// A file of this name; its separator is detected from its content where it is not given.
    pub fn new(source: &str, separator: Option<u8>) -> CsvReader {
        CsvReader {
            source: source.to_owned(),
            separator,
            head: Vec::new(),
            rows: None,
            names: Vec::new(),
            is_utf8: true,
            known: Known::default(),
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// This is no text, or a row is too long.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if let Some(rows) = &mut self.rows {
            return rows.read(bytes);
        }
        self.head.extend_from_slice(bytes);
        if self.head.len() < HEAD { Ok(()) } else { self.begin() }
    }

    /// Finds the separator and the names, and reads what is there.
    fn begin(&mut self) -> Result<(), FileError> {
        let head = std::mem::take(&mut self.head);
        if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            return Err(FileError::Utf16);
        }
        if memchr::memchr(0, &head).is_some() {
            return Err(FileError::NotText);
        }
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
        if text.trim_ascii().is_empty() {
            return Err(FileError::Empty);
        }
        let separator = self.separator_of(text);
        let (has_names, names) = self.known.names(&sniff::rows(text, separator));
        // A character may be cut at the end.
        self.is_utf8 = match std::str::from_utf8(text) {
            Ok(_) => true,
            Err(error) => error.error_len().is_none(),
        };
        let width = names.len();
        let columns = names.iter().map(|name| self.known.take(name, width)).collect();
        let mut rows = Rows::new(separator, columns, has_names);
        rows.read(text)?;
        (self.known.separator, self.known.has_names) = (Some(separator), has_names);
        (self.rows, self.names) = (Some(rows), names);
        Ok(())
    }

    /// What separates the fields of this text: what did in the file before it, if that finds columns that are known.
    fn separator_of(&self, text: &[u8]) -> u8 {
        let known = self.known.separator.filter(|separator| {
            let rows = sniff::rows(text, *separator);
            let width = rows.first().map_or(0, Vec::len);
            self.known.has_names && self.known.has_any(&names_of(&rows))
                || !self.known.has_names && width == self.known.columns.len()
        });
        self.separator.or(known).unwrap_or_else(|| sniff::separator(text).0)
    }

    /// Ends a file, and gives how many rows it had. What is fed after it is the file of this name.
    ///
    /// # Errors
    /// The file is no text, or a row of it is too long.
    pub fn next_file(&mut self, source: &str) -> Result<u64, FileError> {
        let rows = match self.end_file() {
            Err(FileError::Empty) => 0,
            ended => ended?,
        };
        source.clone_into(&mut self.source);
        Ok(rows)
    }

    fn end_file(&mut self) -> Result<u64, FileError> {
        if self.rows.is_none() {
            self.begin()?;
        }
        let Some(mut rows) = self.rows.take() else { return Err(FileError::Empty) };
        rows.end()?;
        let mut note = |line: u64, text: String| {
            let origin =
                Origin { source: self.source.clone(), line: usize::try_from(line).unwrap_or(usize::MAX) };
            self.known.notes.push(Note { origin, about: String::new(), text });
        };
        if rows.uneven > 0 {
            let width = rows.columns.len();
            let text =
                format!("{} rows have another number of fields than {width}; this is the first", rows.uneven);
            note(rows.first_uneven, text);
        }
        if !self.is_utf8 {
            note(0, "the file is not UTF-8, and read as Windows-1252".into());
        }
        self.known.give(std::mem::take(&mut self.names), rows.columns, rows.rows);
        Ok(rows.rows)
    }

    /// The table, once all bytes were read.
    ///
    /// # Errors
    /// There are no rows.
    pub fn finish(mut self) -> Result<LearnedTable, FileError> {
        self.end_file()?;
        let (name, source) = (table_name(&self.source), self.source.clone());
        self.finish_as(&name, &source)
    }

    /// The table of all files that have ended, with its name and what it is from.
    ///
    /// # Errors
    /// There are no rows.
    pub fn finish_as(self, name: &str, source: &str) -> Result<LearnedTable, FileError> {
        let Known { columns, rows, notes, .. } = self.known;
        if rows == 0 {
            return Err(FileError::NoRows);
        }
        let origin = Origin { source: source.to_owned(), line: 0 };
        Ok(LearnedTable { notes, ..table(name, &origin, rows, columns) })
    }
}

/// The names that the first row gives to the columns of a file.
fn names_of(rows: &[Vec<Vec<u8>>]) -> Vec<String> {
    let width = rows.iter().take(2).map(Vec::len).max().unwrap_or(1);
    let name = |at: usize| {
        let name = rows.first().and_then(|row| row.get(at));
        name.map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
    };
    column_names((0..width).map(name).collect())
}

impl Known {
    fn has_any(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.columns.iter().any(|(known, _)| known == name))
    }

    /// Whether the first row has the names of the columns, and their names. `rows` are the first rows of a file.
    fn names(&self, rows: &[Vec<Vec<u8>>]) -> (bool, Vec<String>) {
        let of_first = names_of(rows);
        if self.has_names && self.has_any(&of_first) {
            return (true, of_first);
        }
        let has_names = sniff::has_names(rows);
        let width = of_first.len();
        // A file without names has the columns of the ones before it.
        if width == self.columns.len() && !(self.has_names && has_names) {
            return (false, self.columns.iter().map(|(name, _)| name.clone()).collect());
        }
        match has_names {
            true => (true, of_first),
            false => (false, column_names(vec![String::new(); width])),
        }
    }

    /// What is known of a column, to add to it; in a file with `width` columns.
    fn take(&mut self, name: &str, width: usize) -> Sketch {
        match self.columns.iter_mut().find(|(known, _)| known == name) {
            Some((_, sketch)) => std::mem::replace(sketch, Sketch::new(0)),
            None => {
                let mut sketch = Sketch::named(name, hashes(width), width);
                sketch.add_nulls(self.rows);
                sketch
            }
        }
    }

    /// Puts columns back after a file of this number of rows. Those that it does not have are null in it.
    fn give(&mut self, names: Vec<String>, columns: Vec<Sketch>, rows: u64) {
        for (known, sketch) in &mut self.columns {
            if !names.contains(known) {
                sketch.add_nulls(rows);
            }
        }
        for (name, sketch) in names.into_iter().zip(columns) {
            match self.columns.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = sketch,
                None => self.columns.push((name, sketch)),
            }
        }
        self.rows += rows;
    }
}

/// The columns of a file of which these are the first bytes, by its first row; none where it is no text.
pub fn columns(head: &[u8], separator: Option<u8>) -> Vec<String> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let separator = separator.unwrap_or_else(|| sniff::separator(text).0);
    Known::default().names(&sniff::rows(text, separator)).1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of several files, each with its nulls and values, and how many rows each file has.
    fn read(files: &[&str]) -> (Vec<(String, u64, u64)>, Vec<u64>, LearnedTable) {
        let mut reader = CsvReader::new("0.csv", None);
        let rows = files.iter().enumerate().map(|(index, text)| {
            reader.feed(text.as_bytes()).expect("it is read");
            reader.next_file(&format!("{}.csv", index + 1)).expect("it is read")
        });
        let rows = rows.collect();
        let found = reader.finish_as("t", "t").expect("there are rows");
        let of = |column: &crate::model::Column| {
            let statistics = column.statistics.as_ref().expect("statistics");
            let nulls = (statistics.null_share * statistics.rows as f64).round() as u64;
            (column.name.clone(), nulls, statistics.rows)
        };
        (found.table.columns.iter().map(of).collect(), rows, found)
    }

    #[test]
    fn files_of_one_table_have_their_columns_together() {
        let column = |name: &str, nulls, rows| (name.to_owned(), nulls, rows);
        let (columns, rows, _) = read(&["id,a\n1,x\n2,y\n", "a,id,b\nz,3,q\n", "", "id;a\n4;w\n"]);
        assert_eq!(rows, [2, 1, 0, 1]);
        assert_eq!(columns, [column("id", 0, 4), column("a", 0, 4), column("b", 3, 4)]);
        // Files without names, one of them with names by accident.
        let (columns, rows, _) = read(&["1,x\n2,y\n", "3,z\n"]);
        assert_eq!((rows, columns), (vec![2, 1], vec![column("column1", 0, 3), column("column2", 0, 3)]));
        // A file whose names are missing, and one that has them alone.
        let (columns, rows, _) = read(&["id,a\n1,x\n", "id,a\n", "2,y\n"]);
        assert_eq!((rows, columns), (vec![1, 0, 1], vec![column("id", 0, 2), column("a", 0, 2)]));
    }

    #[test]
    fn notes_name_the_file_that_they_are_about() {
        let (_, _, found) = read(&["id,a\n1,x\n", "id,a\n2,y\n3,z,q\n"]);
        let origins: Vec<(&str, usize)> =
            found.notes.iter().map(|note| (&*note.origin.source, note.origin.line)).collect();
        assert_eq!(origins, [("1.csv", 3)]);
    }
}
