//! Arabic names in Latin letters, as people write them in an address. Arabic writes long vowels alone: the short ones of the commonest names
//! are in a list, those of others are put where the sounds of the language need one.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Words and how they are read.
static READINGS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    include_str!("../../../words/arabic-readings.tsv")
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect()
});

/// A sound of a word.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sound {
    Consonant(&'static str),
    /// A vowel that is written, and whether it is long.
    Vowel(char, bool),
    /// The letter ayn, which Latin letters leave out, or write as a vowel where there is none beside it.
    Ayn,
}

/// Whether a text has Arabic letters.
pub(super) fn is_arabic(text: &str) -> bool {
    text.chars().any(|c| ('\u{0621}'..='\u{06cc}').contains(&c))
}

/// A name in small Latin letters.
pub(super) fn latin(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || "\u{200c}-".contains(c)).collect();
    let mut text = String::new();
    let mut rest = &words[..];
    while let [word, after @ ..] = rest {
        rest = after;
        // The servant of God, and of God's other names.
        let joined = word.strip_prefix("عبد").filter(|of| of.starts_with("ال") && of.chars().count() > 3);
        let spoken = match (*word, after, joined) {
            ("عبد", [of, after @ ..], _) => {
                rest = after;
                servant(of)
            }
            (_, _, Some(of)) => servant(of),
            (word, _, None) => self::word(word),
        };
        push(&mut text, &spoken);
    }
    text
}

/// Adds a word, whose first vowel melts into the same one before it.
fn push(text: &mut String, word: &str) {
    let melts = word.starts_with(['a', 'i', 'u']) && text.ends_with(&word[..1]);
    *text += &word[usize::from(melts)..];
}

fn servant(of: &str) -> String {
    match of.strip_prefix("ال") {
        Some("له") => "abdullah".into(),
        Some(of) => format!("abdul{}", word(of)),
        None => format!("abd{}", word(of)),
    }
}

fn word(word: &str) -> String {
    if let Some(reading) = READINGS.get(word) {
        return (*reading).to_owned();
    }
    match word {
        "أبو" | "ابو" => "abu".into(),
        "بن" => "bin".into(),
        "ابن" => "ibn".into(),
        "أم" => "umm".into(),
        _ => match word.strip_prefix("ال").filter(|rest| rest.chars().count() > 2) {
            Some(rest) => format!("al{}", self::word(rest)),
            None => voiced(&sounds(word)),
        },
    }
}

/// How a consonant is written.
fn consonant(letter: char) -> Option<&'static str> {
    const LETTERS: &str = "بتثجحخدذرزسشصضطظغفقكلمنهپچڤگ";
    const LATIN: [&str; 28] = [
        "b", "t", "th", "j", "h", "kh", "d", "dh", "r", "z", "s", "sh", "s", "d", "t", "z", "gh", "f", "q",
        "k", "l", "m", "n", "h", "p", "ch", "v", "g",
    ];
    LETTERS.chars().position(|known| known == letter).map(|at| LATIN[at]).or(match letter {
        'ژ' => Some("zh"),
        'ک' => Some("k"),
        _ => None,
    })
}

fn sounds(word: &str) -> Vec<Sound> {
    let letters: Vec<char> = word.chars().collect();
    let mut sounds = Vec::new();
    for (at, &letter) in letters.iter().enumerate() {
        let before_vowel = |vowels: &str| letters.get(at + 1).is_some_and(|next| vowels.contains(*next));
        let after_vowel = matches!(sounds.last(), Some(Sound::Vowel(..)));
        match letter {
            'ا' | 'آ' | 'ى' => sounds.push(Sound::Vowel('a', at > 0)),
            'أ' | 'ة' => sounds.push(Sound::Vowel('a', false)),
            'إ' | 'ئ' => sounds.push(Sound::Vowel('i', false)),
            'ؤ' => sounds.push(Sound::Vowel('u', false)),
            'ع' => sounds.push(Sound::Ayn),
            'و' if at == 0 || before_vowel("اأآىيیةو") => sounds.push(Sound::Consonant("w")),
            'و' => sounds.push(Sound::Vowel('u', true)),
            'ي' | 'ی' if at == 0 || before_vowel("و") => sounds.push(Sound::Consonant("y")),
            'ي' | 'ی' if before_vowel("اأآىة") => {
                if !after_vowel {
                    sounds.push(Sound::Vowel('i', true));
                }
                sounds.push(Sound::Consonant("y"));
            }
            'ي' | 'ی' => sounds.push(Sound::Vowel('i', true)),
            _ => sounds.extend(consonant(letter).map(Sound::Consonant)),
        }
    }
    sounds
}

