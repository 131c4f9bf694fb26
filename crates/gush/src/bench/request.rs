//! From the arguments to a checked request: every option is checked, and all diagnostics are reported at once.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use gush_diagnostics::{Base, Code, Diagnostic, Message, QuantitySyntax, Topic, parse_count};
use gush_lab::ladder::{self, Drain, Rung};
use gush_lab::measure::{Plan, machine};
use gush_store::model::{Purpose, RungKind};

use super::flags::{
    BUFFER_SIZES, DB, DRAIN, FAKEDATA_SOURCE, NO_TRACE, ONLY, PIPE_SIZE, ROUNDS, RUNG, SECONDS, SKIP,
    STALL_TIMEOUT,
};
use super::runs::DATABASE;
use crate::exit::Failure;
use crate::flags::{Flag, Given};

/// How sizes of pipes and buffers are written.
const SIZES: QuantitySyntax = QuantitySyntax { base: Base::Binary, byte_units: true, fractions: false };
/// How long a round may be, and how long a first byte may take, in seconds.
const SECOND_RANGE: RangeInclusive<f64> = 0.01..=3600.0;
/// The maximum number of rounds.
const ROUND_RANGE: RangeInclusive<u64> = 1..=1000;
/// The smallest possible pipe, and the largest where the system reports no limit.
const PIPES: RangeInclusive<u64> = 4096..=1 << 31;
/// The buffers that the program of step 6 takes.
const BUFFERS: RangeInclusive<u64> = 1..=64 << 20;

/// A checked run.
#[derive(Debug)]
pub struct BenchRequest {
    pub purpose: Purpose,
    pub rungs: Vec<Rung>,
    pub drain: Drain,
    pub plan: Plan,
    pub database: PathBuf,
    /// Where the sources of fakedata are, as an absolute path: builds run elsewhere.
    pub fakedata_source: Option<PathBuf>,
    /// The version of the pv of the plan, where one is used.
    pub pv_version: Option<String>,
}

impl BenchRequest {
    /// The drains that take the bytes of its rungs.
    pub fn drains(&self) -> impl Iterator<Item = Drain> {
        self.rungs.iter().map(|rung| rung.drain.unwrap_or(self.drain))
    }
}

/// Collects the diagnostics of a command line.
struct Check<'a> {
    args: &'a Given,
    diagnostics: Vec<Diagnostic>,
}

/// Checks everything before anything is done. `diagnostics` are those already found.
pub fn check(args: &Given, diagnostics: Vec<Diagnostic>) -> Result<BenchRequest, Failure> {
    let mut check = Check { args, diagnostics };
    let sizes = check.sizes();
    let rungs = match &sizes {
        Some(sizes) => sizes.iter().map(|&size| ladder::buffer_size(size)).collect(),
        None => check.rungs(),
    };
    let (purpose, usual) = match sizes {
        Some(_) => (Purpose::BufferSizes, 3),
        None => (Purpose::Bench, 5),
    };
    let plan = Plan {
        seconds: check.seconds(&SECONDS, 1.0),
        rounds: check.rounds(usual),
        pipe_size: check.pipe_size(),
        trace: !args.has(&NO_TRACE),
        stall_timeout: Duration::from_secs_f64(check.seconds(&STALL_TIMEOUT, 10.0)),
        pv: "pv".into(),
    };
    let drain = check.drain();
    let database = check.database();
    let fakedata_source = check.fakedata_source();
    if !check.diagnostics.is_empty() {
        return Err(Failure::Diagnostics(check.diagnostics));
    }
    Ok(BenchRequest { purpose, rungs, drain, plan, database, fakedata_source, pv_version: None })
}

