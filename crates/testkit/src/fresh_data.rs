//! The data of a server that has just been set up. Setting one up takes seconds, a copy of it a fraction of one: it is done
//! once for each kind of server, and kept beside the test programs.

use crate::{Program, Scratch};
use std::fs;
use std::path::{Path, PathBuf};

/// Puts the data of a new server into `data`, a folder that does not exist yet: a copy of what `set_up` wrote there for
/// a server of this kind before, or what it writes now. The kind names all that this depends on.
///
/// # Panics
/// When it cannot be copied.
#[track_caller]
pub(crate) fn fresh_data(kind: &str, data: &Path, set_up: impl FnOnce()) {
    let kept = folder().join(kind.replace(['/', ' '], "-"));
    if kept.is_dir() {
        return copy(&kept, data);
    }
    set_up();
    fs::create_dir_all(folder()).expect("a folder can be made beside the test programs");
    // Another test, or another run, may do the same at this moment: the first one to give it its name wins.
    let ours = Scratch::within(&folder());
    copy(data, &ours.path("data"));
    drop(fs::rename(ours.path("data"), &kept));
}

/// Where the data is kept: in the folder of the build, which has the test programs in `deps`.
fn folder() -> PathBuf {
    let program = std::env::current_exe().expect("a test knows its program");
    let build = program.parent().and_then(Path::parent).expect("a test program is in a folder");
    build.join("fresh-servers")
}

/// Copies a folder with the owners, the permissions and the times of its files.
#[track_caller]
fn copy(from: &Path, to: &Path) {
    Program::new("cp").args(["-R", "-p"]).args([from, to]).run().ok();
}
