//! One file, or several with the same columns, as a table.

use super::error::{Result, TypedError};
use super::input::Input;
use super::tree::{NodeId, Tree};
use crate::arrow;
use crate::avro;
use crate::files::{LearnedTable, keys, table_name};
use crate::hive::FolderColumns;
use crate::model::{Column, Kind, Note, Origin, Table, TableName};
use crate::parquet;

/// As many rows are read of all files together.
const MAX_ROWS: u64 = 20_000;
/// As many values are read of all files together.
const MAX_VALUES: u64 = 4_000_000;
/// Rows of as many files are read.
const MAX_FILES: usize = 64;
/// How many different values of a column are distinguished at most.
const MAX_HASHES: usize = 200_000;

/// Which format a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedKind {
    /// Parquet.
    Parquet,
    /// A file or a stream of Arrow.
    Arrow,
    /// Avro.
    Avro,
}

/// What a file says of itself before its rows.
enum Head {
    Parquet(parquet::Footer, parquet::Schema),
    Arrow(arrow::Layout),
    Avro(Box<avro::Rows>),
}

impl TypedKind {
    /// The columns of a file.
    ///
    /// # Errors
    /// It is damaged, encrypted, or of a kind that is not read.
    pub fn columns(self, name: &str, input: &mut dyn Input) -> Result<Vec<Column>> {
        Ok(self.head(name, input)?.columns())
    }

    /// The text of a key of a file's metadata.
    ///
    /// # Errors
    /// It is damaged, encrypted, or of a kind that is not read.
    pub fn entry(self, name: &str, input: &mut dyn Input, key: &str) -> Result<Option<String>> {
        let of = |entries: Vec<(String, String)>| {
            entries.into_iter().find(|(name, _)| name == key).map(|(_, text)| text)
        };
        Ok(match self.head(name, input)? {
            Head::Parquet(footer, _) => footer.entry(key)?,
            Head::Arrow(layout) => of(layout.entries),
            Head::Avro(rows) => of(rows.entries),
        })
    }

    fn head(self, name: &str, input: &mut dyn Input) -> Result<Head> {
        Ok(match self {
            TypedKind::Parquet => {
                let footer = parquet::Footer::read(input)?;
                let schema = parquet::Schema::of(&footer.elements)?;
                Head::Parquet(footer, schema)
            }
            TypedKind::Arrow => Head::Arrow(arrow::Layout::read(input)?),
            TypedKind::Avro => Head::Avro(Box::new(avro::Rows::open(name, input)?)),
        })
    }
}

impl Head {
    fn columns(&self) -> Vec<Column> {
        match self {
            Head::Parquet(_, schema) => schema.columns.clone(),
            Head::Arrow(layout) => arrow::columns(&layout.fields),
            Head::Avro(rows) => rows.columns.clone(),
        }
    }
}

/// Reads files into a table.
pub struct TypedReader {
    origin: Origin,
    name: String,
    /// How many files follow in all, and how many were read.
    files: usize,
    read: usize,
    tree: Tree,
    columns: Vec<Column>,
    /// The rows so far.
    rows: u64,
    /// Values of columns that names of folders have.
    folders: FolderColumns,
    notes: Vec<Note>,
}

impl TypedReader {
    /// A table of `files` files, which is called like the first of them unless it has a name of its own.
    #[must_use]
    pub fn new(source: &str, name: Option<&str>, files: usize) -> TypedReader {
        TypedReader {
            origin: Origin { source: source.to_owned(), line: 0 },
            name: name.map_or_else(|| table_name(source), str::to_owned),
            files: files.max(1),
            read: 0,
            tree: Tree::default(),
            columns: Vec::new(),
            rows: 0,
            folders: FolderColumns::default(),
            notes: Vec::new(),
        }
    }

