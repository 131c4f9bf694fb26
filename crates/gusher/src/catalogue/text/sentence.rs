//! Sentences by the forms that a language has: `sentence`, `paragraph`.

use std::sync::Arc;

use super::words::capitalised;
use crate::generators::phrase::part;
use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field, TextPart};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("paragraph", "sentences", paragraph).modifiers(&["locale"]).optional(
        "N",
        "how many sentences, 1 to 100; 4 by default",
        "paragraph:2",
    ),
    GeneratorSpec::new("sentence", "a sentence", sentence).modifiers(&["locale"]),
];

const SENTENCES: Size = Size { form: "paragraph:N", things: "sentences", default: 4, range: 1..=100 };

/// `sentence`
fn sentence(constraint: Constraint<'_>) -> BuildResult {
    sentences(constraint, 1)
}

/// `paragraph[:N]`
fn paragraph(constraint: Constraint<'_>) -> BuildResult {
    sentences(constraint, SENTENCES.of(constraint)?)
}

fn sentences(constraint: Constraint<'_>, count: usize) -> BuildResult {
    let text = constraint.local(|locale| locale.text("sentences.txt"))?;
    Ok(Arc::new(Sentences::of(text, count)))
}

/// A part of a sentence: one of these words, with the fixed text of its form around it.
type Slot = Vec<String>;

/// The forms of a file: a line with a colon is a list of words, one that begins with `=` a form with names of lists.
fn forms(text: &'static str) -> Vec<Vec<Slot>> {
    let lists: Vec<(&str, Vec<&str>)> = text
        .lines()
        .filter(|line| !line.starts_with('='))
        .filter_map(|line| line.split_once(": "))
        .map(|(name, words)| (name, words.split('|').collect()))
        .collect();
    let words = |name: &str| lists.iter().find(|(known, _)| *known == name).map(|(_, words)| &words[..]);
    let form = |form: &'static str| {
        let (before, fields) = form.split_once('{').unwrap_or_default();
        let slot = |(at, field): (usize, &str)| {
            let (name, after) = field.split_once('}').unwrap_or_default();
            let before = if at == 0 { before } else { "" };
            let text = |word: &&str| format!("{before}{word}{after}");
            let texts: Slot = words(name).unwrap_or_default().iter().map(text).collect();
            if at == 0 { texts.iter().map(|text| capitalised(text)).collect() } else { texts }
        };
        fields.split('{').enumerate().map(slot).collect()
    };
    text.lines().filter_map(|line| line.strip_prefix("= ")).map(form).collect()
}

/// `count` sentences, each by any of the forms; the first one is enough to distinguish two texts.
#[derive(Debug)]
struct Sentences {
    /// The words of all forms at each position of a sentence.
    positions: Vec<Arc<Dictionary>>,
    /// Of each form the words at each position.
    forms: Vec<Form>,
    count: usize,
    /// How many sentences there are.
    different: u64,
}

#[derive(Debug)]
struct Form {
    /// How many sentences the forms before it have.
    before: u64,
    positions: Vec<Vec<u32>>,
}

impl Sentences {
    fn of(text: &'static str, count: usize) -> Sentences {
        let mut slots = forms(text);
        let most = slots.iter().map(Vec::len).max().unwrap_or(0);
        let (mut found_forms, mut different) = (Vec::new(), 0);
        for form in &mut slots {
            found_forms.push(Form { before: different, positions: Vec::new() });
            different += form.iter().map(|words| words.len() as u64).product::<u64>();
            // Shorter forms say nothing at the last positions.
            form.resize_with(most, || vec![String::new()]);
        }
        let positions = (0..most).map(|position| {
            let words = || slots.iter().flat_map(|form| &form[position]).map(String::as_str);
            let (dictionary, indices) = Dictionary::indexed(words());
            let mut indices = indices.into_iter();
            for (form, slots) in found_forms.iter_mut().zip(&slots) {
                form.positions.push(indices.by_ref().take(slots[position].len()).collect());
            }
            Arc::new(dictionary)
        });
        Sentences { positions: positions.collect(), forms: found_forms, count, different }
    }

