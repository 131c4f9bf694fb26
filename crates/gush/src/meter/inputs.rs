//! The inputs of a meter: files by name, `-` for standard input, each opened when its turn comes.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use gush_meter::display::Shape;
use gush_meter::engine;
use gush_pipe::{FileKind, Sink, Source};

use super::error::{Error, Fault};
use super::files::{are_same, device_size};
use super::flags::SIZE;
use super::request::MeterRequest;
use super::running::Meter;

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
        own.is_file() && other.is_file() && are_same(own, &other)
    }

    /// Whether it is the file of that path.
    pub fn is_file(&self, path: &Path) -> bool {
        let by_name =
            || matches!((fs::canonicalize(&self.name), fs::canonicalize(path)), (Ok(a), Ok(b)) if a == b);
        let (Some(own), Ok(other)) = (&self.metadata, fs::metadata(path)) else { return false };
        own.is_file() && other.is_file() && (are_same(own, &other) || by_name())
    }
}

/// The inputs that are there, and are not the output too; the others are reported. Without standard input where it was asked
/// for, there is no transfer, as with pv.
///
/// # Errors
/// When there is no standard input.
pub fn find(meter: &Meter<'_>, sink: &Sink) -> Result<Vec<Input>, Error> {
    let request = meter.request();
    let standard = [OsString::from("-")];
    let names = if request.files.is_empty() { &standard[..] } else { &request.files[..] };
    let mut inputs = Vec::new();
    for name in names {
        match Input::look(name) {
            Ok(input)
                if input.is_output(sink)
                    || request.output.as_deref().is_some_and(|path| input.is_file(path)) =>
            {
                let text = format!("input file is output file: {}", input.name());
                meter.report(&Error::new(Fault::InputIsOutput, text));
            }
            Ok(input) => inputs.push(input),
            Err(error) if name == "-" => return Err(missing(name, &error)),
            Err(error) => meter.report(&missing(name, &error)),
        }
    }
    Ok(inputs)
}

/// Reports that standard output is closed. With pv the first file that it opens gets the number of the output,
/// and so is both; standard input is looked at after that.
pub fn note_closed_output(meter: &Meter<'_>) {
    let mut first = None;
    for name in &meter.request().files {
        match Input::look(name) {
            Ok(_) if name == "-" => first = first.or(Some(Fault::NotOpened)),
            Ok(input) if input.is_regular() => first = first.or(Some(Fault::InputIsOutput)),
            Ok(_) => {}
            Err(error) => meter.report(&missing(name, &error)),
        }
    }
    meter.faults().note(first.unwrap_or(Fault::NotOpened));
}

fn missing(name: &OsStr, error: &io::Error) -> Error {
    let what = if name == "-" { "failed to stat file: " } else { "failed to read file: " };
    Error::system(Fault::NotOpened, format_args!("{what}{}", name.to_string_lossy()), error)
}

/// How much there is to pass.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// In bytes, or in lines where these are what is counted.
    pub size: Option<u64>,
    /// Whether the transfer ends there.
    pub is_end: bool,
}

impl Extent {
    /// What was given, or else the size of the inputs, or of the device that is written to.
    pub fn find(request: &MeterRequest, inputs: &[Input], sink: &Sink) -> Extent {
        let given = Extent { size: request.settings.size, is_end: request.stop_at_size };
        if request.size_given {
            return given;
        }
        if let Some(end) = request.options.lines.filter(|_| request.settings.by_lines) {
            let is_shown = request.settings.shape != Shape::Quiet && !request.is_unseen();
            if request.has(&SIZE) || !(is_shown || request.record.is_some()) {
                return given;
            }
            let lines = inputs.iter().map(|input| input.lines(end)).sum::<Option<u64>>();
            return Extent { size: lines.filter(|&lines| lines > 0), ..given };
        }
        let size = inputs.iter().map(Input::size).sum::<Option<u64>>().filter(|&size| size > 0);
        if size.is_none() && sink.kind() == FileKind::Other {
            let path = request.output.as_deref().unwrap_or(Path::new("/dev/stdout"));
            let size = device_size(path);
            return Extent { size, is_end: given.is_end || size.is_some() };
        }
        Extent { size, ..given }
    }
}
