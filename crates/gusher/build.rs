//! Packs the files of `locales` into one piece, with a list of where each is: the program has no code a locale.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=locales");
    println!("cargo:rerun-if-changed=build.rs");
    let (mut texts, mut index) = (String::new(), String::new());
    for folder in sorted(Path::new("locales"))? {
        for file in sorted(&folder)? {
            let text = fs::read_to_string(&file)?;
            let start = texts.len();
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                texts += line;
                texts += "\n";
            }
            let name = format!("{}/{}", name(&folder), name(&file));
            writeln!(index, "{name}\t{start}\t{}", texts.len()).map_err(io::Error::other)?;
        }
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("locales.txt"), texts)?;
    fs::write(Path::new(&out).join("locales.index"), index)
}

/// What a folder has, by name.
fn sorted(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut found = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
