//! The grammar of the meter: pv's, with its texts.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use gush_meter::display::{Settings, Shape};
use gush_meter::engine::{Options, Skip};
use gush_meter::format::{BARS, Numeric, Part, Template};
use lexopt::{Arg, Parser};

use super::options::{Opt, Row, rows};
use super::values::{count, descriptor, number, process, size, title, up_to};

/// The last bytes that `%A` keeps without a number.
const TAIL: usize = 16;
/// Ticks are no closer, and no further apart.
const INTERVALS: (f64, f64) = (0.01, 600.0);

/// More memory for a buffer, or more columns or rows or last bytes, is a slip of the finger.
const MOST_BUFFER: u64 = 1 << 30;
const MOST_CELLS: u64 = 65_535;
const MOST_TAIL: u64 = 1 << 20;

/// What is to be done.
#[derive(Debug)]
pub enum Command {
    Help,
    Version,
    Run(Box<Request>),
}

/// All that was asked for.
#[derive(Debug, Default)]
pub struct Request {
    pub files: Vec<OsString>,
    pub settings: Settings,
    pub options: Options,
    pub limit: Option<u64>,
    pub size_given: bool,
    pub force: bool,
    pub stop_at_size: bool,
    pub errors_once: bool,
    pub discard: bool,
    pub output: Option<PathBuf>,
    pub store: Option<PathBuf>,
    pub watch: Option<(u32, Option<u32>)>,
    pub remote: Option<u32>,
    pub query: Option<u32>,
    pub pid_file: Option<PathBuf>,
    pub record: Option<PathBuf>,
    pub gave_display: bool,
    shown: Vec<Part>,
    tail: Option<usize>,
    format: Option<String>,
    given: Vec<Opt>,
}

/// What is wrong: pv's text, and whether the way to the help follows.
#[derive(Debug)]
pub struct Mistake(pub String, pub bool);

/// Parses the words after the program's name.
pub fn parse(words: Vec<OsString>) -> Result<Command, Mistake> {
    let mut parser = Parser::from_args(words);
    let mut request = Request::default();
    loop {
        let (row, is_long) = match parser.next().map_err(|error| Mistake(error.to_string(), true))? {
            None => return request.finish().map(|request| Command::Run(Box::new(request))),
            Some(Arg::Value(file)) => {
                request.files.push(file);
                continue;
            }
            Some(Arg::Short(letter)) => (
                rows()
                    .find(|row| row.1 == Some(letter))
                    .ok_or_else(|| Mistake(format!("invalid option -- '{letter}'"), true))?,
                false,
            ),
            Some(Arg::Long(typed)) => (long(typed)?, true),
        };
        let (opt, letter, name, takes, _) = *row;
        // pv names an option in a mistake by its letter, where it has one.
        let shown = letter.map_or_else(|| format!("--{name}"), |letter| format!("-{letter}"));
        let value = match takes {
            Some(_) => Some(parser.value().map_err(|_| lacking(row))?),
            // Behind a letter stand other letters.
            None if is_long && parser.optional_value().is_some() => {
                return Err(Mistake(format!("option '--{name}' doesn't allow an argument"), true));
            }
            None => None,
        };
        match opt {
            Opt::Help => return Ok(Command::Help),
            Opt::Version => return Ok(Command::Version),
            _ => request.take(opt, &shown, value.as_deref().unwrap_or_default())?,
        }
    }
}

fn lacking((_, letter, name, _, _): &Row) -> Mistake {
    let text = match letter {
        Some(letter) => format!("option requires an argument -- '{letter}'"),
        None => format!("option '--{name}' requires an argument"),
    };
    Mistake(text, true)
}

/// The long option that `typed` is, or is the only beginning of.
fn long(typed: &str) -> Result<&'static Row, Mistake> {
    let begun: Vec<&Row> = rows().filter(|row| row.2.starts_with(typed)).collect();
    match (rows().find(|row| row.2 == typed), &begun[..]) {
        (Some(row), _) => Ok(row),
        (None, [row]) => Ok(row),
        (None, []) => Err(Mistake(format!("unrecognized option '--{typed}'"), true)),
        (None, several) => {
            let names: String = several.iter().map(|row| format!(" '--{}'", row.2)).collect();
            Err(Mistake(format!("option '--{typed}' is ambiguous; possibilities:{names}"), true))
        }
    }
}

