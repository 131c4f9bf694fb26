//! The files that a request names: word lists, schema files and templates, read completely and within bounds.

use std::io;
use std::path::{Path, PathBuf};

use gusher::generators::Context;
use gusher::locale::Locale;
use gusher::schema::file::{self, SchemaFile};

use super::environment::{Environment, ReadLimit};
use super::options::{Opt, Request};
use super::resolver::Resolver;

/// A file of entries larger than this is given by accident, or has no end.
const WORDS: ReadLimit = ReadLimit { bytes: 1 << 30, text: "1 GiB" };
/// A schema file larger than this is no schema file.
const SCHEMA: ReadLimit = ReadLimit { bytes: 16 << 20, text: "16 MiB" };
/// The longest template.
const TEMPLATE: ReadLimit = ReadLimit { bytes: 16 << 20, text: "16 MiB" };

/// A schema file's contents, and the folder that paths in it begin at.
#[derive(Default)]
pub(super) struct Loaded {
    pub schema: SchemaFile,
    pub folder: PathBuf,
}

/// Reads a file that a column names, whose path begins at `folder`. A named pipe is waited for, as any reader does.
///
/// # Errors
/// If it cannot be read, or is larger than 1 GiB.
pub fn words(environment: &dyn Environment, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    environment.read(&folder.join(path), WORDS)
}

/// The same for a column of a request, whose output may not be that file.
pub(super) fn input(
    request: &Request,
    environment: &dyn Environment,
    folder: &Path,
    path: &str,
) -> io::Result<Vec<u8>> {
    let input = folder.join(path);
    let is_output = |option| {
        let output = request.path(option);
        output.is_some_and(|output| environment.is_file(&input) && environment.are_one(&input, output))
    };
    if [Opt::Output, Opt::DirtLog].into_iter().any(is_output) {
        return Err(io::Error::other("it would be replaced; write to another file"));
    }
    words(environment, folder, path)
}

/// Gives `make` what columns are read by: the present, the locale, and the files that begin at `folder`.
pub(super) fn with_context<T>(
    resolver: &Resolver<'_>,
    folder: &Path,
    locale: &'static Locale,
    now: i64,
    make: impl FnOnce(&Context<'_>) -> T,
) -> T {
    let read = |path: &str| input(resolver.request, resolver.environment, folder, path);
    let context = Context::default().locale(locale).now(now).files(&read);
    make(&context.expressions(resolver.program.expressions))
}

/// The path of a word list, which begins at the folder `from`, for a schema file in the folder `to`;
/// `None` where it stays what it is.
pub(super) fn moved(environment: &dyn Environment, path: &str, from: &Path, to: &Path) -> Option<String> {
    // Where paths cannot be found out, as in a folder that is gone, nothing is changed.
    let [old, new] = [from.join(path), to.join(path)].map(|path| environment.absolute(&path));
    let old = old.filter(|old| Some(old) != new.as_ref())?;
    old.to_str().map(str::to_owned)
}

/// Reads and parses a schema file; `-` is standard input. What makes sense of it is there, whatever is wrong.
pub(super) fn schema(resolver: &mut Resolver<'_>, path: &Path) -> Loaded {
    let is_stdin = path.as_os_str() == "-";
    let source = if is_stdin { Path::new("/dev/stdin") } else { path };
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let shown = path.display().to_string();
    let bytes = match resolver.environment.read(source, SCHEMA) {
        Ok(bytes) => bytes,
        Err(error) => {
            let what = if is_stdin { "standard input cannot be read" } else { "cannot be read" };
            let how = match error.kind() {
                io::ErrorKind::NotFound => {
                    "; `gush rows --save-schema FILE name email` writes one to begin with"
                }
                _ => "",
            };
            resolver.wrong(Opt::Schema, &shown, format!("{what}: {error}{how}"));
            return Loaded::default();
        }
    };
    let text = match str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            resolver.wrong(Opt::Schema, &shown, format!("line {line} is not UTF-8"));
            return Loaded::default();
        }
    };
    let name = if is_stdin { "standard input" } else { &shown };
    let (schema, found) = file::parse(name, text);
    resolver.extend(found);
    Loaded { schema, folder }
}

/// The template's name and its text.
pub(super) fn template(resolver: &mut Resolver<'_>) -> Option<(String, Vec<u8>)> {
    if let Some(text) = resolver.request.all(Opt::Expression).next() {
        return Some(("the template".into(), text.as_encoded_bytes().to_vec()));
    }
    let path = resolver.request.all(Opt::Template).next().map(Path::new)?;
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "standard input".into() } else { path.display().to_string() };
    let read = match is_stdin {
        true => resolver.environment.read_stdin(TEMPLATE),
        false => resolver.environment.read(path, TEMPLATE),
    };
    match read {
        Ok(text) => Some((name, text)),
        Err(error) => {
            let what = if is_stdin { "standard input cannot be read" } else { "cannot be read" };
            resolver.wrong(Opt::Template, &path.display().to_string(), format!("{what}: {error}"));
            None
        }
    }
}
