//! Values of several locales in one column: each row's locale is drawn by weight, the same for all columns of its thing.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Generate, Properties};
use crate::locale::Mix;
use crate::rng::Draws;
use crate::text::{Buffer, ColumnText, TextScratch};
use crate::types::{Array, ColumnData, DataType, Field};

/// Why there is no `@unique`.
const SEVERAL: &str = "a value of one of several locales, which may have the same ones";

/// One generator that fills each row's value by the generator of its locale: `generators` has one for each locale of the mix.
/// `is_login` says that numbers tell its values apart in every locale alike.
pub(crate) fn of_mix(
    mix: &'static Mix,
    generators: Vec<Arc<dyn Generate>>,
    is_login: bool,
) -> Arc<dyn Generate> {
    let fields: Vec<Field> = generators.iter().map(|generate| generate.field()).collect();
    let form = if fields.iter().all(|field| matches!(field.data_type, DataType::Decimal { .. })) {
        Form::Numbers
    } else if fields.iter().any(Field::is_text) {
        Form::Texts(fields.iter().map(ColumnText::new).collect())
    } else {
        // What has no words is the same everywhere.
        return Arc::clone(&generators[0]);
    };
    Arc::new(Mixed { mix, generators, fields, form, is_login, scratches: Mutex::default() })
}

#[derive(Debug)]
struct Mixed {
    mix: &'static Mix,
    /// The generator of each locale.
    generators: Vec<Arc<dyn Generate>>,
    fields: Vec<Field>,
    form: Form,
    is_login: bool,
    /// Buffers that are used again: one for each thread that filled a batch at the same time.
    scratches: Mutex<Vec<MixScratch>>,
}

/// The buffers of a batch: rows of one locale lie together, those of the first locale first.
#[derive(Debug, Default)]
struct MixScratch {
    /// The locale of each row, and where the next of its values lies.
    locales: Vec<u32>,
    next: Vec<usize>,
    /// The rows of all locales, their counters, and a buffer for draws.
    rows: Vec<u64>,
    counters: Vec<u64>,
    fractions: Vec<u64>,
    /// The values of one locale.
    column: ColumnData,
    /// The values of all: numbers, or texts and where each ends.
    numbers: Vec<i64>,
    texts: Buffer,
    ends: Vec<usize>,
    scratch: TextScratch,
}

impl MixScratch {
    /// Puts the rows of one locale together.
    fn group(&mut self, mix: &Mix, locales: usize, draws: &mut Draws<'_>) {
        self.locales.clear();
        self.locales.extend(draws.load_locale().iter().map(|&x| mix.locale_of(x)));
        self.next.clear();
        self.next.resize(locales, 0);
        self.locales.iter().for_each(|&locale| self.next[locale as usize] += 1);
        let mut before = 0;
        for next in &mut self.next {
            (*next, before) = (before, before + *next);
        }
        self.fractions.resize(draws.len(), 0);
        self.rows.resize(draws.len(), 0);
        self.counters.resize(draws.len(), 0);
        for (row, &locale) in self.locales.iter().enumerate() {
            let index = self.next[locale as usize];
            (self.rows[index], self.counters[index]) = (draws.rows().get(row), draws.counters().get(row));
            self.next[locale as usize] += 1;
        }
        // Each is where the next locale begins: one back is where its own does.
        self.next.rotate_right(1);
        if let Some(first) = self.next.first_mut() {
            *first = 0;
        }
        self.numbers.clear();
        self.texts.clear();
        self.ends.clear();
    }
}

/// What the values are.
#[derive(Debug)]
enum Form {
    /// Texts, which each locale puts together from parts of its own.
    Texts(Vec<ColumnText>),
    /// Numbers with decimal places.
    Numbers,
}

/// The smallest and the largest number of fields of decimals, and the decimal places.
fn bounds(fields: &[Field]) -> (u32, i64, i64) {
    let of = |field: &Field| match field.data_type {
        DataType::Decimal { scale, min, max } => (scale, min, max),
        _ => (0, 0, 0),
    };
    let wider = |a: (u32, i64, i64), b: (u32, i64, i64)| (a.0, a.1.min(b.1), a.2.max(b.2));
    fields.iter().map(of).reduce(wider).unwrap_or_default()
}

impl Mixed {
    /// Makes the values of all rows of a locale, after those of the ones before it.
    fn part(&self, locale: usize, draws: &Draws<'_>, mixing: &mut MixScratch) {
        let end = mixing.next.get(locale + 1).copied().unwrap_or(mixing.rows.len());
        let own = mixing.next[locale]..end;
        if own.is_empty() {
            return;
        }
        let (rows, counters) = (&mixing.rows[own.clone()], &mixing.counters[own.clone()]);
        let mut some = draws.some(rows, counters, &mut mixing.fractions[..own.len()]);
        self.generators[locale].fill(&mut some, mixing.column.values_mut());
        match &self.form {
            Form::Texts(texts) => {
                let MixScratch { column, texts: out, ends, scratch, .. } = mixing;
                texts[locale].write_each(column, own.len(), out, ends, scratch);
            }
            Form::Numbers => {
                if let Array::Ints(values) = mixing.column.values() {
                    mixing.numbers.extend(values);
                }
            }
        }
    }
}

impl Generate for Mixed {
    fn field(&self) -> Field {
        match &self.form {
            Form::Texts(texts) => {
                let longest = texts.iter().map(ColumnText::max_bytes).max().unwrap_or(0);
                let mean = texts.iter().map(ColumnText::mean_bytes).sum::<usize>() / texts.len().max(1);
                Field::free(longest, mean, false)
            }
            Form::Numbers => {
                let (scale, min, max) = bounds(&self.fields);
                Field::decimal(scale, min, max)
            }
        }
    }