impl Request {
    fn take(&mut self, opt: Opt, shown: &str, value: &OsStr) -> Result<(), Mistake> {
        let seconds =
            || number(value).ok_or_else(|| Mistake(format!("{shown}: numeric argument expected"), false));
        let text = || value.to_string_lossy().into_owned();
        self.given.push(opt);
        let settings = &mut self.settings;
        match opt {
            Opt::Progress => self.shown.push(Part::Progress),
            Opt::Timer => self.shown.push(Part::Timer),
            Opt::Eta => self.shown.push(Part::Eta),
            Opt::Fineta => self.shown.push(Part::Finish),
            Opt::Rate => self.shown.push(Part::Rate),
            Opt::Average => self.shown.push(Part::Average),
            Opt::Bytes => self.shown.push(Part::Amount),
            Opt::BufferPercent => self.shown.push(Part::Fullness),
            Opt::LastWritten => self.tail = Some(up_to(value, shown, MOST_TAIL)?),
            Opt::Format => self.format = Some(text()),
            Opt::Numeric => settings.shape = Shape::Numeric,
            Opt::Quiet => settings.shape = Shape::Quiet,
            Opt::Json => settings.shape = Shape::Json,
            Opt::Bits => settings.style.units.bits = true,
            Opt::Si => settings.style.units.si = true,
            Opt::Wait => settings.wait = true,
            Opt::DelayStart => settings.delay = Duration::from_secs_f64(seconds()?),
            Opt::Size => {
                settings.size = Some(size(value, shown)?).filter(|&size| size > 0);
                self.size_given = settings.size.is_some();
            }
            Opt::Gauge => settings.style.gauge = true,
            Opt::LineMode => self.lines(b'\n'),
            Opt::Null => self.lines(0),
            Opt::Interval => {
                settings.interval = Duration::from_secs_f64(seconds()?.clamp(INTERVALS.0, INTERVALS.1));
            }
            Opt::Window => settings.window = Some(Duration::from_secs_f64(seconds()?)),
            Opt::Width => settings.width = Some(up_to(value, shown, MOST_CELLS)?).filter(|&width| width > 0),
            Opt::Height => {
                settings.height = Some(up_to(value, shown, MOST_CELLS)?).filter(|&height| height > 0);
            }
            Opt::Name => settings.style.name = Some(text()),
            Opt::BarStyle => {
                let (_, bar) = BARS.iter().find(|(name, _)| *name == text()).ok_or_else(|| {
                    let names = BARS.map(|(name, _)| name).join(", ");
                    Mistake(format!("{shown}: no bar style is called '{}'; there are {names}", text()), false)
                })?;
                settings.style.bar = *bar;
            }
            Opt::ExtraDisplay => settings.title = Some(title(&text(), shown)?),
            Opt::Stats => settings.statistics = true,
            Opt::Force => self.force = true,
            Opt::Cursor => settings.cursor = true,
            Opt::Spark => self.shown.push(Part::Spark),
            _ => return self.take_transfer(opt, shown, value),
        }
        Ok(())
    }

