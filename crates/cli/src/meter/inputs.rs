//! The inputs of a meter: files by name, `-` for standard input, each opened when its turn comes. And its output, which
//! must be none of them, nor any other file that is written to.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use gush_meter::display::Shape;
use gush_meter::engine;
use gush_meter::watch::Watched;
use gush_pipe::output::open_descriptor;
use gush_pipe::{Sink, SinkKind, Source, reason};

use super::args::Request;
use super::options::Opt;
use super::{Meter, code, show};

/// One input.
pub struct Input {
    name: PathBuf,
    metadata: Option<Metadata>,
    opened: Option<File>,
}

impl Input {
    /// The input of that name, looked at but not opened.
    ///
    /// # Errors
    /// When there is none.
    pub fn look(name: &OsStr) -> io::Result<Input> {
        let metadata = if name == "-" { Source::stdin()?.metadata()? } else { fs::metadata(name)? };
        Ok(Input { name: name.into(), metadata: Some(metadata), opened: None })
    }

    /// A file that is open already, by the name that messages are to give it.
    pub fn opened(file: File, name: &Path) -> Input {
        Input { name: name.into(), metadata: file.metadata().ok(), opened: Some(file) }
    }

    /// Opens it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(&self) -> io::Result<Source> {
        match &self.opened {
            Some(file) => Ok(Source::from_file(file.try_clone()?)),
            None if self.name.as_os_str() == "-" => Source::stdin(),
            None => Ok(Source::from_file(File::open(&self.name)?)),
        }
    }

    /// What messages call it.
    pub fn name(&self) -> std::path::Display<'_> {
        self.name.display()
    }

    /// What pv calls it once it is being read.
    pub fn name_in_use(&self) -> std::path::Display<'_> {
        if self.name.as_os_str() == "-" { Path::new("(stdin)").display() } else { self.name() }
    }

    /// How many bytes it has, where that can be known.
    pub fn size(&self) -> Option<u64> {
        let metadata = self.metadata.as_ref()?;
        if metadata.is_file() {
            return Some(metadata.len());
        }
        device_size(&self.name)
    }

    /// How many lines it has, where it is a file, from where it will be read.
    fn lines(&self, end: u8) -> Option<u64> {
        if !self.is_regular() || self.metadata.as_ref()?.len() == 0 {
            return None;
        }
        let file = if self.name.as_os_str() == "-" {
            // Opened again, as its position must stay.
            let mut file = File::open("/dev/stdin").ok()?;
            file.seek(SeekFrom::Start(Source::stdin().ok()?.position().ok()?)).ok()?;
            file
        } else {
            File::open(&self.name).ok()?
        };
        engine::ends_in(file, end).ok()
    }

    fn is_regular(&self) -> bool {
        self.metadata.as_ref().is_some_and(Metadata::is_file)
    }

    /// Whether writing to `sink` would write to it.
    pub fn is_output(&self, sink: &Sink) -> bool {
        let (Some(own), Ok(other)) = (&self.metadata, sink.metadata()) else { return false };
        own.is_file() && other.is_file() && same(own, &other)
    }

    /// Whether it is the file of that path.
    pub fn is_file(&self, path: &Path) -> bool {
        let by_name =
            || matches!((fs::canonicalize(&self.name), fs::canonicalize(path)), (Ok(a), Ok(b)) if a == b);
        let (Some(own), Ok(other)) = (&self.metadata, fs::metadata(path)) else { return false };
        own.is_file() && other.is_file() && (same(own, &other) || by_name())
    }
}

