//! What a column's name says: `words/columns.tsv` as rules.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::model::Table;

/// The rules, the first that matches wins.
const RULES: &str = include_str!("../../words/columns.tsv");

/// What a name of a column makes of it.
#[derive(Debug)]
pub struct Rule {
    patterns: Vec<Pattern>,
    kinds: Vec<&'static str>,
    tables: Vec<&'static str>,
    /// The generator, a range `MIN..MAX..PLACES` or `time:…`.
    pub column: &'static str,
    /// Why.
    pub reason: &'static str,
}

#[derive(Debug)]
enum Pattern {
    Whole(&'static str),
    Begins(&'static str),
    Ends(&'static str),
    Within(Vec<&'static str>),
}

static ALL: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let lines = RULES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(rule).collect()
});

fn rule(line: &'static str) -> Rule {
    let mut fields = line.split('\t');
    let mut field = || fields.next().unwrap_or_default();
    let patterns = field().split('|').map(pattern).collect();
    let kinds = field().split('|').collect();
    let tables = field().split(',').filter(|word| !word.is_empty()).collect();
    Rule { patterns, kinds, tables, column: field(), reason: field() }
}

fn pattern(text: &'static str) -> Pattern {
    if let Some(whole) = text.strip_prefix('=') {
        return Pattern::Whole(whole);
    }
    match (text.strip_prefix('*'), text.strip_suffix('*')) {
        (Some(_), Some(_)) => Pattern::Within(text.split('*').filter(|part| !part.is_empty()).collect()),
        (None, Some(begin)) => Pattern::Begins(begin),
        (Some(end), None) => Pattern::Ends(end),
        (None, None) => Pattern::Ends(text),
    }
}

impl Pattern {
    /// Whether a name of words in small letters, with an underscore between them, matches.
    fn matches(&self, name: &str) -> bool {
        match self {
            Self::Whole(whole) => name == *whole,
            Self::Begins(begin) => name.starts_with(begin),
            Self::Ends(end) => {
                let before = name.strip_suffix(end);
                before
                    .is_some_and(|before| before.is_empty() || before.ends_with('_') || end.starts_with('_'))
            }
            Self::Within(parts) => {
                let mut rest = name;
                parts.iter().all(|part| match rest.split_once(part) {
                    Some((_, after)) => {
                        rest = after;
                        true
                    }
                    None => false,
                })
            }
        }
    }
}

/// The first rule for a column of this name, in a table of this name, whose kind is called so.
#[must_use]
pub fn find(name: &str, table: &str, kind: &str) -> Option<&'static Rule> {
    let table = words(table);
    first(&words(name).join("_"), &table, kind).or_else(|| {
        let split = split_words(name).join("_");
        first(&split, &table, kind)
    })
}

fn first(name: &str, table: &[String], kind: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| {
        rule.kinds.iter().any(|of| {
            *of == kind
                || *of == "any"
                || (*of == "number" && kind == "int")
                || (*of == "time" && kind == "date")
        }) && (rule.tables.is_empty() || rule.tables.iter().any(|word| table.iter().any(|of| of == word)))
            && rule.patterns.iter().any(|pattern| pattern.matches(name))
    })
}

/// Words that others are written together with, beside those of the rules.
const JOINED: &str = "access account answer attempt author badge blog brand cart category client close comment component consumer \
    contact context course creator customer device discussion entity entry event field file finish folder form forum grade group \
    instance issue item job lang limit list log media member message modified module node object open option order owner page \
    parent plugin post project question queue quiz record reply role rule section session shop site standard store submission \
    task team template thread topic type view wiki";
/// Short words that begin such a name, and those that end one.
const SHORT: ([&str; 1], [&str; 6]) = (["is"], ["id", "at", "on", "by", "no", "ip"]);

static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let of_rules =
        RULES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').next());
    let words = of_rules.flat_map(|names| names.split(['|', '_', '*', '=']));
    words.chain(JOINED.split_whitespace()).filter(|word| word.len() > 2).collect()
});

/// The words of a name, of which those that are written together are split where both are known: `startdate`, `userid`.
#[must_use]
pub fn split_words(name: &str) -> Vec<String> {
    let split = |word: String| {
        let parts = split(&word, true).unwrap_or_else(|| vec![&word]);
        parts.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    words(name).into_iter().flat_map(split).collect()
}

fn split(word: &str, is_first: bool) -> Option<Vec<&str>> {
    if KNOWN.contains(word) || (!is_first && SHORT.1.contains(&word)) {
        return Some(vec![word]);
    }
    // The longest word that it begins with.
    (2..word.len()).rev().filter(|&at| word.is_char_boundary(at)).find_map(|at| {
        let (begin, rest) = word.split_at(at);
        let is_known = KNOWN.contains(begin) || (is_first && SHORT.0.contains(&begin));
        let mut parts = vec![begin];
        parts.extend(split(rest, false).filter(|_| is_known)?);
        (parts.len() <= 3).then_some(parts)
    })
}

/// The words of a name in small letters: `createdAt`, `CREATED_AT`, `Created At` and `created-at` have the same.
#[must_use]
pub fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    let characters: Vec<char> = name.chars().collect();
    for (index, &c) in characters.iter().enumerate() {
        if !c.is_alphanumeric() {
            is_open = false;
            continue;
        }
        let before = index.checked_sub(1).map(|index| characters[index]);
        let after = characters.get(index + 1);
        let begins = c.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase() || before.is_ascii_digit())
                || (before.is_some_and(char::is_uppercase)
                    && after.is_some_and(|after| after.is_lowercase())));
        if !is_open || begins {
            words.push(String::new());
        }
        is_open = true;
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// A name's singular form, as far as English endings tell it.
#[must_use]
pub fn singular(name: &str) -> String {
    let cut = |by: usize, end: &str| format!("{}{end}", &name[..name.len() - by]);
    match name {
        "people" => "person".into(),
        "children" => "child".into(),
        "men" | "women" => name.replace("men", "man"),
        "news" | "series" | "status" | "address" | "analysis" => name.into(),
        _ if name.ends_with("ies") && name.len() > 4 => cut(3, "y"),
        _ if ["sses", "shes", "ches", "xes", "zes", "uses"].iter().any(|end| name.ends_with(end)) => {
            cut(2, "")
        }
        _ if name.ends_with('s') && !name.ends_with("ss") && !name.ends_with("us") && name.len() > 2 => {
            cut(1, "")
        }
        _ => name.into(),
    }
}

