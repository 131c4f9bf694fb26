//! Output files: atomic, and no trace of a failed attempt.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::fs::{self, OpenOptions, Permissions};
use std::io::{ErrorKind, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::thread;

use gush_pipe::{Durability, FileKind, OutputFile};
use tempfile::TempDir;

fn dir() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(path: &Path, bytes: &[u8]) {
    let mut output = OutputFile::create(path).unwrap();
    output.sink().write_all(bytes).unwrap();
    output.commit(Durability::System).unwrap();
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn refusal(path: &Path) -> (ErrorKind, String) {
    let error = OutputFile::create(path).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn a_new_file_appears_at_the_commit() {
    let dir = dir();
    let path = dir.path().join("rows.csv");
    let mut output = OutputFile::create(&path).unwrap();
    output.sink().write_all(b"a,b\n").unwrap();
    assert!(!path.exists());
    output.commit(Durability::Disk).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a,b\n");
    assert_eq!(names(dir.path()), ["rows.csv"]);
}

#[test]
fn a_new_file_has_the_permissions_of_any_other_new_file() {
    let dir = dir();
    write(&dir.path().join("ours"), b"");
    fs::write(dir.path().join("theirs"), b"").unwrap();
    assert_eq!(mode(&dir.path().join("ours")), mode(&dir.path().join("theirs")));
}

#[test]
fn without_a_commit_nothing_changes() {
    let dir = dir();
    let path = dir.path().join("kept");
    fs::write(&path, b"old").unwrap();
    let mut output = OutputFile::create(&path).unwrap();
    output.sink().write_all(b"new").unwrap();
    drop(output);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(dir.path()), ["kept"]);
}

#[test]
fn a_replaced_file_keeps_its_permissions() {
    let dir = dir();
    let path = dir.path().join("secret");
    fs::write(&path, b"old, and longer").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    write(&path, b"new");
    assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"new".to_vec(), 0o640));
}

#[test]
fn a_link_stays_and_its_file_is_replaced() {
    let dir = dir();
    let sub = dir.path().join("sub");
    fs::create_dir(&sub).unwrap();
    symlink("sub/second", dir.path().join("first")).unwrap();
    symlink("file", sub.join("second")).unwrap();
    for content in ["created through two links", "replaced through two links"] {
        write(&dir.path().join("first"), content.as_bytes());
        assert_eq!(fs::read_to_string(sub.join("file")).unwrap(), content);
    }
    assert!(fs::symlink_metadata(dir.path().join("first")).unwrap().is_symlink());
    assert_eq!(names(&sub), ["file", "second"]);
}

#[test]
fn links_in_a_circle_are_refused() {
    let dir = dir();
    symlink("b", dir.path().join("a")).unwrap();
    symlink("a", dir.path().join("b")).unwrap();
    assert!(refusal(&dir.path().join("a")).1.contains("too many symbolic links"));
}

#[test]
fn devices_are_written_to_directly() {
    let null = Path::new("/dev/null");
    write(null, b"nothing");
    assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    let mut output = OutputFile::create(null).unwrap();
    assert_eq!(output.sink().kind(), FileKind::CharacterDevice);
}

#[test]
fn a_fifo_is_written_to_directly() {
    let dir = dir();
    let path = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let reader = {
        let path = path.clone();
        thread::spawn(move || {
            let mut all = String::new();
            fs::File::open(path).unwrap().read_to_string(&mut all).unwrap();
            all
        })
    };
    write(&path, b"through the fifo");
    assert_eq!(reader.join().unwrap(), "through the fifo");
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
}

/// A descriptor that is closed on exec was not handed over by a parent: what is open here is no output of anybody's.
#[test]
fn a_descriptor_of_the_programs_own_is_refused() {
    if !Path::new("/proc/self/fd").exists() {
        return; // only Linux names descriptors so
    }
    let dir = dir();
    let path = dir.path().join("log");
    fs::write(&path, b"before\n").unwrap();
    let open = OpenOptions::new().append(true).open(&path).unwrap();
    let (_, text) = refusal(Path::new(&format!("/proc/self/fd/{}", open.as_raw_fd())));
    assert!(text.ends_with("Bad file descriptor"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), b"before\n");
}

