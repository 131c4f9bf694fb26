//! What values follow from besides the columns and the present: the seed, the table's name, the locale.

use gusher::locale::{self, Locale};
use gusher::schema::unknown_locale;

use super::options::Opt;
use super::resolver::Resolver;

/// The seed: by the option, or else by a schema file.
pub fn seed(resolver: &mut Resolver<'_>, of_file: Option<u64>) -> Option<u64> {
    let expected = "a number up to 18,446,744,073,709,551,615";
    resolver.count(Opt::Seed, expected).or(of_file)
}

/// The seed that was given, or one by chance.
///
/// # Errors
/// Why there is none by chance.
pub fn given_or_random(resolver: &Resolver<'_>, seed: Option<u64>) -> Result<u64, String> {
    seed.map_or_else(|| resolver.environment.random_seed(), Ok)
}

/// The table's name.
pub(super) fn table<'a>(resolver: &mut Resolver<'a>) -> &'a str {
    let table = resolver.request.text(Opt::Table).unwrap_or(resolver.program.table);
    if table.is_empty() || table.contains('\0') {
        resolver.wrong(Opt::Table, "", "a table needs a name");
    }
    table
}

/// The locale of columns that name none: by the option, or else by a schema file.
pub fn locale(resolver: &mut Resolver<'_>, of_file: Option<&'static Locale>) -> &'static Locale {
    let Some(name) = resolver.request.text(Opt::Locale) else { return of_file.unwrap_or(locale::english()) };
    locale::find(name).unwrap_or_else(|| {
        resolver.wrong(Opt::Locale, name, unknown_locale(name));
        locale::english()
    })
}
