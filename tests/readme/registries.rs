//! The documents name all that there is: what is added to a registry and not to its page fails here.

use crate::readme::root;
use gusher::schema::MODIFIERS;
use gusher::text::DIALECTS;

#[track_caller]
fn assert_names<'a>(page: &str, names: impl Iterator<Item = &'a str>) {
    let text = std::fs::read_to_string(root().join(page)).expect("the page can be read");
    let is_named = |name: &str| {
        [format!("`{name}`"), format!("`{name}:"), format!("**{name}**")]
            .iter()
            .any(|form| text.contains(form))
    };
    let missing: Vec<&str> = names.filter(|name| !is_named(name)).collect();
    assert!(missing.is_empty(), "{page} does not name {missing:?}");
}

#[test]
fn every_format_and_dialect_is_described() {
    let formats = gush_generate::formats().map(|format| format.spec().name);
    assert_names("docs/reference/formats.md", formats.chain(DIALECTS.iter().map(|entry| entry.name)));
}

#[test]
fn every_distribution_is_described() {
    let help = MODIFIERS.iter().find(|modifier| modifier.name == "dist").expect("a modifier").about;
    let (_, list) = help.split_once(": ").expect("a list");
    let forms = list.split([',', ' ']).filter(|form| form.starts_with(char::is_lowercase) && *form != "or");
    assert_names(
        "docs/reference/numbers-and-times.md",
        forms.map(|form| form.split(':').next().unwrap_or(form)),
    );
}

#[test]
fn every_strategy_is_described() {
    let strategies = gush_pipe::strategy::STRATEGIES.iter();
    assert_names("docs/engineering/yes.md", strategies.map(|strategy| strategy.name()));
}
