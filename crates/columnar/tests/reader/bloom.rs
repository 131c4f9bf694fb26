//! Bloom filters and pages of a size, by the reader of the `parquet` crate.

use crate::common::plan;
use bytes::Bytes;
use gush_columnar::{Codec, Columnar, Options, ParquetOptions, Writer};
use parquet::bloom_filter::Sbbf;
use parquet::column::reader::ColumnReader;
use parquet::file::properties::ReaderProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;

/// Columns of every form of values: dictionaries, ranges, texts, numbers, bytes.
const SPECS: [&str; 17] = [
    "id=seq",
    "few=int:-5,9@null=0.5",
    "zipf=int:1,1_000_000@dist=zipf:1.5@null=0.1",
    "day=date@type=date",
    "at=datetime@null=0.2",
    "t=time",
    "d5=decimal:-5,500,2",
    "d9=decimal:-9_000_000_000,9_000_000_000,9@null=0.1",
    "wide=decimal:-5,12345678901234567890.123456,9",
    "long=int:0,18446744073709551615",
    "f=float:-5,5",
    "u=uuidv4@null=0.1",
    "b=bytes:5",
    "word=country.code:any@null=0.2",
    "text=email@null=0.1",
    "never=int@null=1",
    "x.y=name",
];

fn file(rows: u64, group: u64, options: Options) -> SerializedFileReader<Bytes> {
    let plan = plan(&SPECS, rows);
    let options = Options { group_rows: Some(group), ..options };
    let all: Vec<usize> = (0..SPECS.len()).collect();
    let writer = Writer::new(Columnar::Parquet, &plan, &(0..rows), options).expect("the writer");
    let writer = writer.with_bloom_filters(&all);
    let (mut file, mut maker) = (writer.header().to_vec(), writer.maker());
    let groups = (0..rows.div_ceil(group)).map(|n| n * group..rows.min((n + 1) * group));
    let groups: Vec<_> = groups.map(|rows| maker.make(rows, &mut file).expect("a group")).collect();
    file.extend(writer.footer(&groups).expect("the footer"));
    let properties = ReaderProperties::builder().set_read_bloom_filter(true).build();
    let options = ReadOptionsBuilder::new().with_page_index().with_reader_properties(properties).build();
    SerializedFileReader::new_with_options(Bytes::from(file), options).expect("a file")
}

/// The plain bytes of all values of a column that are not null.
fn values(reader: ColumnReader, rows: usize) -> Vec<Vec<u8>> {
    macro_rules! read {
        ($reader:ident, $bytes:expr) => {{
            let (mut definition, mut values) = (Vec::new(), Vec::new());
            while $reader.read_records(rows, Some(&mut definition), None, &mut values).expect("values").0 > 0
            {
            }
            values.iter().map($bytes).collect()
        }};
    }
    match reader {
        ColumnReader::Int32ColumnReader(mut reader) => read!(reader, |n| n.to_le_bytes().to_vec()),
        ColumnReader::Int64ColumnReader(mut reader) => read!(reader, |n| n.to_le_bytes().to_vec()),
        ColumnReader::DoubleColumnReader(mut reader) => read!(reader, |n| n.to_le_bytes().to_vec()),
        ColumnReader::ByteArrayColumnReader(mut reader) => read!(reader, |b| b.data().to_vec()),
        ColumnReader::FixedLenByteArrayColumnReader(mut reader) => read!(reader, |b| b.data().to_vec()),
        _ => panic!("no column has this type"),
    }
}

/// How many of 2,000 values that are in no file seem to be in a filter.
fn false_positives(filter: &Sbbf) -> usize {
    (0..2000).filter(|n| filter.check(format!("none of the {n} values").as_str())).count()
}

#[test]
fn all_values_are_in_their_filters_and_few_others() {
    for (options, codec) in [(ParquetOptions::COMMON, None), (ParquetOptions::NEWEST, Some(Codec::Snappy))] {
        let (rows, group) = (7_000, 3_000);
        let options = Options { codec, checksums: true, parquet: options, ..Options::default() };
        let file = file(rows, group, options);
        assert_eq!(file.metadata().num_row_groups(), 3);
        for at in 0..file.metadata().num_row_groups() {
            let (group, reader) = (file.metadata().row_group(at), file.get_row_group(at).expect("a group"));
            for column in 0..group.num_columns() {
                let chunk = group.column(column);
                let name = chunk.column_path().string();
                let filter = reader.get_column_bloom_filter(column).expect("a bloom filter");
                let rows = group.num_rows() as usize;
                let mut values = values(reader.get_column_reader(column).expect("a column"), rows);
                assert!(values.iter().all(|value| filter.check(&value[..])), "{name}");
                assert!(false_positives(filter) <= 32, "{name}: {}", false_positives(filter));
                values.sort_unstable();
                values.dedup();
                // Not larger than the share of false positives needs, by more than the next power of two.
                let bytes = chunk.bloom_filter_length().expect("a length") as usize;
                assert!(bytes <= 32 + 15 || bytes <= 15 + 3 * values.len(), "{name}: {bytes}");
            }
        }
    }
}

#[test]
fn pages_have_about_the_size_that_was_asked_for() {
    for (page_bytes, parquet) in [
        (1 << 10, ParquetOptions::COMMON),
        (1 << 13, ParquetOptions::NEWEST),
        (1 << 20, ParquetOptions::COMMON),
    ] {
        let options = Options { page_bytes: Some(page_bytes), parquet, ..Options::default() };
        let file = file(20_000, 20_000, options);
        let index = file.metadata().page_index_for_row_group(0);
        for (column, spec) in SPECS.iter().enumerate() {
            let locations = index.page_locations(column).expect("an offset index");
            let sizes: Vec<u64> = locations.iter().map(|page| page.compressed_page_size as u64).collect();
            let most = page_bytes + page_bytes / 4 + 100;
            assert!(sizes.iter().all(|size| *size <= most), "{spec}: {sizes:?}");
            let bytes = file.metadata().row_group(0).column(column).compressed_size() as u64;
            assert!(sizes.len() as u64 <= 2 + 20_000 * 48 / page_bytes, "{spec}: {bytes} in {}", sizes.len());
            if page_bytes == 1 << 20 {
                assert_eq!(sizes.len(), 1, "{spec}");
            }
        }
    }
}
