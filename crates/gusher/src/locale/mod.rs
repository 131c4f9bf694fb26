//! Locales: which words a language and its country have. Data only: a folder each, see `tools/locales`.

pub(crate) mod countries;
mod files;
mod table;

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

pub use table::{Counts, counts};

/// One locale. What its folder does not have is looked for in that of its language.
#[derive(Debug)]
pub struct Locale {
    /// Its name on the command line.
    pub name: &'static str,
    /// Language and country in English.
    pub about: &'static str,
    /// The country's two letters.
    pub(crate) country: &'static str,
    /// The locales and weights that it is a mix of, where it is one.
    mix: Option<Mix>,
}

impl PartialEq for Locale {
    fn eq(&self, other: &Locale) -> bool {
        self.name == other.name
    }
}

impl Locale {
    /// The two or three letters of its language.
    pub(crate) fn language(&self) -> &'static str {
        language_of(self.name)
    }

    /// The locales that it is a mix of, where it is one.
    pub(crate) fn mix(&self) -> Option<&Mix> {
        self.mix.as_ref()
    }

    /// Whether its language is English, which the word lists of no locale are in.
    pub(crate) fn is_english(&self) -> bool {
        self.language() == "en"
    }

    /// The text of a file: its own, or its language's.
    pub(crate) fn text(&self, file: &str) -> Option<&'static str> {
        files::text(self.name, file).or_else(|| files::text(self.language(), file))
    }

    /// The text of another file of the folder that `file` is of, its own or its language's.
    pub(crate) fn text_beside(&self, file: &str, other: &str) -> Option<&'static str> {
        let folder = files::text(self.name, file).map_or(self.language(), |_| self.name);
        files::text(folder, other)
    }

    /// The lines of a file; none if there is no such file.
    pub(crate) fn lines(&self, file: &str) -> impl Iterator<Item = &'static str> + use<> {
        self.text(file).unwrap_or_default().lines()
    }

    /// The fields of each line of a table with `N` columns or more.
    pub(crate) fn rows<const N: usize>(
        &self,
        file: &str,
    ) -> impl Iterator<Item = [&'static str; N]> + use<N> {
        self.lines(file).filter_map(|line| {
            let mut fields = line.split('\t');
            let mut row = [""; N];
            for field in &mut row {
                *field = fields.next()?;
            }
            Some(row)
        })
    }

    /// A text of `locale.toml`, such as the form of an address.
    pub(crate) fn setting(&self, key: &str) -> &'static str {
        setting(files::text(self.name, "locale.toml").unwrap_or_default(), key).unwrap_or_default()
    }

    /// The words of a list of `locale.toml` or of the language's `language.toml`, such as the months.
    pub(crate) fn words(&self, key: &str) -> Vec<&'static str> {
        let texts = [files::text(self.name, "locale.toml"), self.text("language.toml")];
        let list = texts.into_iter().flatten().find_map(|text| setting(text, key)).unwrap_or_default();
        list.split('"').skip(1).step_by(2).collect()
    }
}

/// The text of a file that is of no locale, but of all the world.
pub(crate) fn world(file: &str) -> &'static str {
    files::text("world", file).unwrap_or_default()
}

/// The text after `key =`, without its quotes. The files are our own: one setting a line, and nothing escaped.
fn setting(text: &'static str, key: &str) -> Option<&'static str> {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
}

/// All locales of this build, by name: see the features of the [crate](crate#features).
pub static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| {
    let locale = |name: &'static str| {
        let text = files::text(name, "locale.toml").unwrap_or_default();
        let of = |key| setting(text, key).unwrap_or_default();
        Locale { name, about: of("about"), country: of("country"), mix: None }
    };
    let mut locales: Vec<Locale> = files::folders_with("locale.toml").map(locale).collect();
    locales.sort_unstable_by_key(|locale| locale.name.to_lowercase());
    locales
});

static ENGLISH: Locale = Locale { name: "en", about: "English, United States", country: "US", mix: None };

/// The default locale of columns.
pub fn english() -> &'static Locale {
    &ENGLISH
}

/// Languages of several countries, and the locale that each means on its own.
const MAIN: [(&str, &str); 9] = [
    ("ar", "ar_SA"),
    ("de", "de_DE"),
    ("es", "es_ES"),
    ("fr", "fr_FR"),
    ("nl", "nl_NL"),
    ("no", "nb_NO"),
    ("pt", "pt_PT"),
    ("ro", "ro_RO"),
    ("zh", "zh_CN"),
];

/// The locale with this name, also written as `de-de` or `de_DE.UTF-8`, or by its language alone; several with a weight each,
/// such as `de_DE*6,fr_FR*3,it_IT`, are one that mixes them, and `world` is all of them, by population.
pub fn find(name: &str) -> Option<&'static Locale> {
    match name {
        "world" => mixed(name, &world("population.tsv").trim_end().replace('\t', "*").replace('\n', ",")),
        _ if name.contains([',', '*']) => mixed(name, name),
        _ => single(name),
    }
}

fn single(name: &str) -> Option<&'static Locale> {
    let name = named(name, LOCALES.iter().map(|locale| locale.name))?;
    match name {
        "en" => Some(english()),
        name => LOCALES.iter().find(|locale| locale.name == name),
    }
}