    fn take_transfer(&mut self, opt: Opt, shown: &str, value: &OsStr) -> Result<(), Mistake> {
        let whole =
            || count(value).ok_or_else(|| Mistake(format!("{shown}: integer argument expected"), false));
        let path = || Some(PathBuf::from(value));
        match opt {
            Opt::Output => self.output = path(),
            Opt::RateLimit => self.limit = Some(whole()?),
            Opt::BufferSize => {
                self.options.buffer = Some(up_to(value, shown, MOST_BUFFER)?).filter(|&size| size > 0);
            }
            Opt::NoSplice => self.options.plain = true,
            Opt::SkipErrors => {
                self.errors_once = self.options.skip_errors.is_some();
                self.options.skip_errors.get_or_insert(Skip::default());
            }
            Opt::ErrorSkipBlock => {
                self.options.skip_errors.get_or_insert(Skip::default()).block =
                    Some(whole()?).filter(|&n| n > 0);
            }
            Opt::StopAtSize => self.stop_at_size = true,
            Opt::Sync => self.options.sync = true,
            Opt::DirectIo => self.options.direct = true,
            Opt::Sparse => self.options.sparse = true,
            Opt::Discard => self.discard = true,
            Opt::StoreAndForward => self.store = path(),
            Opt::WatchFd => self.watch = Some(descriptor(value)?),
            Opt::Remote => self.remote = Some(process(value, shown)?),
            Opt::Query => self.query = Some(process(value, shown)?),
            Opt::PidFile => self.pid_file = path(),
            Opt::Record => self.record = path(),
            Opt::Both => {
                self.options.lines.get_or_insert(b'\n');
                self.shown.extend([Part::Bytes, Part::Lines]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Changes `settings` of a running meter to what was given here; the rest stays.
    pub fn change(&self, settings: &mut Settings) {
        let own = &self.settings;
        for opt in &self.given {
            match opt {
                Opt::Size => settings.size = own.size,
                Opt::Interval => settings.interval = own.interval,
                Opt::Window => settings.window = own.window,
                Opt::Width => settings.width = own.width,
                Opt::Height => settings.height = own.height,
                Opt::Bits | Opt::Si => settings.style.units = own.style.units,
                Opt::Gauge => settings.style.gauge = true,
                Opt::BarStyle => settings.style.bar = own.style.bar,
                Opt::Name => settings.style.name.clone_from(&own.style.name),
                Opt::ExtraDisplay => settings.title.clone_from(&own.title),
                Opt::Stats => settings.statistics = true,
                Opt::Numeric | Opt::Json | Opt::Quiet => settings.shape = own.shape,
                _ => {}
            }
        }
        if self.gave_display {
            settings.template = own.template.clone();
            settings.numeric = own.numeric;
        }
    }

    fn lines(&mut self, end: u8) {
        self.options.lines = Some(end);
        self.options.by_lines = true;
        self.settings.by_lines = true;
    }

    /// What follows from all of it together.
    fn finish(mut self) -> Result<Request, Mistake> {
        self.gave_display = !self.shown.is_empty() || self.tail.is_some() || self.format.is_some();
        if self.given.contains(&Opt::Quiet) {
            self.settings.shape = Shape::Quiet;
        }
        let template = match &self.format {
            Some(format) => Template::parse(format),
            None => Template::spaced(self.in_order()),
        };
        // What a number a line is, follows from the same switches.
        let has = |part: &Part| template.has(part) && self.gave_display;
        self.settings.numeric = Numeric {
            timer: has(&Part::Timer),
            amount: has(&Part::Amount) || has(&Part::Bytes),
            rate: has(&Part::Rate),
        };
        let tails = template.parts().iter().filter_map(|part| match part {
            Part::Tail(most) => Some(*most),
            _ => None,
        });
        self.options.tail = tails.max().unwrap_or(0);
        if self.options.tail as u64 > MOST_TAIL {
            return Err(Mistake(format!("-F: %A is of at most {MOST_TAIL} bytes"), false));
        }
        self.options.plain |= template.has(&Part::Fullness);
        if template.has(&Part::Lines) && self.options.lines.is_none() {
            self.options.lines = Some(b'\n');
        }
        if self.options.plain && self.options.buffer.is_none() && template.has(&Part::Fullness) {
            self.options.buffer = Some(400 << 10);
        }
        self.settings.template = template;
        Ok(self)
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
        let name = self.settings.style.name.as_ref().map(|_| Part::Name);
        let tail = self.tail.map(|most| Part::Tail(if most == 0 { TAIL } else { most }));
        name.into_iter().chain(order.into_iter().filter(wanted)).chain(tail).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Request, String> {
        match parse(line.split_whitespace().map(OsString::from).collect()) {
            Ok(Command::Run(request)) => Ok(*request),
            Ok(other) => panic!("{other:?}"),
            Err(Mistake(text, _)) => Err(text),
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
    fn mistakes_are_pvs() {
        for (line, text) in [
            ("--nosuch", "unrecognized option '--nosuch'"),
            ("-s", "option requires an argument -- 's'"),
            ("-L abc", "-L: integer argument expected"),
            ("-i x", "-i: numeric argument expected"),
            ("--quiet=1", "option '--quiet' doesn't allow an argument"),
            ("-j", "invalid option -- 'j'"),
            ("-d 0", "-d: invalid process ID"),
            ("-d x", "-d: process ID or pid:fd pair expected"),
        ] {
            assert_eq!(request(line).unwrap_err(), text, "{line}");
        }
        assert!(request("--n").unwrap_err().starts_with("option '--n' is ambiguous; possibilities: '--"));
    }
}
