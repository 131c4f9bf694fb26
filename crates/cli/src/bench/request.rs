//! From what was typed to what is to be done: every option is checked, and all mistakes come at once.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use gush_diagnostics::{Base, Code, Diagnostic, Message, QuantitySyntax, parse_count};
use gush_lab::ladder::{self, Drain, Rung};
use gush_lab::measure::{Plan, machine};
use gush_lab::model::{Purpose, RungKind};

use super::args::Args;
use super::runs::DATABASE;
use crate::exit::Failure;

/// How sizes of pipes and buffers are written.
const SIZES: QuantitySyntax = QuantitySyntax { base: Base::Binary, byte_units: true, fractions: false };
/// How long a round may be, and how long a first byte may take, in seconds.
const SECONDS: RangeInclusive<f64> = 0.01..=3600.0;
/// How many rounds are enough for anybody.
const ROUNDS: RangeInclusive<u64> = 1..=1000;
/// The smallest pipe that there is, and the largest where the system names none.
const PIPES: RangeInclusive<u64> = 4096..=1 << 31;
/// The buffers that the program of step 6 takes.
const BUFFERS: RangeInclusive<u64> = 1..=64 << 20;

/// A run that makes sense.
#[derive(Debug)]
pub struct Request {
    pub purpose: Purpose,
    pub rungs: Vec<Rung>,
    pub drain: Drain,
    pub plan: Plan,
    pub database: PathBuf,
    /// What the pv of the plan says of itself, where one is used.
    pub pv_version: Option<String>,
}

impl Request {
    /// The drains that take the bytes of its rungs.
    pub fn drains(&self) -> impl Iterator<Item = Drain> {
        self.rungs.iter().map(|rung| rung.drain.unwrap_or(self.drain))
    }
}

/// Collects the mistakes of a command line.
struct Check<'a> {
    args: &'a Args,
    mistakes: Vec<Diagnostic>,
}

/// Checks everything before anything is done. `mistakes` are those already found.
pub fn check(args: &Args, mistakes: Vec<Diagnostic>) -> Result<Request, Failure> {
    let mut check = Check { args, mistakes };
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
        seconds: check.seconds("--seconds", args.seconds.as_deref(), 1.0),
        rounds: check.rounds(usual),
        pipe_size: check.pipe_size(),
        trace: !args.no_trace,
        patience: Duration::from_secs_f64(check.seconds("--patience", args.patience.as_deref(), 10.0)),
        pv: "pv".into(),
    };
    let drain = check.drain();
    let database = check.database();
    check.together();
    if !check.mistakes.is_empty() {
        return Err(Failure::Mistakes(check.mistakes));
    }
    Ok(Request { purpose, rungs, drain, plan, database, pv_version: None })
}