/// The one of these locales that has this name, or is that of this language.
fn named(name: &str, mut locales: impl Iterator<Item = &'static str> + Clone) -> Option<&'static str> {
    let plain = name.split('.').next().unwrap_or(name).replace('-', "_").to_lowercase();
    if matches!(&plain[..], "en" | "en_us") {
        return Some("en");
    }
    let exact = |name: &str| locales.clone().find(|locale| locale.eq_ignore_ascii_case(name));
    if let Some(locale) = exact(&plain) {
        return Some(locale);
    }
    match MAIN.iter().find(|(language, _)| *language == plain) {
        Some((_, main)) => exact(main),
        None => locales.find(|locale| language_of(locale) == plain),
    }
}

/// The language of a locale's name.
fn language_of(name: &'static str) -> &'static str {
    name.split('_').next().unwrap_or(name)
}

/// The locale of this name that exists but is not in this build, and the feature of this crate that adds it. Of a mix, the
/// first such locale.
pub(crate) fn left_out(name: &str) -> Option<(&'static str, String)> {
    if name == "world" {
        return files::left_out().next().map(|_| ("world", "locale-all".into()));
    }
    let weighted_names = weighted_names(name).ok()?;
    let locale = weighted_names.into_iter().find_map(|(weighted_name, _)| match single(weighted_name) {
        Some(_) => None,
        None => named(weighted_name, files::left_out()),
    })?;
    Some((locale, format!("locale-{}", language_of(locale))))
}

/// How Japanese names are read, in Latin letters: in every build, as `@ascii` reads them in any locale.
pub(crate) fn japanese_readings() -> impl Iterator<Item = (&'static str, &'static str)> {
    files::text("ja", "readings.tsv").unwrap_or_default().lines().filter_map(|line| line.split_once('\t'))
}

/// The mixes that were asked for, which are as few as the texts that name them: like the other locales they stay.
static MIXES: Mutex<BTreeMap<String, &'static Locale>> = Mutex::new(BTreeMap::new());

/// The locale of this name that mixes those of a list.
fn mixed(name: &str, list: &str) -> Option<&'static Locale> {
    let mut known = MIXES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(locale) = known.get(name) {
        return Some(locale);
    }
    let weighted_names = weighted_names(list).ok()?;
    let locales: Option<Vec<(&Locale, f64)>> =
        weighted_names.into_iter().map(|(name, weight)| Some((single(name)?, weight))).collect();
    // Only what is known stays in memory.
    let mix = Some(Mix::of(&locales?));
    let own = String::from(name).leak();
    let locale = Box::leak(Box::new(Locale { name: own, about: "several locales", country: "", mix }));
    known.insert(name.to_owned(), locale);
    Some(locale)
}

/// What is wrong with a list of locales that [`find`] does not know: the first entry that is wrong.
pub(crate) fn mix_error(list: &str) -> Option<MixError<'_>> {
    if !list.contains([',', '*']) {
        return None;
    }
    match weighted_names(list) {
        Err(error) => Some(error),
        Ok(names) => {
            names.into_iter().map(|(name, _)| name).find(|name| single(name).is_none()).map(MixError::Name)
        }
    }
}

/// Locales that the rows of a column have by weight.
#[derive(Debug)]
pub(crate) struct Mix {
    locales: Vec<&'static Locale>,
    /// For each locale the 64 random bits that are below those of the next one: its share and those of all before it.
    ends: Vec<u64>,
}

impl Mix {
    /// Locales with weights above 0.
    pub(super) fn of(weighted: &[(&'static Locale, f64)]) -> Mix {
        let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        let mut sum = 0.0;
        let end = |(_, weight): &(&Locale, f64)| {
            sum += weight;
            // 2^64 becomes the largest number.
            (sum / total * 18_446_744_073_709_551_616.0) as u64
        };
        let ends = weighted.iter().map(end).collect();
        Mix { locales: weighted.iter().map(|(locale, _)| *locale).collect(), ends }
    }

    /// The locales, each of which may come again.
    pub(crate) fn locales(&self) -> impl Iterator<Item = &'static Locale> + '_ {
        self.locales.iter().copied()
    }

    /// Which of the locales has these random bits.
    pub(crate) fn locale_of(&self, bits: u64) -> u32 {
        let last = self.ends.len() - 1;
        self.ends[..last].partition_point(|&end| end <= bits) as u32
    }
}

/// What is wrong with one entry of a list such as `de_DE*6,fr_FR*3`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum MixError<'t> {
    /// No locale has this name.
    Name(&'t str),
    /// This is no weight.
    Weight(&'t str),
}

/// The names of a list with their weights, 1 by default. Whether the names are locales is not looked at.
pub(crate) fn weighted_names(text: &str) -> Result<Vec<(&str, f64)>, MixError<'_>> {
    text.split(',').map(str::trim).map(weighted_name).collect()
}

fn weighted_name(text: &str) -> Result<(&str, f64), MixError<'_>> {
    let Some((name, weight)) = text.split_once('*') else { return Ok((text, 1.0)) };
    let number = weight.parse().ok().filter(|weight| (1e-6..=1e12).contains(weight));
    number.map(|number| (name, number)).ok_or(MixError::Weight(weight))
}

#[cfg(test)]
mod tests;
