//! Modifiers: what follows a column's `@`.

pub use super::modifier_help::{ModifierHelp, Scope};
use super::modifier_values::{lengths, share, storage_type, unknown_locale};
use crate::generators::{Ages, Case, Gender};
use crate::locale;
use gush_diagnostics::parse_share;

/// All modifiers, by name.
pub static MODIFIERS: &[ModifierHelp] = &[
    ModifierHelp {
        name: "age",
        value: Some("MIN,MAX"),
        about: "people of these ages, from 18 to 120 years, whose first names and occupations they decide; 18,80 by default; all columns of \
                one person say the same",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.ages = Some(Ages::parse(&value.text)?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "ascii",
        value: None,
        about: "in the nearest Latin letters, without accents",
        scope: Scope::Text,
        apply: |modifiers, _| {
            modifiers.ascii = true;
            Ok(())
        },
    },
    ModifierHelp {
        name: "by",
        value: Some("COLUMN"),
        about: "the same value wherever that column has the same value",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.by = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "clamp",
        value: None,
        about: "values beyond the ends become the ends, instead of being left out",
        scope: Scope::Drawn,
        apply: |modifiers, value| {
            modifiers.settings.clamp = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "column",
        value: Some("NAME"),
        about: "a column of a file of comma-separated values; columns of one file come from the same row of it",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.column = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "cycle",
        value: None,
        about: "the words one after the other, and again from the first",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.cycle = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "dirty",
        value: Some("SHARE"),
        about: "dirty in exactly this share of the rows, in kinds by weight, such as 0.02,blank*3,case, or by share, such as \
                blank:0.01,outlier:0.005: blank, case, double, encoding, long, text, outlier, duplicate",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.dirty = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "dist",
        value: Some("NAME:A,B"),
        about: "values by a distribution: uniform, normal:MEAN,SD, exp:RATE, lognormal:MU,SIGMA, zipf:S, pareto:ALPHA, \
                gamma:SHAPE,SCALE, beta:A,B, triangular:MODE, weibull:SHAPE,SCALE, poisson:MEAN, binomial:N,P, geometric:P \
                or hist:LOW..HIGH*WEIGHT,…",
        scope: Scope::Drawn,
        apply: |modifiers, value| {
            modifiers.settings.dist = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "exact",
        value: None,
        about: "each word in exactly its share of the table's rows",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.exact = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "format",
        value: Some("PATTERN"),
        about: "how a date or a time is written, in strftime's letters, such as %d.%m.%Y; of bytes hex or base64",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.format = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "gender",
        value: Some("female|male"),
        about: "people of one gender; all columns of one person say the same",
        scope: Scope::Named,
        apply: |modifiers, value| {
            let gender = Gender::named(&value.text);
            modifiers.settings.gender =
                Some(gender.ok_or("expected female or male, such as @gender=female")?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "hidden",
        value: None,
        about: "not written; expressions can read it",
        scope: Scope::All,
        apply: |modifiers, _| {
            modifiers.hidden = true;
            Ok(())
        },
    },
    ModifierHelp {
        name: "inf",
        value: Some("P"),
        about: "infinite in the share P of the rows, half of them below 0",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.inf = Some(share(value, "inf")?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "list",
        value: Some("MIN,MAX"),
        about: "a list of MIN to MAX values, or of exactly N; @null before it applies to the values",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.list = Some(lengths(&value.text)?);
            modifiers.item_null = modifiers.null.take();
            modifiers.spans.retain(|(name, _)| *name != "null");
            Ok(())
        },
    },
    ModifierHelp {
        name: "locale",
        value: Some("NAME"),
        about: "words of another language and country, such as de_DE, or of several by weight, such as de_DE*6,fr_FR*3; world is all of them",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.locale =
                Some(locale::find(&value.text).ok_or_else(|| unknown_locale(&value.text))?);
            modifiers.settings.locale_at = value;
            Ok(())
        },
    },
    ModifierHelp {
        name: "lower",
        value: None,
        about: "in lower case",
        scope: Scope::Text,
        apply: |modifiers, _| modifiers.case(Case::Lower),
    },
    ModifierHelp {
        name: "nan",
        value: Some("P"),
        about: "NaN, which is no number, in the share P of the rows",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.nan = Some(share(value, "nan")?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "negzero",
        value: Some("P"),
        about: "zero with a minus sign in the share P of the rows",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.negative_zero = Some(share(value, "negzero")?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "not",
        value: Some("COLUMN"),
        about: "another value than that column has in the row",
        scope: Scope::Drawn,
        apply: |modifiers, value| {
            modifiers.not = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "nth",
        value: Some("N"),
        about: "the Nth address, phone or login of the same person or place; the first by default",
        scope: Scope::Named,
        apply: |modifiers, value| {
            let nth = value.text.parse().ok().filter(|nth| (1..=100).contains(nth));
            modifiers.settings.nth = Some(nth.ok_or("expected a number from 1 to 100, such as @nth=2")?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "null",
        value: Some("P"),
        about: "null in the share P of the rows, from 0 to 1",
        scope: Scope::All,
        apply: |modifiers, value| {
            let share =
                parse_share(&value.text).ok_or("expected a probability from 0 to 1, such as @null=0.05")?;
            modifiers.null = Some(share);
            Ok(())
        },
    },
    ModifierHelp {
        name: "of",
        value: Some("LABEL"),
        about: "which of several things of a kind this column describes; columns with one label agree",
        scope: Scope::Named,
        apply: |modifiers, value| {
            if value.text.is_empty() {
                return Err("a label needs a name, such as @of=buyer".into());
            }
            modifiers.of = value.text;
            Ok(())
        },
    },
    ModifierHelp {
        name: "prefix",
        value: Some("TEXT"),
        about: "this text before each value, which makes it a text",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.prefix = value.text;
            Ok(())
        },
    },
    ModifierHelp {
        name: "rhythm",
        value: Some("NAME"),
        about: "more times at some hours than at others: office, shop, web, night, or 24 weights as A:B:…",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.rhythm = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "rules",
        value: Some("CLASS:N,…"),
        about: "the characters of a password, at least N (by default 1) of each class that is named: upper, lower, digit, symbol; \
                each for all four; readable leaves out 0, O, 1, I and l",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.rules = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "season",
        value: Some("PERIOD:HEIGHT,…"),
        about: "a wave of a series' rate, such as 1d:0.5, or of a walk, such as 24:5",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.season = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "sparse",
        value: Some("N/M"),
        about: "a series with gaps: the first N of every M numbers, such as 8/32",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.sparse = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "suffix",
        value: Some("TEXT"),
        about: "this text after each value, which makes it a text",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.suffix = value.text;
            Ok(())
        },
    },
    ModifierHelp {
        name: "sum",
        value: Some("TOTAL"),
        about: "numbers that add up to exactly this over all rows of the table",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.sum = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "title",
        value: None,
        about: "with a capital at the beginning of each word",
        scope: Scope::Text,
        apply: |modifiers, _| modifiers.case(Case::Title),
    },
    ModifierHelp {
        name: "trend",
        value: Some("SHARE/TIME"),
        about: "a series' rate that grows, as 0.1/30d does by a tenth every 30 days, or what each row adds to a walk",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.trend = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "type",
        value: Some("TYPE"),
        about: "the type that values are stored as in typed files and databases, such as int16, uint32, float4, numeric(38,10) or timestamp_ms",
        scope: Scope::All,
        apply: |modifiers, value| {
            modifiers.storage = Some(storage_type(&value.text)?);
            Ok(())
        },
    },
    ModifierHelp {
        name: "unique",
        value: None,
        about: "no value twice",
        scope: Scope::All,
        apply: |modifiers, _| {
            modifiers.unique = true;
            Ok(())
        },
    },
    ModifierHelp {
        name: "upper",
        value: None,
        about: "in upper case",
        scope: Scope::Text,
        apply: |modifiers, _| modifiers.case(Case::Upper),
    },
    ModifierHelp {
        name: "valid",
        value: None,
        about: "phone numbers that validators accept: they may be somebody's, so that they may ring",
        scope: Scope::Named,
        apply: |modifiers, _| {
            modifiers.settings.valid = Some(());
            Ok(())
        },
    },
    ModifierHelp {
        name: "weights",
        value: Some("A:B:…"),
        about: "how often each word comes, in the order of the words; of `file` the column that says how often each row does",
        scope: Scope::Named,
        apply: |modifiers, value| {
            modifiers.settings.weights = Some(value);
            Ok(())
        },
    },
    ModifierHelp {
        name: "with",
        value: Some("COLUMN:R,…"),
        about: "correlated with other columns, each by its R from -1 to 1, such as age:0.8",
        scope: Scope::Drawn,
        apply: |modifiers, value| {
            modifiers.with = Some(value);
            Ok(())
        },
    },
];
