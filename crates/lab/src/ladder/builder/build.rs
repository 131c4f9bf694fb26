//! Building: once for each source, flags and compiler, beside the folder in which it is looked for.

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
use gush_pipe::lock;

use super::machine;
use super::reasons::{cannot, failure, needs_network};
use super::source::{self, Source};
use crate::ladder::command_line::{self, fill, module_name, os};
use crate::ladder::registry::{self, Toolchain};
use crate::ladder::rung::{GoModule, NotRun};

/// A program's arguments, and the version that the compiler prints.
type Built = (Vec<OsString>, Option<String>);

/// How the folders begin in which something is being built.
const BUILDING: &str = ".building-";

/// How old a build must be to be abandoned, where the file system has no locks to show it.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// The file with the compiler's output; that of a failed build is beside its folder.
const LOG: &str = "build.log";

/// How often a build is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What was built, in a folder of the user's cache, for every process that looks for it.
#[derive(Debug)]
pub(super) struct Cache {
    /// Where it is.
    pub folder: PathBuf,
    /// Whether anything may be fetched.
    pub network: bool,
    /// Where the user has the sources of published programs.
    pub sources: Option<PathBuf>,
    /// Set when builds are to end.
    pub stop: Arc<AtomicBool>,
    /// The versions that compilers print, by the command.
    versions: RefCell<BTreeMap<Vec<String>, Option<String>>>,
    /// What could not be built, so that rungs that share it do not try again.
    failed: RefCell<BTreeMap<PathBuf, NotRun>>,
}

impl GoModule {
    /// The commit that it is of.
    fn commit(&self) -> &str {
        self.module.split_once('@').map_or("", |(_, version)| version)
    }
}