    fn cardinality(&self) -> u64 {
        self.generators.iter().map(|generate| generate.cardinality()).min().unwrap_or(1)
    }

    fn properties(&self) -> Properties<'_> {
        let mut parts = self.generators.iter().map(|generate| generate.properties());
        Properties {
            uses_now: parts.clone().any(|part| part.uses_now),
            unique_support: match self.is_login {
                true => parts.try_for_each(|part| part.unique_support),
                false => Err(SEVERAL),
            },
            ..Properties::default()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let mut mixing =
            self.scratches.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        mixing.group(self.mix, self.generators.len(), draws);
        (0..self.generators.len()).for_each(|locale| self.part(locale, draws, &mut mixing));
        let MixScratch { locales, next, numbers, texts, ends, .. } = &mut mixing;
        let mut index = |locale: u32| {
            next[locale as usize] += 1;
            next[locale as usize] - 1
        };
        match &self.form {
            Form::Numbers => {
                for (number, &locale) in values.ints(locales.len()).iter_mut().zip(&*locales) {
                    *number = numbers[index(locale)];
                }
            }
            Form::Texts(_) => {
                let strings = values.strings();
                for &locale in &*locales {
                    let index = index(locale);
                    let start = if index == 0 { 0 } else { ends[index - 1] };
                    strings.push(&texts.as_ref()[start..ends[index]]);
                }
            }
        }
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner).push(mixing);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::catalogue::tests::{diagnostics, values};
    use crate::locale::{LOCALES, find};

    const MIX: &str = "de_DE*6,fr_FR*3,it_IT";

    /// Every value of a row is the one that it has in the locale that the row has: the same for all columns of its thing.
    #[test]
    fn each_row_is_of_one_locale_in_all_columns() {
        let specs =
            ["name", "email", "city", "postcode", "place.country.code", "latitude", "phone", "street"];
        let of = |spec: &str, locale: &str| values(&format!("{spec}@locale={locale}"), 5, 0..2000);
        let locales = ["de_DE", "fr_FR", "it_IT"];
        let codes = of("place.country.code", MIX);
        for spec in specs {
            let alone = locales.map(|locale| of(spec, locale));
            for (row, value) in of(spec, MIX).iter().enumerate() {
                let locale = ["DE", "FR", "IT"].iter().position(|code| *code == codes[row]).unwrap();
                assert_eq!(*value, alone[locale][row], "{spec} {row}");
            }
        }
        let count = |code: &str| codes.iter().filter(|its| *its == code).count();
        let [german, french, italian] = ["DE", "FR", "IT"].map(count);
        assert!((1130..1270).contains(&german), "{german}");
        assert!((540..660).contains(&french), "{french}");
        assert_eq!(german + french + italian, 2000);
    }

    #[test]
    fn labels_have_locales_of_their_own_and_rows_may_be_gathered() {
        let of = |label: &str| values(&format!("place.country.code@of={label}@locale={MIX}"), 5, 0..1000);
        let (buyers, sellers) = (of("buyer"), of("seller"));
        let same = buyers.iter().zip(&sellers).filter(|(a, b)| a == b).count();
        assert!((350..600).contains(&same), "{same}");
        let all = values(&format!("name@locale={MIX}"), 5, 0..1000);
        assert_eq!(values(&format!("name@locale={MIX}"), 5, 700..900), all[700..900]);
    }

    #[test]
    fn what_a_locale_of_the_mix_does_not_have_is_refused_by_name() {
        assert!(diagnostics(&format!("noun@locale={MIX}"))[0].starts_with("`noun` has no data for de_DE, "));
        assert!(diagnostics("sentence@locale=en,pl_PL")[0].starts_with("`sentence` has no data for pl_PL, "));
        assert!(
            diagnostics(&format!("phone@unique@locale={MIX}"))[0].starts_with("`@unique` is not supported")
        );
        let logins = values(&format!("email@unique@locale={MIX}"), 5, 0..3000);
        assert_eq!(logins.iter().collect::<HashSet<_>>().len(), 3000);
    }

    #[test]
    fn the_world_is_of_all_locales_by_population() {
        let mix = find("world").unwrap().mix().unwrap();
        assert_eq!(mix.locales().count(), LOCALES.len());
        let codes = values("place.country.code@locale=world", 5, 0..20_000);
        let count = |code: &str| codes.iter().filter(|its| *its == code).count();
        assert!(count("CN") > count("US") && count("IN") > count("US") && count("US") > count("DE"));
        assert!(count("DE") > count("AT") && count("IS") < 20);
        assert!(values("name@locale=world", 5, 0..2000).iter().all(|name| !name.is_empty()));
    }

    #[test]
    fn mixes_are_refused_where_they_are_wrong() {
        for wrong in [
            "de_DE*0,fr_FR",
            "de_DE*x,fr_FR",
            "de_DE*-1",
            "de_DE,,fr_FR",
            "de_DE,xx",
            "*3",
            "de_DE*6*2",
            "world*2,en",
        ] {
            assert!(find(wrong).is_none(), "{wrong}");
        }
        for right in ["de_DE*6,fr_FR*3,it_IT", "de*0.5, fr", "en*2", "de_DE,de_DE"] {
            assert!(find(right).is_some(), "{right}");
        }
    }
}