    /// The parts of one sentence, with what follows it.
    fn parts(&self, after: &'static str) -> impl Iterator<Item = TextPart> {
        let last = self.positions.len() - 1;
        let of_place = move |(at, words)| part(words, if at == last { after } else { "" });
        self.positions.iter().enumerate().map(of_place)
    }
}

impl Generate for Sentences {
    fn field(&self) -> Field {
        let after = |n| if n == self.count { "" } else { " " };
        Field::composed((1..=self.count).flat_map(|n| self.parts(after(n))))
    }

    fn cardinality(&self) -> u64 {
        self.different
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let positions = self.positions.len();
        let columns = values.indices(self.count * positions, draws.len());
        for (n, columns) in columns.chunks_mut(positions).enumerate() {
            let unique = n == 0 && draws.is_unique();
            for (row, x) in draws.load(n as u64).iter_mut().enumerate() {
                if unique {
                    self.take_nth(bounded(*x, self.different), row, columns);
                    continue;
                }
                // Each form comes as often as any other, however many sentences it has.
                let form = &self.forms[take_digit(x, self.forms.len() as u64) as usize];
                for (column, words) in columns.iter_mut().zip(&form.positions) {
                    column[row] = words[take_digit(x, words.len() as u64) as usize];
                }
            }
        }
    }
}

impl Sentences {
    /// The sentence at this position among all.
    fn take_nth(&self, nth: u64, row: usize, columns: &mut [Vec<u32>]) {
        let form = &self.forms[self.forms.partition_point(|form| form.before <= nth) - 1];
        let mut rest = nth - form.before;
        for (column, words) in columns.iter_mut().zip(&form.positions) {
            column[row] = words[(rest % words.len() as u64) as usize];
            rest /= words.len() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Sentences, forms};
    use crate::locale::{LOCALES, Locale};

    fn with_sentences() -> impl Iterator<Item = (&'static Locale, &'static str)> {
        LOCALES.iter().filter_map(|locale| Some((locale, locale.text("sentences.txt")?)))
    }

    /// The words of a list.
    fn words<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
        let start = format!("{name}: ");
        text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default().split('|').collect()
    }

    #[test]
    fn every_form_names_lists_that_there_are_and_every_list_is_used() {
        let mut known = 0;
        for (locale, text) in with_sentences() {
            let all = forms(text);
            assert!(all.len() >= 5 && all.iter().all(|form| form.len() >= 3), "{}", locale.name);
            assert!(
                all.iter().flatten().all(|slot| slot.len() >= 2),
                "{}: a form has an empty list",
                locale.name
            );
            assert!(Sentences::of(text, 1).different >= 1_000_000, "{}", locale.name);
            for line in text.lines().filter(|line| !line.starts_with('=')) {
                let (name, words) = line.split_once(": ").unwrap();
                assert!(text.contains(&format!("{{{name}}}")), "{}: {name} is not used", locale.name);
                let list: Vec<&str> = words.split('|').collect();
                let different: HashSet<&str> = list.iter().copied().collect();
                assert_eq!(different.len(), list.len(), "{}: a word of {name} comes twice", locale.name);
                assert!(
                    list.iter().all(|word| !word.is_empty() && word.trim() == *word),
                    "{}: {name}",
                    locale.name
                );
            }
            known += 1;
        }
        assert!(known >= 20, "{known}");
    }

    /// Verbs that are in the forms themselves: of one, and of several.
    const VERBS: [(&str, &[&str], &[&str]); 6] = [
        ("en", &["is", "has", "was"], &["are", "have", "were"]),
        ("de", &["hat", "ist"], &["haben", "sind"]),
        ("fr", &["a", "est"], &["ont", "sont"]),
        ("it", &["ha", "è"], &["hanno", "sono"]),
        ("nl", &["heeft", "is"], &["hebben", "zijn"]),
        ("es", &["ha", "es", "está"], &["han", "son", "están"]),
    ];

