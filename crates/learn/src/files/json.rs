//! JSON objects, one a line.

use serde::de::DeserializeSeed as _;

use super::error::{FileError, MAX_ROW};
use super::json_node::{Node, Seed, read_object};
use super::json_scan::scan;
use super::name::table_name;
use super::table::{LearnedTable, keys};
use crate::model::{Origin, Table, TableName};

/// Reads a file of objects, in pieces of any length.
pub struct JsonReader {
    source: String,
    /// The beginning of a line that is not complete yet.
    line: Vec<u8>,
    number: u64,
    /// How many objects the files had that have ended.
    objects: u64,
    root: Node,
}

impl JsonReader {
    /// A file of this name.
    pub fn new(source: &str) -> JsonReader {
        JsonReader {
            source: source.to_owned(),
            line: Vec::new(),
            number: 0,
            objects: 0,
            root: Node::default(),
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// A line is no object, or too long.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Result<(), FileError> {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            if self.line.is_empty() {
                self.read(&bytes[..end])?;
            } else {
                self.line.extend_from_slice(&bytes[..end]);
                let line = std::mem::take(&mut self.line);
                self.read(&line)?;
                self.line = line;
                self.line.clear();
            }
            bytes = &bytes[end + 1..];
        }
        self.line.extend_from_slice(bytes);
        if self.line.len() > MAX_ROW {
            return Err(FileError::TooLong { line: self.number + 1 });
        }
        Ok(())
    }

    fn read(&mut self, line: &[u8]) -> Result<(), FileError> {
        self.number += 1;
        let line = if self.number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let line = line.trim_ascii();
        match line.first() {
            None => return Ok(()),
            Some(b'{') => {}
            Some(b'[') if self.root.objects == 0 => return Err(FileError::IsList),
            Some(_) => return Err(FileError::NotAnObject { line: self.number }),
        }
        let is_ascii = line.is_ascii();
        let is_utf8 = is_ascii || std::str::from_utf8(line).is_ok();
        if is_utf8 && scan(line, is_ascii, &mut self.root).is_ok() {
            return Ok(());
        }
        // What is wrong with it, or, where bytes are no text, whether these are within a value that is passed over.
        let mut scratch = Node::default();
        let node = if is_utf8 { &mut scratch } else { &mut self.root };
        let read = read_object(line, node);
        let wrong = |text| Err(FileError::NotJson { line: self.number, text });
        match read {
            // Its line is that of the text that it was given, which is always the first.
            Err(error) => wrong(error.to_string().replace(" at line 1 column ", " at column ")),
            Ok(()) if is_utf8 => wrong("its syntax is not understood".into()),
            Ok(()) => Ok(()),
        }
    }

    /// The table of a document that is one list of objects; nothing where it is none.
    pub fn list(source: &str, bytes: &[u8]) -> Option<Result<LearnedTable, FileError>> {
        let mut reader = JsonReader::new(source);
        let mut text = serde_json::Deserializer::from_slice(bytes);
        let mut list = Node::default();
        Seed(&mut list, 0).deserialize(&mut text).ok()?;
        let item = *list.item.filter(|_| list.lists == 1)?;
        if item.objects == 0 || item.objects < item.seen {
            return None;
        }
        reader.root = item;
        Some(reader.finish())
    }

    /// Ends a file, and gives how many objects it had. What is fed after it is the file of this name.
    ///
    /// # Errors
    /// The last line is no object.
    pub fn next_file(&mut self, source: &str) -> Result<u64, FileError> {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.read(&line)?;
        }
        source.clone_into(&mut self.source);
        self.number = 0;
        let before = std::mem::replace(&mut self.objects, self.root.objects);
        Ok(self.objects - before)
    }

    /// The table, once all bytes were read.
    ///
    /// # Errors
    /// The last line is no object; there is none.
    pub fn finish(mut self) -> Result<LearnedTable, FileError> {
        let source = self.source.clone();
        self.next_file(&source)?;
        self.finish_as(&table_name(&source), &source)
    }

    /// The table of all files that have ended, with its name and what it is from.
    ///
    /// # Errors
    /// There is no object.
    pub fn finish_as(self, name: &str, source: &str) -> Result<LearnedTable, FileError> {
        if self.root.objects == 0 {
            return Err(FileError::Empty);
        }
        let origin = Origin { source: source.to_owned(), line: 0 };
        let name = TableName { schema: None, name: name.to_owned() };
        let mut table = Table::new(name, origin);
        let rows = self.root.objects;
        table.rows = Some(rows);
        for (field, node) in self.root.fields {
            table.columns.push(node.finish(&field, rows));
        }
        keys(&mut table, rows);
        Ok(LearnedTable { table, notes: Vec::new() })
    }
}

/// The fields of the first object of a file of which these are the first bytes.
pub fn fields(head: &[u8]) -> Vec<String> {
    let lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let Some(line) = lines.into_iter().find(|line| !line.is_empty()) else { return Vec::new() };
    let mut node = Node::default();
    match read_object(line, &mut node) {
        Ok(()) => node.fields.into_iter().map(|(name, _)| name).collect(),
        Err(_) => Vec::new(),
    }
}