impl Cache {
    /// One that is kept in this folder.
    pub(super) fn new(folder: PathBuf) -> Cache {
        Cache {
            folder,
            network: true,
            sources: None,
            stop: Arc::default(),
            versions: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// The version that a program prints.
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
        let text = registry::source(source).ok_or_else(missing)?;
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

    /// Builds a published Go program: of the sources that the user has, or of those that are fetched. Returns the command too,
    /// where it is not the registry's.
    pub(super) fn module(
        &self,
        published: &GoModule,
        say: &mut dyn FnMut(&str),
    ) -> Result<(Built, Option<String>), NotRun> {
        let missing = || NotRun::because("gush has no Go toolchain in its registry");
        let toolchain = registry::toolchain("go").ok_or_else(missing)?;
        machine::need(&toolchain.needs)?;
        let source = self.source(published)?;
        let home = self.home_of(published, source.as_ref(), toolchain)?;
        let name = module_name(&published.module);
        match &source {
            Some(source) => {
                let make = |at: &Path| self.build_source(source, name, toolchain, at);
                self.once(&home, &format!("building {name} from {}", source.name()), say, make)?;
            }
            None if !self.network && !home.exists() => return Err(needs_network(&published.module)),
            None => {
                let module = &published.module;
                let make = |at: &Path| {
                    let install = ["go", "install", module].map(str::to_owned);
                    compile(&install, toolchain, &[("GOBIN", &path(at))], at, &self.stop)
                };
                self.once(&home, &format!("fetching {module} from the network (go install)"), say, make)?;
            }
        }
        let file = published.file.as_ref().map(|file| self.file(file)).transpose()?.unwrap_or_default();
        let args: Vec<String> = published.args.iter().map(|arg| arg.replace("{file}", &file)).collect();
        let argv = std::iter::once(home.join(name).into()).chain(os(&args)).collect();
        let version = match &source {
            Some(Source::Folder(_)) => None,
            Some(Source::Commit(..)) | None => Some(published.commit().to_owned()),
        };
        Ok(((argv, version), source.map(|source| command_line::built_by(&source.typed(), published))))
    }

    /// Whether a published program must be fetched before it can run.
    ///
    /// # Errors
    /// It cannot be had: nothing may be fetched, or the folder of sources lacks it.
    pub(super) fn must_fetch(&self, published: &GoModule) -> Result<bool, NotRun> {
        let Some(toolchain) = registry::toolchain("go") else { return Ok(false) };
        machine::need(&toolchain.needs)?;
        let source = self.source(published)?;
        if source.is_some() || self.home_of(published, None, toolchain)?.exists() {
            return Ok(false);
        }
        if self.network { Ok(true) } else { Err(needs_network(&published.module)) }
    }

    /// The sources that the user has of it, where there is a folder of them.
    fn source(&self, published: &GoModule) -> Result<Option<Source>, NotRun> {
        let found = |folder: &PathBuf| source::find(folder, &published.source, published.commit());
        self.sources.as_ref().map(found).transpose()
    }

    /// Where a published program is kept: what is built of a commit is what would be fetched.
    fn home_of(
        &self,
        published: &GoModule,
        source: Option<&Source>,
        toolchain: &Toolchain,
    ) -> Result<PathBuf, NotRun> {
        let version = self.version(&toolchain.version);
        let key = match source {
            Some(source @ Source::Folder(folder)) => {
                let print = source.fingerprint().map_err(|why| cannot(folder, &why))?;
                key(&(&published.source, print, &version))
            }
            Some(Source::Commit(..)) | None => key(&(&published.module, &version)),
        };
        Ok(self.folder.join(format!("{}-{key}", module_name(&published.module))))
    }

    /// Builds sources that the user has. Their modules come from their vendor folder or from Go's own cache, and only else
    /// from the network, if that may be used.
    fn build_source(
        &self,
        source: &Source,
        name: &str,
        toolchain: &Toolchain,
        at: &Path,
    ) -> Result<(), NotRun> {
        let folder = source.lay_out(at)?;
        let output = path(&at.join(name));
        let build = ["go", "build", "-o", &output, "."].map(str::to_owned);
        let mut env = vec![("GOFLAGS", "-buildvcs=false")];
        if !self.network {
            env.push(("GOPROXY", "off"));
        }
        let built = compile_in(&build, toolchain, &env, at, &folder, &self.stop);
        // What was laid out is as large as the program.
        let _ = fs::remove_dir_all(at.join("source"));
        let _ = fs::remove_file(at.join("index"));
        built
    }

    /// Writes a file of ours for a program to read, and returns its path.
    fn file(&self, source: &str) -> Result<String, NotRun> {
        let text = registry::source(source).unwrap_or_default();
        let home = self.folder.join(format!("file-{}", key(&(source, text))));
        let make = |at: &Path| fs::write(at.join("file"), text).map_err(|why| cannot(at, &why));
        self.once(&home, "", &mut |_| (), make)?;
        Ok(path(&home.join("file")))
    }

    /// Makes a folder that appears atomically, unless it is there. Of two processes that make it at once, one is first, and
    /// both use its folder.
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
        let result = self.make_beside(home, make);
        if let Err(failed) = &result {
            self.failed.borrow_mut().insert(home.to_owned(), failed.clone());
        }
        result
    }

    fn make_beside(&self, home: &Path, make: impl FnOnce(&Path) -> Result<(), NotRun>) -> Result<(), NotRun> {
        let (beside, _lock) = locked_beside(&self.folder).map_err(|why| cannot(&self.folder, &why))?;
        make(beside.path()).map_err(|failed| {
            // Kept for reading in full; nothing depends on it.
            let log = home.with_extension("log");
            match fs::rename(beside.path().join(LOG), &log) {
                Ok(()) => NotRun { reason: format!("{} (log: {})", failed.reason, shown(&log)), ..failed },
                Err(_) => failed,
            }
        })?;
        // The log of an earlier failure is out of date.
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
        let new = tempfile::Builder::new().prefix(BUILDING).tempdir_in(folder)?;
        let lock = lock::try_hold(new.path());
        match lock {
            // Another process took it for a leftover, and it is gone or will be.
            Ok(None) => {}
            _ if !new.path().exists() => {}
            lock => return Ok((new, lock.ok().flatten())),
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
        let lock = lock::try_hold(&entry.path());
        let is_left = match &lock {
            Ok(lock) => lock.is_some(),
            Err(_) => age.is_some_and(|age| age > STALE),
        };
        if is_left {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Runs a compiler in a folder and keeps its output there. An empty command does nothing.
fn compile(
    argv: &[String],
    toolchain: &Toolchain,
    env: &[(&str, &str)],
    at: &Path,
    stop: &AtomicBool,
) -> Result<(), NotRun> {
    compile_in(argv, toolchain, env, at, at, stop)
}

/// The same with the compiler in another folder than the one with its output.
fn compile_in(
    argv: &[String],
    toolchain: &Toolchain,
    env: &[(&str, &str)],
    at: &Path,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<(), NotRun> {
    let Some((program, args)) = argv.split_first() else { return Ok(()) };
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null());
    // Its output is searched for `error`.
    command.env("LC_ALL", "C").envs(&toolchain.env).envs(env.iter().copied());
    let log = File::create(at.join(LOG)).map_err(|why| cannot(at, &why))?;
    let again = log.try_clone().map_err(|why| cannot(at, &why))?;
    command.stdout(again).stderr(log);
    let ended = finish(command, stop).map_err(|why| NotRun::because(format!("{program}: {why}")))?;
    let output = fs::read(at.join(LOG)).map_err(|why| cannot(at, &why))?;
    let output = String::from_utf8_lossy(&output).replace(&format!("{}/", path(at)), "");
    fs::write(at.join(LOG), &output).map_err(|why| cannot(at, &why))?;
    // Nim's C files are not needed any more, and Nim can put them nowhere else.
    let caches = fs::read_dir(at).into_iter().flatten().flatten();
    for cache in
        caches.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "cache"))
    {
        let _ = fs::remove_dir_all(cache);
    }
    match ended {
        Some(status) if status.success() => Ok(()),
        Some(_) => Err(failure(program, &output)),
        None => Err(NotRun::because("it was interrupted while it was built")),
    }
}

/// Waits for a compiler's end; nothing, where it is to stop before. It is in a process group of its own, so that no key of
/// the terminal ends it: it is killed then, with all that it started.
fn finish(command: Command, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    let mut child = Child::spawn(command)?;
    while !child.is_over_within(POLL_INTERVAL) {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    child.end(Duration::ZERO).map(|ended| Some(ended.status))
}

/// A path as it is shown: below the home of the user by a tilde, so that no report has the user's name in it.
fn shown(path: &Path) -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    match home.and_then(|home| path.strip_prefix(home).ok().map(Path::to_owned)) {
        Some(below) => format!("~/{}", below.display()),
        None => path.display().to_string(),
    }
}

fn key(parts: &impl std::hash::Hash) -> String {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
