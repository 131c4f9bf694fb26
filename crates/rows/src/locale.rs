//! Locales: which word lists a language and its country have. One registry lists them all.

use fake::locales::{
    AR_SA, CY_GB, DE_DE, Data, EN, FA_IR, FR_FR, IT_IT, JA_JP, NL_NL, PT_BR, PT_PT, TR_TR, ZH_CN, ZH_TW,
};

/// A list of words as the `fake` crate has it.
type List = &'static [&'static str];

/// One locale. Lists that it does not have of its own are those of English.
#[derive(Debug)]
pub struct Locale {
    /// Its name on the command line.
    pub name: &'static str,
    /// Language and country in English.
    pub about: &'static str,
    pub(crate) first_names: List,
    pub(crate) last_names: List,
}

impl PartialEq for Locale {
    fn eq(&self, other: &Locale) -> bool {
        self.name == other.name
    }
}

impl Locale {
    const fn of<L: Data>(name: &'static str, about: &'static str) -> Locale {
        Locale { name, about, first_names: L::NAME_FIRST_NAME, last_names: L::NAME_LAST_NAME }
    }
}

/// All locales, by name.
pub static LOCALES: &[Locale] = &[
    Locale::of::<AR_SA>("ar_SA", "Arabic, Saudi Arabia"),
    Locale::of::<CY_GB>("cy_GB", "Welsh, United Kingdom"),
    Locale::of::<DE_DE>("de_DE", "German, Germany"),
    Locale::of::<EN>("en", "English"),
    Locale::of::<FA_IR>("fa_IR", "Persian, Iran"),
    Locale::of::<FR_FR>("fr_FR", "French, France"),
    Locale::of::<IT_IT>("it_IT", "Italian, Italy"),
    Locale::of::<JA_JP>("ja_JP", "Japanese, Japan"),
    Locale::of::<NL_NL>("nl_NL", "Dutch, Netherlands"),
    Locale::of::<PT_BR>("pt_BR", "Portuguese, Brazil"),
    Locale::of::<PT_PT>("pt_PT", "Portuguese, Portugal"),
    Locale::of::<TR_TR>("tr_TR", "Turkish, Turkey"),
    Locale::of::<ZH_CN>("zh_CN", "Chinese, China"),
    Locale::of::<ZH_TW>("zh_TW", "Chinese, Taiwan"),
];

/// The locale of columns where nothing else is said.
///
/// # Panics
/// Never: the registry has English.
pub fn english() -> &'static Locale {
    find("en").expect("the registry has English")
}

/// The locale with this name, also written as `de-de` or `de_DE.UTF-8`.
pub fn find(name: &str) -> Option<&'static Locale> {
    let plain = name.split('.').next().unwrap_or(name).replace('-', "_");
    LOCALES.iter().find(|locale| locale.name.eq_ignore_ascii_case(&plain))
}

#[cfg(test)]
mod tests {
    use super::{LOCALES, find};

    #[test]
    fn locales_are_sorted_and_found_as_people_write_them() {
        assert!(LOCALES.is_sorted_by_key(|locale| locale.name.to_lowercase()));
        for name in ["de_DE", "de-de", "de_DE.UTF-8"] {
            assert_eq!(find(name).map(|locale| locale.name), Some("de_DE"), "{name}");
        }
        assert!(find("xx").is_none());
    }
}
