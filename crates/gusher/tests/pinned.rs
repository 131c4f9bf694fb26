//! The values of every generator, which must stay what they are: the same seed gives the same values on every machine
//! and in every release. `pinned.txt` holds the first two rows of each column, and a checksum of the first five.
//!
//! `GUSH_RECORD=1 cargo test -p gusher --test pinned` writes the file again, with the generators, modifiers and locales
//! that it lacks. Values may change only together with a line in CHANGELOG.md.

use std::collections::BTreeMap;
use std::fmt::Write;

use gusher::catalogue::{GENERATORS, find};
use gusher::generators::{Context, GeneratorSpec};
use gusher::locale::LOCALES;
use gusher::plan::Plan;
use gusher::schema::{MODIFIERS, Schema};
use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::Batch;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned.txt");
const SEED: u64 = 1;
/// 2024-05-06T07:08:09Z.
const NOW: i64 = 1_714_979_289;
/// The rows that the checksum covers.
const ROWS: u64 = 5;
/// The rows that the file shows.
const SHOWN: usize = 2;

/// Columns, as the command line has them, each with its checksum and the lines of its first rows. A column that was added by
/// hand has neither.
type Pinned = BTreeMap<String, Entry>;

/// What the file has of a column.
#[derive(Debug, Default, PartialEq)]
struct Entry {
    /// CRC-32 of the lines of all rows, in hexadecimal.
    checksum: String,
    /// The lines of the rows that are shown.
    shown: String,
}

impl Entry {
    /// The entry of a column with the lines of its rows.
    fn new(values: &str) -> Entry {
        let shown = values.split_inclusive('\n').take(SHOWN).collect();
        Entry { checksum: format!("{:08x}", crc32fast::hash(values.as_bytes())), shown }
    }
}

/// What is between the columns of one line that say something of each other.
const AND: &str = " & ";

/// The values of one column, or of several with [`AND`] between them, a line each row, written as PostgreSQL's COPY reads them: `\N`
/// is null. An error names what is wrong with a column.
fn values(column: &str) -> Result<String, String> {
    let read = |path: &str| {
        Ok(match path {
            "cities.csv" => b"name,population\nRome,2800\nOslo,700\nLinz,200\n".to_vec(),
            _ => b"Lorem\nipsum\ndolor\nsit\namet\nconsectetur\n".to_vec(),
        })
    };
    let context = Context::default().now(NOW).rows(ROWS).files(&read);
    let (schema, diagnostics) = Schema::parse("pinned", &column.split(AND).collect::<Vec<_>>(), &context);
    if let Some(diagnostic) = diagnostics.first() {
        return Err(diagnostic.to_string());
    }
    let rows = 0..ROWS;
    let plan = Plan::new(&schema, SEED, &rows).map_err(|found| found[0].to_string())?;
    let format = Format::COPY;
    let encoder = Encoder::new(&plan, "pinned", &FormatOptions::new(format), rows.clone());
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&rows, &mut batch);
    encoder.writer().write(&batch, &mut out);
    let text = std::str::from_utf8(out.as_ref()).expect("values are UTF-8");
    Ok(text.lines().fold(String::new(), |values, line| values + "  " + line + "\n"))
}

/// Takes the file apart: its comment, and the columns with what it has of their values.
fn parse(text: &str) -> (String, Pinned) {
    let (mut comment, mut pinned, mut last) = (String::new(), Pinned::new(), None);
    for line in text.lines() {
        if line.starts_with('#') {
            comment = comment + line + "\n";
        } else if line.starts_with("  ") {
            let entry: &mut Entry =
                last.and_then(|column| pinned.get_mut(column)).expect("values follow their column");
            entry.shown = std::mem::take(&mut entry.shown) + line + "\n";
        } else if !line.is_empty() {
            let (column, checksum) = line.split_once('\t').unwrap_or((line, ""));
            pinned.insert(column.to_owned(), Entry { checksum: checksum.to_owned(), ..Entry::default() });
            last = Some(column);
        }
    }
    (comment, pinned)
}

/// The generator of a column without a name of its own, the first of several.
fn generator(column: &str) -> &'static GeneratorSpec {
    let name = column.split([':', '@']).next().expect("a part before the colon");
    find(name).unwrap_or_else(|| panic!("{column}: there is no generator {name}"))
}

