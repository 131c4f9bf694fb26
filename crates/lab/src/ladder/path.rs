//! The programs on the `PATH`.

use std::path::{Path, PathBuf};

/// Where a program is: the first of that name on the `PATH`, or the file itself if the name has a slash in it.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    programs(name).into_iter().next()
}

/// All programs of that name on the `PATH`, in its order.
pub(super) fn programs(name: &str) -> Vec<PathBuf> {
    let Some(path) = std::env::var_os("PATH") else { return Vec::new() };
    let files = std::env::split_paths(&path).map(|folder| folder.join(name));
    files.filter(|file| is_program(file)).collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::{find_program, programs};

    #[test]
    fn a_program_is_found_by_its_name_or_its_path() {
        let shell = find_program("sh").unwrap();
        assert!(shell.ends_with("sh") && shell.is_absolute(), "{shell:?}");
        assert_eq!(programs("sh").first(), Some(&shell));
        assert_eq!(find_program(shell.to_str().unwrap()), Some(shell));
    }

    #[test]
    fn a_folder_and_a_plain_file_are_no_programs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plain");
        std::fs::write(&file, "").unwrap();
        for path in [folder.path(), &file] {
            assert_eq!(find_program(path.to_str().unwrap()), None);
        }
        assert_eq!(find_program("no-such-program-anywhere"), None);
    }
}
