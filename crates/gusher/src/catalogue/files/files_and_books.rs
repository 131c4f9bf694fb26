//! Files and books that there are not: `file.name` `file.path` `file.extension` `file.mime`, `book.title` `book.isbn`.

use std::sync::{Arc, LazyLock};

use crate::catalogue::check_digits::isbn_number;
use crate::generators::dictionaries::{column, lines};
use crate::generators::facts::Thing;
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

/// Why there is no `@unique`.
const FILE_PART: &str = "a part of a file's name that other columns may describe too";
const BOOK_PART: &str = "a part of a book that other columns may describe too";

/// The generators of this file. A book's author is among the names of people.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "book.isbn",
        "the number of the row's book (ISO 2108), with its right check digit",
        |_| Ok(Arc::new(isbn_number().shared(ISBN))),
    )
    .entity("book"),
    GeneratorSpec::new("book.title", "the title of the row's book, which nobody wrote", title)
        .english()
        .entity("book"),
    GeneratorSpec::new("file.extension", "the extension of the row's file, such as pdf", extension)
        .entity("file"),
    GeneratorSpec::new("file.mime", "the media type of the row's file", mime).entity("file"),
    GeneratorSpec::new("file.name", "the name of the row's file, such as invoice_0412.pdf", name)
        .entity("file"),
    GeneratorSpec::new("file.path", "the path of the row's file, such as /srv/data/invoice_0412.pdf", path)
        .entity("file"),
];

/// An extension and its media type.
const TYPES: &str = include_str!("../../../words/file-types.tsv");
static EXTENSIONS: List = List::new(|| column(TYPES, 0));
static STEMS: List = lines!("file-stems.txt");
static FOLDERS: List = lines!("folders.txt");
static ENDS: List = List::new(|| {
    let numbers = (1..1000).map(|n| format!("_{n:04}"));
    let versions = (1..10).map(|n| format!("-v{n}"));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(numbers).chain(versions)))
});

/// The draws of a file: its name; its folder.
static FILE: LazyLock<Thing> =
    LazyLock::new(|| Thing::new([&[STEMS.len(), ENDS.len(), EXTENSIONS.len()], &[FOLDERS.len()]]));

/// `file.name`
fn name(_: Constraint<'_>) -> BuildResult {
    let column = FILE.column(FILE_PART).entry(part(&STEMS, ""), 0, 0).entry(part(&ENDS, "."), 0, 1);
    Ok(Arc::new(column.entry(part(&EXTENSIONS, ""), 0, 2).unique()))
}

/// `file.path`
fn path(_: Constraint<'_>) -> BuildResult {
    let column = FILE.column(FILE_PART).entry(part(&FOLDERS, "/"), 1, 0).entry(part(&STEMS, ""), 0, 0);
    Ok(Arc::new(column.entry(part(&ENDS, "."), 0, 1).entry(part(&EXTENSIONS, ""), 0, 2)))
}

/// `file.extension`
fn extension(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(FILE.column(FILE_PART).entry(part(&EXTENSIONS, ""), 0, 2)))
}

/// `file.mime`
fn mime(_: Constraint<'_>) -> BuildResult {
    let (dictionary, indices) = Dictionary::indexed(TYPES.lines().filter_map(|line| line.split('\t').nth(1)));
    Ok(Arc::new(FILE.column(FILE_PART).mapped(part(&Arc::new(dictionary), ""), 0, 2, indices)))
}

/// The draws of a book: the first ones are its author's.
const TITLE: usize = 8;
const ISBN: u64 = 9;
static BEGINNINGS: List = lines!("title-beginnings.txt");
static MIDDLES: List = lines!("title-nouns.txt");
static TITLE_ENDS: List = lines!("title-ends.txt");

/// `book.title`: such as "The Quiet Harbour of the North".
fn title(_: Constraint<'_>) -> BuildResult {
    let nothing: &[usize] = &[];
    let mut draws = [nothing; TITLE + 1];
    let sizes = [BEGINNINGS.len(), MIDDLES.len(), TITLE_ENDS.len()];
    draws[TITLE] = &sizes;
    let column = Thing::new(draws).column(BOOK_PART).entry(part(&BEGINNINGS, " "), TITLE, 0);
    Ok(Arc::new(column.entry(part(&MIDDLES, " "), TITLE, 1).entry(part(&TITLE_ENDS, ""), TITLE, 2)))
}
