//! The sources of a published program in a folder of the user's, so that its rungs need no network.
//!
//! A program that has rungs of several versions has either a git repository whose history holds their commits, or a folder
//! with a subfolder for each, by the name that the registry gives it. The repository is only read: a commit is laid
//! out elsewhere, and what is checked out in the user's folder stays as it is.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::machine;
use crate::ladder::rung::NotRun;

/// How many digits of a commit are shown.
const SHORT: usize = 12;

/// Where the sources of one version are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A folder of their own.
    Folder(PathBuf),
    /// A commit of the git repository in this folder.
    Commit(PathBuf, String),
}

/// Finds the version that the registry calls `name` and that was published as `commit`.
///
/// # Errors
/// There is neither; which ones were looked for.
pub(super) fn find(folder: &Path, name: &str, commit: &str) -> Result<Source, NotRun> {
    let own = folder.join(name);
    if has_program(&own) {
        return Ok(Source::Folder(own));
    }
    let short = &commit[..commit.len().min(SHORT)];
    let lacks = |what: &str| {
        let folder = folder.display();
        NotRun::because(format!("{folder} has no folder `{name}` with the sources, and {what}"))
    };
    if !is_repository(folder) {
        return Err(lacks(&format!("no git history with commit {short}")));
    }
    machine::need(&["git".to_owned()])?;
    let asked = git(folder).args(["cat-file", "-e", &format!("{commit}^{{commit}}")]).output();
    let asked = asked.map_err(|why| NotRun::because(format!("git: {why}")))?;
    if !asked.status.success() {
        let stderr = String::from_utf8_lossy(&asked.stderr);
        return Err(match stderr.lines().find(|line| line.contains("dubious ownership")) {
            Some(line) => NotRun::because(format!("git: {}", line.trim_start_matches("fatal: "))),
            None => lacks(&format!("its git history has no commit {short} (git fetch --unshallow)")),
        });
    }
    Ok(Source::Commit(folder.to_owned(), commit.to_owned()))
}

impl Source {
    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Source::Folder(folder) => folder.display().to_string(),
            Source::Commit(folder, commit) => {
                format!("commit {} of {}", &commit[..commit.len().min(SHORT)], folder.display())
            }
        }
    }

    /// The commands that build the program, as one would type them.
    pub(super) fn typed(&self) -> String {
        match self {
            Source::Folder(_) => "go build".to_owned(),
            Source::Commit(_, commit) => format!("git checkout {commit} && go build"),
        }
    }

    /// What differs between this and other sources: a commit is what it is, a folder what is in it.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(super) fn fingerprint(&self) -> io::Result<String> {
        match self {
            Source::Commit(_, commit) => Ok(commit.clone()),
            Source::Folder(folder) => {
                let mut hasher = DefaultHasher::new();
                hash(folder, &mut hasher)?;
                Ok(format!("{:016x}", hasher.finish()))
            }
        }
    }

    /// The folder to build in; a commit is laid out in `at`, which is there.
    ///
    /// # Errors
    /// What git reports.
    pub(super) fn lay_out(&self, at: &Path) -> Result<PathBuf, NotRun> {
        let (folder, commit) = match self {
            Source::Folder(folder) => return Ok(folder.clone()),
            Source::Commit(folder, commit) => (folder, commit),
        };
        let (index, tree) = (at.join("index"), at.join("source"));
        fs::create_dir(&tree).map_err(|why| NotRun::because(format!("{}: {why}", tree.display())))?;
        // An index and a work tree of its own: those of the repository say what its owner has checked out, if anything.
        let run = |args: &[&str]| {
            let mut git = git(folder);
            let output = git.env("GIT_INDEX_FILE", &index).args(args).output();
            let output = output.map_err(|why| NotRun::because(format!("git: {why}")))?;
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let failed = || NotRun {
                reason: format!("git failed: {}", stderr.lines().next().unwrap_or("it says nothing")),
                details: stderr.clone(),
            };
            let answer = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
            output.status.success().then_some(answer).ok_or_else(failed)
        };
        let repository = run(&["rev-parse", "--absolute-git-dir"])?;
        let (repository, there) =
            (format!("--git-dir={repository}"), format!("--work-tree={}", tree.display()));
        run(&["read-tree", commit])?;
        run(&[&repository, &there, "checkout-index", "--all"])?;
        Ok(tree)
    }
}

/// git in a folder, which makes no network requests.
fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).stdin(Stdio::null());
    git.env("LC_ALL", "C").env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1");
    for other in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(other);
    }
    git
}

/// Whether a folder is a git checkout, or a repository without one.
fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists() || (folder.join("HEAD").is_file() && folder.join("objects").is_dir())
}

fn has_program(folder: &Path) -> bool {
    folder.join("go.mod").is_file() || folder.join("main.go").is_file()
}

/// All names and contents below a folder, but for what git keeps there.
fn hash(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries.iter().filter(|entry| entry.file_name() != ".git") {
        hasher.write(entry.file_name().as_encoded_bytes());
        if entry.file_type()?.is_dir() {
            hasher.write_u8(b'/');
            hash(&entry.path(), hasher)?;
        } else if entry.path().is_file() {
            let text = fs::read(entry.path())?;
            hasher.write_usize(text.len());
            hasher.write(&text);
        }
    }
    Ok(())
}
