//! Software development: `cron`, `docker.image`, `error.message`, `git.sha`, `hostname`, `http.header`, `semver`.

use std::sync::Arc;

use crate::catalogue::bytes::random_bytes::digits;
use crate::catalogue::web::RESERVED;
use crate::generators::phrase::{DictionaryEntry, List, Phrase, part};
use crate::generators::word_tables::lines;
use crate::generators::{BuildResult, GeneratorSpec};
use crate::types::Dictionary;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "cron",
        "when something is done, in the five fields of cron, such as */5 8 * * 1-5",
        |_| cron(),
    ),
    GeneratorSpec::new(
        "docker.image",
        "an image of containers with its tag, such as postgres:16.4-alpine",
        |_| image(),
    ),
    GeneratorSpec::new("error.message", "what a program says when something fails", |_| message()).english(),
    GeneratorSpec::new("git.sha", "the name of a commit of Git: 40 hexadecimal digits", |_| Ok(digits(40))),
    GeneratorSpec::new(
        "hostname",
        "the name of a machine on a reserved domain, which reaches nobody",
        |_| hostname(),
    ),
    GeneratorSpec::new(
        "http.header",
        "a header of HTTP with its value, such as Cache-Control: no-store",
        |_| Ok(Arc::new(DictionaryEntry::new(Arc::clone(&HEADERS)))),
    ),
    GeneratorSpec::new("semver", "a version number (Semantic Versioning 2.0.0), such as 2.14.0-rc.1", |_| {
        semver()
    }),
];

static HEADERS: List = lines!("http-headers.txt");
static IMAGES: List = lines!("docker-images.txt");
static FAILURES: List = lines!("failures.txt");
static OBJECTS: List = lines!("failure-objects.txt");
static REASONS: List = lines!("failure-reasons.txt");

fn exactly(texts: impl IntoIterator<Item = String>) -> Arc<Dictionary> {
    Arc::new(Dictionary::exactly(texts))
}

static MINUTES: List = List::new(|| {
    let steps = ["*", "*/5", "*/10", "*/15", "*/20", "*/30"].map(String::from);
    exactly(steps.into_iter().chain((0..60).map(|n| n.to_string())))
});
static HOURS: List = List::new(|| {
    let steps = ["*", "*/2", "*/4", "*/6", "8-18", "0,12"].map(String::from);
    exactly(steps.into_iter().chain((0..24).map(|n| n.to_string())))
});
static DAYS: List = List::new(|| {
    let days = [
        "* * *", "* * 1-5", "* * 0", "* * 1", "* * 5", "* * 6", "1 * *", "15 * *", "1,15 * *", "1 */3 *",
        "1 1 *",
    ];
    exactly(days.map(String::from))
});

/// `cron`
fn cron() -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&MINUTES, " "), part(&HOURS, " "), part(&DAYS, "")])))
}

fn below(end: u32) -> Arc<Dictionary> {
    exactly((0..end).map(|n| n.to_string()))
}

/// `docker.image`
fn image() -> BuildResult {
    let bases = exactly(["", "-alpine", "-bookworm", "-slim"].map(String::from));
    let parts = vec![part(&IMAGES, ":"), part(&below(20), "."), part(&below(16), ""), part(&bases, "")];
    Ok(Arc::new(Phrase::new(parts)))
}

/// `semver`: one in about six is before a release.
fn semver() -> BuildResult {
    let early = ["alpha", "alpha.1", "beta", "beta.1", "beta.2", "rc.1", "rc.2", "rc.3"];
    let patches = (0..40).map(|n| n.to_string()).chain(early.map(|early| format!("0-{early}")));
    Ok(Arc::new(Phrase::new(vec![part(&below(10), "."), part(&below(40), "."), part(&exactly(patches), "")])))
}

/// `hostname`: such as db-03.eu-west.example.
fn hostname() -> BuildResult {
    let roles = [
        "api", "app", "auth", "backup", "build", "cache", "db", "dns", "files", "git", "log", "mail",
        "metrics", "proxy", "queue", "search", "shop", "vpn", "web", "worker",
    ];
    let sites = [
        "ap-east",
        "ap-south",
        "ca-central",
        "eu-central",
        "eu-north",
        "eu-west",
        "lab",
        "office",
        "sa-east",
        "us-east",
        "us-west",
    ];
    let [roles, sites] = [exactly(roles.map(String::from)), exactly(sites.map(String::from))];
    let numbers = exactly((1..100).map(|n| format!("{n:02}")));
    Ok(Arc::new(Phrase::new(vec![
        part(&roles, "-"),
        part(&numbers, "."),
        part(&sites, ""),
        part(&RESERVED, ""),
    ])))
}

/// `error.message`: such as "cannot open /var/lib/app/data.db: permission denied".
fn message() -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&FAILURES, " "), part(&OBJECTS, ": "), part(&REASONS, "")])))
}
