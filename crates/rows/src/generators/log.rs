//! Lines of logs, by row number one later than the other: `log.apache`, `log.json`, `log.nginx`, `log.syslog`.

use std::sync::Arc;

use super::joined::Joined;
use super::list::{METHODS, lines};
use super::net::ipv4;
use super::number::Int;
use super::phrase::{List, Phrase, Word, part};
use super::time::series;
use super::web::{PATH_ENDS, Status, USER_AGENTS};
use super::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, GeneratorSpec, Settings, affixed,
};
use crate::types::Dictionary;

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("log.apache", "a line of a log of Apache, in the common log format", apache),
    GeneratorSpec::new("log.json", "a line of a service's log, as an object of JSON", json),
    GeneratorSpec::new("log.nginx", "a line of a log of nginx, in the combined log format", nginx),
    GeneratorSpec::new("log.syslog", "a line of a system's log (RFC 5424)", syslog),
];

const LINE: &str = "a line of a log";

/// The first words of paths.
static SECTIONS: List = lines!("path-sections.txt");
static REFERERS: List = List::new(|| {
    let pages = ["", "search", "docs", "shop", "news"].map(|page| format!("https://www.example.com/{page}"));
    Arc::new(Dictionary::exactly(["-".to_owned()].into_iter().chain(pages)))
});
static LOGINS: List =
    List::new(|| Arc::new(Dictionary::of(["-", "admin", "alice", "bob", "carol", "deploy"])));
static SERVICES: List = lines!("services.txt");
static HOSTS: List = List::new(|| {
    let hosts = ["app", "cache", "db", "mail", "proxy", "queue", "web", "worker"].into_iter();
    let numbered = hosts.flat_map(|host| (1..=9).map(move |n| format!("{host}-0{n}.example")));
    Arc::new(Dictionary::exactly(numbered))
});
static LEVELS: List = List::new(|| {
    let levels = [("debug", 20), ("info", 70), ("warn", 7), ("error", 3)];
    Arc::new(Dictionary::weighted(levels))
});
static EVENTS: List = lines!("log-events.txt");
/// Facility and severity as one number (RFC 5424, section 6.2.1): the kernel's, users', mail's, daemons', security's and those of
/// local use, from errors to debugging.
static PRIORITIES: List = List::new(|| {
    let facilities = [0, 1, 2, 3, 4, 16, 17, 18].into_iter();
    let all = facilities
        .flat_map(|facility| (3..=7).map(move |severity| format!("<{}>1 ", facility * 8 + severity)));
    Arc::new(Dictionary::exactly(all))
});
static PROGRAMS: List = List::new(|| {
    Arc::new(Dictionary::of(["cron", "dhcpd", "kernel", "named", "ntpd", "postfix", "sshd", "systemd"]))
});

/// Times that rise by row, so far apart in the mean, from the present on; as strftime's letters say.
fn times(constraint: &Constraint<'_>, step: &str, format: Option<&str>) -> BuildResult {
    let field = |text: &str| ConstraintField { text: text.to_owned(), ..ConstraintField::default() };
    let settings = Settings { format: format.map(field), ..Settings::default() };
    series(Constraint { text: Some(step), settings: &settings, ..*constraint })
}

/// An address of the range for tests of networks (RFC 2544).
fn client(constraint: &Constraint<'_>) -> BuildResult {
    ipv4(Constraint { text: Some("198.18.0.0/15"), ..*constraint })
}

fn word(words: &List) -> Arc<dyn Generate> {
    Arc::new(Word::new(Arc::clone(words)))
}

fn number(min: i64, max: i64) -> Arc<dyn Generate> {
    Arc::new(Int { min, max })
}

fn path() -> Arc<dyn Generate> {
    Arc::new(Phrase::new(vec![part(&SECTIONS, ""), part(&PATH_ENDS, "")]))
}

/// What a line is made of, each part with what follows it.
type Parts = Vec<(Arc<dyn Generate>, &'static str)>;

/// Who asked when for what, and what became of it.
fn request(
    constraint: &Constraint<'_>,
    between: &'static str,
    login: Arc<dyn Generate>,
    version: &'static str,
) -> Result<Parts, ConstraintError> {
    let time = times(constraint, ",400ms,0.9", Some("%d/%b/%Y:%H:%M:%S +0000"))?;
    Ok(vec![
        (client(constraint)?, between),
        (login, " ["),
        (time, "] \""),
        (word(&METHODS), " "),
        (path(), version),
        (Arc::new(Status), " "),
        (number(120, 65_000), ""),
    ])
}

/// `log.apache`
fn apache(constraint: Constraint<'_>) -> BuildResult {
    let parts = request(&constraint, " - ", word(&LOGINS), " HTTP/1.1\" ")?;
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.nginx`
fn nginx(constraint: Constraint<'_>) -> BuildResult {
    let mut parts = request(&constraint, " - ", word(&LOGINS), " HTTP/2.0\" ")?;
    parts.last_mut().expect("there are parts").1 = " \"";
    parts.push((word(&REFERERS), "\" \""));
    parts.push((word(&USER_AGENTS), "\""));
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.syslog`
fn syslog(constraint: Constraint<'_>) -> BuildResult {
    let parts = vec![
        (word(&PRIORITIES), ""),
        (times(&constraint, ",700ms,0.9", None)?, " "),
        (word(&HOSTS), " "),
        (word(&PROGRAMS), " "),
        (number(300, 32_767), " - - "),
        (word(&EVENTS), ""),
    ];
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.json`
fn json(constraint: Constraint<'_>) -> BuildResult {
    let parts: Parts = vec![
        (times(&constraint, ",250ms,0.9", None)?, "\",\"level\":\""),
        (word(&LEVELS), "\",\"service\":\""),
        (word(&SERVICES), "\",\"host\":\""),
        (word(&HOSTS), "\",\"message\":\""),
        (word(&EVENTS), "\",\"status\":"),
        (Arc::new(Status), ",\"duration_ms\":"),
        (number(1, 2500), ""),
    ];
    Ok(affixed(Arc::new(Joined::new(parts, LINE)), "{\"time\":\"", "}"))
}
