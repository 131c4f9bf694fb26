//! Where rows go and how: the file or the directory, its files, the threads, what has to hold once they are there.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use gush_diagnostics::parse_count;

use super::compression::compression;
use super::extension::{is_directory, promises_rows};
use super::layout::{self, Layout};
use super::options::Opt;
use super::resolver::Resolver;
use crate::compress::Compression;
use crate::format::AnyFormat;
use crate::threads::MAX_THREADS;

/// When progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Where stderr is a terminal, the rows go to a file, and it takes long enough to wonder. What reads a pipe may have the
    /// terminal, as `gush meter` and pagers do.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where rows go and how.
#[derive(Debug)]
pub struct Output {
    /// The file or the directory; standard output without one.
    pub path: Option<PathBuf>,
    /// How many files each table has where the output is a directory.
    pub files: Option<NonZeroU64>,
    /// How rows are divided among folders and files, where that is asked for.
    pub layout: Option<Layout>,
    /// Whether files of a directory that are complete are left as they are.
    pub resume: bool,
    /// Whether files are forced to the disk.
    pub fsync: bool,
    /// How it is compressed.
    pub compression: Option<Compression>,
    /// How many threads make rows, where that is given.
    pub threads: Option<NonZeroUsize>,
    /// When progress is shown.
    pub progress: Progress,
}

impl Output {
    /// Whether all rows go to one stream or file.
    pub(super) fn is_one(&self) -> bool {
        self.files.is_none()
    }
}

/// How and where to rows of a format are written.
pub(super) fn output(resolver: &mut Resolver<'_>, format: AnyFormat) -> Output {
    let request = resolver.request;
    let (threads, progress) = (threads(resolver), progress(resolver));
    let path = request.path(Opt::Output).filter(|path| path.as_os_str() != "-");
    let compression = compression(resolver, path, format);
    let fsync = fsync(resolver, path);
    if let Some(path) = path {
        refuse_input(resolver, path);
    }
    let files = files(resolver, path);
    let layout = layout::layout(resolver, path, format);
    let (resume, path) = (request.has(Opt::Resume), path.map(Path::to_owned));
    Output { path, files, layout, resume, fsync, compression, threads, progress }
}

fn threads(resolver: &mut Resolver<'_>) -> Option<NonZeroUsize> {
    let text = resolver.request.text(Opt::Threads)?;
    let threads = parse_count(text).and_then(|threads| NonZeroUsize::new(usize::try_from(threads).ok()?));
    let threads = threads.filter(|&threads| threads <= MAX_THREADS);
    if threads.is_none() {
        let text_expected = format!("expected a number of threads from 1 to {MAX_THREADS}");
        resolver.wrong(Opt::Threads, text, text_expected);
    }
    threads
}

fn progress(resolver: &mut Resolver<'_>) -> Progress {
    match resolver.request.text(Opt::Progress) {
        None | Some("auto") => Progress::Auto,
        Some("always") => Progress::Always,
        Some("never") => Progress::Never,
        Some(other) => {
            resolver.unknown(Opt::Progress, other, "value", ["auto", "always", "never"]);
            Progress::Never
        }
    }
}

/// Whether files are forced to the disk, if there are any.
fn fsync(resolver: &mut Resolver<'_>, output: Option<&Path>) -> bool {
    let request = resolver.request;
    if !request.has(Opt::Fsync) {
        return false;
    }
    match output {
        Some(path) if resolver.environment.is_direct(path) => {
            let fsync = resolver.name(Opt::Fsync);
            let text = format!("this is not a file that can be forced to the disk; leave {fsync} out");
            resolver.wrong(Opt::Output, &path.display().to_string(), text);
        }
        None if !request.has(Opt::SaveSchema) => {
            let output = resolver.name(Opt::Output);
            let text = format!("only files are forced to the disk; say where to write with {output}");
            resolver.refuse(Opt::Fsync, text);
        }
        _ => {}
    }
    true
}

/// Refuses rows that would replace a file that says what they are.
fn refuse_input(resolver: &mut Resolver<'_>, output: &Path) {
    for option in [Opt::Schema, Opt::Template] {
        let read = resolver.request.all(option).next().map(Path::new);
        let environment = resolver.environment;
        if read.is_some_and(|read| environment.is_file(read) && environment.are_one(read, output)) {
            let text = "both are the same file: the rows would replace it";
            resolver.conflict((option, None), (Opt::Output, None), text);
        }
    }
}

/// How many files each table has, where the output is a directory.
fn files(resolver: &mut Resolver<'_>, output: Option<&Path>) -> Option<NonZeroU64> {
    let is_directory = output.is_some_and(is_directory);
    let Some(text) = resolver.request.text(Opt::Files) else {
        return is_directory.then_some(NonZeroU64::MIN);
    };
    if !is_directory {
        let output = resolver.name(Opt::Output);
        resolver.refuse(Opt::Files, format!("files are in a directory; give {output} with a / at its end"));
    }
    let files = parse_count(text).and_then(NonZeroU64::new).filter(|files| files.get() <= 99_999);
    if files.is_none() {
        resolver.wrong(Opt::Files, text, "expected a number of files from 1 to 99,999");
    }
    files
}

/// Whether a directory can be continued.
pub(super) fn resume(resolver: &mut Resolver<'_>, output: &Output, seed: Option<u64>) {
    if !output.resume || output.path.is_none() {
        return;
    }
    if output.is_one() {
        let option = resolver.name(Opt::Output);
        let text = format!("only a directory can be resumed; give {option} with a / at its end");
        resolver.refuse(Opt::Resume, text);
    } else if seed.is_none() {
        let text = "give the seed of the first run, which is in the directory's .gush.json or manifest.json";
        resolver.refuse(Opt::Resume, text);
    }
}

/// Whether a schema can be written to where it is wanted.
pub(super) fn schema_output(resolver: &mut Resolver<'_>) {
    let request = resolver.request;
    let Some(path) = request.path(Opt::SaveSchema) else { return };
    if path.as_os_str() == "-" {
        let print = resolver.name(Opt::PrintSchema);
        let text = format!("a file is needed; {print} writes to standard output");
        resolver.wrong(Opt::SaveSchema, "-", text);
    }
    if promises_rows(path) {
        let text = "a schema file is TOML, whatever its name; end that in .toml";
        resolver.wrong(Opt::SaveSchema, &path.display().to_string(), text);
    }
    for option in [Opt::Output, Opt::Schema] {
        if request.path(option).is_some_and(|other| resolver.environment.are_one(other, path)) {
            resolver.conflict((option, None), (Opt::SaveSchema, None), "both are the same file");
            break;
        }
    }
}
