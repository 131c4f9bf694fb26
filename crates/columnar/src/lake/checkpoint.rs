//! Checkpoints of Delta Lake: the state of a table as one Parquet file, after
//! <https://github.com/delta-io/delta/blob/master/PROTOCOL.md#checkpoints>.

use std::io;

use crate::corpus::{Kind, Leaf, Logical, Node, PlainFile, Repetition, Tree, named};

/// What a table of Delta Lake needs of its readers and writers.
#[derive(Debug, Clone, Default)]
pub struct DeltaProtocol {
    /// The version that readers need.
    pub reader: i32,
    /// The version that writers need.
    pub writer: i32,
    /// The features that readers need, from version 3 on.
    pub reader_features: Option<Vec<String>>,
    /// The features that writers need, from version 7 on.
    pub writer_features: Option<Vec<String>>,
}

/// The metadata of a table of Delta Lake. Its files are Parquet.
#[derive(Debug, Clone, Default)]
pub struct DeltaMetadata {
    /// The id of the table.
    pub id: String,
    /// The name of the table.
    pub name: Option<String>,
    /// The schema, as JSON.
    pub schema: String,
    /// The names of the columns that the partitions are by.
    pub partition_columns: Vec<String>,
    /// The properties of the table.
    pub configuration: Vec<(String, String)>,
    /// When the table was created, in milliseconds since 1970-01-01T00:00:00Z.
    pub created: Option<i64>,
}

/// A data file of a table of Delta Lake.
#[derive(Debug, Clone, Default)]
pub struct DeltaFile {
    /// Its path in the table's folder, percent-encoded.
    pub path: String,
    /// The values of its partition, by the names of the columns; `None` is null.
    pub partition: Vec<(String, Option<String>)>,
    /// Its size in bytes.
    pub size: i64,
    /// Its time, in milliseconds since 1970-01-01T00:00:00Z.
    pub modified: i64,
    /// What is known of its columns, as JSON.
    pub statistics: Option<String>,
}

/// Writes a checkpoint: an action a row, of which at most 4,096 are in memory besides the compressed ones.
#[expect(missing_debug_implementations, reason = "it holds a file in the making")]
pub struct DeltaCheckpoint {
    file: PlainFile,
    actions: u64,
}

/// Actions, in the order of the columns.
const TXN: usize = 0;
const ADD: usize = 1;
const REMOVE: usize = 2;
const METADATA: usize = 3;
const PROTOCOL: usize = 4;

impl DeltaCheckpoint {
    /// A checkpoint of a table with this protocol and metadata.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn new(protocol: &DeltaProtocol, metadata: &DeltaMetadata) -> io::Result<DeltaCheckpoint> {
        let mut checkpoint = DeltaCheckpoint { file: PlainFile::new(fields()), actions: 0 };
        checkpoint.push(
            PROTOCOL,
            vec![
                int32(protocol.reader),
                int32(protocol.writer),
                protocol.reader_features.as_deref().map_or(Tree::Null, texts),
                protocol.writer_features.as_deref().map_or(Tree::Null, texts),
            ],
        )?;
        let properties = metadata.configuration.iter().map(|(name, value)| (&**name, Some(&**value)));
        checkpoint.push(
            METADATA,
            vec![
                text(&metadata.id),
                metadata.name.as_deref().map_or(Tree::Null, text),
                Tree::Null,
                Tree::Group(vec![text("parquet"), entries([])]),
                text(&metadata.schema),
                texts(&metadata.partition_columns),
                metadata.created.map_or(Tree::Null, int64),
                entries(properties),
            ],
        )?;
        Ok(checkpoint)
    }

    /// Adds a data file.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn add(&mut self, file: &DeltaFile) -> io::Result<()> {
        let partition = file.partition.iter().map(|(name, value)| (&**name, value.as_deref()));
        let row = vec![
            text(&file.path),
            entries(partition),
            int64(file.size),
            int64(file.modified),
            // A checkpoint changes no data.
            leaf(vec![0]),
            file.statistics.as_deref().map_or(Tree::Null, text),
            Tree::Null,
        ];
        self.push(ADD, row)
    }

    fn push(&mut self, action: usize, values: Vec<Tree>) -> io::Result<()> {
        let mut row = [const { Tree::Null }; 5];
        row[action] = Tree::Group(values);
        self.actions += 1;
        self.file.push(&row)
    }

    /// How many actions it has.
    pub fn actions(&self) -> u64 {
        self.actions
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.file.finish()
    }
}