/// What is missing, each as what it is and the columns that would show it.
fn missing(pinned: &Pinned) -> Vec<(String, Vec<String>)> {
    let has = |part: &str| pinned.keys().any(|column| column.contains(part));
    let generators =
        GENERATORS.iter().filter(|spec| !pinned.keys().any(|column| generator(column).name == spec.name));
    // What is hidden has no values to be seen.
    let is_shown = |name: &str| name != "hidden";
    let modifiers =
        MODIFIERS.iter().filter(|modifier| is_shown(modifier.name) && !has(&format!("@{}", modifier.name)));
    let locales =
        LOCALES.iter().filter(|locale| !has(&format!("@locale={}", locale.name)) && locale.name != "en");
    generators
        .map(|spec| (format!("generator {}", spec.name), examples(spec)))
        .chain(modifiers.map(|modifier| (format!("modifier @{}", modifier.name), Vec::new())))
        .chain(locales.map(|locale| (format!("locale {}", locale.name), in_locale(locale.name))))
        .collect()
}

/// Columns that show a generator: alone, with a constraint, and with the modifiers that it takes.
fn examples(spec: &GeneratorSpec) -> Vec<String> {
    let plain = spec.example();
    let mut columns = vec![plain.to_owned()];
    columns.extend(spec.constraint.map(|constraint| constraint.example.to_owned()));
    columns.push(format!("{plain}@unique"));
    let with = |name: &str, value: &str| spec.takes(name).then(|| format!("{plain}@{name}={value}"));
    columns.extend(with("of", "buyer"));
    columns.extend(with("locale", "de_DE"));
    columns.extend(with("locale", "ja_JP"));
    columns.extend(with("format", "%d.%m.%Y"));
    columns.retain(|column| column == plain || is_different(column, plain));
    columns
}

/// Columns that show a locale.
fn in_locale(name: &str) -> Vec<String> {
    let specs = GENERATORS.iter().filter(|spec| spec.takes("locale"));
    let columns = specs.map(|spec| (format!("{}@locale={name}", spec.example()), spec.example()));
    columns.filter(|(column, plain)| is_different(column, plain)).map(|(column, _)| column).collect()
}

/// Whether a column can be made and has other values than the plain one.
fn is_different(column: &str, plain: &str) -> bool {
    values(column).is_ok_and(|values| Ok(values) != self::values(plain))
}

/// Writes the file with the values of today.
fn record(comment: &str, mut pinned: Pinned) {
    for column in missing(&pinned).into_iter().flat_map(|(_, columns)| columns) {
        pinned.insert(column, Entry::default());
    }
    let mut columns: Vec<&String> = pinned.keys().collect();
    columns.sort_by_key(|column| (generator(column).name, *column));
    let mut text = comment.to_owned() + "\n";
    for column in columns {
        let values = values(column).unwrap_or_else(|error| panic!("{column}: {error}"));
        let Entry { checksum, shown } = Entry::new(&values);
        write!(text, "{column}\t{checksum}\n{shown}").expect("a text can be written");
    }
    std::fs::write(PATH, text).expect("the file can be written");
}

#[test]
fn values_are_what_they_always_were() {
    let text = std::fs::read_to_string(PATH).expect("the file can be read");
    let (comment, mut pinned) = parse(&text);
    if std::env::var_os("GUSH_RECORD").is_some() {
        record(&comment, pinned);
        pinned = parse(&std::fs::read_to_string(PATH).expect("the file can be read")).1;
    }
    let mut wrong = Vec::new();
    for (what, _) in missing(&pinned) {
        wrong.push(format!("pinned.txt has no column for the {what}"));
    }
    for (column, expected) in &pinned {
        match values(column) {
            Ok(values) if Entry::new(&values) == *expected => {}
            Ok(values) => {
                let Entry { checksum, shown } = expected;
                let is = crc32fast::hash(values.as_bytes());
                wrong.push(format!(
                    "{column} was, with the checksum {checksum},\n{shown}and is, with {is:08x},\n{values}"
                ));
            }
            Err(error) => wrong.push(format!("{column}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}\n(GUSH_RECORD=1 writes pinned.txt again)", wrong.join("\n"));
}
