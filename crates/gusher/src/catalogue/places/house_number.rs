//! The numbers of houses in the form of a country, such as 12, 12a, 12/3 and 12-3.

use std::sync::Arc;

use crate::generators::weights::{SHARES, Shares};
use crate::locale::Locale;
use crate::types::Dictionary;

/// Streets are of different lengths, so low numbers are more frequent: a number `n` comes by 1 / (n + this).
const DECAY: u64 = 30;
/// Numbers beyond this are those of blocks, each as frequent as the others.
const LAST_IN_A_ROW: u64 = 999;

/// The numbers of houses of a locale, as often as each comes.
#[derive(Debug)]
pub(super) struct HouseNumbers {
    pub dictionary: Arc<Dictionary>,
    pub shares: Shares,
}

impl HouseNumbers {
    pub fn of(locale: &Locale) -> HouseNumbers {
        let setting = |key: &str| locale.setting(key).parse::<u64>().ok();
        let last = setting("last_number").unwrap_or(99);
        let suffixes = locale.words("number_suffixes");
        // How many of a hundred houses have one of the suffixes.
        let suffixed = if suffixes.is_empty() { 0 } else { setting("suffixed").unwrap_or(0).min(100) };
        let weight = |number: u64| if last > LAST_IN_A_ROW { 1 } else { 1_000_000 / (number + DECAY) };
        let total: u64 = (1..=last).map(weight).sum();
        let mut entries: Vec<(String, u64)> = Vec::new();
        for number in 1..=last {
            let weight = weight(number) * 1000;
            // As many suffixes as have a share each, beginning with another one at each number.
            let shares = weight * suffixed * SHARES as u64 / (total * 100_000);
            let count = (shares as usize).max(usize::from(suffixed == 100)).min(suffixes.len());
            if suffixed < 100 {
                entries.push((number.to_string(), weight * (100 - suffixed)));
            }
            for at in 0..count {
                let suffix = suffixes[(number as usize + at) % suffixes.len()];
                entries.push((format!("{number}{suffix}"), weight * suffixed / count as u64));
            }
        }
        let shares =
            Shares::of(entries.iter().enumerate().map(|(index, (_, weight))| (index as u32, *weight)));
        let dictionary = Arc::new(Dictionary::exactly(entries.into_iter().map(|(text, _)| text)));
        HouseNumbers { dictionary, shares }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::tests::values;

    #[test]
    fn numbers_have_the_forms_of_their_country() {
        let share = |locale: &str, has: fn(&str) -> bool| {
            let found = values(&format!("street.number@locale={locale}"), 5, 0..20_000);
            found.iter().filter(|number| has(number)).count() as f64 / 20_000.0
        };
        assert!((0.05..0.12).contains(&share("de_DE", |number| number.ends_with(['a', 'b', 'c']))));
        assert!(share("ja_JP", |number| number.contains('-')) > 0.85);
        assert_eq!(share("es_CO", |number| number.contains('-')), 1.0);
        assert_eq!(share("en", |number| number.bytes().all(|b| b.is_ascii_digit())), 1.0);
        // Most streets are short.
        let low = |number: &str| number.parse::<u32>().is_ok_and(|number| number <= 50);
        assert!(share("es_ES", low) > 0.4);
    }
}
