//! Packs the files of `locales` into one text, with an index of where each file is. The features `locale-…` choose the
//! locales: all, or those of some languages.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Languages that are built in whatever the features: `world` is data of all countries, `en` the default locale.
const ALWAYS: [&str; 2] = ["world", "en"];
/// `@ascii` reads Japanese names in any locale.
const READINGS: &str = "ja/readings.tsv";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=locales");
    println!("cargo:rerun-if-changed=build.rs");
    let (mut texts, mut index, mut left_out) = (String::new(), String::new(), String::new());
    for folder in sorted(Path::new("locales"))? {
        let locale = name(&folder);
        let is_built_in = is_built_in(&locale);
        for file in sorted(&folder)? {
            let path = format!("{locale}/{}", name(&file));
            if !is_built_in && path != READINGS {
                continue;
            }
            let text = fs::read_to_string(&file)?;
            let start = texts.len();
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                texts += line;
                texts += "\n";
            }
            writeln!(index, "{path}\t{start}\t{}", texts.len()).map_err(io::Error::other)?;
        }
        if !is_built_in && folder.join("locale.toml").exists() {
            left_out += &locale;
            left_out += "\n";
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("locales.txt"), texts)?;
    fs::write(out.join("locales.index"), index)?;
    fs::write(out.join("locales.left-out"), left_out)
}

/// Whether the features ask for the files of a folder, such as `de` or `de_DE`.
fn is_built_in(folder: &str) -> bool {
    let language = folder.split('_').next().unwrap_or(folder).to_uppercase();
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_LOCALE_{feature}")).is_some();
    ALWAYS.contains(&folder) || has("ALL") || has(&language)
}

/// The entries of a folder, by name.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
