//! Locales: which words a language and its country have. Data only: a folder each, see `tools/locales`.

mod files;
mod table;

use std::sync::LazyLock;

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
}

impl PartialEq for Locale {
    fn eq(&self, other: &Locale) -> bool {
        self.name == other.name
    }
}

impl Locale {
    /// The two or three letters of its language.
    pub(crate) fn language(&self) -> &'static str {
        self.name.split('_').next().unwrap_or(self.name)
    }

    /// Whether its language is English, which the word lists of no locale are in.
    pub(crate) fn is_english(&self) -> bool {
        self.language() == "en"
    }

    /// The text of a file: its own, or its language's.
    pub(crate) fn text(&self, file: &str) -> Option<&'static str> {
        files::text(self.name, file).or_else(|| files::text(self.language(), file))
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

/// What stands after `key =`, without its quotes. The files are our own: one setting a line, and nothing escaped.
fn setting(text: &'static str, key: &str) -> Option<&'static str> {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
}

/// All locales, by name.
pub static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| {
    let locale = |name: &'static str| {
        let text = files::text(name, "locale.toml").unwrap_or_default();
        let of = |key| setting(text, key).unwrap_or_default();
        Locale { name, about: of("about"), country: of("country") }
    };
    let mut locales: Vec<Locale> = files::folders_with("locale.toml").map(locale).collect();
    locales.sort_unstable_by_key(|locale| locale.name.to_lowercase());
    locales
});

static ENGLISH: Locale = Locale { name: "en", about: "English, United States", country: "US" };

/// The locale of columns where nothing else is said.
pub fn english() -> &'static Locale {
    &ENGLISH
}

/// Languages of several countries, and the locale that each alone stands for.
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

/// The locale with this name, also written as `de-de` or `de_DE.UTF-8`, or by its language alone.
pub fn find(name: &str) -> Option<&'static Locale> {
    let plain = name.split('.').next().unwrap_or(name).replace('-', "_").to_lowercase();
    let named = |name: &str| LOCALES.iter().find(|locale| locale.name.eq_ignore_ascii_case(name));
    if matches!(&plain[..], "en" | "en_us") {
        return Some(english());
    }
    if let Some(locale) = named(&plain) {
        return Some(locale);
    }
    match MAIN.iter().find(|(language, _)| *language == plain) {
        Some((_, main)) => named(main),
        None => LOCALES.iter().find(|locale| locale.language() == plain),
    }
}

#[cfg(test)]
mod tests;
