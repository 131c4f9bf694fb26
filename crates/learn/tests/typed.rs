//! Typed files: what was written is learned again, and no bytes make the reader panic, hang or take memory without a bound.

use std::io;

use gush_columnar::{Codec, Columnar, Options, Writer};
use gush_learn::files::LearnedTable;
use gush_learn::model::Kind;
use gush_learn::typed::{Input, TypedError, TypedKind, TypedReader};
use gusher::{Context, plan::Plan, schema::Schema};
use proptest::prelude::*;

const COLUMNS: [&str; 14] = [
    "id=seq",
    "a=int:0,300@null=0.25@type=int16",
    "b=decimal:0,500,2",
    "c=float@nan=0.1",
    "d=date:2024-01-01,2024-12-31",
    "e=datetime:2024-01-01,2024-12-31@type=timestamp_ms",
    "f=uuidv4",
    "g=bytes:0,9",
    "h=enum:red,green,blue",
    "i=bool@null=0.1",
    "j=noun@list=0,3",
    "k={x=int:0,9@null=0.5 y=noun@list=1,2}",
    "l=interval",
    "m=bytes:3",
];

/// A file of these columns, in groups of 300 rows.
fn file(format: Columnar, columns: &[&str], rows: u64, codec: Option<Codec>) -> Vec<u8> {
    let (schema, diagnostics) = Schema::parse("t", columns, &Context::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let plan = Plan::new(&schema, 7, &(0..rows)).expect("a plan");
    let options = Options { group_rows: Some(300), codec, ..Options::default() };
    let writer = Writer::new(format, &plan, &(0..rows), options).expect("a writer");
    let mut bytes = writer.header().to_vec();
    let (mut maker, mut groups) = (writer.maker(), Vec::new());
    for start in (0..rows).step_by(300) {
        groups.push(maker.make(start..(start + 300).min(rows), &mut bytes).expect("memory"));
    }
    bytes.extend(writer.footer(&groups).expect("a footer"));
    bytes
}

const FORMATS: [(Columnar, TypedKind); 4] = [
    (Columnar::Parquet, TypedKind::Parquet),
    (Columnar::ArrowFile, TypedKind::Arrow),
    (Columnar::ArrowStream, TypedKind::Arrow),
    (Columnar::Avro, TypedKind::Avro),
];

fn learned(kind: TypedKind, mut bytes: &[u8]) -> Result<LearnedTable, TypedError> {
    let mut reader = TypedReader::new("t.file", None, 1);
    reader.add(kind, "t.file", &mut bytes, &[])?;
    reader.finish()
}

#[test]
fn types_nulls_and_ranges_come_back() {
    for (format, kind) in FORMATS {
        for codec in [None, Some(Codec::Snappy), Some(Codec::Zstd(1)), Some(Codec::Lz4)] {
            if format == Columnar::Avro && codec == Some(Codec::Lz4)
                || kind == TypedKind::Arrow && codec == Some(Codec::Snappy)
            {
                continue;
            }
            let bytes = file(format, &COLUMNS, 1000, codec);
            let table =
                learned(kind, &bytes).unwrap_or_else(|error| panic!("{format:?} {codec:?}: {error}")).table;
            assert_eq!((table.rows, table.columns.len()), (Some(1000), COLUMNS.len()));
            let statistics = |name: &str| {
                let column = table.column(name).expect("a column");
                column.statistics.clone().expect("statistics")
            };
            assert_eq!(table.primary_key, ["id"]);
            assert_eq!(statistics("id").range, Some(("1".into(), "1000".into())));
            assert!((statistics("a").null_share - 0.25).abs() < 0.05, "{format:?}");
            assert!((statistics("c").nan_share - 0.1).abs() < 0.03, "{format:?}");
            assert!(
                statistics("d")
                    .range
                    .is_some_and(|(low, high)| low.starts_with("2024-01") && high.starts_with("2024-12"))
            );
            assert_eq!(statistics("g").length, Some((0, 9)));
            assert_eq!(statistics("h").common.len(), 3);
            assert!(matches!(&table.column("j").expect("a column").kind, Kind::List { length: (0, 3), .. }));
            let Kind::Struct(fields) = &table.column("k").expect("a column").kind else {
                panic!("no struct")
            };
            let nulls = fields[0].statistics.as_ref().map(|statistics| statistics.null_share);
            assert!(nulls.is_some_and(|share| (share - 0.5).abs() < 0.07), "{format:?}: {nulls:?}");
            assert!(matches!(fields[1].kind, Kind::List { length: (1, 2), .. }), "{format:?}");
        }
    }
}

/// Rows of a large file are read from all of its parts, and the footer has the range of all.
#[test]
fn a_sample_knows_what_the_footer_says() {
    let bytes = file(Columnar::Parquet, &["id=seq", "n=int:0,9@null=0.5"], 60_000, None);
    let table = learned(TypedKind::Parquet, &bytes).expect("a file").table;
    let id = table.column("id").and_then(|column| column.statistics.clone()).expect("statistics");
    assert_eq!(id.range, Some(("1".into(), "60000".into())));
    assert!(id.rows <= 20_000 && id.rows > 1000, "{}", id.rows);
    assert_eq!(table.primary_key, ["id"]);
    assert!(table.column("id").is_some_and(|column| !column.doubts.is_empty()));
}

/// Files that are cut, at each length that is not beyond all bounds.
#[test]
fn cut_files_are_errors() {
    for (format, kind) in FORMATS {
        let bytes =
            file(format, &COLUMNS, 40, Some(Codec::Zstd(1)).filter(|_| format != Columnar::ArrowStream));
        for length in (0..bytes.len()).step_by(7) {
            let found = learned(kind, &bytes[..length]);
            // Streams and Avro files may end behind any message.
            let may_end = matches!(format, Columnar::ArrowStream | Columnar::Avro);
            assert!(may_end || found.is_err(), "{format:?}: {length} of {}", bytes.len());
        }
    }
}

/// Counts what is read of a file.
struct Counted<'b>(&'b [u8], u64);