    #[test]
    fn subjects_and_verbs_of_a_form_agree() {
        for (locale, text) in with_sentences() {
            let language = locale.name.split('_').next().unwrap();
            let verbs = VERBS.iter().find(|(of, ..)| *of == language);
            for form in text.lines().filter_map(|line| line.strip_prefix("= ")) {
                let plain: Vec<&str> = form.split([' ', '.', ',']).collect();
                let lists = |end: &str| plain.iter().filter(|word| word.ends_with(end)).count();
                let has = |verbs: &[&str]| plain.iter().any(|word| verbs.contains(word));
                let (one, several) = (lists("_s}"), lists("_p}"));
                assert!(one == 0 || several == 0, "{}: {form}", locale.name);
                let (is, are) = verbs.map_or((false, false), |(_, is, are)| (has(is), has(are)));
                assert!(!(is && several > 0 || are && one > 0), "{}: {form}", locale.name);
                // What is neither of one nor of several has a verb in the past, which English has for both.
                let verb = is || are || one + several >= 2;
                assert!(
                    verb || language == "en" && one + several == 0,
                    "{}: {form} has no verb",
                    locale.name
                );
            }
        }
    }

    /// The form of a verb for he, she and it.
    fn third_person(verb: &str) -> String {
        match verb {
            "have" => "has".into(),
            "go" => "goes".into(),
            _ if verb.ends_with(['s', 'x', 'z']) || verb.ends_with("ch") || verb.ends_with("sh") => {
                format!("{verb}es")
            }
            _ => match verb.strip_suffix('y') {
                Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
                _ => format!("{verb}s"),
            },
        }
    }

    #[test]
    fn english_verbs_have_the_number_of_their_list() {
        let text = crate::locale::english().text("sentences.txt").unwrap();
        let (one, several) = (words(text, "does_s"), words(text, "does_p"));
        assert_eq!(one.len(), several.len());
        for (one, several) in one.iter().zip(&several) {
            let (verb, rest) = several.split_once(' ').unwrap_or((several, ""));
            assert_eq!(one.trim(), format!("{} {rest}", third_person(verb)).trim());
        }
        for verb in words(text, "starts_s") {
            assert!(verb.split(' ').next().unwrap().ends_with('s'), "{verb}");
        }
        // The first noun of a thing: before its preposition, and the last word there.
        let noun = |phrase: &'static str| {
            let phrase = phrase.split(" of ").next().unwrap().split(" on ").next().unwrap();
            phrase.rsplit(' ').next().unwrap()
        };
        for phrase in words(text, "object_p") {
            assert!(noun(phrase).ends_with('s'), "{phrase}");
        }
        for phrase in words(text, "object_s").into_iter().chain(words(text, "event_s")) {
            let noun = noun(phrase);
            assert!(!noun.ends_with('s') || noun.ends_with("ss"), "{phrase}");
        }
    }

    /// As the verbs of two lists tell: those of several end otherwise than those of one, in the same order.
    #[test]
    fn verbs_of_several_are_those_of_one() {
        for (locale, text) in with_sentences() {
            for (one, several) in [("did_s", "did_p"), ("went_s", "went_p"), ("does_s", "does_p")] {
                let (one, several) = (words(text, one), words(text, several));
                assert_eq!(one.len(), several.len(), "{}", locale.name);
                for (one, several) in one.iter().zip(&several).filter(|(one, _)| !one.is_empty()) {
                    let stem = |word: &str| word.chars().take(1).collect::<String>();
                    assert!(
                        one != several && stem(one) == stem(several),
                        "{}: {one}, {several}",
                        locale.name
                    );
                }
            }
        }
    }
}
