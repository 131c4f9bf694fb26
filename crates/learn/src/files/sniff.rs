//! What a file is, detected from its first bytes.

use super::sketch::{Class, class, trimmed};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// Rows with a separator between their fields.
    Csv,
    /// A JSON object a line.
    Ndjson,
    /// A JSON document: a schema, or one object over several lines.
    Json,
    /// A Parquet file.
    Parquet,
    /// An Arrow file or stream.
    Arrow,
    /// An Avro file.
    Avro,
    /// A database of SQLite.
    Sqlite,
    /// Compressed by gzip.
    Gzip,
    /// Compressed by Zstandard.
    Zstd,
}

/// What a file is whose first bytes are these; none where they say nothing, as those of SQL do.
pub fn kind(head: &[u8]) -> Option<FileKind> {
    const MAGIC: [(&[u8], FileKind); 9] = [
        (b"PAR1", FileKind::Parquet),
        (b"ARROW1", FileKind::Arrow),
        // Its reader says what Feather was.
        (b"FEA1", FileKind::Arrow),
        (b"\xff\xff\xff\xff", FileKind::Arrow),
        (b"Obj\x01", FileKind::Avro),
        (b"SQLite format 3\0", FileKind::Sqlite),
        (b"\x1f\x8b", FileKind::Gzip),
        (b"\x28\xb5\x2f\xfd", FileKind::Zstd),
        (b"\x50\x2a\x4d\x18", FileKind::Zstd),
    ];
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(*kind);
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    match text.first()? {
        b'{' => {
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or(text).trim_ascii_end();
            let is_object = line.ends_with(b"}") && line.len() > 2;
            Some(if is_object { FileKind::Ndjson } else { FileKind::Json })
        }
        b'[' => Some(FileKind::Json),
        _ => is_csv(text).then_some(FileKind::Csv),
    }
}

/// Whether the first lines have as many fields each, and no statement of SQL begins there.
fn is_csv(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 19] = [
        b"create",
        b"alter",
        b"insert",
        b"drop",
        b"set",
        b"begin",
        b"pragma",
        b"use",
        b"comment",
        b"delimiter",
        b"select",
        b"copy",
        b"start",
        b"grant",
        b"with",
        b"update",
        b"delete",
        b"lock",
        b"do",
    ];
    let first =
        text.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default().to_ascii_lowercase();
    let is_statement = WORDS.contains(&&*first)
        && text
            .get(first.len())
            .is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b';' | b'('));
    let is_comment = text.starts_with(b"--") || text.starts_with(b"/*") || text.starts_with(b"\\");
    let (separator, width) = separator(text);
    let rows = rows(text, separator);
    let even = rows.iter().filter(|row| row.len() == width).count();
    // A letter has commas, too, but not as many in each line.
    !is_statement && !is_comment && width >= 2 && rows.len() >= 2 && even * 10 >= rows.len() * 9
}

/// The separators that files have.
const SEPARATORS: [u8; 4] = [b',', b'\t', b';', b'|'];
/// As many rows are looked at.
const LOOKED: usize = 100;

/// How a separator divides the first rows.
#[derive(Clone, Copy)]
struct Division {
    separator: u8,
    /// How many fields most rows have.
    width: usize,
    /// The share of rows that have as many.
    even: f64,
    /// Whether the first one has.
    fits_first: bool,
    /// The share of fields that are no texts.
    typed: f64,
}

impl Division {
    fn of(head: &[u8], separator: u8) -> Option<Division> {
        let rows = rows(head, separator);
        let counts: Vec<usize> = rows.iter().map(Vec::len).collect();
        let times = |count: usize| counts.iter().filter(|&&other| other == count).count();
        let width = counts.iter().copied().max_by_key(|&count| (times(count), count))?;
        let fields = rows.iter().flatten();
        let typed = fields.filter(|field| class(trimmed(field)) != Class::Text).count();
        Some(Division {
            separator,
            width,
            even: times(width) as f64 / counts.len() as f64,
            fits_first: counts.first() == Some(&width),
            typed: typed as f64 / counts.iter().sum::<usize>().max(1) as f64,
        })
    }

    /// Whether it is a better one: numbers with decimal commas are as even as fields between semicolons are, and what is between the
    /// commas is no number then.
    fn is_better_than(&self, other: &Division) -> bool {
        if (self.even - other.even).abs() > 0.05 {
            return self.even > other.even;
        }
        if self.fits_first != other.fits_first {
            return self.fits_first;
        }
        if (self.typed - other.typed).abs() > 0.1 {
            return self.typed > other.typed;
        }
        self.width > other.width
    }
}

