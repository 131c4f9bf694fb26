//! Texts that a document of schemas has rules for: patterns, formats, lengths.

use super::asked::Asked;
use super::choices::ColumnChoice;
use super::exact::of_exactly;
use super::probe::Probe;
use super::spec::{Source, Spec};
use super::text::by_values_or_name;
use crate::model::Rules;

/// As many values are looked at where the shortest one is asked for.
const SAMPLES: u64 = 500;
/// How many more characters than the fewest a text has that nothing else says anything of.
const MORE: u32 = 8;

/// The choice for a text within the rules.
pub fn text(asked: &Asked<'_>, rules: &Rules, max: Option<u32>, probe: &Probe) -> ColumnChoice {
    let max = [max, rules.max_length, asked.facts.max_length].into_iter().flatten().min();
    let min = rules.min_length.max(asked.facts.min_length);
    let fits = |spec: &Spec| {
        probe.of(spec).is_some_and(|known| max.is_none_or(|max| known.letters <= max as usize))
            && (min <= 1 || shortest(probe, spec).is_some_and(|length| length >= min as usize))
    };
    let mut doubts = Vec::new();
    if let Some(pattern) = &rules.pattern {
        match of_pattern(pattern, (min, max), probe) {
            Some((spec, None)) => {
                return ColumnChoice::new(asked.name(), spec, "the pattern of the source");
            }
            Some((spec, Some(doubt))) => {
                return ColumnChoice::new(asked.name(), spec, "the pattern of the source").doubt(doubt);
            }
            None => doubts.push(format!("texts of the pattern {pattern} are not generated")),
        }
    }
    if let Some(format) = &rules.format {
        match of_format(format) {
            Some(spec) if fits(&spec) => {
                let choice = ColumnChoice::new(asked.name(), spec, format!("the format {format}"));
                return doubts.into_iter().fold(choice, ColumnChoice::doubt);
            }
            Some(_) => doubts.push(format!("texts of the format {format} are not of that length")),
            None => {}
        }
    }
    let (spec, reason, more) = by_values_or_name(asked, probe, max, false);
    let (spec, reason) = match fits(&spec) {
        true => (spec, reason),
        false => (of_length(min, max, probe), lengths(min, max)),
    };
    let choice = ColumnChoice::new(asked.name(), spec, reason);
    doubts.into_iter().chain(more).fold(choice, ColumnChoice::doubt)
}

fn lengths(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0 | 1, Some(max)) => format!("a text of up to {max} characters"),
        (min, Some(max)) => format!("a text of {min} to {max} characters"),
        (min, None) => format!("a text of at least {min} characters"),
    }
}

/// Letters within these lengths.
fn of_length(min: u32, max: Option<u32>, probe: &Probe) -> Spec {
    if max == Some(0) {
        return Spec::words(["\"\""]).stored("json");
    }
    let least = min.max(1);
    let most = max.map_or(least + MORE, |max| max.min(least + MORE)).max(least);
    let spec = Spec::from(Source::Generator {
        name: "regex".into(),
        constraint: format!("[a-z]{{{least},{most}}}"),
    });
    if probe.of(&spec).is_some() { spec } else { Spec::of("sentence") }
}

/// The fewest characters of some values.
fn shortest(probe: &Probe, spec: &Spec) -> Option<usize> {
    probe.samples(spec, SAMPLES).iter().map(|text| text.chars().count()).min()
}

