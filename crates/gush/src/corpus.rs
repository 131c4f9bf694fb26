//! `gush corpus`: folders of files for authors of readers.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gush_diagnostics::{Code, Diagnostic, counted};
use gush_generate::{CorpusFile, parquet_corpus};

use crate::color::COLOR;
use crate::exit::{self, Failure};
use crate::flags::{Choice, Flag, Given, Operand, Rule, Spec, Value};
use crate::{pager, signals};

/// `gush corpus`.
pub static SPEC: Spec = Spec {
    name: "corpus",
    path: "gush corpus",
    about: "Write a folder of files by which readers of a format are tested",
    more: "",
    examples: "Examples:
  gush corpus parquet corpus/
",
    operand: None,
    flags: &[&COLOR],
    main: &[],
    commands: &[&PARQUET],
};

/// `gush corpus parquet`.
static PARQUET: Spec = Spec {
    name: "parquet",
    path: "gush corpus parquet",
    about: "Write a folder of small Parquet files for authors of readers: valid ones of everything that the format has, and wrong ones",
    more: "DIR is new or empty, and appears complete or not at all. valid/ has files that differ in type, encoding, codec, version of pages, nulls, \
           nesting, statistics, indexes and more: each two values of any two of these that go together are in a file. wrong/ has files with one lie \
           each: cut footers, huge counts, wrong offsets, bad checksums. Beside each file are its true values as NDJSON, and manifest.json says what \
           each file has; of a wrong one what is wrong, at which byte, and what a reader should do.",
    examples: "Examples:
  gush corpus parquet corpus/
  gush corpus parquet --list
",
    operand: Some(Operand {
        form: "DIR",
        about: "The folder to create",
        more: None,
        several: false,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&CORPUS_SEED, &CORPUS_LIST, &COLOR],
    main: &[],
    commands: &[],
};

/// What values follow from.
static CORPUS_SEED: Flag =
    Flag::new("Values", "seed", "The seed of the values; the files are the same with each")
        .value(Value::number("N"))
        .default("1");

/// The files, without them.
static CORPUS_LIST: Flag =
    Flag::new("Information", "list", "List the files that there would be, and what they are")
        .rules(&[Rule::Not(&CORPUS_SEED, "the list is the same with each seed")]);

/// Runs the command `spec`: `corpus` or the one below it. `diagnostics` are those that the command line had already.
///
/// # Errors
/// Every diagnostic of the arguments, a folder that is not empty, and what cannot be written.
pub fn run(spec: &Spec, given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    diagnostics.extend(given.conflicts());
    let missing =
        |text: String| Diagnostic::new(Code::Option, spec.path, spec.path.len()..spec.path.len(), text);
    if spec.name == SPEC.name {
        diagnostics.push(missing(format!("a format is missing; there is {}", PARQUET.name)));
        return Err(Failure::Diagnostics(diagnostics));
    }
    let seed = given.text(&CORPUS_SEED).map_or(Ok(1), |text| {
        text.parse::<u64>()
            .map_err(|_| CORPUS_SEED.wrong(text, "expected a number from 0 to 18446744073709551615"))
    });
    let seed = seed.unwrap_or_else(|wrong| {
        diagnostics.push(wrong);
        1
    });
    let folder = match (given.operands(), given.has(&CORPUS_LIST)) {
        ([], true) => None,
        // Of several, the others are reported already.
        ([folder, ..], false) => Some(folder),
        ([], false) => {
            diagnostics.push(missing("a folder is missing, as in `gush corpus parquet corpus/`".into()));
            None
        }
        ([extra, ..], true) => {
            let text = "--list writes no files; leave this out";
            diagnostics.push(Diagnostic::for_argument(Code::Option, extra, text));
            None
        }
    };
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    match folder {
        Some(folder) => write(Path::new(folder), seed),
        None => pager::show(&list(&parquet_corpus())),
    }
}

/// A line for each file.
fn list(files: &[CorpusFile]) -> String {
    let width = files.iter().map(|file| file.path.len()).max().unwrap_or(0) + ".parquet".len();
    let line = |file: &CorpusFile| format!("{:width$}  {}\n", format!("{}.parquet", file.path), file.about);
    files.iter().map(line).collect()
}

/// Writes all files into a folder beside the one that is asked for, which gets its name at the end.
fn write(folder: &Path, seed: u64) -> Result<(), Failure> {
    let of = |path: &Path| {
        let target = path.display().to_string();
        move |error: io::Error| Failure::Write { target: target.clone(), error }
    };
    let target = target(folder).map_err(of(folder))?;
    let Some(target) = target else {
        let text = format!("{} is there and not empty; name a new folder", folder.display());
        return Err(Failure::Refused(text));
    };
    let stop = Arc::new(AtomicBool::new(false));
    let caught = signals::catch(&stop).map_err(of(folder))?;
    let parent = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(of(parent))?;
    let beside = tempfile::Builder::new().prefix(".gush-corpus-").tempdir_in(parent).map_err(of(folder))?;
    let all = beside.path().join("all");
    for name in ["valid", "wrong"] {
        fs::create_dir_all(all.join(name)).map_err(of(folder))?;
    }
    let (files, mut entries) = (parquet_corpus(), Vec::new());
    for file in &files {
        let content = file.make(seed).map_err(of(folder))?;
        for (extension, bytes) in [("parquet", &content.parquet[..]), ("ndjson", content.values.as_bytes())] {
            fs::write(all.join(format!("{}.{extension}", file.path)), bytes).map_err(of(folder))?;
        }
        entries.push(content.entry);
        if stop.load(Ordering::Relaxed) {
            drop(beside);
            return Err(Failure::Signal(caught.signal()));
        }
    }
    let entries = entries.join(",\n");
    let manifest = format!("{{\"version\": 1, \"seed\": {seed}, \"files\": [\n{entries}\n]}}\n");
    fs::write(all.join("manifest.json"), manifest).map_err(of(folder))?;
    if cfg!(not(unix)) && target.exists() {
        fs::remove_dir(&target).map_err(of(folder))?;
    }
    fs::rename(&all, &target).map_err(of(folder))?;
    let (valid, wrong): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.is_valid());
    let (valid, wrong) =
        (counted(valid.len() as u64, "valid file"), counted(wrong.len() as u64, "wrong one"));
    exit::note("gush", format_args!("{}: {valid}, {wrong}", folder.display()));
    Ok(())
}

/// The folder that is to be made, by its full path: `None` where something is in it.
fn target(folder: &Path) -> io::Result<Option<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) => Ok(None),
            None => fs::canonicalize(folder).map(Some),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Without a slash at its end.
            let path: PathBuf = folder.components().collect();
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let name = path.file_name().unwrap_or(OsStr::new("corpus"));
            Ok(Some(parent.unwrap_or(Path::new(".")).join(name)))
        }
        Err(error) => Err(error),
    }
}
