//! Lines of logs, by row number one later than the other: `log.apache`, `log.json`, `log.nginx`, `log.syslog`.

use std::sync::{Arc, LazyLock};

use crate::catalogue::lists::list::METHODS;
use crate::catalogue::network::addresses::ipv4;
use crate::catalogue::numbers::Int;
use crate::catalogue::time::endless_series;
use crate::catalogue::web::{PATH_ENDS, Status, USER_AGENTS};
use crate::generators::dictionaries::lines;
use crate::generators::facts::Thing;
use crate::generators::joined::Joined;
use crate::generators::phrase::{DictionaryEntry, List, Phrase, part};
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, GeneratorSpec, Settings, affixed,
    of_syntax,
};
use crate::types::{Dictionary, Syntax};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
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
/// Who asked: of a hundred requests 95 are by nobody in particular.
static LOGINS: List = List::new(|| {
    let logins = [("-", 95), ("admin", 1), ("alice", 1), ("bob", 1), ("carol", 1), ("deploy", 1)];
    Arc::new(Dictionary::weighted(logins))
});
static SERVICES: List = lines!("services.txt");
static HOSTS: List = List::new(|| {
    let hosts = ["app", "cache", "db", "mail", "proxy", "queue", "web", "worker"].into_iter();
    let numbered = hosts.flat_map(|host| (1..=9).map(move |n| format!("{host}-0{n}.example")));
    Arc::new(Dictionary::exactly(numbered))
});
/// How many of a hundred lines are of each level.
const LEVELS: [(&str, usize); 4] = [("debug", 20), ("error", 3), ("info", 70), ("warn", 7)];
/// How many lines of a level's events there are for each hundredth of its share.
const SPREAD: usize = 24;
/// The shared draw of what a line tells; the parts of lines begin theirs at multiples of 16.
const EVENT: usize = 15;

/// The facts of a line: its level, its message and what belongs to that, which agree.
struct Events {
    /// The fields of each of equal shares.
    shares: Vec<Vec<String>>,
}

impl Events {
    /// The rows of a table, each with its level first, as often as their levels come.
    fn of(rows: &[Vec<String>]) -> Events {
        let of_level = |(level, share): (&str, usize)| {
            let own: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == level).collect();
            (0..share * SPREAD).map(move |at| own[at % own.len()].clone())
        };
        Events { shares: LEVELS.into_iter().flat_map(of_level).collect() }
    }

    /// The dictionary that `say` builds of each event.
    fn dictionary(&self, say: impl Fn(&[String]) -> String) -> Arc<dyn Generate> {
        let texts: Vec<String> = self.shares.iter().map(|fields| say(fields)).collect();
        let (dictionary, indices) = Dictionary::indexed(texts.iter().map(String::as_str));
        let (nothing, sizes): (&[usize], _) = (&[], [self.shares.len()]);
        let mut draws = [nothing; EVENT + 1];
        draws[EVENT] = &sizes;
        Arc::new(Thing::new(draws).column(LINE).mapped(part(&Arc::new(dictionary), ""), EVENT, 0, indices))
    }
}

/// Level, message and status of a service's events.
static EVENTS: LazyLock<Events> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for line in include_str!("../../../words/log-events.tsv").lines() {
        let (event, statuses) = line.rsplit_once('\t').expect("a line has a status");
        let fields = |status: &str| event.split('\t').chain([status]).map(str::to_owned).collect::<Vec<_>>();
        rows.extend(statuses.split(',').map(fields));
    }
    Events::of(&rows)
});
/// Level, program, facility and message of a system's events.
static SYSTEM: LazyLock<Events> = LazyLock::new(|| {
    let lines = include_str!("../../../words/log-system.tsv").lines();
    let rows: Vec<Vec<String>> = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    Events::of(&rows)
});

/// Facility and severity as one number (RFC 5424, section 6.2.1).
fn priority(fields: &[String]) -> String {
    let severity = match &fields[0][..] {
        "debug" => 7,
        "info" => 6,
        "warn" => 4,
        _ => 3,
    };
    let facility: usize = fields[2].parse().unwrap_or(3);
    format!("<{}>1 ", facility * 8 + severity)
}

/// Times that rise by row, so far apart in the mean, from the present on, and again from there after the year 9999, as a log has
/// no end; as strftime's letters say.
fn times(constraint: &Constraint<'_>, step: &str, format: Option<&str>) -> BuildResult {
    let field = |text: &str| ConstraintField { text: text.to_owned(), ..ConstraintField::default() };
    let settings = Settings { format: format.map(field), ..Settings::default() };
    endless_series(Constraint { text: Some(step), settings: &settings, ..*constraint })
}

/// An address of the range for tests of networks (RFC 2544).
fn client(constraint: &Constraint<'_>) -> BuildResult {
    ipv4(Constraint { text: Some("198.18.0.0/15"), ..*constraint })
}

fn entry(dictionary: &List) -> Arc<dyn Generate> {
    Arc::new(DictionaryEntry::new(Arc::clone(dictionary)))
}

fn number(min: i64, max: i64) -> Arc<dyn Generate> {
    Arc::new(Int { min, max })
}

fn path() -> Arc<dyn Generate> {
    Arc::new(Phrase::new(vec![part(&SECTIONS, ""), part(&PATH_ENDS, "")]))
}

/// The parts of a line, each part with what follows it.
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
        (entry(&METHODS), " "),
        (path(), version),
        (Arc::new(Status), " "),
        (number(120, 65_000), ""),
    ])
}

/// `log.apache`
fn apache(constraint: Constraint<'_>) -> BuildResult {
    let parts = request(&constraint, " - ", entry(&LOGINS), " HTTP/1.1\" ")?;
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.nginx`
fn nginx(constraint: Constraint<'_>) -> BuildResult {
    let mut parts = request(&constraint, " - ", entry(&LOGINS), " HTTP/2.0\" ")?;
    parts.last_mut().expect("there are parts").1 = " \"";
    parts.push((entry(&REFERERS), "\" \""));
    parts.push((entry(&USER_AGENTS), "\""));
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.syslog`
fn syslog(constraint: Constraint<'_>) -> BuildResult {
    let parts = vec![
        (SYSTEM.dictionary(priority), ""),
        (times(&constraint, ",700ms,0.9", None)?, " "),
        (entry(&HOSTS), " "),
        (SYSTEM.dictionary(|fields| fields[1].clone()), " "),
        (number(300, 32_767), " - - "),
        (SYSTEM.dictionary(|fields| fields[3].clone()), ""),
    ];
    Ok(Arc::new(Joined::new(parts, LINE)))
}

/// `log.json`
fn json(constraint: Constraint<'_>) -> BuildResult {
    let parts: Parts = vec![
        (times(&constraint, ",250ms,0.9", None)?, "\",\"level\":\""),
        (EVENTS.dictionary(|fields| fields[0].clone()), "\",\"service\":\""),
        (entry(&SERVICES), "\",\"host\":\""),
        (entry(&HOSTS), "\",\"message\":\""),
        (EVENTS.dictionary(|fields| fields[1].clone()), "\",\"status\":"),
        (EVENTS.dictionary(|fields| fields[2].clone()), ",\"duration_ms\":"),
        (number(1, 2500), ""),
    ];
    Ok(of_syntax(affixed(Arc::new(Joined::new(parts, LINE)), "{\"time\":\"", "}"), Syntax::Json))
}