impl Meter<'_> {
    /// The output.
    pub fn sink(&self, request: &Request) -> Result<Sink, u8> {
        let (name, sink) = match &request.output {
            _ if request.discard => {
                let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
                (null.to_owned(), File::options().write(true).open(null).and_then(Sink::from_file))
            }
            Some(path) => {
                // It is emptied once it is known that it is no input.
                let open = || File::options().write(true).create(true).truncate(false).open(path);
                let sink = open_descriptor(path).unwrap_or_else(|| open().and_then(Sink::from_file));
                (path.display().to_string(), sink)
            }
            None => ("standard output".into(), Sink::stdout()),
        };
        sink.map_err(|error| {
            self.say(format_args!("{name}: {}", reason(&error)));
            if request.output.is_some() || request.discard { code::NOT_OPENED } else { self.nowhere(request) }
        })
    }

    /// The code where standard output is closed. With pv the first file that it opens gets the number of the output, and so
    /// is both; standard input is looked at after that.
    fn nowhere(&self, request: &Request) -> u8 {
        let (mut bits, mut first) = (0, None);
        for name in &request.files {
            match Input::look(name) {
                Ok(_) if name == "-" => first = first.or(Some(code::NOT_OPENED)),
                Ok(input) if input.is_regular() => first = first.or(Some(code::INPUT_IS_OUTPUT)),
                Ok(_) => {}
                Err(error) => {
                    self.tell_missing(name, &error);
                    bits |= code::NOT_OPENED;
                }
            }
        }
        let none = if bits == 0 { code::NOT_OPENED } else { code::INTERNAL };
        bits | first.unwrap_or(none)
    }

    fn tell_missing(&self, name: &OsStr, error: &io::Error) {
        let what = if name == "-" { "failed to stat file: " } else { "" };
        self.say(format_args!("{what}{}: {}", name.to_string_lossy(), reason(error)));
    }

    /// Empties the file of `-o`, which is no input.
    pub fn empty(&self, request: &Request, sink: &Sink) -> Result<(), u8> {
        let Some(path) = request.output.as_ref().filter(|_| !request.discard) else { return Ok(()) };
        // What is no file has nothing to be emptied, and what others write to as well is not to be.
        if open_descriptor(path).is_some() || !sink.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(());
        }
        sink.cut().map_err(|error| {
            self.say(format_args!("{}: {}", path.display(), reason(&error)));
            code::NOT_OPENED
        })
    }

    /// Refuses files to be written beside the output that are an input or the output: they would be lost, or grow for ever.
    pub fn check_files(&self, request: &Request, inputs: &[Input], sink: &Sink) -> Result<(), u8> {
        let store = request.store.as_deref().filter(|path| *path != Path::new("-"));
        let beside = [
            ("store", store),
            ("process id", request.pid_file.as_deref()),
            ("recording", request.record.as_deref()),
        ];
        let beside: Vec<_> = beside.into_iter().filter_map(|(what, path)| Some((what, path?))).collect();
        for (number, (what, path)) in beside.iter().enumerate() {
            let twice = beside[..number].iter().find(|(_, other)| are_one(path, other));
            let other = if let Some((other, _)) = twice {
                &format!("the {other} file too")
            } else if inputs.iter().any(|input| input.is_file(path)) {
                "an input"
            } else if are_same(path, sink) {
                "the output"
            } else {
                continue;
            };
            self.say(format_args!("{}: the {what} file is {other}", path.display()));
            return Err(code::INPUT_IS_OUTPUT);
        }
        Ok(())
    }

    /// Refuses to write to a file that is being watched.
    pub fn check_watched(&self, request: &Request, watched: &[Watched]) -> Result<(), u8> {
        let beside = [("process id", request.pid_file.as_deref()), ("recording", request.record.as_deref())];
        for (what, path) in beside.into_iter().filter_map(|(what, path)| Some((what, path?))) {
            if watched.iter().any(|file| are_one(path, &file.path)) {
                self.say(format_args!(
                    "{}: the {what} file is one of those that are watched",
                    path.display()
                ));
                return Err(code::INPUT_IS_OUTPUT);
            }
        }
        Ok(())
    }

    /// The inputs that are there, and are not the output too; or the code where there is no standard input though it was
    /// asked for, which with pv is the end.
    pub fn inputs(&self, request: &Request, sink: &Sink, bits: &mut u8) -> Result<Vec<Input>, u8> {
        let standard = [OsString::from("-")];
        let names = if request.files.is_empty() { &standard[..] } else { &request.files[..] };
        let mut inputs = Vec::new();
        for name in names {
            match Input::look(name) {
                Ok(input)
                    if input.is_output(sink)
                        || request.output.as_deref().is_some_and(|path| input.is_file(path)) =>
                {
                    self.say(format_args!("input file is output file: {}", input.name()));
                    *bits |= code::INPUT_IS_OUTPUT;
                }
                Ok(input) => inputs.push(input),
                Err(error) => {
                    self.tell_missing(name, &error);
                    *bits |= code::NOT_OPENED;
                    if name == "-" {
                        return Err(*bits);
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// The size, where it was not given: that of the inputs, or of the device that is written to.
    pub fn find_size(&self, request: &mut Request, inputs: &[Input], sink: &Sink) {
        if request.size_given {
            return;
        }
        if let Some(end) = request.options.lines.filter(|_| request.settings.by_lines) {
            let is_wanted = request.record.is_some()
                || request.settings.shape != Shape::Quiet && !show::is_unseen(request);
            if is_wanted && !request.has(Opt::Size) {
                let lines = inputs.iter().map(|input| input.lines(end)).sum::<Option<u64>>();
                request.settings.size = lines.filter(|&lines| lines > 0);
            }
            return;
        }
        request.settings.size = inputs.iter().map(Input::size).sum::<Option<u64>>().filter(|&size| size > 0);
        if request.settings.size.is_none() && sink.kind() == SinkKind::Other {
            let path = request.output.as_deref().unwrap_or(Path::new("/dev/stdout"));
            request.settings.size = device_size(path);
            request.stop_at_size |= request.settings.size.is_some();
        }
    }
}

/// Whether both paths are of one file, there or not.
fn are_one(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.is_file() && same(&one, &other),
        _ => one == other,
    }
}

/// Whether `path` is the file that `sink` writes to.
pub fn are_same(path: &Path, sink: &Sink) -> bool {
    let (Ok(one), Ok(other)) = (fs::metadata(path), sink.metadata()) else { return false };
    one.is_file() && other.is_file() && same(&one, &other)
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_one: &Metadata, _other: &Metadata) -> bool {
    false
}

/// How many bytes a block device has; `None` for what is none.
#[cfg(unix)]
pub fn device_size(path: &Path) -> Option<u64> {
    use std::os::unix::fs::FileTypeExt as _;
    let metadata = fs::metadata(path).ok()?;
    if !metadata.file_type().is_block_device() {
        return None;
    }
    File::open(path).ok()?.seek(SeekFrom::End(0)).ok()
}

#[cfg(not(unix))]
pub fn device_size(_path: &Path) -> Option<u64> {
    None
}