impl Check<'_> {
    /// Notes that the value of a flag is wrong.
    fn wrong(&mut self, flag: &Flag, value: &str, message: impl Into<Message>) {
        self.diagnostics.push(flag.wrong(value, message));
    }

    /// A diagnostic for the value of a flag.
    fn within(&mut self, flag: &Flag, diagnostic: &Diagnostic) {
        let within = flag.wrong(&diagnostic.text, diagnostic.full_message());
        let first = within.span.start;
        let span = first + diagnostic.span.start..first + diagnostic.span.end;
        self.diagnostics.push(Diagnostic { code: diagnostic.code, span, ..within });
    }

    fn seconds(&mut self, flag: &Flag, usual: f64) -> f64 {
        let Some(text) = self.args.text(flag) else { return usual };
        let seconds = text.parse().ok().filter(|seconds| SECOND_RANGE.contains(seconds));
        seconds.unwrap_or_else(|| {
            let text_of = format!("expected seconds from {} to {}", SECOND_RANGE.start(), SECOND_RANGE.end());
            self.wrong(flag, text, text_of);
            usual
        })
    }

    fn rounds(&mut self, usual: u64) -> u64 {
        let Some(text) = self.args.text(&ROUNDS) else { return usual };
        parse_count(text).filter(|rounds| ROUND_RANGE.contains(rounds)).unwrap_or_else(|| {
            self.wrong(
                &ROUNDS,
                text,
                format!("expected a number from {} to {}", ROUND_RANGE.start(), ROUND_RANGE.end()),
            );
            usual
        })
    }

    fn drain(&mut self) -> Drain {
        let Some(name) = self.args.text(&DRAIN) else { return Drain::Splice };
        let Some(drain) = Drain::find(name) else {
            self.diagnostics.push(DRAIN.unknown(name));
            return Drain::Splice;
        };
        if drain == Drain::Pv
            && let Err(why) = ladder::pv()
        {
            self.wrong(&DRAIN, name, why.reason);
        }
        if drain == Drain::Null && !std::path::Path::new("/proc/self/io").exists() {
            self.wrong(&DRAIN, name, "this system does not count what a process writes");
        }
        drain
    }

    fn pipe_size(&mut self) -> Option<usize> {
        let text = self.args.text(&PIPE_SIZE)?;
        let most = machine::describe().pipe_max_size.unwrap_or(*PIPES.end());
        let size = bytes(text).filter(|size| (*PIPES.start()..=most).contains(size));
        if size.is_none() {
            let text_of = format!(
                "expected bytes from {} to {most}, as in 64K; the system has no other pipes",
                PIPES.start()
            );
            self.wrong(&PIPE_SIZE, text, text_of);
        }
        size.and_then(|size| usize::try_from(size).ok())
    }

    fn database(&mut self) -> PathBuf {
        let Some(path) = self.args.path(&DB) else { return DATABASE.into() };
        if path.as_os_str() == "-" || path.as_os_str().is_empty() {
            self.wrong(&DB, &path.to_string_lossy(), "a file is needed");
        } else if path.is_dir() {
            self.wrong(&DB, &path.to_string_lossy(), "this is a folder; a file is needed");
        }
        path.to_owned()
    }

    fn fakedata_source(&mut self) -> Option<PathBuf> {
        let path = self.args.path(&FAKEDATA_SOURCE)?;
        let found = path.canonicalize().ok().filter(|found| found.is_dir());
        if found.is_none() {
            let text = match path.exists() {
                true => "this is a file; a folder is needed",
                false => "there is no such folder",
            };
            self.wrong(&FAKEDATA_SOURCE, &path.to_string_lossy(), text);
        }
        found
    }

    /// The sizes of buffers to be tried, each twice the one before.
    fn sizes(&mut self) -> Option<Vec<u64>> {
        let text = self.args.text(&BUFFER_SIZES)?;
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let size = |text: &str| bytes(text).filter(|size| BUFFERS.contains(size));
        let (Some(from), Some(to)) = (size(from), size(to)) else {
            let text_of = format!(
                "expected the smallest and the largest buffer, as in 512..16384, from {} to {} bytes",
                BUFFERS.start(),
                BUFFERS.end()
            );
            self.wrong(&BUFFER_SIZES, text, text_of);
            return Some(Vec::new());
        };
        if from > to {
            self.wrong(&BUFFER_SIZES, text, "the smallest buffer comes first");
        }
        Some(
            std::iter::successors(Some(from), |size| size.checked_mul(2))
                .take_while(|&size| size <= to)
                .collect(),
        )
    }

    /// The rungs that are meant; the user's own are meant whatever else is.
    fn rungs(&mut self) -> Vec<Rung> {
        let texts = |flag| self.args.texts(flag).map(str::to_owned).collect::<Vec<String>>();
        let (only, skip, own) = (texts(&ONLY), texts(&SKIP), texts(&RUNG));
        let (only, skip) = (&only, &skip);
        let mut all = ladder::rungs();
        all.extend(ladder::known_peers());
        for argument in &own {
            match ladder::own(argument, &all) {
                Ok(rung) => all.push(rung),
                Err(diagnostic) => self.within(&RUNG, &diagnostic),
            }
        }
        let mut wanted = |only: &[String], option: &Flag| {
            ladder::select(&all, only, skip).unwrap_or_else(|diagnostics| {
                for diagnostic in diagnostics {
                    let option = if skip.contains(&diagnostic.text) { &SKIP } else { option };
                    self.within(option, &diagnostic);
                }
                Vec::new()
            })
        };
        let chosen = wanted(only, &ONLY);
        let of_own = match only.is_empty() || !self.diagnostics.is_empty() {
            true => Vec::new(),
            false => ladder::select(&all, &[], skip).unwrap_or_default(),
        };
        let is_own = |rung: &&Rung| rung.info.kind == RungKind::Own;
        let is_new = |rung: &&Rung| !chosen.iter().any(|known| known.name() == rung.name());
        let added: Vec<Rung> = of_own.iter().filter(is_own).filter(is_new).cloned().collect();
        let rungs: Vec<Rung> = chosen.into_iter().chain(added).collect();
        if rungs.is_empty() && self.diagnostics.is_empty() {
            let argument = format!("{} {}", SKIP.long(), skip.join(","));
            let message = Message::from("no rung is left").see(Topic::Rungs);
            self.diagnostics.push(Diagnostic::for_argument(Code::Option, argument, message));
        }
        rungs
    }
}

/// A number of bytes such as 8192, 64K or 1MiB.
fn bytes(text: &str) -> Option<u64> {
    SIZES.parse(text).ok().map(|size| size.value)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_numbers_with_letters_behind() {
        let sizes = ["0", "512", "64K", "64KiB", "1m", "2G", "8_192", "64kB"].map(bytes);
        assert_eq!(sizes, [0, 512, 65536, 65536, 1 << 20, 2 << 30, 8192, 64_000].map(Some));
        for wrong in ["", "K", "1.5K", "-1", "1 K", "iB", "1iB", "99999999999999999999", "18014398509481985K"]
        {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