/// A column's name as the table spells it.
pub fn spelled(table: &Table, name: &str) -> String {
    let exact = table.columns.iter().find(|column| column.name == name);
    let found = exact.or_else(|| table.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name)));
    found.map_or(name.to_owned(), |column| column.name.clone())
}

/// The text in one line that is not too long.
pub fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 200 { line } else { line.chars().take(199).collect::<String>() + "…" }
}

/// All rules, for a test of the file.
#[cfg(test)]
pub(super) fn all() -> &'static [Rule] {
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moment as fourteen digits.
    const MIGRATION: &str = r"regex:20[12]\d(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])([01]\d|2[0-3])[0-5]\d[0-5]\d";

    #[test]
    fn names_are_the_same_in_every_spelling() {
        for name in ["created_at", "createdAt", "CREATED_AT", "Created At", "created-at", "CreatedAt"] {
            assert_eq!(words(name), ["created", "at"], "{name}");
        }
        assert_eq!(words("customerID2"), ["customer", "id2"]);
        assert_eq!(words("HTTPStatus"), ["http", "status"]);
        let singulars = [
            ("users", "user"),
            ("boxes", "box"),
            ("cities", "city"),
            ("addresses", "address"),
            ("status", "status"),
        ];
        for (many, one) in singulars {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn the_table_tells_whose_name_it_is() {
        let column = |name, table, kind| find(name, table, kind).map_or("", |rule| rule.column);
        assert_eq!(column("name", "users", "text"), "name");
        assert_eq!(column("name", "products", "text"), "product.name");
        assert_eq!(column("name", "companies", "text"), "company");
        assert_eq!(column("name", "things", "text"), "words:2@title");
        assert_eq!(column("zip", "addresses", "text"), "postcode");
        assert_eq!(column("billing_email", "orders", "text"), "email");
        assert_eq!(column("createdAt", "orders", "time"), "time:created");
        assert_eq!(column("unit_price", "items", "number"), "1..500..2");
        assert_eq!(column("comments_count", "posts", "int"), "0..100");
        assert_eq!(column("zzz", "posts", "text"), "");
    }

    #[test]
    fn words_that_are_written_together_are_split() {
        for (name, expected) in [
            ("startdate", "start_date"),
            ("timecreated", "time_created"),
            ("userid", "user_id"),
            ("StandardPrice", "standard_price"),
            ("standardprice", "standard_price"),
            ("isdeleted", "is_deleted"),
            ("status", "status"),
            ("island", "island"),
            ("valid", "valid"),
            ("zzzid", "zzzid"),
        ] {
            assert_eq!(split_words(name).join("_"), expected);
        }
    }

    #[test]
    fn names_of_schemas_in_use_have_their_rule() {
        let column = |name, table, kind| find(name, table, kind).map_or("", |rule| rule.column);
        for (name, table, kind, expected) in [
            ("startdate", "course", "time", "time:created"),
            ("timemodified", "course", "time", "time:updated"),
            ("standardprice", "products", "number", "1..500..2"),
            ("begin_date_year", "artist", "int", "1970..2025"),
            ("begin_date_month", "artist", "int", "1..12"),
            ("begin_date_day", "artist", "int", "1..28"),
            ("requests_per_day", "limits", "int", "0..1000"),
            ("version", "schema_migrations", "text", MIGRATION),
            ("version", "packages", "text", "semver"),
            ("is_active", "users", "int", "0..1"),
            ("isdeleted", "users", "int", "0..1"),
            ("discontinued", "products", "int", "0..1"),
            ("use_count", "rules", "int", "0..100"),
            ("email_cc", "tickets", "text", "email"),
            ("bcc", "messages", "text", "email"),
            ("to", "mail", "text", "email"),
            ("to", "redirects", "text", ""),
            ("consumerkey", "apps", "text", "hex:32"),
            ("meta_key", "postmeta", "text", "word"),
            ("countryregioncode", "countryregion", "text", "country.code:any"),
            ("license_key", "apps", "text", "hex:32"),
            ("display_name", "users", "text", "name"),
            ("attribute_display_name", "attributes", "text", "words:2@title"),
            ("job_name", "background_jobs", "text", "words:2@title"),
            ("langcode", "node", "text", "enum:en,de,fr,es,pt,ja"),
            ("component", "logs", "text", "word"),
            ("tag_count_artist", "posts", "int", "0..100"),
        ] {
            assert_eq!(column(name, table, kind), expected, "{table}.{name}");
        }
    }
}
