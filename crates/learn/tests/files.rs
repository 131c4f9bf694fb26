//! What is learned from files of rows that people have: zeros before digits, days in several orders, nulls as words, quotes, semicolons.

use gush_learn::files::{CsvReader, FileError, JsonReader, LearnedTable};
use gush_learn::model::{Column, Kind, Statistics, TextForm};

/// Reads a text in pieces of this length.
fn csv(text: &[u8], piece: usize) -> Result<LearnedTable, FileError> {
    let mut reader = CsvReader::new("folder/orders.csv", None);
    text.chunks(piece).try_for_each(|piece| reader.feed(piece))?;
    reader.finish()
}

fn json(text: &str, piece: usize) -> Result<LearnedTable, FileError> {
    let mut reader = JsonReader::new("orders.ndjson");
    text.as_bytes().chunks(piece).try_for_each(|piece| reader.feed(piece))?;
    reader.finish()
}

/// The only column of a file with these values.
fn column(name: &str, values: &[&str]) -> (Column, Vec<String>) {
    let rows: Vec<String> =
        values.iter().enumerate().map(|(row, value)| format!("{row},{value}\n")).collect();
    let learned = csv(format!("row,{name}\n{}", rows.concat()).as_bytes(), 1 << 20).expect("it can be read");
    let column = learned.table.columns[1].clone();
    let doubts = column.doubts.clone();
    (column, doubts)
}

fn kind(name: &str, values: &[&str]) -> Kind {
    column(name, values).0.kind
}

fn statistics(column: &Column) -> &Statistics {
    column.statistics.as_ref().expect("a file has statistics")
}

const TEXT: Kind = Kind::Text { max: None, is_fixed: false, ignores_case: false };

#[test]
fn pieces_of_any_length_are_the_same() {
    let text = b"\xef\xbb\xbfid;name;price\r\n1;\"M\xc3\xbcller; \"\"A\"\"\";1.50\r\n2;\"two\nlines\";22.5\r\n3;;NA\r\n";
    let all = csv(text, 1 << 20).expect("it can be read");
    for piece in [1, 2, 3, 7, 64] {
        assert_eq!(csv(text, piece).expect("it can be read"), all, "{piece}");
    }
    let columns = &all.table.columns;
    assert_eq!(all.table.name.name, "orders");
    assert_eq!(columns.iter().map(|column| &*column.name).collect::<Vec<_>>(), ["id", "name", "price"]);
    assert_eq!(columns[2].kind, Kind::Decimal { precision: Some(4), scale: Some(2) });
    assert!(columns[1].is_nullable && columns[2].is_nullable && !columns[0].is_nullable);
    let words: Vec<&str> = statistics(&columns[1]).common.iter().map(|common| &*common.value).collect();
    assert_eq!(words, ["Müller; \"A\"", "two\nlines"]);
    assert_eq!(all.table.rows, Some(3));
}

#[test]
fn digits_that_are_no_numbers_stay_texts() {
    assert_eq!(kind("n", &["007", "12"]), TEXT);
    assert_eq!(kind("zip", &["12345", "54321"]), TEXT);
    assert_eq!(kind("customerAccountNo", &["12345", "543216"]), TEXT);
    assert_eq!(kind("phone", &["+4912345", "+4954321"]), TEXT);
    assert!(matches!(kind("n", &["12345", "54321"]), Kind::Int(size) if size.bits == 32));
    assert!(matches!(kind("n", &["1", "3000000000"]), Kind::Int(size) if size.bits == 64));
    assert!(matches!(kind("n", &["18446744073709551615"]), Kind::Int(size) if size.is_unsigned));
    assert_eq!(kind("n", &["1.5", "1e300"]), Kind::Float { bits: 64 });
}

#[test]
fn words_for_null_are_null_beside_numbers_and_words_beside_words() {
    let (numbers, _) = column("n", &["1", "NA", "", "2", "NULL"]);
    assert!(matches!(numbers.kind, Kind::Int(_)));
    assert!((statistics(&numbers).null_share - 0.6).abs() < 1e-9);
    let (countries, _) = column("country", &["DE", "NA", "FR", "NULL"]);
    assert!((statistics(&countries).null_share - 0.25).abs() < 1e-9);
    assert!(statistics(&countries).common.iter().any(|common| common.value == "NA"));
}

#[test]
fn days_have_the_order_of_all_of_them() {
    let format = |values: &[&str]| {
        let (column, notes) = column("day", values);
        (column.kind.clone(), statistics(&column).format.clone(), notes.len())
    };
    assert_eq!(format(&["01.02.2024", "31.12.2024"]), (Kind::Date, Some("%d.%m.%Y".into()), 0));
    assert_eq!(format(&["01/02/2024", "02/03/2024"]), (Kind::Date, Some("%m/%d/%Y".into()), 1));
    assert_eq!(format(&["31/01/2024", "01/31/2024"]), (TEXT, None, 1));
    assert_eq!(format(&["2024-01-31"]), (Kind::Date, None, 0));
    let moment = |digits, has_zone| Kind::DateTime { digits, has_zone };
    assert_eq!(format(&["2024-01-31T10:00:00.123Z"]), (moment(3, true), None, 0));
    let blank = Some("%Y-%m-%d %H:%M:%S".into());
    assert_eq!(format(&["2024-01-31 10:00:00"]), (moment(0, false), blank, 0));
    assert_eq!(kind("t", &["10:00", "11:30"]), Kind::Time { digits: 0, has_zone: false });
}

