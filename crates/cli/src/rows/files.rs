//! The files that a request names: word lists and schema files, read whole and within bounds.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gush_diagnostics::{Code, Diagnostic};
use gush_pipe::{reason, startup};
use gusher::schema::file::{self, SchemaFile};

/// A file of words larger than this is a mistake, or has no end.
const MOST_WORDS: u64 = 1 << 30;
/// A schema file larger than this is no schema file.
const MOST_SCHEMA: u64 = 16 << 20;

/// A schema file's contents, and the folder that paths in it begin at.
#[derive(Default)]
pub struct Loaded {
    pub schema: SchemaFile,
    pub folder: PathBuf,
}

/// Reads a file that a column names, whose path begins at `folder`. A named pipe is waited for, as any reader does.
pub fn words(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    read(&folder.join(path), MOST_WORDS, "1 GiB")
}

/// The path of a word list, which begins at the folder `from`, for a schema file that is to stand in the folder `to`;
/// `None` where it stays what it is.
pub fn moved(path: &str, from: &Path, to: &Path) -> Option<String> {
    // Where paths cannot be told, as in a folder that is gone, nothing is changed.
    let [old, new] = [from.join(path), to.join(path)].map(|path| std::path::absolute(path).ok());
    let old = old.filter(|old| Some(old) != new.as_ref())?;
    old.to_str().map(str::to_owned)
}

/// Reads and parses a schema file; `-` is standard input. What makes sense of it is there, whatever the mistakes.
pub fn schema(path: &Path) -> (Loaded, Vec<Diagnostic>) {
    let is_stdin = path.as_os_str() == "-";
    let source = if is_stdin { Path::new("/dev/stdin") } else { path };
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let refuse = |text: String| {
        let word = format!("--schema {}", path.display());
        let at = 9..word.len();
        vec![Diagnostic::new(Code::Schema, word, at, text)]
    };
    let bytes = match read(source, MOST_SCHEMA, "16 MiB") {
        Ok(bytes) => bytes,
        Err(error) => {
            let what = if is_stdin { "standard input cannot be read" } else { "cannot be read" };
            let how = match error.kind() {
                io::ErrorKind::NotFound => {
                    "; `gush rows --save-schema FILE name email` writes one to begin with"
                }
                _ => "",
            };
            return (Loaded::default(), refuse(format!("{what}: {error}{how}")));
        }
    };
    let text = match str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            return (Loaded::default(), refuse(format!("line {line} is not UTF-8")));
        }
    };
    let name = if is_stdin { "standard input".into() } else { path.display().to_string() };
    let (schema, mistakes) = file::parse(&name, text);
    (Loaded { schema, folder }, mistakes)
}

/// Reads a file whole, unless it has more than `most` bytes, which is `said`.
pub fn read(path: &Path, most: u64, said: &str) -> io::Result<Vec<u8>> {
    let with_reason = |error: io::Error| io::Error::new(error.kind(), reason(&error));
    let too_large = || io::Error::other(format!("it is larger than {said}"));
    // What has a size is not read in vain.
    if fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() > most) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    startup::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(with_reason)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}