/// The separator of the first rows, and how many fields most of them have with it.
pub fn separator(head: &[u8]) -> (u8, usize) {
    let found = SEPARATORS.iter().filter_map(|separator| Division::of(head, *separator));
    let dividing = found.filter(|division| division.width > 1);
    let best = dividing.reduce(|best, next| if next.is_better_than(&best) { next } else { best });
    best.map_or((b',', 1), |best| (best.separator, best.width))
}

/// The first complete rows.
pub fn rows(head: &[u8], separator: u8) -> Vec<Vec<Vec<u8>>> {
    let mut reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
    let (mut rows, mut row, mut field, mut rest) = (Vec::new(), Vec::new(), Vec::new(), head);
    let mut out = [0; 1024];
    while rows.len() < LOOKED && !rest.is_empty() {
        let (result, read, written) = reader.read_field(rest, &mut out);
        rest = &rest[read..];
        field.extend_from_slice(&out[..written]);
        if let csv_core::ReadFieldResult::Field { record_end } = result {
            row.push(std::mem::take(&mut field));
            if record_end {
                rows.push(std::mem::take(&mut row));
            }
        }
    }
    rows
}

/// Whether the first of these rows has the names of columns: its fields are texts, where another row has something else, or
/// words that differ and come in no other row.
pub fn has_names(rows: &[Vec<Vec<u8>>]) -> bool {
    let Some((first, others)) = rows.split_first() else { return false };
    let is_text = |field: &[u8]| {
        matches!(class(trimmed(field)), Class::Text | Class::Empty | Class::NullWord | Class::Bool)
    };
    let is_name = |field: &Vec<u8>| is_text(field) && field.len() <= 128;
    if !first.iter().all(is_name) || first.iter().all(Vec::is_empty) {
        return false;
    }
    let column =
        |at: usize| others.iter().filter_map(move |row| row.get(at)).filter(|field| !field.is_empty());
    let has_other_kind = (0..first.len()).any(|at| column(at).any(|field| !is_text(field)));
    let comes_again = (0..first.len()).any(|at| column(at).any(|field| *field == first[at]));
    let differ = first.iter().enumerate().all(|(at, field)| field.is_empty() || !first[..at].contains(field));
    has_other_kind || differ && !comes_again
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_found() {
        for (text, expected) in [
            ("a,b\n1,2\n", (b',', 2)),
            ("a;b;c\n\"x;y\";1,5;2\n", (b';', 3)),
            ("a\tb\n1\t2,3\n", (b'\t', 2)),
            ("a|b|c\n1|2|3\n", (b'|', 3)),
            ("name\nA, B\nC\n", (b',', 1)),
            ("id;price;total\n1;1,50;2,00\n2;2,50;3,00\n", (b';', 3)),
            ("1;1,50;2,00\n2;2,50;3,00\n", (b';', 3)),
            ("a,b\n1,x;y\n2,y;z\n", (b',', 2)),
        ] {
            assert_eq!(separator(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn kinds_are_told_by_content() {
        for (text, expected) in [
            (&b"PAR1\0"[..], Some(FileKind::Parquet)),
            (b"\xef\xbb\xbfid,name\n1,x\n", Some(FileKind::Csv)),
            (b"{\"a\": 1}\n{\"a\": 2}\n", Some(FileKind::Ndjson)),
            (b"{\n \"$schema\": 1}", Some(FileKind::Json)),
            (b"CREATE TABLE a (x int, y int);\nCREATE TABLE b (x int, y int);\n", None),
            (b"-- a dump, made by hand\n", None),
            (b"hello world\n", None),
            (b"hello, world\n", None),
            (b"BEGIN;\nCREATE TABLE a (x int);\n", None),
            (b"Dear Anna,\nI saw it, and him,\nyesterday\n", None),
            (b"", None),
        ] {
            assert_eq!(kind(text), expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn heads_are_found() {
        let has = |text: &str| has_names(&rows(text.as_bytes(), b','));
        assert!(has("id,name\n1,x\n2,y\n"));
        assert!(has("city,country\nRome,Italy\nParis,France\n"));
        assert!(has("a,a,,A\n1,2,3,x\n"));
        assert!(!has("1,x\n2,y\n"));
        assert!(!has("red,red\nblue,red\n"));
        assert!(!has("red,car\nblue,boat\nred,boat\n"));
    }
}
