//! Every list of words, linked or of a locale: nothing that would hurt anybody, nothing twice, no blanks, the right case.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that no list may have, as `tools/locales` reads them.
const REFUSED: &str = include_str!("refused.txt");
/// Adjectives that are harmless alone, and not before *child* or *woman*: bodies, minds, illness, colours of skin, worth.
const NOT_OF_PEOPLE: &str = "abnormal abusive addicted adorable afraid alcoholic alluring angry attractive bad barbarous beautiful \
    berserk big black blind bloody blushing brainy broken brown burly cheap chubby chunky clumsy common crazy creepy crippled \
    crooked cruel curvy cut cute damaged dangerous dark dead deaf defective defiant deformed delicious delirious demented demonic \
    dependent depraved depressed deranged devilish diseased dirty disabled disturbed dizzy drunk dumb dusky dysfunctional early-dead \
    easy elderly empty evil exotic expensive fair fast feeble female fertile filthy flat foolish foreign fragile frail frigid \
    furry gaudy giant godly gorgeous grotesque hairy half handsome hanging hard heathen heavenly heavy hellish helpless hideous \
    holy homeless homely horrible hot huge hungry hurt hysterical idiotic ignorant ill illegal immoral impure inferior infected \
    insane irate itchy jobless juicy juvenile lame large late lean light limping little-known loose lowly lusty lying mad male \
    maniacal married mature mean mental mindless mixed moist moldy mute naive naked native nasty naughty nude null oafish obsessed \
    old-maidish pale pathetic petite physical plain plump poor possessed primitive private promiscuous puny red repulsive ripe \
    rotten ruddy savage scarred scary scrawny seductive senile shapely sick silly simple skinny slender slim slimy smelly sore \
    sour sterile straight stray stupid submissive sultry sweet tall tan tart tasty tempting tender thick thin tight trashy ugliest \
    unclean unhealthy unnatural unworthy useless vicious violent vulgar weak wet white wicked wild willing womanly worthless \
    wretched yellow yielding young-looking";

/// Words of `REFUSED` that mean something else in these files.
const MEANT: [(&str, &str); 11] = [
    ("aliases.tsv", "cancer"),
    ("aliases.tsv", "sex"),
    ("countries.tsv", "virgin"),
    ("countries.txt", "virgin"),
    ("tlds.txt", "virgin"),
    ("currencies.tsv", "dong"),
    ("animals-cat.txt", "coon"),
    ("states.tsv", "negro"),
    ("readings.tsv", "shitara"),
    // How two common first names are read, in e-mail addresses.
    ("arabic-readings.tsv", "osama"),
    ("arabic-readings.tsv", "jihad"),
];

/// All files below these folders that hold lists.
fn files() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["words", "locales"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).into();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let entry = entry.expect("the folder can be read").path();
            if entry.is_dir() { folders.push(entry) } else { found.push(entry) }
        }
    }
    assert!(found.len() > 500, "{}", found.len());
    found.sort();
    found
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("files have names")
}

/// The lines of a file without the comments at its head.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("lists are UTF-8");
    text.lines().filter(|line| !line.starts_with("# ")).map(String::from).collect()
}

fn refused() -> impl Iterator<Item = &'static str> {
    REFUSED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn no_list_has_a_word_that_is_refused() {
    let whole: HashSet<&str> = refused().filter(|word| !word.contains([' ', '*'])).collect();
    let starts: Vec<&str> = refused().filter_map(|word| word.strip_suffix('*')).collect();
    let phrases: Vec<&str> = refused().filter(|word| word.contains(' ')).collect();
    let mut found = Vec::new();
    for path in files() {
        let is_meant = |word: &str| MEANT.contains(&(name(&path), word));
        for line in lines(&path) {
            let line = line.to_lowercase();
            for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let bad = whole.contains(word) || starts.iter().any(|start| word.starts_with(start));
                if bad && !is_meant(word) {
                    found.push(format!("{}: {word} in {line}", path.display()));
                }
            }
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
            let spaced = format!(" {} ", words.join(" "));
            if phrases.iter().any(|phrase| spaced.contains(&format!(" {phrase} "))) {
                found.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Lists that are put together by chance stay harmless.
#[test]
fn every_adjective_can_stand_before_a_child_or_a_woman() {
    let not_of_people: HashSet<&str> = NOT_OF_PEOPLE.split_whitespace().collect();
    let list = |name: &str| lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("words").join(name));
    for adjective in list("adjectives.txt") {
        assert!(!not_of_people.contains(&adjective[..]), "{adjective}");
    }
    let phrases: Vec<&str> = refused().filter(|word| word.contains(' ')).collect();
    let nouns = list("nouns.txt");
    for adjective in list("adjectives.txt") {
        for noun in &nouns {
            let both = format!("{adjective} {noun}");
            assert!(!phrases.contains(&&both[..]), "{both}");
        }
    }
    // A thing that is bought and sold is no person.
    for person in
        ["baby", "boy", "child", "girl", "man", "mother", "servant", "son", "stranger", "woman", "worker"]
    {
        assert!(!nouns.iter().any(|noun| noun == person), "{person}");
    }
}

#[test]
fn nothing_stands_there_twice_and_nothing_is_blank() {
    for path in files().into_iter().filter(|path| path.extension().is_some_and(|end| end != "toml")) {
        let mut seen = HashSet::new();
        for line in lines(&path) {
            assert!(!line.is_empty() && !line.contains("  "), "{}: {line:?}", path.display());
            assert!(seen.insert(line.clone()), "{}: {line} comes twice", path.display());
            // The forms of companies have a space where the name goes.
            if name(&path) != "companies.tsv" {
                assert!(line.split('\t').all(|field| field.trim() == field), "{}: {line:?}", path.display());
            }
        }
    }
}

/// Names of things in small letters, and what is written with a capital.
const SMALL: [&str; 5] = ["adjectives.txt", "colors.txt", "common-words.txt", "lorem.txt", "nouns.txt"];
const CAPITAL: [&str; 13] = [
    "animals-cat.txt",
    "animals-dog.txt",
    "company-kinds.txt",
    "company-trades.txt",
    "company-words.txt",
    "dinosaurs.txt",
    "industries.txt",
    "job-areas.tsv",
    "job-kinds.tsv",
    "occupations.txt",
    "product-adjectives.txt",
    "product-categories.txt",
    "product-nouns.txt",
];

#[test]
fn words_have_the_case_of_their_list() {
    for path in files() {
        for line in lines(&path) {
            if SMALL.contains(&name(&path)) {
                assert!(!line.contains(char::is_uppercase), "{}: {line}", path.display());
            }
            if CAPITAL.contains(&name(&path)) {
                let first = line.chars().find(|c| c.is_alphabetic()).unwrap();
                // Most scripts have no capitals, and Georgian has them for headlines alone.
                let is_small = first.is_lowercase() && !('ა'..='ჿ').contains(&first);
                assert!(!is_small, "{}: {line}", path.display());
            }
            if ["first-names.tsv", "last-names.tsv", "patronymics.tsv"].contains(&name(&path)) {
                let word = line.split('\t').next().unwrap();
                // Georgian has capitals for headlines alone.
                let has_case = word.contains(|c: char| c.is_lowercase() && !('ა'..='ჿ').contains(&c));
                assert!(!has_case || word.contains(char::is_uppercase), "{}: {line}", path.display());
            }
        }
    }
}
