//! Matches of regular expressions, compared with PostgreSQL's answers and with the definition.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::ast::{Preference, RegexNode};
use super::parse::{self, Flags};
use super::replacement::Replacement;
use super::{Regex, letters};

/// All matches replaced, as by `regexp_replace(text, regex, to, 'g')`.
fn replaced(text: &str, regex: &str, to: &str) -> String {
    let (regex, to, text) =
        (Regex::of(regex, Flags::default(), true).unwrap(), Replacement::of(to), letters(text));
    let (mut out, mut after) = (String::new(), 0);
    regex.each(&text, |found| {
        out.extend(&text[after..found.0]);
        to.write(&text, found, &regex.groups_of(&text, found), &mut out);
        after = found.1;
    });
    out.extend(&text[after..]);
    out
}

#[test]
fn matches_and_groups_are_those_of_postgresql() {
    for (text, regex, to, expected) in [
        ("abcd", "a|ab", "X", "Xcd"),
        ("abcd", "(a|ab)(c|bcd)(d*)", r"\1,\2,\3", "ab,c,d"),
        ("aab", "a*(ab)?", "X", "XX"),
        ("abc", "b*", "X", "XaXXcX"),
        ("abc", ".*?(.)", r"[\1]", "[a][b][c]"),
        ("ab", r"(\w+?)*", r"<\1>", "<b><>"),
        ("foo bar", r"\m(.)", r"\1\1", "ffoo bbar"),
        ("a.b", r"\.", r"\\\&\x", r"a\.\xb"),
        ("Straße", "[^a-z]", "", "trae"),
    ] {
        assert_eq!(replaced(text, regex, to), expected, "{regex}");
    }
}

#[test]
fn unsupported_syntax_is_named() {
    for (regex, expected) in [
        (r"(a)\1", "back-references"),
        ("(?=a)", "looking ahead"),
        ("(?<!a)", "looking ahead"),
        ("***=a", "***"),
        ("(?x)a", "`x` is no flag"),
        ("a**", "follows another"),
        ("+", "repeats nothing"),
        ("^*", "not a position"),
        ("(a", "has no )"),
        ("a)", "without its ("),
        ("[a", "has no ]"),
        ("[b-a]", "a range"),
        ("[[:foo:]]", "[:foo:]"),
        ("[[.a.]]", "[. .]"),
        (r"\q", r"\q"),
        ("a\\", "ends with a backslash"),
        ("a{2,1}", "wrong order"),
        ("a{256}", "from 0 to 255"),
        ("(((a{200}){200}){200})", "repeats too much"),
    ] {
        let error = Regex::of(regex, Flags::default(), true).err().unwrap_or_default();
        assert!(error.contains(expected), "{regex}: {error}");
    }
    let deep = "(".repeat(1000);
    assert!(Regex::of(&deep, Flags::default(), true).is_err());
}

/// Where a match that begins at an index may end, by the definition.
fn ends(node: &RegexNode, text: &[char], start: usize) -> BTreeSet<usize> {
    let once = |node: &RegexNode, starts: &BTreeSet<usize>| {
        starts.iter().flat_map(|&at| ends(node, text, at)).collect()
    };
    match node {
        RegexNode::Letter(class) => {
            text.get(start).filter(|letter| class.contains(**letter)).map(|_| start + 1).into_iter().collect()
        }
        RegexNode::At(position) => Some(start).filter(|_| position.holds(text, start)).into_iter().collect(),
        RegexNode::Sequence(nodes) => {
            nodes.iter().fold(BTreeSet::from([start]), |starts, node| once(node, &starts))
        }
        RegexNode::Either(nodes) => nodes.iter().flat_map(|node| ends(node, text, start)).collect(),
        RegexNode::Group(node, _) => ends(node, text, start),
        RegexNode::Repeat { node, min, max, .. } => {
            let mut at = BTreeSet::from([start]);
            let mut all = BTreeSet::new();
            // More times than there are letters find nothing new.
            for time in 0..=max.unwrap_or(20).min(20) {
                if time >= *min {
                    all.extend(&at);
                }
                at = once(node, &at);
            }
            all
        }
    }
}

proptest! {
    #[test]
    fn the_first_match_is_that_of_the_definition(
        text in "[abc]{0,8}",
        regex in "((a|b|c|[ab]|\\(a\\|ab\\)|\\(b\\*c\\)|\\(\\?:a\\*\\?\\)|\\^|\\$|\\.|\\\\m)[*+?]?\\??){1,5}",
    ) {
        let Ok((node, _)) = parse::parse(&regex, Flags::default()) else { return Ok(()) };
        let compiled = Regex::of(&regex, Flags::default(), true).unwrap();
        let text = letters(&text);
        let naive = (0..=text.len()).find_map(|start| {
            let ends = ends(&node, &text, start);
            let end = match node.prefers() {
                Some(Preference::Shortest) => ends.first(),
                _ => ends.last(),
            };
            end.map(|&end| (start, end))
        });
        prop_assert_eq!(compiled.find(&text, 0), naive);
        prop_assert_eq!(compiled.program.is_in(&text), naive.is_some());
        if let Some(found) = naive {
            for (start, end) in compiled.groups_of(&text, found).into_iter().flatten() {
                prop_assert!(found.0 <= start && start <= end && end <= found.1);
            }
        }
    }
}