/// The sounds with a vowel wherever consonants need one: at the beginning after the first, at the end before the last, else after the
/// second of three.
fn voiced(sounds: &[Sound]) -> String {
    let is_vowel = |sound: Option<&Sound>| matches!(sound, Some(Sound::Vowel(..)));
    let spoken: Vec<Sound> = (0..sounds.len())
        .filter_map(|at| match sounds[at] {
            Sound::Ayn if at > 0 && is_vowel(sounds.get(at - 1)) || is_vowel(sounds.get(at + 1)) => None,
            Sound::Ayn => Some(Sound::Vowel('a', false)),
            sound => Some(sound),
        })
        .collect();
    let mut text = String::new();
    let mut last = None;
    let mut rest = &spoken[..];
    while let Some(first) = rest.first() {
        if let Sound::Vowel(vowel, is_long) = *first {
            if !text.ends_with(vowel) {
                text.push(vowel);
            }
            last = Some((vowel, is_long));
            rest = &rest[1..];
            continue;
        }
        let count = rest.iter().take_while(|sound| matches!(sound, Sound::Consonant(_))).count();
        let (run, after) = rest.split_at(count);
        // What is between the last two: Khalid, Yusuf, Hasan.
        let glue = match last {
            Some(('a', true)) if run.last() != Some(&Sound::Consonant("h")) => 'i',
            Some(('u', true)) => 'u',
            _ => 'a',
        };
        let needs_vowel = |at: usize| match (text.is_empty(), after.is_empty()) {
            (true, true) if count > 3 => at.is_multiple_of(2) && at + 1 < count,
            (true, true) => at + 1 < count,
            (true, false) => at == 0 && count > 1 || at.is_multiple_of(2) && at + 2 < count,
            (false, true) => at + 2 == count,
            (false, false) => at % 2 == 1 && at + 1 < count,
        };
        let voiced = run.iter().enumerate().fold(String::new(), |mut voiced, (at, sound)| {
            if let Sound::Consonant(letters) = sound {
                voiced += letters;
            }
            if needs_vowel(at) {
                voiced.push(if text.is_empty() { 'a' } else { glue });
            }
            voiced
        });
        text += &voiced;
        last = None;
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{READINGS, latin};
    use crate::catalogue::people::plain::plain;
    use crate::locale::LOCALES;

    #[test]
    fn names_are_written_as_people_write_them() {
        for (name, expected) in [
            ("محمد", "mohammed"),
            ("أحمد", "ahmad"),
            ("خالد", "khalid"),
            ("عادل", "adil"),
            ("حسن", "hasan"),
            ("كريم", "karim"),
            ("محمود", "mahmud"),
            ("فاطمة", "fatma"),
            ("عبد الله", "abdullah"),
            ("عبدالله", "abdullah"),
            ("عبد الرحمن", "abdulrahman"),
            ("عبدالعزيز", "abdulaziz"),
            ("أبو محمد", "abumohammed"),
            ("بن عمر", "binomar"),
            ("الخالدي", "alkhaldi"),
            ("نور الدين", "nuraldin"),
            ("علي", "ali"),
            ("بني إبراهيم", "banibrahim"),
        ] {
            assert_eq!(latin(name), expected, "{name}");
        }
    }

    #[test]
    fn no_name_has_a_sign_or_a_vowel_twice() {
        assert!(READINGS.values().all(|reading| reading.bytes().all(|b| b.is_ascii_lowercase())));
        for locale in LOCALES.iter().filter(|locale| ["ar", "fa"].contains(&locale.language())) {
            let names = locale.rows::<1>("first-names.tsv").chain(locale.rows("last-names.tsv"));
            for [name] in names {
                let latin = plain(name);
                assert!(
                    !latin.is_empty() && latin.bytes().all(|b| b.is_ascii_lowercase()),
                    "{name}: {latin}"
                );
                for vowel in ["aa", "ii", "uu"] {
                    assert!(!latin.contains(vowel), "{name}: {latin}");
                }
                let longest = latin.split(['a', 'e', 'i', 'o', 'u']).map(str::len).max();
                assert!(longest.is_none_or(|length| length < 6), "{name}: {latin}");
            }
        }
    }
}
