//! The context that generators may depend on besides their constraints.

use std::fmt;
use std::io;

use crate::computed::ExpressionLanguage;
use crate::locale::{Locale, english};

/// "Now" unless another time is set: 2026-01-01T00:00:00Z, in seconds since 1970-01-01 UTC.
pub const DEFAULT_NOW: i64 = 1_767_225_600;

/// The context that columns may depend on besides their own specs. The default is English, 2026-01-01T00:00:00Z, no files and no
/// expressions.
///
/// ```
/// use gusher::{generators::Context, locale};
///
/// let german = locale::find("de_DE").expect("a locale");
/// let context = Context::default().locale(german).now(1_800_000_000).files(&|path| std::fs::read(path));
/// assert_eq!(context.now, 1_800_000_000);
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Context<'a> {
    /// The locale of columns that name none.
    pub locale: &'static Locale,
    /// "Now", in seconds since 1970-01-01 UTC: an input like any other, so that dates repeat when asked to.
    pub now: i64,
    /// Reads a file that a constraint names; this crate does no I/O of its own.
    pub read: &'a dyn Fn(&str) -> io::Result<Vec<u8>>,
    /// How many rows the table has, from row 0 on, where that is known: `series:FROM,TO,fit` needs it.
    pub rows: Option<u64>,
    /// The seed, where it is not that of a schema file: how many rows tables have may follow from it.
    pub seed: Option<u64>,
    /// What `expr` columns are written in, where there can be any.
    pub expressions: Option<&'a dyn ExpressionLanguage>,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context {
            locale: english(),
            now: DEFAULT_NOW,
            read: &|_| Err(io::ErrorKind::Unsupported.into()),
            rows: None,
            seed: None,
            expressions: None,
        }
    }
}

impl<'a> Context<'a> {
    /// The same with this locale for columns that name none.
    #[must_use]
    pub fn locale(self, locale: &'static Locale) -> Context<'a> {
        Context { locale, ..self }
    }

    /// The same with this "now", in seconds since 1970-01-01 UTC.
    #[must_use]
    pub fn now(self, now: i64) -> Context<'a> {
        Context { now, ..self }
    }

    /// The same with files, which `read` reads by the path that a column names.
    #[must_use]
    pub fn files(self, read: &'a dyn Fn(&str) -> io::Result<Vec<u8>>) -> Context<'a> {
        Context { read, ..self }
    }

    /// The same for a table of this number of rows, all of which are counted from row 0 on.
    #[must_use]
    pub fn rows(self, rows: impl Into<Option<u64>>) -> Context<'a> {
        Context { rows: rows.into(), ..self }
    }

    /// The same with this seed, in place of that of a schema file.
    #[must_use]
    pub fn seed(self, seed: u64) -> Context<'a> {
        Context { seed: Some(seed), ..self }
    }

    /// The same with columns that are computed in this language.
    #[must_use]
    pub fn expressions(self, language: &'a dyn ExpressionLanguage) -> Context<'a> {
        Context { expressions: Some(language), ..self }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut context = f.debug_struct("Context");
        context
            .field("locale", &self.locale.name)
            .field("now", &self.now)
            .field("rows", &self.rows)
            .field("seed", &self.seed);
        context.field("has_expressions", &self.expressions.is_some()).finish_non_exhaustive()
    }
}