#[test]
#[cfg(all(target_os = "linux", not(feature = "portable")))]
fn leftovers_that_nobody_holds_are_removed() {
    let dir = dir();
    let at = |name: &str| dir.path().join(name);
    for name in [".gush-dead00.part", ".gush-held00.part", ".gush-folder", "gush-other.part", "kept"] {
        fs::write(at(name), b"x").unwrap();
    }
    fs::create_dir(at(".gush-folder0.part")).unwrap();
    symlink("kept", at(".gush-link00.part")).unwrap();
    // As a run that goes on holds its own.
    let held = fs::File::open(at(".gush-held00.part")).unwrap();
    rustix::fs::flock(&held, rustix::fs::FlockOperation::LockShared).unwrap();
    write(&at("out"), b"new");
    let left =
        [".gush-folder", ".gush-folder0.part", ".gush-held00.part", ".gush-link00.part", "gush-other.part"];
    assert_eq!(names(dir.path()), [&left[..], &["kept", "out"]].concat());
    drop(held);
    write(&at("out"), b"new");
    assert!(!at(".gush-held00.part").exists());
}

#[test]
fn files_being_written_beside_each_other_leave_each_other_alone() {
    let dir = dir();
    let path = |n: usize| dir.path().join(format!("file{n}"));
    let mut outputs: Vec<_> = (0..8).map(|n| OutputFile::create(&path(n)).unwrap()).collect();
    for (n, output) in outputs.iter_mut().enumerate() {
        output.sink().write_all(n.to_string().as_bytes()).unwrap();
    }
    for output in outputs {
        output.commit(Durability::System).unwrap();
    }
    assert!((0..8).all(|n| fs::read_to_string(path(n)).unwrap() == n.to_string()));
    assert_eq!(names(dir.path()).len(), 8);
}

#[test]
fn a_folder_is_refused() {
    let dir = dir();
    let (kind, text) = refusal(dir.path());
    assert_eq!(kind, ErrorKind::IsADirectory);
    assert_eq!(text, format!("cannot write to '{}': it is a folder", dir.path().display()));
    assert!(refusal(&dir.path().join("new/")).1.ends_with("it is a folder"));
    assert!(refusal(Path::new("..")).1.ends_with("it is a folder"));
}

#[test]
fn a_missing_folder_is_named() {
    let dir = dir();
    let missing = dir.path().join("missing");
    let (kind, text) = refusal(&missing.join("file"));
    assert_eq!(kind, ErrorKind::NotFound);
    assert!(text.ends_with(&format!("the folder '{}' does not exist", missing.display())), "{text}");
}

#[test]
fn what_may_not_be_written_is_named() {
    let dir = dir();
    let (file, locked) = (dir.path().join("read-only"), dir.path().join("locked"));
    fs::write(&file, b"old").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, Permissions::from_mode(0o555)).unwrap();
    if fs::write(locked.join("probe"), b"").is_ok() {
        gush_testkit::need::not_run("the superuser may write everywhere");
        return;
    }
    let (kind, text) = refusal(&locked.join("file"));
    assert_eq!(kind, ErrorKind::PermissionDenied);
    assert!(text.ends_with(&format!("the folder '{}' may not be written to", locked.display())), "{text}");
    let (kind, text) = refusal(&file);
    assert_eq!(kind, ErrorKind::PermissionDenied);
    assert!(text.contains(&format!("'{}': Permission denied", file.display())), "{text}");
}

#[test]
fn a_file_is_no_folder() {
    let dir = dir();
    let file = dir.path().join("file");
    fs::write(&file, b"").unwrap();
    assert_eq!(refusal(&file.join("below")).0, ErrorKind::NotADirectory);
}
