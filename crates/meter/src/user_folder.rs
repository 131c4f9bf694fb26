//! The folder in which the meters of one user find each other: `$XDG_RUNTIME_DIR/gush-meter`, or one of the user's own
//! below the system's temporary folder. Only the user has access.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The folder, created if it is missing.
///
/// # Errors
/// When it cannot be created, or belongs to another user.
pub(crate) fn folder() -> io::Result<PathBuf> {
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    let folder = match runtime {
        Some(runtime) => runtime.join("gush-meter"),
        None => env::temp_dir().join(format!("gush-meter-{}", gush_pipe::peer::own_id())),
    };
    create(&folder)?;
    let metadata = fs::symlink_metadata(&folder)?;
    if !metadata.is_dir() || !gush_pipe::peer::owns(&metadata) {
        let text = format!("'{}' belongs to another user", folder.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, text));
    }
    Ok(folder)
}

fn create(folder: &std::path::Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    match builder.create(folder) {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => Err(e),
        _ => Ok(()),
    }
}
