//! Building: once for each source, flags and compiler, beside the place where it is looked for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gush_pipe::child::Child;

use super::{lock, machine};
use crate::ladder::command_line::{fill, module_name, os};
use crate::ladder::registry::{self, SOURCES, Toolchain};
use crate::ladder::rung::NotRun;

/// A program's arguments, and the version that the compiler prints.
type Built = (Vec<OsString>, Option<String>);

/// How the folders begin in which something is being built.
const BUILDING: &str = ".building-";

/// How old a build must be to be abandoned, where the file system has no locks to show it.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// The file with the compiler's output; of a failed build it is beside the place of its folder.
const LOG: &str = "build.log";

/// How often a build is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How many lines of a compiler are shown.
const SHOWN: usize = 20;

/// What was built, in a folder of the user's cache. What is there is used again, by whoever looks for it.
#[derive(Debug)]
pub(super) struct Cache {
    /// Where it is.
    pub folder: PathBuf,
    /// Whether anything may be fetched.
    pub network: bool,
    /// Set when builds are to end.
    pub stop: Arc<AtomicBool>,
    /// What compilers say of themselves, by what they are asked.
    versions: RefCell<BTreeMap<Vec<String>, Option<String>>>,
    /// What could not be built, so that rungs that share it do not try again.
    failed: RefCell<BTreeMap<PathBuf, NotRun>>,
}

