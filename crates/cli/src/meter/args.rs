//! The grammar of the meter: pv's. All that is wrong is found before anything is told.

use std::env;
use std::ffi::{OsStr, OsString};
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

use gush_diagnostics::Diagnostic;
use gush_meter::display::Shape;
use gush_meter::engine::Skip;
use gush_meter::format::{Part, Template};

use super::getopt::{Piece, Pieces, Typed};
use super::modes;
use super::options::Opt;
use super::request::{Command, Request};
use super::values::{self, Kilo, MOST_TAIL, Place, count, seconds, up_to};

/// Ticks are no closer, and no further apart.
const INTERVALS: (f64, f64) = (0.01, 600.0);

/// More memory for a buffer, or more columns or rows, is a slip of the finger.
const MOST_BUFFER: u64 = 1 << 30;
const MOST_CELLS: u64 = 65_535;

/// A request that is being made, and what only its whole tells the meaning of.
#[derive(Debug, Default)]
struct Parser {
    request: Request,
    shown: Vec<Part>,
    tail: Option<usize>,
    format: Option<Template>,
    skip_block: Option<u64>,
    kilo: Kilo,
}

/// Parses the words after the program's name.
pub fn parse(words: Vec<OsString>) -> Result<Command, Vec<Diagnostic>> {
    let mut parser = Parser::default();
    let mut mistakes = Vec::new();
    let pieces: Vec<_> = Pieces::new(words, env::var_os("POSIXLY_CORRECT").is_some()).collect();
    let is_si = |piece: &Result<Piece, _>| matches!(piece, Ok(Piece::Option(row, ..)) if row.0 == Opt::Si);
    if pieces.iter().any(is_si) {
        parser.kilo = Kilo::Decimal;
    }
    for piece in pieces {
        let (row, typed, value) = match piece {
            Ok(Piece::Option(row, typed, value)) => (row, typed, value),
            Ok(Piece::File(file, typed)) => {
                parser.request.files.push(file);
                parser.request.typed_files.push(typed);
                continue;
            }
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        match row.0 {
            Opt::Help if mistakes.is_empty() => return Ok(Command::Help),
            Opt::Version if mistakes.is_empty() => return Ok(Command::Version),
            opt => {
                let (value, place) = value.unwrap_or_else(|| (OsString::new(), typed.clone()));
                match parser.take(opt, &value) {
                    Ok(()) => parser.note(opt, row.2, &value, typed),
                    Err(text) => mistakes.push(place.mistake(text)),
                }
            }
        }
    }
    if !parser.request.watch.is_empty() {
        mistakes.extend(parser.watch_more());
    }
    mistakes.extend(modes::mistakes(&parser.request));
    if mistakes.is_empty() { Ok(Command::Run(Box::new(parser.finish()))) } else { Err(mistakes) }
}

impl Parser {
    /// While processes are watched, what would be files are more of them.
    fn watch_more(&mut self) -> Vec<Diagnostic> {
        let mut mistakes = Vec::new();
        for (word, typed) in
            mem::take(&mut self.request.files).iter().zip(mem::take(&mut self.request.typed_files))
        {
            match values::watch(word) {
                Ok(watch) => self.request.watch.push(watch),
                Err(text) => mistakes.push(typed.mistake(text)),
            }
        }
        mistakes
    }

    fn note(&mut self, opt: Opt, name: &str, value: &OsStr, typed: Typed) {
        let value = match opt {
            // Its file may mean another one to the other process.
            Opt::Size => self.request.settings.size.unwrap_or(0).to_string(),
            _ => value.to_string_lossy().into_owned(),
        };
        if opt != Opt::Remote {
            let value = if opt.is_valued() { format!("={value}") } else { String::new() };
            self.request.sent.push(format!("--{name}{value}"));
        }
        self.request.given.push((opt, typed));
    }

    fn take(&mut self, opt: Opt, value: &OsStr) -> Result<(), String> {
        let text = || value.to_string_lossy().into_owned();
        let time = || seconds(value).map(Duration::from_secs_f64);
        let kilo = self.kilo;
        let cells = || Ok::<_, String>(Some(values::whole(value, MOST_CELLS)?).filter(|&cells| cells > 0));
        let settings = &mut self.request.settings;
        match opt {
            Opt::Progress => self.shown.push(Part::Progress),
            Opt::Timer => self.shown.push(Part::Timer),
            Opt::Eta => self.shown.push(Part::Eta),
            Opt::Fineta => self.shown.push(Part::Finish),
            Opt::Rate => self.shown.push(Part::Rate),
            Opt::Average => self.shown.push(Part::Average),
            Opt::Bytes => self.shown.push(Part::Amount),
            Opt::BufferPercent => self.shown.push(Part::Fullness),
            Opt::LastWritten => self.tail = Some(values::whole(value, MOST_TAIL)?),
            Opt::Format => self.format = Some(values::template(&text())?),
            Opt::Numeric => settings.shape = Shape::Numeric,
            Opt::Quiet => settings.shape = Shape::Quiet,
            Opt::Json => settings.shape = Shape::Json,
            Opt::Bits => settings.style.units.bits = true,
            Opt::Si => settings.style.units.si = true,
            Opt::Wait => settings.wait = true,
            Opt::DelayStart => settings.delay = time()?,
            Opt::Size => {
                settings.size = Some(values::size(value, kilo)?).filter(|&size| size > 0);
                self.request.size_given = settings.size.is_some();
            }
            Opt::Gauge => settings.style.gauge = true,
            // As with pv, -0 says what a line is wherever it stands.
            Opt::LineMode => self.lines(self.request.options.lines.unwrap_or(b'\n')),
            Opt::Null => self.lines(0),
            Opt::Interval => {
                let seconds = seconds(value)?.clamp(INTERVALS.0, INTERVALS.1);
                settings.interval = Duration::from_secs_f64(seconds);
            }
            Opt::Window => settings.window = Some(time()?),
            Opt::Width => settings.width = cells()?,
            Opt::Height => settings.height = cells()?,
            Opt::Name => settings.style.name = Some(text()),
            Opt::BarStyle => settings.style.bar = values::bar(value)?,
            Opt::ExtraDisplay => {
                let (places, template) = values::extra(value)?;
                settings.title = places.contains(&Place::Window).then(|| template.clone());
                settings.process_title = places.contains(&Place::Process).then_some(template);
            }
            Opt::Stats => settings.statistics = true,
            Opt::Force => self.request.force = true,
            Opt::Cursor => settings.cursor = true,
            Opt::Spark => self.shown.push(Part::Spark),
            _ => return self.take_transfer(opt, value),
        }
        Ok(())
    }

    fn take_transfer(&mut self, opt: Opt, value: &OsStr) -> Result<(), String> {
        let path = || Some(PathBuf::from(value));
        let kilo = self.kilo;
        match opt {
            Opt::Output => self.request.output = path(),
            Opt::RateLimit => self.request.limit = Some(count(value, kilo)?),
            Opt::BufferSize => {
                self.request.options.buffer = Some(up_to(value, MOST_BUFFER, kilo)?).filter(|&size| size > 0);
            }
            Opt::NoSplice => self.request.options.plain = true,
            Opt::SkipErrors => {
                self.request.errors_once = self.request.options.skip_errors.is_some();
                self.request.options.skip_errors.get_or_insert(Skip::default());
            }
            Opt::ErrorSkipBlock => self.skip_block = Some(count(value, kilo)?).filter(|&bytes| bytes > 0),
            Opt::StopAtSize => self.request.stop_at_size = true,
            Opt::Sync => self.request.options.sync = true,
            Opt::DirectIo => self.request.options.direct = true,
            Opt::Sparse => self.request.options.sparse = true,
            Opt::Discard => self.request.discard = true,
            Opt::StoreAndForward => self.request.store = path(),
            Opt::WatchFd => self.request.watch.push(values::watch(value)?),
            Opt::Remote => self.request.remote = Some(values::process(value)?),
            Opt::Query => self.request.query = Some(values::process(value)?),
            Opt::PidFile => self.request.pid_file = path(),
            Opt::Record => self.request.record = path(),
            Opt::Group => self.request.group = Some(values::group(value)?),
            Opt::Both => {
                self.request.options.lines.get_or_insert(b'\n');
                self.shown.extend([Part::Bytes, Part::Lines]);
            }
            _ => {}
        }
        Ok(())
    }

    fn lines(&mut self, end: u8) {
        self.request.options.lines = Some(end);
        self.request.options.by_lines = true;
        self.request.settings.by_lines = true;
    }

    /// What follows from all of it together.
    fn finish(mut self) -> Request {
        self.request.gave_display = !self.shown.is_empty() || self.tail.is_some() || self.format.is_some();
        if self.request.has(Opt::Quiet) {
            self.request.settings.shape = Shape::Quiet;
        }
        // A block alone does not ask for errors to be skipped.
        if let Some(skip) = &mut self.request.options.skip_errors {
            skip.block = self.skip_block;
        }
        let format = self.format.take();
        self.request.settings.numeric = format.clone().unwrap_or_else(|| Template::spaced(self.numbers()));
        self.request.settings.style.ascii = values::is_ascii_alone();
        let template = format.unwrap_or_else(|| Template::spaced(self.in_order()));
        let extra = [&self.request.settings.title, &self.request.settings.process_title];
        let templates = || extra.into_iter().flatten().chain([&template]);
        self.request.options.tail = templates().map(Template::tail).max().unwrap_or(0);
        let fullness = templates().any(|template| template.has(&Part::Fullness));
        if templates().any(|template| template.has(&Part::Lines)) {
            self.request.options.lines.get_or_insert(b'\n');
        }
        self.request.options.plain |= fullness;
        if fullness {
            self.request.options.buffer.get_or_insert(400 << 10);
        }
        self.request.settings.template = template;
        self.request.settings.counts_lines = self.request.options.lines.is_some();
        self.request
    }

    /// What a number a line is: the time, the amount and the rate as they were asked for, or else how much is done.
    fn numbers(&self) -> Vec<Part> {
        let has = |part: &Part| self.shown.contains(part);
        let (amount, rate) = (has(&Part::Amount) || has(&Part::Bytes), has(&Part::Rate));
        let parts = [
            (has(&Part::Timer), Part::Timer),
            (amount, Part::Amount),
            (rate, Part::Rate),
            (!amount && !rate, Part::Percent),
        ];
        parts.into_iter().filter(|(wanted, _)| *wanted).map(|(_, part)| part).collect()
    }

    /// The parts that were asked for, or the usual ones, in the order in which they are always shown.
    fn in_order(&self) -> Vec<Part> {
        const USUAL: [Part; 5] = [Part::Amount, Part::Timer, Part::Rate, Part::Progress, Part::Eta];
        let order = [
            Part::Amount,
            Part::Bytes,
            Part::Lines,
            Part::Fullness,
            Part::Timer,
            Part::Rate,
            Part::Average,
            Part::Spark,
            Part::Progress,
            Part::Eta,
            Part::Finish,
        ];
        let only_ours = self.shown.iter().all(|part| matches!(part, Part::Spark | Part::Bytes | Part::Lines));
        let usual: &[Part] = if only_ours && self.tail.is_none() { &USUAL } else { &[] };
        let both = self.shown.contains(&Part::Lines);
        let wanted = |part: &Part| {
            (self.shown.contains(part) || usual.contains(part)) && !(both && *part == Part::Amount)
        };
        let name = self.request.settings.style.name.as_ref().map(|_| Part::Name);
        let tail = self.tail.map(Part::Tail);
        name.into_iter().chain(order.into_iter().filter(wanted)).chain(tail).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::rows;
    use super::*;

    fn request(line: &str) -> Result<Request, Vec<String>> {
        match parse(line.split_whitespace().map(OsString::from).collect()) {
            Ok(Command::Run(request)) => Ok(*request),
            Ok(other) => panic!("{other:?}"),
            Err(mistakes) => Err(mistakes.iter().map(ToString::to_string).collect()),
        }
    }

    #[test]
    fn letters_and_names_are_each_used_once() {
        for (i, one) in rows().enumerate() {
            for other in rows().skip(i + 1) {
                assert!(one.1.is_none() || one.1 != other.1, "{one:?} {other:?}");
                assert_ne!(one.2, other.2);
            }
        }
    }

    #[test]
    fn parts_stand_in_one_order() {
        let parts = |line: &str| request(line).unwrap().settings.template;
        assert_eq!(parts(""), Template::parse("%b %t %r %p %e"));
        assert_eq!(parts("-IeparTtb -N x -A 4"), Template::parse("%N %b %T %t %r %a %p %e %I %4A"));
        assert_eq!(parts("--both"), Template::parse("%{bytes} %{lines} %t %r %p %e"));
        assert_eq!(parts("-b --spark"), Template::parse("%b %{spark}"));
    }

    #[test]
    fn what_is_sent_means_the_same_elsewhere() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [7; 2000]).unwrap();
        let line = format!("-R 5 -fs @{} -L1k --format %b", file.path().display());
        let sent = request(&line).unwrap().sent;
        assert_eq!(sent, ["--force", "--size=2000", "--rate-limit=1k", "--format=%b"]);
    }

    #[test]
    fn all_mistakes_are_told_with_their_places() {
        let told = request("-fL abc --sise=5 -dx f -u blok -A 1000000t").unwrap_err();
        let expected = [
            "  -fL abc\n      ^^^ integer argument expected, such as 10, 64k or 1.5g",
            "  --sise=5\n  ^^^^^^ there is no such option; did you mean `--size`?",
            "  -dx\n    ^ process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST",
            "  -u blok\n     ^^^^ no bar style is called 'blok'; did you mean `block`?",
            "  -A 1000000t\n     ^^^^^^^^ at most 1048576 is possible",
        ];
        assert_eq!(told, expected);
    }
}
