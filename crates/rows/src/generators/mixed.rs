//! Values of several locales in one column: each row's locale is drawn by weight, the same for all columns of its thing.

use std::sync::Arc;

use super::Generate;
use crate::encode::{Buffer, ColumnText};
use crate::locale::Mix;
use crate::rng::Draws;
use crate::types::{Array, ColumnData, DataType, Field};

/// Why there is no `@unique`.
const SEVERAL: &str = "a value of one of several locales, which may have the same ones";

/// One generator that makes each row's value by the one of its locale: `made` has one for each locale of the mix.
/// `is_login` says that numbers tell its values apart in every locale alike.
pub(super) fn of_mix(mix: &'static Mix, made: Vec<Arc<dyn Generate>>, is_login: bool) -> Arc<dyn Generate> {
    let fields: Vec<Field> = made.iter().map(|generate| generate.field()).collect();
    let form = if fields.iter().all(|field| matches!(field.data_type, DataType::Decimal { .. })) {
        Form::Numbers
    } else if fields.iter().any(Field::is_text) {
        Form::Texts(fields.iter().map(ColumnText::new).collect())
    } else {
        // What has no words is the same everywhere.
        return Arc::clone(&made[0]);
    };
    Arc::new(Mixed { mix, made, fields, form, is_login })
}

#[derive(Debug)]
struct Mixed {
    mix: &'static Mix,
    /// The generator of each locale.
    made: Vec<Arc<dyn Generate>>,
    fields: Vec<Field>,
    form: Form,
    is_login: bool,
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
    /// Makes the values of those rows whose locale it is, in a column of their own, and says how many there are.
    fn part(&self, locale: usize, of_rows: &[u32], draws: &Draws<'_>) -> (usize, ColumnData) {
        let own = || (0..of_rows.len()).filter(|&row| of_rows[row] as usize == locale);
        let rows: Vec<u64> = own().map(|row| draws.rows().get(row)).collect();
        let counters: Vec<u64> = own().map(|row| draws.counters().get(row)).collect();
        let mut fractions = vec![0; rows.len()];
        let mut column = ColumnData::default();
        if !rows.is_empty() {
            let mut some = draws.some(&rows, &counters, &mut fractions);
            self.made[locale].fill(&mut some, column.values_mut());
        }
        (rows.len(), column)
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
        self.made.iter().map(|generate| generate.cardinality()).min().unwrap_or(1)
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        if self.is_login {
            self.made.iter().try_for_each(|generate| generate.unique_support())
        } else {
            Err(SEVERAL)
        }
    }

    fn uses_now(&self) -> bool {
        self.made.iter().any(|generate| generate.uses_now())
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let of_rows: Vec<u32> = draws.load_locale().iter().map(|&x| self.mix.locale_of(x)).collect();
        let parts: Vec<(usize, ColumnData)> =
            (0..self.made.len()).map(|locale| self.part(locale, &of_rows, draws)).collect();
        // How many of each locale's values were taken.
        let mut taken = vec![0; parts.len()];
        let mut next = |locale: usize| {
            taken[locale] += 1;
            taken[locale] - 1
        };
        match &self.form {
            Form::Numbers => {
                let numbers = values.ints(of_rows.len());
                for (number, &locale) in numbers.iter_mut().zip(&of_rows) {
                    let at = next(locale as usize);
                    if let Array::Ints(made) = parts[locale as usize].1.values() {
                        *number = made[at];
                    }
                }
            }
            Form::Texts(texts) => {
                let written: Vec<(Buffer, Vec<usize>)> = texts
                    .iter()
                    .zip(&parts)
                    .map(|(text, (rows, column))| write(text, column, *rows))
                    .collect();
                let strings = values.strings();
                for &locale in &of_rows {
                    let (bytes, ends) = &written[locale as usize];
                    let at = next(locale as usize);
                    let start = if at == 0 { 0 } else { ends[at - 1] };
                    strings.push(&bytes.as_ref()[start..ends[at]]);
                }
            }
        }
    }
}

/// The texts of so many rows of a column, and where each ends.
fn write(text: &ColumnText, column: &ColumnData, rows: usize) -> (Buffer, Vec<usize>) {
    let (mut out, mut ends) = (Buffer::default(), Vec::new());
    if rows > 0 {
        text.writer().write_each(column, rows, &mut out, &mut ends);
    }
    (out, ends)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::generators::tests::{mistakes, values};
    use crate::locale::{LOCALES, find};

    const MIX: &str = "de_DE*6,fr_FR*3,it_IT";

    /// Every value of a row is the one that it has in the locale that the row has: the same for all columns of its thing.
    #[test]
    fn each_row_is_of_one_locale_in_all_columns() {
        let words =
            ["name", "email", "city", "postcode", "place.country.code", "latitude", "phone", "street"];
        let of = |word: &str, locale: &str| values(&format!("{word}@locale={locale}"), 5, 0..2000);
        let locales = ["de_DE", "fr_FR", "it_IT"];
        let codes = of("place.country.code", MIX);
        for word in words {
            let alone = locales.map(|locale| of(word, locale));
            for (row, value) in of(word, MIX).iter().enumerate() {
                let locale = ["DE", "FR", "IT"].iter().position(|code| *code == codes[row]).unwrap();
                assert_eq!(*value, alone[locale][row], "{word} {row}");
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
        assert!(mistakes(&format!("noun@locale={MIX}"))[0].starts_with("`noun` has no data for de_DE, "));
        assert!(mistakes("sentence@locale=en,pl_PL")[0].starts_with("`sentence` has no data for pl_PL, "));
        assert!(
            mistakes(&format!("phone@unique@locale={MIX}"))[0].starts_with("its values cannot all differ")
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
