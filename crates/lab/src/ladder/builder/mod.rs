//! Makes a rung ready to run, building what has to be built in the user's cache folder.

mod build;
mod identify;
mod machine;
mod reasons;
mod source;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::command_line::{self, os};
use super::registry;
use super::rung::{Maker, NotRun, Ready, Recipe, Rung};
use build::Cache;
pub use identify::Found;

/// Makes rungs ready. What was built once is found again, by other processes too.
#[derive(Debug)]
pub struct Builder {
    /// The gush that rungs run.
    gush: Option<PathBuf>,
    cache: Cache,
}

impl Builder {
    /// One that keeps what it builds in `gush/ladder` below `cache`.
    pub fn new(cache: impl Into<PathBuf>) -> Builder {
        Builder { gush: None, cache: Cache::new(cache.into().join("gush").join("ladder")) }
    }

    /// The one of the user: `$XDG_CACHE_HOME`, or `.cache` at home.
    ///
    /// # Errors
    /// Neither is known.
    pub fn of_user() -> io::Result<Builder> {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
        let unknown = || io::Error::new(io::ErrorKind::NotFound, "neither XDG_CACHE_HOME nor HOME is set");
        cache.map(Builder::new).ok_or_else(unknown)
    }

    /// Takes this program for gush instead of the one that is running.
    #[must_use]
    pub fn with_gush(mut self, program: impl Into<PathBuf>) -> Builder {
        self.gush = Some(program.into());
        self
    }

    /// Fetches nothing: a rung that would have to be fetched, and was not before, is not run.
    #[must_use]
    pub fn without_network(mut self) -> Builder {
        self.cache.network = false;
        self
    }

    /// Builds published programs of the sources in this folder instead of fetching them: a git repository whose history has
    /// their commits, or a folder for each version by the name that the registry gives it.
    #[must_use]
    pub fn with_sources(mut self, folder: impl Into<PathBuf>) -> Builder {
        self.cache.sources = Some(folder.into());
        self
    }

    /// Ends what is being built when `flag` is set.
    #[must_use]
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Builder {
        self.cache.stop = flag;
        self
    }

    /// The folder that things are built in.
    pub fn folder(&self) -> &Path {
        &self.cache.folder
    }

    /// The program that `pv` means: the first on the `PATH` that is not gush under that name.
    ///
    /// # Errors
    /// There is none.
    pub fn pv(&self) -> Result<Found, NotRun> {
        self.find("pv", &[], &["--version".to_owned()])
    }

    /// Whether what a rung needs is here. Nothing is built for that, and nothing started but what may be gush under another
    /// name, which is asked for its version.
    ///
    /// # Errors
    /// Why it cannot be run here, and what to do about it.
    pub fn look(&self, rung: &Rung) -> Result<(), NotRun> {
        if let Some(system) = rung.system.as_ref().filter(|&system| system != std::env::consts::OS) {
            return Err(NotRun::because(format!("only on {system}")));
        }
        machine::need(&rung.needs)?;
        if rung.needs.iter().any(|name| name == "pv") {
            self.pv()?;
        }
        match &rung.recipe {
            Recipe::Program { source, .. } => {
                let toolchain = registry::toolchain(source.split('/').next().unwrap_or_default());
                toolchain.map_or(Ok(()), |toolchain| machine::need(&toolchain.needs))
            }
            Recipe::Module(module) => self.cache.must_fetch(module).map(drop),
            Recipe::Command { argv, version } => self.command(argv, version, &rung.except).map(drop),
            Recipe::Gush { .. } | Recipe::Shell(_) | Recipe::Limit(_) => Ok(()),
        }
    }

    /// Whether a rung has to be fetched from the network before it can run.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn must_fetch(&self, rung: &Rung) -> Result<bool, NotRun> {
        match &rung.recipe {
            Recipe::Module(module) => self.cache.must_fetch(module),
            _ => Ok(false),
        }
    }

    /// Makes a rung ready to run. `say` reports what takes time or needs the network, before it is done.
    ///
    /// # Errors
    /// Why it cannot be run here, and what to do about it.
    pub fn prepare(&self, rung: &Rung, say: &mut dyn FnMut(&str)) -> Result<Ready, NotRun> {
        build::sweep(&self.cache.folder);
        self.look(rung)?;
        let mut instead = None;
        let (argv, env, version) = match &rung.recipe {
            Recipe::Program { source, flags, args } => {
                let (argv, version) = self.cache.program(source, flags.as_deref(), args, say)?;
                (argv, BTreeMap::new(), version)
            }
            Recipe::Module(module) => {
                let ((argv, version), typed) = self.cache.module(module, say)?;
                instead = typed;
                (argv, BTreeMap::new(), version)
            }
            Recipe::Gush { args, strategy } => self.gush(args, strategy.as_deref())?,
            Recipe::Command { argv, version } => match self.command(argv, version, &rung.except)? {
                None => (os(argv), BTreeMap::new(), self.cache.version(version)),
                Some(Found { path, version, skipped }) => {
                    if !skipped.is_empty() {
                        let report = identify::report(&skipped);
                        say(&format!("{}: {report}; {} is measured", rung.name(), path.display()));
                        instead = Some(command_line::with_program(argv, &path));
                    }
                    let argv = std::iter::once(path.into()).chain(os(&argv[1..])).collect();
                    (argv, BTreeMap::new(), version)
                }
            },
            Recipe::Shell(command) => {
                (os(&["sh".into(), "-c".into(), command_line::for_shell(command)]), BTreeMap::new(), None)
            }
            Recipe::Limit(limit) => return Ok(Ready::Limit(*limit)),
        };
        Ok(Ready::Child { argv, env, pinned: rung.pinned, version, instead })
    }

    /// The program that a command begins with, where its name alone is ambiguous.
    fn command(
        &self,
        argv: &[String],
        version: &[String],
        except: &[Maker],
    ) -> Result<Option<Found>, NotRun> {
        machine::need(argv.iter().take(1))?;
        match argv.first() {
            Some(name) if identify::is_ambiguous(name, except) => {
                self.find(name, except, version.get(1..).unwrap_or_default()).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The first program of that name that is neither gush nor of these makers; `question` makes one print its version.
    fn find(&self, name: &str, except: &[Maker], question: &[String]) -> Result<Found, NotRun> {
        // The file that runs, even if it has been replaced since.
        let running = Path::new("/proc/self/exe");
        let running = if running.exists() { Some(running.to_owned()) } else { std::env::current_exe().ok() };
        let own = self.gush.clone().or(running);
        identify::find(name, except, own.as_deref(), |path| {
            let asked = std::iter::once(path.to_string_lossy().into_owned()).chain(question.iter().cloned());
            self.cache.version(&asked.collect::<Vec<_>>())
        })
    }

    fn gush(&self, args: &[String], strategy: Option<&str>) -> Result<Runnable, NotRun> {
        let running = || std::env::current_exe();
        let program = self.gush.clone().map_or_else(running, Ok);
        let program =
            program.map_err(|why| NotRun::because(format!("cannot tell where gush itself is: {why}")))?;
        let argv = std::iter::once(program.into()).chain(os(args)).collect();
        // An empty one is as good as none, whatever the environment of gush itself says.
        let strategy = strategy.unwrap_or_default().to_owned();
        let env = BTreeMap::from([("GUSH_STRATEGY".to_owned(), strategy)]);
        Ok((argv, env, Some(env!("CARGO_PKG_VERSION").to_owned())))
    }
}

/// What is started, what is added to its environment, and its version.
type Runnable = (Vec<OsString>, BTreeMap<String, String>, Option<String>);

#[cfg(test)]
mod tests;