/// Texts of a pattern of the lengths that are allowed, and what is not sure of them.
pub fn of_pattern(
    pattern: &str,
    (min, max): (u32, Option<u32>),
    probe: &Probe,
) -> Option<(Spec, Option<String>)> {
    let (plain, has_looks) = without_looks(pattern)?;
    let plain = unanchored(&plain);
    let regex = |pattern: &str| {
        Spec::from(Source::Generator { name: "regex".into(), constraint: pattern.to_owned() })
    };
    let doubt = has_looks.then(|| format!("what looks around in the pattern {pattern} is left out"));
    let fits = |spec: &Spec| {
        let texts = probe.samples(spec, SAMPLES).into_iter().map(|text| text.chars().count());
        let (low, high) = texts.fold((usize::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
        let letters = probe.of(spec).map_or(usize::MAX, |known| known.letters.min(high.max(1) * 4));
        let is_short = max.is_none_or(|max| letters.max(high) <= max as usize);
        low <= high && low >= min as usize && is_short
    };
    let spec = regex(&plain);
    if fits(&spec) {
        return Some((spec, doubt));
    }
    probe.of(&spec)?;
    // Of other lengths, one that is allowed.
    let most = max.unwrap_or(min.saturating_add(16));
    let middle = min.max(most.min(min.saturating_add(6)));
    let lengths = [middle, most, min].into_iter().chain(min..=most.min(min.saturating_add(64)));
    let anchored = format!("^{}$", plain.trim_start_matches('^').trim_end_matches('$'));
    for length in lengths {
        let Some(exact) = of_exactly(&anchored, length) else { continue };
        let spec = regex(&exact);
        if fits(&spec) {
            return Some((spec, doubt));
        }
    }
    let doubt = format!("the pattern {pattern} gives texts of other lengths");
    Some((spec, Some(doubt)))
}

/// Where a walk through a pattern is: in how many groups, and whether in a class.
#[derive(Default)]
struct Scan {
    depth: i32,
    is_escaped: bool,
    is_class: bool,
}

impl Scan {
    /// Takes the next character. Whether it is a sign of its own, neither escaped nor in a class.
    fn step(&mut self, c: char) -> bool {
        let is_sign = !self.is_escaped && !self.is_class;
        match (self.is_escaped, self.is_class, c) {
            (true, ..) => self.is_escaped = false,
            (_, _, '\\') => self.is_escaped = true,
            (_, false, '[') => self.is_class = true,
            (_, true, ']') => self.is_class = false,
            (_, false, '(') => self.depth += 1,
            (_, false, ')') => self.depth -= 1,
            _ => {}
        }
        is_sign
    }
}

/// A pattern without lookaheads and lookbehinds, and whether it had some; nothing where one has no end.
fn without_looks(pattern: &str) -> Option<(String, bool)> {
    let (mut text, mut rest, mut had) = (String::new(), pattern, false);
    loop {
        let at = ["(?=", "(?!", "(?<=", "(?<!"].iter().filter_map(|look| rest.find(look)).min();
        let Some(at) = at else { break };
        text += &rest[..at];
        let mut scan = Scan::default();
        let end = rest[at..].char_indices().find(|(_, c)| {
            scan.step(*c);
            scan.depth == 0
        });
        rest = &rest[at + end?.0 + 1..];
        had = true;
    }
    text += rest;
    Some((text, had))
}

/// A pattern of which each alternative is a complete text, without its anchors.
fn unanchored(pattern: &str) -> String {
    let mut parts = vec![String::new()];
    let mut scan = Scan::default();
    for c in pattern.chars() {
        if scan.step(c) && c == '|' && scan.depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let plain = |part: &String| {
        let part = part.strip_prefix('^').unwrap_or(part);
        let is_end = part.ends_with('$') && !part.ends_with("\\$");
        let part = if is_end { &part[..part.len() - 1] } else { part };
        part.replace("\\/", "/")
    };
    parts.iter().map(plain).collect::<Vec<_>>().join("|")
}

/// What makes texts of a format, by the names of JSON Schema and `OpenAPI`.
pub fn of_format(format: &str) -> Option<Spec> {
    let regex =
        |text: &str| Spec::from(Source::Generator { name: "regex".into(), constraint: text.to_owned() });
    Some(match format {
        "date-time" => Spec::of("datetime"),
        "date" => Spec::of("date"),
        "time" => Spec::of("time").with("suffix", "Z"),
        "duration" => regex("P[1-9]D(T[1-9]H([1-5][0-9]M)?)?"),
        "email" | "idn-email" => Spec::of("email"),
        "hostname" | "idn-hostname" => Spec::of("domain"),
        "ipv4" | "ip" => Spec::of("ipv4"),
        "ipv6" => Spec::of("ipv6"),
        "uri" | "url" | "iri" | "uri-reference" | "iri-reference" | "uri-template" => Spec::of("url"),
        "uuid" | "guid" => Spec::of("uuidv4"),
        "json-pointer" => regex("(/[a-z]{2,8}){1,3}"),
        "relative-json-pointer" => regex("[0-2](/[a-z]{2,8}){1,2}"),
        "regex" => regex("[a-z]{2,6}"),
        "byte" | "base64" => Spec::of("bytes:12").with("format", "base64"),
        "password" => Spec::of("password"),
        "color" => regex("#[0-9a-f]{6}"),
        "phone" => Spec::of("phone"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_without_what_looks_around() {
        let cases = [
            ("^(?!-)[a-z]+$", Some(("[a-z]+", true))),
            ("^a$|^b\\$|c$", Some(("a|b\\$|c", false))),
            ("^[)(]+(?=x(y|z))d", Some(("[)(]+d", true))),
            ("(?=x", None),
            ("^https:\\/\\/[a-z]+$", Some(("https://[a-z]+", false))),
        ];
        for (pattern, expected) in cases {
            let found = without_looks(pattern).map(|(plain, had)| (unanchored(&plain), had));
            let found = found.as_ref().map(|(plain, had)| (plain.as_str(), *had));
            assert_eq!(found, expected, "{pattern}");
        }
    }

    #[test]
    fn every_format_has_values() {
        let probe = Probe::default();
        for format in [
            "date-time",
            "date",
            "time",
            "duration",
            "email",
            "hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uuid",
            "json-pointer",
            "relative-json-pointer",
            "regex",
            "byte",
            "password",
            "color",
            "phone",
        ] {
            let spec = of_format(format).unwrap_or_else(|| panic!("{format}"));
            assert!(!probe.samples(&spec, 3).is_empty(), "{format}");
        }
    }

    #[test]
    fn patterns_keep_within_lengths() {
        let probe = Probe::default();
        for (pattern, min, max) in [("^[a-z]+$", 20, Some(24)), ("^x[0-9]*$", 0, Some(3)), (".", 0, None)] {
            let (spec, doubt) = of_pattern(pattern, (min, max), &probe).expect("a pattern");
            assert_eq!(doubt, None, "{pattern}");
            for text in probe.samples(&spec, 100) {
                assert!(text.len() >= min as usize && max.is_none_or(|max| text.len() <= max as usize));
            }
        }
    }
}
