//! What the name of the output asks for: a format, a compression; and names that promise rows.

use std::path::Path;

use gush_diagnostics::{Message, nearest};
use gusher::text::Format;

use super::foreign;
use super::options::Opt;
use super::resolver::Resolver;
use crate::compress::Compression;
use crate::format::{AnyFormat, formats};

/// Formats whose files are often called by the name of the other.
const ALIKE: [(&str, &str); 2] = [("json", "ndjson"), ("csv", "tsv")];

/// All extensions that ask for a format, and which.
fn extensions() -> impl Iterator<Item = (&'static str, &'static str)> {
    formats().flat_map(|format| {
        let spec = format.spec();
        spec.extensions.iter().map(|extension| (*extension, spec.name))
    })
}

/// The extension of a file's name that says what the format is: the one before those that say how it is compressed. By
/// another compressor, what it compresses may be compressed already.
fn of_format(path: &Path) -> Option<&str> {
    let stem = |name| Path::new(name).file_stem();
    let mut name = path.file_name()?;
    if foreign::of_name(Path::new(name)).is_some() {
        name = stem(name)?;
    }
    if Compression::of_name(Path::new(name)).is_some() {
        name = stem(name)?;
    }
    // One that is not UTF-8 is none that anybody means.
    Path::new(name).extension()?.to_str().filter(|end| !end.is_empty())
}

/// The format that the name of the output asks for.
pub(super) fn format(resolver: &mut Resolver<'_>) -> Option<&'static str> {
    let path = resolver.request.path(Opt::Output).filter(|path| !is_directory(path))?;
    let end = of_format(path)?;
    let found = extensions().find(|(known, _)| known.eq_ignore_ascii_case(end));
    if found.is_none() && !resolver.request.has(Opt::Format) {
        let path = path.display().to_string();
        let at = path.rfind(&format!(".{end}")).unwrap_or(0);
        let message = unknown(resolver, end);
        resolver.wrong_at(Opt::Output, &path, at..at + 1 + end.len(), message);
    }
    found.map(|(_, format)| format)
}

fn unknown(resolver: &Resolver<'_>, end: &str) -> Message {
    let known = || extensions().map(|(known, _)| known);
    let near = nearest(end, known().chain(["gz", "zst"])).map(|near| format!(".{near}"));
    let text = format!("no format has this extension, and {} names none", resolver.name(Opt::Format));
    let message = Message::from(text).suggest(near);
    message.otherwise(format_args!("there are .{}", known().collect::<Vec<_>>().join(", .")))
}

/// What to say of a file whose name means another format than the one that it is to have.
pub(super) fn note(resolver: &Resolver<'_>, format: AnyFormat) -> Option<String> {
    let request = resolver.request;
    let is_file = |path: &&Path| request.has(Opt::Format) && !is_directory(path);
    let path = request.path(Opt::Output).filter(is_file)?;
    let end = of_format(path)?;
    let (_, named) = extensions().find(|(known, _)| known.eq_ignore_ascii_case(end))?;
    let is_pair = |one: &str, other: &str| [one, other] == [named, format.name];
    // What is called .txt or .log is any text, and many call lines of JSON .json.
    let is_apt = named == format.name
        || (named == Format::COLUMN.name && format.columnar().is_none())
        || ALIKE.iter().any(|(one, other)| is_pair(one, other) || is_pair(other, one));
    let (path, option, format) = (path.display(), resolver.name(Opt::Format), format.name);
    (!is_apt).then(|| format!("{path} will have {format}, as {option} says, though .{end} means {named}"))
}

/// Whether a file of this name promises rows, or anything compressed.
pub(super) fn promises_rows(path: &Path) -> bool {
    let known = |end: &str| extensions().any(|(known, _)| known.eq_ignore_ascii_case(end));
    let packed = Compression::of_name(path).is_some() || foreign::of_name(path).is_some();
    packed
        || path
            .extension()
            .and_then(|end| end.to_str())
            .is_some_and(|end| known(end) && !matches!(end, "txt" | "log"))
}

/// Whether a file of this name has a format's extension, or promises anything compressed.
pub(super) fn is_of_file(path: &Path) -> bool {
    promises_rows(path) || path.extension().is_some_and(|end| end == "txt" || end == "log")
}

/// The columnar format that a file's name asks for, which only columns can be written in.
pub(super) fn columnar(path: &Path) -> Option<&'static str> {
    let end = of_format(path).filter(|_| !is_directory(path))?;
    let (_, name) = extensions().find(|(known, _)| known.eq_ignore_ascii_case(end))?;
    gush_columnar::FORMATS.iter().any(|format| format.spec().name == name).then_some(name)
}

/// Whether a path is meant as that of a directory: it ends in a slash.
pub(super) fn is_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()))
}
