//! Locales: which word lists a language and its country have. One registry lists them all.

use fake::locales::{
    AR_SA, CY_GB, DE_DE, Data, EN, FA_IR, FR_FR, IT_IT, JA_JP, NL_NL, PT_BR, PT_PT, TR_TR, ZH_CN, ZH_TW,
};

/// A list of words as the `fake` crate has it.
pub(crate) type List = &'static [&'static str];

/// One locale. Lists that it does not have of its own are those of English; [`Locale::own`] tells them apart.
#[derive(Debug)]
pub struct Locale {
    /// Its name on the command line.
    pub name: &'static str,
    /// Language and country in English.
    pub about: &'static str,
    /// The country's two letters; English has none.
    pub(crate) country: Option<&'static str>,
    pub(crate) first_names: List,
    pub(crate) last_names: List,
    /// A whole name, with `{FirstName}` and `{LastName}` in their order.
    pub(crate) name_form: &'static str,
    pub(crate) titles: List,
    pub(crate) name_suffixes: List,
    pub(crate) professions: List,
    pub(crate) countries: List,
    pub(crate) state_codes: List,
    pub(crate) street_kinds: List,
    pub(crate) time_zones: List,
    pub(crate) currencies: List,
}

impl PartialEq for Locale {
    fn eq(&self, other: &Locale) -> bool {
        self.name == other.name
    }
}

impl Locale {
    const fn of<L: Data>(name: &'static str, country: Option<&'static str>, about: &'static str) -> Locale {
        Locale {
            name,
            about,
            country,
            first_names: L::NAME_FIRST_NAME,
            last_names: L::NAME_LAST_NAME,
            name_form: L::NAME_TPL,
            titles: L::NAME_TITLE,
            name_suffixes: L::NAME_SUFFIX,
            professions: L::COMPANY_PROFESSION,
            countries: L::ADDRESS_COUNTRY,
            state_codes: L::ADDRESS_STATE_ABBR,
            street_kinds: L::ADDRESS_STREET_SUFFIX,
            time_zones: L::ADDRESS_TIME_ZONE,
            currencies: L::CURRENCY_NAME,
        }
    }

    /// Whether it is the one whose lists the others fall back to.
    pub(crate) fn is_english(&self) -> bool {
        self.country.is_none()
    }

    /// The list, if it is the locale's own: `fake` gives English words where it has no others.
    pub(crate) fn own(&self, list: fn(&Locale) -> List) -> Option<List> {
        let own = list(self);
        (self.is_english() || own != list(english())).then_some(own)
    }
}

/// All locales, by name.
pub static LOCALES: &[Locale] = &[
    Locale::of::<AR_SA>("ar_SA", Some("SA"), "Arabic, Saudi Arabia"),
    Locale::of::<CY_GB>("cy_GB", Some("GB"), "Welsh, United Kingdom"),
    Locale::of::<DE_DE>("de_DE", Some("DE"), "German, Germany"),
    Locale::of::<EN>("en", None, "English"),
    Locale::of::<FA_IR>("fa_IR", Some("IR"), "Persian, Iran"),
    Locale::of::<FR_FR>("fr_FR", Some("FR"), "French, France"),
    Locale::of::<IT_IT>("it_IT", Some("IT"), "Italian, Italy"),
    Locale::of::<JA_JP>("ja_JP", Some("JP"), "Japanese, Japan"),
    Locale::of::<NL_NL>("nl_NL", Some("NL"), "Dutch, Netherlands"),
    Locale::of::<PT_BR>("pt_BR", Some("BR"), "Portuguese, Brazil"),
    Locale::of::<PT_PT>("pt_PT", Some("PT"), "Portuguese, Portugal"),
    Locale::of::<TR_TR>("tr_TR", Some("TR"), "Turkish, Turkey"),
    Locale::of::<ZH_CN>("zh_CN", Some("CN"), "Chinese, China"),
    Locale::of::<ZH_TW>("zh_TW", Some("TW"), "Chinese, Taiwan"),
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
    use super::{LOCALES, english, find};

    #[test]
    fn locales_are_sorted_and_found_as_people_write_them() {
        assert!(LOCALES.is_sorted_by_key(|locale| locale.name.to_lowercase()));
        for name in ["de_DE", "de-de", "de_DE.UTF-8"] {
            assert_eq!(find(name).map(|locale| locale.name), Some("de_DE"), "{name}");
        }
        assert!(find("xx").is_none());
    }

    #[test]
    fn names_end_in_their_country() {
        for locale in LOCALES {
            assert_eq!(locale.name.split_once('_').map(|(_, country)| country), locale.country);
        }
    }

    #[test]
    fn a_list_is_own_where_it_is_not_the_english_one() {
        let german = find("de_DE").unwrap();
        assert!(german.own(|locale| locale.first_names).is_some());
        assert!(german.own(|locale| locale.name_suffixes).is_none());
        assert!(english().own(|locale| locale.name_suffixes).is_some());
    }
}
