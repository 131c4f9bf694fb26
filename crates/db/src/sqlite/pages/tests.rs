//! Records against those that the description of the format has, and a file that is larger than the lock-byte page is far.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::num::NonZeroUsize;

use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use super::super::look;
use super::super::value::{Value, columns};
use super::record::{Record, put_varint, varint_len};
use super::{DatabaseFile, PAGE_SIZE, fill};
use crate::options::TableToLoad;
use crate::progress::Progress;

fn bytes_of(values: &[Value<'_>]) -> Vec<u8> {
    let (mut record, mut out) = (Record::default(), Vec::new());
    values.iter().for_each(|value| record.push(*value));
    record.write(&mut out);
    assert_eq!(out.len(), record.len());
    out
}

#[test]
fn records_are_those_of_the_format() {
    let int = |value| bytes_of(&[Value::Int(value)]);
    assert_eq!(bytes_of(&[]), [1]);
    assert_eq!(bytes_of(&[Value::Null]), [2, 0]);
    assert_eq!((int(0), int(1)), (vec![2, 8], vec![2, 9]));
    assert_eq!((int(-1), int(127), int(-128)), (vec![2, 1, 0xff], vec![2, 1, 0x7f], vec![2, 1, 0x80]));
    assert_eq!((int(128), int(-129)), (vec![2, 2, 0, 0x80], vec![2, 2, 0xff, 0x7f]));
    for (value, code, size) in [
        (1 << 15, 3, 3),
        (-(1 << 23), 3, 3),
        (1 << 23, 4, 4),
        (1 << 31, 5, 6),
        (1 << 39, 5, 6),
        (-(1 << 47), 5, 6),
        (1 << 47, 6, 8),
        (i64::MAX, 6, 8),
        (i64::MIN, 6, 8),
    ] {
        let expected = [&[2, code][..], &i64::to_be_bytes(value)[8 - size..]].concat();
        assert_eq!(int(value), expected, "{value}");
    }
    assert_eq!(bytes_of(&[Value::Real(2.0)]), [2, 1, 2]);
    assert_eq!(bytes_of(&[Value::Real(0.5)]), [2, 7, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes_of(&[Value::Real(-0.0)]), [2, 8]);
    assert_eq!(bytes_of(&[Value::Text(b"ab"), Value::Blob(b"c")]), [3, 17, 14, b'a', b'b', b'c']);
    // The head counts its own length, which takes a second byte here.
    assert_eq!(bytes_of(&[Value::Null; 126])[0], 127);
    assert_eq!(bytes_of(&[Value::Null; 127])[..2], [0x81, 1]);
}

proptest! {
    #[test]
    fn integers_of_variable_length_are_read_back(value: u64, shift in 0u32..64) {
        let value = value >> shift;
        let mut bytes = Vec::new();
        put_varint(value, &mut bytes);
        prop_assert_eq!(bytes.len(), varint_len(value));
        // Seven bits a byte until one is below 128; the ninth has eight.
        let read = bytes.iter().enumerate().fold(0, |read: u64, (at, byte)| match at {
            8 => read << 8 | u64::from(*byte),
            _ => read << 7 | u64::from(byte & 0x7f),
        });
        prop_assert_eq!(read, value);
    }
}

/// All pages but for a few before the lock-byte page are said to be free, so that the file takes no room.
#[test]
fn pages_go_around_the_lock_byte_page() {
    let lock = (1 << 30) / PAGE_SIZE as u32 + 1;
    let (schema, _) = Schema::parse(
        "t",
        &["id=seq", "b=bytes:0,4096@type=text", "n=int:1,9999"],
        &Context::default().now(0),
    );
    let plan = Plan::new(&schema, 7, &(0..500)).unwrap();
    for before in [1, 2, 5, 40, 300] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("t.db");
        let database = Connection::open(&path).unwrap();
        let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, n INTEGER); CREATE INDEX i ON t (n, b)";
        database.execute_batch(sql).unwrap();
        let layout = look::layout(&database, "t", &plan).unwrap().unwrap();
        let affinities = look::table(&database, "t").unwrap().unwrap().affinities(&plan);
        drop(database);
        free(&path, 4, lock - before);
        let file = DatabaseFile::new(&path, u64::from(lock - before));
        let table = TableToLoad { name: "t", plan: &plan, rows: 0..500 };
        let columns = columns(&plan, &affinities);
        let threads = NonZeroUsize::new(2).unwrap();
        assert!(fill(&file, &table, &layout, &columns, threads, &Progress::default()).unwrap());
        file.finish().unwrap();
        let database = Connection::open(&path).unwrap();
        let ask = |sql: &str| database.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(ask("SELECT * FROM pragma_integrity_check"), "ok");
        assert_eq!(ask("SELECT count(*) || ' ' || max(id) FROM t"), "500 500");
        assert_eq!(
            ask(&format!("SELECT iif(page_count > {lock}, 'beyond', 'before') FROM pragma_page_count")),
            "beyond"
        );
    }
}

/// Puts pages on the list of free ones (section 1.5, "The Freelist").
fn free(path: &std::path::Path, first: u32, last: u32) {
    let mut file = File::options().write(true).open(path).unwrap();
    let numbers: Vec<u32> = (first..=last).collect();
    let trunks: Vec<&[u32]> = numbers.chunks(1 + PAGE_SIZE / 4 - 8).collect();
    for (at, trunk) in trunks.iter().enumerate() {
        let next = trunks.get(at + 1).map_or(0, |next| next[0]);
        let fields = [next, trunk.len() as u32 - 1].into_iter().chain(trunk[1..].iter().copied());
        let bytes: Vec<u8> = fields.flat_map(u32::to_be_bytes).collect();
        file.seek(SeekFrom::Start(u64::from(trunk[0] - 1) * PAGE_SIZE as u64)).unwrap();
        file.write_all(&bytes).unwrap();
    }
    file.set_len(u64::from(last) * PAGE_SIZE as u64).unwrap();
    file.seek(SeekFrom::Start(32)).unwrap();
    file.write_all(&[first.to_be_bytes(), (last - first + 1).to_be_bytes()].concat()).unwrap();
}