#[test]
fn a_type_that_changes_late_is_seen() {
    let mut text = String::from("id,value\n");
    (0..200_000).for_each(|row| text += &format!("{row},{}\n", row * 3));
    text += "200000,see page 4\n";
    let learned = csv(text.as_bytes(), 1 << 16).expect("it can be read");
    assert_eq!(learned.table.columns[1].kind, TEXT);
    assert_eq!(learned.table.columns[1].doubts, ["1 of its values are texts beside 200000 others"]);
    assert_eq!(learned.table.primary_key, ["id"]);
}

#[test]
fn what_texts_are_is_seen() {
    assert_eq!(statistics(&column("m", &["a@b.org", "c.d@e.co.uk"]).0).form, Some(TextForm::Email));
    assert_eq!(statistics(&column("u", &["https://a.b", "http://c.d/e"]).0).form, Some(TextForm::Url));
    assert_eq!(statistics(&column("c", &["AB-12", "CD-34"]).0).pattern.as_deref(), Some("[A-Z]{2}-[0-9]{2}"));
    assert_eq!(kind("c", &["9d0efbfe-6f8a-4e6b-ac8f-e299a0ad8229"]), Kind::Uuid);
    assert_eq!(kind("c", &["10.0.0.1", "::1"]), Kind::Inet);
    assert_eq!(kind("c", &["true", "false"]), Kind::Bool);
    // As the file writes them.
    assert_eq!(kind("c", &["True", "False"]), Kind::Enum(vec!["False".into(), "True".into()]));
}

#[test]
fn files_without_names_and_with_uneven_rows_are_read() {
    let learned = csv(b"1,a\n2,b,c\n3\n", 1 << 20).expect("it can be read");
    let names: Vec<&str> = learned.table.columns.iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["column1", "column2", "column3"]);
    let uneven = learned.notes.first().expect("it is noted");
    assert_eq!(
        (uneven.origin.line, &*uneven.text),
        (1, "2 rows have another number of fields than 3; this is the first")
    );
    let latin = csv(b"name,n\nM\xfcller,1\n", 1 << 20).expect("it can be read");
    assert_eq!(statistics(&latin.table.columns[0]).common[0].value, "Müller");
}

#[test]
fn what_is_no_file_of_rows_is_told() {
    assert_eq!(csv(b"", 1), Err(FileError::Empty));
    assert_eq!(csv(b" \n\n", 1), Err(FileError::Empty));
    assert_eq!(csv(b"a,b\0\n", 9), Err(FileError::NotText));
    assert_eq!(csv(b"\xff\xfea\0,\0b\0", 99), Err(FileError::Utf16));
    assert_eq!(csv(b"id,name\n", 99), Err(FileError::NoRows));
    assert_eq!(json("[{\"a\": 1}]", 99), Err(FileError::IsList));
    assert_eq!(json("{\"a\": 1}\n7\n", 99), Err(FileError::NotAnObject { line: 2 }));
    assert!(matches!(json("{\"a\": 1}\n{\"a\": \n", 99), Err(FileError::NotJson { line: 2, .. })));
    assert_eq!(json("\n", 99), Err(FileError::Empty));
}

#[test]
fn objects_lists_and_missing_fields_are_seen() {
    let text = r#"{"id": 1, "zip": "01067", "at": "2024-01-31T10:00:00Z", "tags": ["a", "b"], "to": {"city": "Köln", "n": null}}
{"id": 2, "zip": "80331", "price": 1.25, "tags": [], "to": {"city": "Bonn"}, "mixed": 1}
{"id": 3, "zip": "80331", "price": 10, "to": null, "mixed": {"a": 1}}"#;
    let all = json(text, 1 << 20).expect("it can be read");
    for piece in [1, 5, 50] {
        assert_eq!(json(text, piece).expect("it can be read"), all, "{piece}");
    }
    let column = |name: &str| all.table.column(name).expect("it is there");
    assert_eq!(column("zip").kind, TEXT);
    assert_eq!(column("at").kind, Kind::DateTime { digits: 0, has_zone: true });
    assert_eq!(column("price").kind, Kind::Decimal { precision: Some(4), scale: Some(2) });
    assert_eq!(column("mixed").kind, Kind::Json { is_binary: false });
    let Kind::List { item, length, is_distinct } = &column("tags").kind else {
        panic!("{:?}", column("tags").kind)
    };
    assert_eq!((&item.kind, item.is_nullable, *length, *is_distinct), (&TEXT, false, (0, 2), false));
    assert_eq!(statistics(column("tags")).length, Some((0, 2)));
    let share = |name: &str| statistics(column(name)).null_share;
    assert!((share("price") - 1.0 / 3.0).abs() < 1e-9 && (share("to") - 1.0 / 3.0).abs() < 1e-9);
    let Kind::Struct(fields) = &column("to").kind else { panic!("{:?}", column("to").kind) };
    assert_eq!((&*fields[0].name, fields[0].is_nullable, fields[1].is_nullable), ("city", false, true));
}

/// Random bytes are read or refused.
#[test]
fn any_bytes_end() {
    let signs = b"{}[],;\t|\"'\n\r\\0123456789.eE+-:/TZabc \xc3\xbc\xff";
    let mut state = 1_u64;
    for _ in 0..3000 {
        let mut text = Vec::new();
        for _ in 0..64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push(signs[(state >> 33) as usize % signs.len()]);
        }
        let _ = csv(&text, 7);
        let _ = json(&String::from_utf8_lossy(&text), 7);
    }
}