/// The fields of the file: a group for each kind of action. `txn` and `remove` have no rows, and readers expect them.
fn fields() -> Vec<Node> {
    let mut fields = [const { Vec::new() }; 5];
    fields[TXN] = vec![of("appId", "string"), of("version", "int64"), of("lastUpdated", "int64")];
    fields[ADD] = vec![
        of("path", "string"),
        map("partitionValues"),
        of("size", "int64"),
        of("modificationTime", "int64"),
        of("dataChange", "bool"),
        of("stats", "string"),
        map("tags"),
    ];
    fields[REMOVE] = vec![
        of("path", "string"),
        of("deletionTimestamp", "int64"),
        of("dataChange", "bool"),
        of("extendedFileMetadata", "bool"),
        map("partitionValues"),
        of("size", "int64"),
    ];
    fields[METADATA] = vec![
        of("id", "string"),
        of("name", "string"),
        of("description", "string"),
        group("format", vec![of("provider", "string"), map("options")]),
        of("schemaString", "string"),
        list("partitionColumns"),
        of("createdTime", "int64"),
        map("configuration"),
    ];
    fields[PROTOCOL] = vec![
        of("minReaderVersion", "int32"),
        of("minWriterVersion", "int32"),
        list("readerFeatures"),
        list("writerFeatures"),
    ];
    let names = ["txn", "add", "remove", "metaData", "protocol"];
    names.into_iter().zip(fields).map(|(name, fields)| group(name, fields)).collect()
}

fn of(name: &'static str, kind: &str) -> Node {
    Node { name, repetition: Repetition::Optional, kind: Kind::Leaf(named(kind)) }
}

fn group(name: &'static str, fields: Vec<Node>) -> Node {
    Node { name, repetition: Repetition::Optional, kind: Kind::Group(None, fields) }
}

/// A field of many values.
fn many(name: &'static str, logical: Logical, item: &'static str, fields: Vec<Node>) -> Node {
    let items = Node { name: item, repetition: Repetition::Repeated, kind: Kind::Group(None, fields) };
    Node { name, repetition: Repetition::Optional, kind: Kind::Group(Some(logical), vec![items]) }
}

fn list(name: &'static str) -> Node {
    many(name, Logical::List, "list", vec![of("element", "string")])
}

fn map(name: &'static str) -> Node {
    let key = Node { repetition: Repetition::Required, ..of("key", "string") };
    many(name, Logical::Map, "key_value", vec![key, of("value", "string")])
}

fn leaf(plain: Vec<u8>) -> Tree {
    Tree::Leaf(Leaf { plain, json: String::new() })
}

fn text(text: &str) -> Tree {
    leaf(text.as_bytes().to_vec())
}

fn int32(number: i32) -> Tree {
    leaf(number.to_le_bytes().to_vec())
}

fn int64(number: i64) -> Tree {
    leaf(number.to_le_bytes().to_vec())
}

fn texts(all: &[String]) -> Tree {
    let items = all.iter().map(|item| Tree::Group(vec![text(item)]));
    Tree::Group(vec![Tree::Items(items.collect())])
}

fn entries<'e>(all: impl IntoIterator<Item = (&'e str, Option<&'e str>)>) -> Tree {
    let entry =
        |(key, value): (&str, Option<&str>)| Tree::Group(vec![text(key), value.map_or(Tree::Null, text)]);
    Tree::Group(vec![Tree::Items(all.into_iter().map(entry).collect())])
}
