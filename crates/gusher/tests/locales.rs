//! The features of the crate choose the locales: each locale is there or refused, as they say. What this tests depends on the
//! features that it is built with, so it is worth running with fewer, too.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use gusher::generators::Context;
use gusher::locale::LOCALES;
use gusher::schema::Schema;

/// The locales of the folder with the data, whatever is built in.
fn folders() -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("locales"))? {
        let path = entry?.path();
        if path.join("locale.toml").exists() {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    Ok(names)
}

fn language(locale: &str) -> &str {
    locale.split('_').next().unwrap_or(locale)
}

/// The languages that have a feature, as Cargo.toml lists them.
fn languages() -> io::Result<BTreeSet<String>> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))?;
    let feature = |line: &str| Some(line.strip_prefix("locale-")?.strip_suffix(" = []")?.to_owned());
    Ok(manifest.lines().filter_map(feature).filter(|name| name != "all").collect())
}

/// The diagnostics of a column in this locale.
fn diagnostics(name: &str) -> Vec<String> {
    let context = Context::default().now(0);
    let (_, diagnostics) = Schema::parse("people", &[format!("name@locale={name}")], &context);
    diagnostics.iter().map(ToString::to_string).collect()
}

#[test]
fn every_language_has_a_feature() {
    let folders = folders().unwrap();
    assert!(folders.len() >= 60, "{folders:?}");
    let of_folders: BTreeSet<String> = folders.iter().map(|name| language(name).to_owned()).collect();
    assert_eq!(languages().unwrap(), of_folders);
}

#[test]
fn a_locale_is_built_in_or_its_feature_is_named() {
    let built_in: BTreeSet<&str> = LOCALES.iter().map(|locale| locale.name).collect();
    assert!(built_in.contains("en"));
    assert_eq!(cfg!(feature = "locale-all") || cfg!(feature = "locale-de"), built_in.contains("de_DE"));
    assert_eq!(cfg!(feature = "locale-all") || cfg!(feature = "locale-en"), built_in.contains("en_GB"));
    for name in &folders().unwrap() {
        let found = diagnostics(name);
        if built_in.contains(name.as_str()) {
            assert!(found.is_empty(), "{found:?}");
            continue;
        }
        let feature = format!(
            "the locale {name} is not in this build: the feature locale-{} of the crate gusher is off",
            language(name)
        );
        assert!(matches!(&found[..], [only] if only.contains(&feature)), "{found:?}");
    }
}

#[test]
fn languages_mixes_and_the_world_need_all_of_their_locales() {
    let off = |name: &str, locale: &str, feature: &str| {
        let text = format!(
            "the locale {locale} is not in this build: the feature {feature} of the crate gusher is off"
        );
        matches!(&diagnostics(name)[..], [only] if only.contains(&text))
    };
    let (all, german) = (cfg!(feature = "locale-all"), cfg!(feature = "locale-de"));
    for name in ["de", "de-at.UTF-8", "en,de*2", "en*2,de_DE"] {
        let locale = if name.starts_with("de-at") { "de_AT" } else { "de_DE" };
        assert_eq!(off(name, locale, "locale-de"), !all && !german, "{name}");
        assert_eq!(diagnostics(name).is_empty(), all || german, "{name}");
    }
    assert_eq!(off("world", "world", "locale-all"), !all);
    assert!(diagnostics("xx_XX")[0].contains("there is no such locale"), "{:?}", diagnostics("xx_XX"));
}