    /// Reads the next file. `folders` are columns whose values are in the names of its folders.
    ///
    /// # Errors
    /// It is damaged, encrypted, or of a kind that is not read.
    pub fn add(
        &mut self,
        kind: TypedKind,
        name: &str,
        input: &mut dyn Input,
        folders: &[(String, String)],
    ) -> Result<()> {
        let head = kind.head(name, input)?;
        let columns = head.columns();
        if self.read == 0 {
            self.tree = Tree::of(columns.clone(), MAX_HASHES / columns.len().max(1) + 1000);
            self.columns.clone_from(&columns);
        }
        let roots = self.roots(name, &columns);
        let picks = self.files.min(MAX_FILES);
        let is_picked = (0..picks).any(|pick| pick * self.files / picks == self.read);
        self.read += 1;
        let share = MAX_ROWS.min(MAX_VALUES / columns.len().max(1) as u64).max(100) / picks as u64;
        let budget = if is_picked { share.max(20) } else { 0 };
        let rows = match head {
            Head::Parquet(footer, schema) => {
                parquet::read(input, &footer, &schema, &roots, &mut self.tree, budget)?;
                footer.rows
            }
            Head::Arrow(layout) => arrow::read(input, &layout, &roots, &mut self.tree, budget)?,
            Head::Avro(rows) => {
                let read = rows.read(input, &roots, &mut self.tree, budget)?;
                if let Some(text) = read.unread {
                    let origin = Origin { source: name.to_owned(), line: 0 };
                    self.notes.push(Note { origin, about: String::new(), text });
                }
                read.rows
            }
        };
        // Columns that this file does not have are null in it.
        for &id in self.tree.roots().to_vec().iter().filter(|id| !roots.contains(&Some(**id))) {
            self.tree.nulls(id, rows.min(budget));
            self.tree.known_nulls(id, rows, rows);
        }
        self.rows = self.rows.saturating_add(rows);
        self.folders.add(folders, rows);
        Ok(())
    }

    /// The nodes of the columns of a file, by their names.
    fn roots(&mut self, name: &str, columns: &[Column]) -> Vec<Option<NodeId>> {
        let mut notes = Vec::new();
        let known = &self.columns;
        let ids = self.tree.roots();
        let roots = columns
            .iter()
            .map(|column| {
                let at = known.iter().position(|known| known.name == column.name);
                match at {
                    Some(at) if is_same(&known[at], column) => ids.get(at).copied(),
                    Some(_) => {
                        notes.push((
                            column,
                            "it has another type in this file, whose values are not looked at",
                        ));
                        None
                    }
                    None => {
                        notes.push((column, "the first of the files does not have it, and it is left out"));
                        None
                    }
                }
            })
            .collect();
        let origin = Origin { source: name.to_owned(), line: 0 };
        self.notes.extend(notes.into_iter().map(|(column, text)| Note {
            origin: origin.clone(),
            about: format!("column {}", column.name),
            text: text.into(),
        }));
        roots
    }

    /// The table, once all files were read.
    ///
    /// # Errors
    /// It has no columns.
    pub fn finish(self) -> Result<LearnedTable> {
        let mut table = Table::new(TableName { schema: None, name: self.name }, self.origin);
        table.columns = self.tree.finish(self.rows);
        for column in self.folders.finish(self.rows) {
            if !table.columns.iter().any(|known| known.name == column.name) {
                table.columns.push(column);
            }
        }
        if table.columns.is_empty() {
            return Err(TypedError::Empty);
        }
        table.rows = Some(self.rows);
        if self.rows > 0 {
            keys(&mut table, self.rows);
        }
        Ok(LearnedTable { table, notes: self.notes })
    }
}

/// Whether two columns have the same type with all of their parts.
pub fn is_same(one: &Column, other: &Column) -> bool {
    let all = |ones: &[Column], others: &[Column]| {
        ones.len() == others.len()
            && ones.iter().zip(others).all(|(one, other)| one.name == other.name && is_same(one, other))
    };
    match (&one.kind, &other.kind) {
        (Kind::Struct(ones), Kind::Struct(others)) => all(ones, others),
        (Kind::List { item: one, .. }, Kind::List { item: other, .. }) => is_same(one, other),
        (Kind::Entries { key, value, .. }, Kind::Entries { key: other_key, value: other_value, .. }) => {
            is_same(key, other_key) && is_same(value, other_value)
        }
        (kind, other_kind) => kind == other_kind && one.stored == other.stored,
    }
}