impl Input for Counted<'_> {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&mut self, start: u64, into: &mut [u8]) -> io::Result<()> {
        self.1 += into.len() as u64;
        Input::read(&mut self.0, start, into)
    }
}

#[test]
fn pages_between_the_rows_that_are_read_are_passed_over() {
    let columns = ["a=uuidv4", "b=float"];
    let (schema, _) = Schema::parse("t", &columns, &Context::default());
    let rows = 2_000_000;
    let plan = Plan::new(&schema, 7, &(0..rows)).expect("a plan");
    let options = Options { group_rows: Some(rows), ..Options::default() };
    let writer = Writer::new(Columnar::Parquet, &plan, &(0..rows), options).expect("a writer");
    let mut bytes = writer.header().to_vec();
    let groups = [writer.maker().make(0..rows, &mut bytes).expect("memory")];
    bytes.extend(writer.footer(&groups).expect("a footer"));
    let mut input = Counted(&bytes, 0);
    let mut reader = TypedReader::new("t.parquet", None, 1);
    reader.add(TypedKind::Parquet, "t.parquet", &mut input, &[]).expect("a file");
    assert!(input.1 * 2 < bytes.len() as u64, "{} of {}", input.1, bytes.len());
}

fn damaged() -> impl Strategy<Value = (usize, Vec<(prop::sample::Index, u8)>)> {
    (0..FORMATS.len(), prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// No change of bytes makes the reader panic.
    #[test]
    fn damaged_files_are_read_or_refused((format, changes) in damaged(), is_packed in any::<bool>()) {
        static FILES: std::sync::OnceLock<Vec<[Vec<u8>; 2]>> = std::sync::OnceLock::new();
        let files = FILES.get_or_init(|| {
            FORMATS.iter().map(|(format, _)| [None, Some(Codec::Zstd(1))].map(|codec| file(*format, &COLUMNS, 60, codec))).collect()
        });
        let mut bytes = files[format][usize::from(is_packed)].clone();
        let length = bytes.len();
        for (index, byte) in changes {
            // Half of the changes are at the end, where most of the metadata is.
            let at = index.index(length);
            let at = if byte % 2 == 0 { at } else { length - 1 - at % (length / 4) };
            bytes[at] = byte;
        }
        if let Ok(found) = learned(FORMATS[format].1, &bytes) {
            prop_assert!(found.table.columns.len() <= 1000);
        }
    }
}