impl Check<'_> {
    /// Notes that the value of an option is wrong.
    fn wrong(&mut self, option: &str, value: &str, message: impl Into<Message>) {
        let word = format!("{option} {value}");
        let at = option.len() + 1..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, message));
    }

    /// Notes that two options do not go together.
    fn conflict(&mut self, one: &str, other: &str, text: &str) {
        let word = format!("{one} {other}");
        let at = 0..word.len();
        self.mistakes.push(Diagnostic::new(Code::Option, word, at, text));
    }

    /// A mistake that was found in the value of an option.
    fn within(&mut self, option: &str, mistake: &Diagnostic) {
        let first = option.len() + 1;
        let at = first + mistake.span.start..first + mistake.span.end;
        let word = format!("{option} {}", mistake.word);
        self.mistakes.push(Diagnostic::new(mistake.code, word, at, mistake.full_message()));
    }

    fn seconds(&mut self, option: &str, value: Option<&str>, usual: f64) -> f64 {
        let Some(text) = value else { return usual };
        let seconds = text.parse().ok().filter(|seconds| SECONDS.contains(seconds));
        seconds.unwrap_or_else(|| {
            let text_of = format!("expected seconds from {} to {}", SECONDS.start(), SECONDS.end());
            self.wrong(option, text, text_of);
            usual
        })
    }

    fn rounds(&mut self, usual: u64) -> u64 {
        let Some(text) = self.args.rounds.as_deref() else { return usual };
        parse_count(text).filter(|rounds| ROUNDS.contains(rounds)).unwrap_or_else(|| {
            self.wrong(
                "--rounds",
                text,
                format!("expected a number from {} to {}", ROUNDS.start(), ROUNDS.end()),
            );
            usual
        })
    }

    fn drain(&mut self) -> Drain {
        let Some(name) = self.args.drain.as_deref() else { return Drain::Splice };
        let Some(drain) = Drain::find(name) else {
            let names = Drain::ALL.into_iter().map(Drain::name);
            self.wrong("--drain", name, Message::unknown("there is no such drain", name, names));
            return Drain::Splice;
        };
        if drain == Drain::Pv
            && let Err(why) = ladder::pv()
        {
            self.wrong("--drain", name, why.reason);
        }
        if drain == Drain::Null && !std::path::Path::new("/proc/self/io").exists() {
            self.wrong("--drain", name, "this system does not tell what a process writes");
        }
        drain
    }

    fn pipe_size(&mut self) -> Option<usize> {
        let text = self.args.pipe_size.as_deref()?;
        let most = machine::describe().pipe_max_size.unwrap_or(*PIPES.end());
        let size = bytes(text).filter(|size| (*PIPES.start()..=most).contains(size));
        if size.is_none() {
            let text_of = format!(
                "expected bytes from {} to {most}, as in 64K; the system has no other pipes",
                PIPES.start()
            );
            self.wrong("--pipe-size", text, text_of);
        }
        size.and_then(|size| usize::try_from(size).ok())
    }

    fn database(&mut self) -> PathBuf {
        let Some(path) = &self.args.db else { return DATABASE.into() };
        if path.as_os_str() == "-" || path.as_os_str().is_empty() {
            self.wrong("--db", &path.to_string_lossy(), "a file is needed");
        } else if path.is_dir() {
            self.wrong("--db", &path.to_string_lossy(), "this is a folder; a file is needed");
        }
        path.clone()
    }

    /// The sizes of buffers to be tried, each twice the one before.
    fn sizes(&mut self) -> Option<Vec<u64>> {
        let text = self.args.buffer_sizes.as_deref()?;
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let size = |word: &str| bytes(word).filter(|size| BUFFERS.contains(size));
        let (Some(from), Some(to)) = (size(from), size(to)) else {
            let text_of = format!(
                "expected the smallest and the largest buffer, as in 512..16384, from {} to {} bytes",
                BUFFERS.start(),
                BUFFERS.end()
            );
            self.wrong("--buffer-sizes", text, text_of);
            return Some(Vec::new());
        };
        if from > to {
            self.wrong("--buffer-sizes", text, "the smallest buffer stands first");
        }
        Some(
            std::iter::successors(Some(from), |size| size.checked_mul(2))
                .take_while(|&size| size <= to)
                .collect(),
        )
    }

    /// The rungs that are meant. Peers that are not here are left out, unless they are asked for by name; the user's own
    /// are meant whatever else is.
    fn rungs(&mut self) -> Vec<Rung> {
        let Args { only, skip, rung: own, .. } = self.args;
        let mut all = ladder::rungs();
        let here: Vec<String> = ladder::peers().iter().map(|peer| peer.name().to_owned()).collect();
        all.extend(ladder::known_peers());
        for word in own {
            match ladder::own(word, &all) {
                Ok(rung) => all.push(rung),
                Err(mistake) => self.within("--rung", &mistake),
            }
        }
        let is_here = |rung: &Rung| {
            let missing = rung.info.kind == RungKind::Peer && !here.iter().any(|name| name == rung.name());
            !missing || only.iter().any(|pattern| pattern == rung.name())
        };
        let mut wanted = |only: &[String], option: &str| {
            ladder::select(&all, only, skip).unwrap_or_else(|mistakes| {
                for mistake in mistakes {
                    let option = if skip.contains(&mistake.word) { "--skip" } else { option };
                    self.within(option, &mistake);
                }
                Vec::new()
            })
        };
        let chosen = wanted(only, "--only");
        let of_own = match only.is_empty() || !self.mistakes.is_empty() {
            true => Vec::new(),
            false => ladder::select(&all, &[], skip).unwrap_or_default(),
        };
        let is_own = |rung: &&Rung| rung.info.kind == RungKind::Own;
        let is_new = |rung: &&Rung| !chosen.iter().any(|known| known.name() == rung.name());
        let added: Vec<Rung> = of_own.iter().filter(is_own).filter(is_new).cloned().collect();
        let rungs: Vec<Rung> = chosen.into_iter().filter(is_here).chain(added).collect();
        if rungs.is_empty() && self.mistakes.is_empty() {
            let word = format!("--skip {}", skip.join(","));
            let at = 0..word.len();
            self.mistakes.push(Diagnostic::new(
                Code::Option,
                word,
                at,
                "no rung is left; `--list` lists them",
            ));
        }
        rungs
    }

    /// What does not go together.
    fn together(&mut self) {
        let Args { only, skip, rung, buffer_sizes, list, json, dry_run, .. } = self.args;
        if buffer_sizes.is_some() {
            let text = "the sizes are all that is measured; leave one of the two out";
            for (is_there, other) in
                [(!only.is_empty(), "--only"), (!skip.is_empty(), "--skip"), (!rung.is_empty(), "--rung")]
            {
                if is_there {
                    self.conflict("--buffer-sizes", other, text);
                }
            }
        }
        if *json && !list {
            let text = "it says how --list is written; `gush bench report` has what was measured";
            self.mistakes.push(Diagnostic::new(Code::Option, "--json", 0..6, text));
        }
        if *list && *dry_run {
            self.conflict("--list", "--dry-run", "one of the two is enough");
        }
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