impl Cache {
    /// One that is kept in this folder.
    pub(super) fn new(folder: PathBuf) -> Cache {
        Cache {
            folder,
            network: true,
            stop: Arc::default(),
            versions: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// What a program says of itself.
    pub(super) fn version(&self, asked: &[String]) -> Option<String> {
        let mut versions = self.versions.borrow_mut();
        versions.entry(asked.to_vec()).or_insert_with(|| machine::version(asked)).clone()
    }

    /// Builds a program of ours.
    pub(super) fn program(
        &self,
        source: &str,
        flags: Option<&[String]>,
        args: &[String],
        say: &mut dyn FnMut(&str),
    ) -> Result<Built, NotRun> {
        let missing = || NotRun::because(format!("gush has no {source} with it"));
        let text = SOURCES.get_file(source).and_then(|file| file.contents_utf8()).ok_or_else(missing)?;
        let (folder, file) = source.split_once('/').ok_or_else(missing)?;
        let toolchain = registry::toolchain(folder).ok_or_else(missing)?;
        machine::need(&toolchain.needs)?;
        let version = self.version(&toolchain.version);
        let flags = flags.unwrap_or(&toolchain.flags);
        let stem = file.split('.').next().unwrap_or(file);
        let native = flags.iter().any(|flag| flag.contains("native")).then(machine::processor);
        let key = key(&(text, flags, &toolchain.build, &version, native));
        let home = self.folder.join(format!("{folder}-{stem}-{key}"));
        let source_of = |folder: &Path| folder.join(file);
        let make = |at: &Path| {
            fs::write(source_of(at), text).map_err(|why| cannot(at, &why))?;
            let build = fill(&toolchain.build, flags, &path(&source_of(at)), &path(&at.join(stem)));
            compile(&build, toolchain, &[], at, &self.stop)
        };
        let mut say = |text: &str| {
            if !toolchain.build.is_empty() {
                say(text);
            }
        };
        self.once(&home, &format!("building {source}"), &mut say, make)?;
        let run = match &toolchain.run[..] {
            [] => vec![path(&home.join(stem))],
            run => fill(run, &[], &path(&source_of(&home)), ""),
        };
        Ok((os(&run).into_iter().chain(os(args)).collect(), version))
    }

    /// Fetches and builds a published Go program.
    pub(super) fn module(
        &self,
        module: &str,
        args: &[String],
        file: Option<&str>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Built, NotRun> {
        let missing = || NotRun::because("gush has no Go toolchain in its registry");
        let toolchain = registry::toolchain("go").ok_or_else(missing)?;
        machine::need(&toolchain.needs)?;
        let version = self.version(&toolchain.version);
        let name = module_name(module);
        let home = self.folder.join(format!("{name}-{}", key(&(module, &version))));
        if !self.network && !home.exists() {
            return Err(NotRun::because(format!("needs the network once, to fetch {module}")));
        }
        let make = |at: &Path| {
            let install = ["go", "install", module].map(str::to_owned);
            compile(&install, toolchain, &[("GOBIN", &path(at))], at, &self.stop)
        };
        self.once(&home, &format!("fetching {module} from the network (go install)"), say, make)?;
        let file = file.map(|file| self.file(file)).transpose()?.unwrap_or_default();
        let args: Vec<String> = args.iter().map(|arg| arg.replace("{file}", &file)).collect();
        let argv = std::iter::once(home.join(name).into()).chain(os(&args)).collect();
        Ok((argv, module.split_once('@').map(|(_, version)| version.to_owned())))
    }

    /// Lays out a file of ours for a program to read, and says where it is.
    fn file(&self, source: &str) -> Result<String, NotRun> {
        let text = SOURCES.get_file(source).map_or(&b""[..], |file| file.contents());
        let home = self.folder.join(format!("file-{}", key(&(source, text))));
        let make = |at: &Path| fs::write(at.join("file"), text).map_err(|why| cannot(at, &why));
        self.once(&home, "", &mut |_| (), make)?;
        Ok(path(&home.join("file")))
    }

    /// Makes a folder that appears whole or not at all, unless it is there. Of two who make it at once, one is first, and
    /// both use that one's.
    fn once(
        &self,
        home: &Path,
        what: &str,
        say: &mut dyn FnMut(&str),
        make: impl FnOnce(&Path) -> Result<(), NotRun>,
    ) -> Result<(), NotRun> {
        if home.is_dir() {
            return Ok(());
        }
        if let Some(failed) = self.failed.borrow().get(home) {
            return Err(failed.clone());
        }
        say(what);
        let made = self.make_beside(home, make);
        if let Err(failed) = &made {
            self.failed.borrow_mut().insert(home.to_owned(), failed.clone());
        }
        made
    }

    fn make_beside(&self, home: &Path, make: impl FnOnce(&Path) -> Result<(), NotRun>) -> Result<(), NotRun> {
        let (beside, _lock) = locked_beside(&self.folder).map_err(|why| cannot(&self.folder, &why))?;
        make(beside.path()).inspect_err(|_| {
            // Kept for who wants to read it all; that it cannot be kept changes nothing.
            let _ = fs::rename(beside.path().join(LOG), home.with_extension("log"));
        })?;
        // What went wrong another time does not any more.
        let _ = fs::remove_file(home.with_extension("log"));
        match fs::rename(beside.path(), home) {
            Err(why) if !home.is_dir() => Err(cannot(home, &why)),
            _ => Ok(()),
        }
    }
}

/// A new folder to build in, which is locked as long as that goes on.
fn locked_beside(folder: &Path) -> io::Result<(tempfile::TempDir, Option<File>)> {
    fs::create_dir_all(folder)?;
    loop {
        let made = tempfile::Builder::new().prefix(BUILDING).tempdir_in(folder)?;
        let lock = lock::take(made.path());
        match lock {
            // Somebody else who sweeps was quicker, and it is gone or will be.
            Ok(None) => {}
            _ if !made.path().exists() => {}
            lock => return Ok((made, lock.ok().flatten())),
        }
    }
}

/// Removes what builds that were killed have left. What cannot be removed stays.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(BUILDING) {
            continue;
        }
        let age =
            entry.metadata().and_then(|found| found.modified()).ok().and_then(|time| time.elapsed().ok());
        // Held until it is gone.
        let lock = lock::take(&entry.path());
        let is_left = match &lock {
            Ok(lock) => lock.is_some(),
            Err(_) => age.is_some_and(|age| age > STALE),
        };
        if is_left {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Runs a compiler in a folder and keeps what it says there. An empty command does nothing.
fn compile(
    argv: &[String],
    toolchain: &Toolchain,
    env: &[(&str, &str)],
    at: &Path,
    stop: &AtomicBool,
) -> Result<(), NotRun> {
    let Some((program, args)) = argv.split_first() else { return Ok(()) };
    let mut command = Command::new(program);
    command.args(args).current_dir(at).stdin(Stdio::null());
    // What it says is looked through for `error`.
    command.env("LC_ALL", "C").envs(&toolchain.env).envs(env.iter().copied());
    let log = File::create(at.join(LOG)).map_err(|why| cannot(at, &why))?;
    let again = log.try_clone().map_err(|why| cannot(at, &why))?;
    command.stdout(again).stderr(log);
    let ended = finish(command, stop).map_err(|why| NotRun::because(format!("{program}: {why}")))?;
    let said = fs::read(at.join(LOG)).map_err(|why| cannot(at, &why))?;
    let said = String::from_utf8_lossy(&said).replace(&format!("{}/", path(at)), "");
    fs::write(at.join(LOG), &said).map_err(|why| cannot(at, &why))?;
    // Nim's C files are not wanted any more, and Nim has no better place for them.
    let caches = fs::read_dir(at).into_iter().flatten().flatten();
    for cache in
        caches.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "cache"))
    {
        let _ = fs::remove_dir_all(cache);
    }
    match ended {
        Some(status) if status.success() => Ok(()),
        Some(_) => Err(failure(program, &said)),
        None => Err(NotRun::because("it was interrupted while it was built")),
    }
}

/// Waits for a compiler's end; nothing, where it is to stop before. It is in a process group of its own, so that no key of
/// the terminal ends it: it is killed then, with all that it started.
fn finish(command: Command, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    let mut child = Child::spawn(command)?;
    while !child.is_over_within(LOOK) {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    child.end(Duration::ZERO).map(|ended| Some(ended.status))
}

/// What is reported of a build that failed: the first line with an error, or the first at all.
pub(super) fn failure(program: &str, said: &str) -> NotRun {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    // Go's headings and its progress.
    let matters = |line: &&&str| !line.starts_with("# ") && !line.starts_with("go: downloading ");
    let error = lines.iter().find(|line| line.to_lowercase().contains("error"));
    let telling = error.or_else(|| lines.iter().find(matters)).or(lines.first());
    let reason = match telling.map(|line| line.trim()) {
        // The part before that is a long address.
        Some(line) if line.contains("https://") => {
            format!("cannot be fetched: {}", line.rsplit(": ").next().unwrap_or(line))
        }
        Some(line) => format!("{program} failed: {line}"),
        None => format!("{program} failed and says nothing"),
    };
    NotRun { reason, details: lines[..lines.len().min(SHOWN)].join("\n") }
}

fn key(parts: &impl std::hash::Hash) -> String {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn cannot(place: &Path, why: &io::Error) -> NotRun {
    NotRun::because(format!("{}: {why}", place.display()))
}
