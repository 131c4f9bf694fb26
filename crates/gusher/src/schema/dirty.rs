//! `@dirty`: which kinds of dirt a column has, and how much of each.

use gush_diagnostics::{Code, Diagnostic, nearest, parse_count, parse_share};

use super::ColumnSource;
use crate::calendar::DAYS;
use crate::catalogue::FOUR_DIGITS;
use crate::generators::{ConstraintError, ConstraintField};
use crate::types::{DataType, Field, TimeUnit};

/// The kinds of dirt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DirtKind {
    /// Blanks before or after it.
    Blank,
    /// Letters in the wrong case.
    Case,
    /// A letter that comes twice.
    Double,
    /// UTF-8 that was read as Windows-1252.
    Encoding,
    /// Far too long.
    Long,
    /// No number, or no time, where one should be.
    Text,
    /// A number or a time far outside of the column's range.
    Outlier,
    /// The value of an earlier row.
    Duplicate,
}

/// The denominator of shares.
pub(crate) const SHARE_SCALE: u64 = 1_000_000_000;

const FORM: &str = "expected a share of the rows from 0 to 1, such as @dirty=0.02, or kinds with theirs, such as \
                    @dirty=blank:0.01,case:0.005";
const MAX_WEIGHT: u64 = 1000;

impl DirtKind {
    /// All kinds.
    pub const ALL: [DirtKind; 8] = [
        DirtKind::Blank,
        DirtKind::Case,
        DirtKind::Double,
        DirtKind::Encoding,
        DirtKind::Long,
        DirtKind::Text,
        DirtKind::Outlier,
        DirtKind::Duplicate,
    ];

    /// Its name in `@dirty` and in a log.
    pub fn name(self) -> &'static str {
        match self {
            DirtKind::Blank => "blank",
            DirtKind::Case => "case",
            DirtKind::Double => "double",
            DirtKind::Encoding => "encoding",
            DirtKind::Long => "long",
            DirtKind::Text => "text",
            DirtKind::Outlier => "outlier",
            DirtKind::Duplicate => "duplicate",
        }
    }

    /// Whether a dirty value is of the column's own type, whatever that is.
    pub(crate) fn keeps_type(self) -> bool {
        matches!(self, DirtKind::Outlier | DirtKind::Duplicate)
    }

    /// Why values of this field cannot have it, if they cannot.
    fn refusal(self, field: &Field) -> Option<&'static str> {
        let (is_number, is_time) = match &field.data_type {
            _ if field.is_text() => (false, false),
            DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Wide { .. }
            | DataType::Float { .. } => (true, false),
            DataType::Date32 { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. } => (false, true),
            DataType::Utf8(_)
            | DataType::Bool
            | DataType::Uuid
            | DataType::Interval { .. }
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => (false, false),
        };
        let is_typed = is_number || is_time;
        match self {
            DirtKind::Blank | DirtKind::Duplicate => None,
            DirtKind::Case | DirtKind::Double | DirtKind::Encoding | DirtKind::Long => is_typed.then_some(
                "this is dirt of texts; numbers and times take blank, text, outlier and duplicate",
            ),
            DirtKind::Text => {
                (!is_typed).then_some("this is dirt of numbers and times, and the column has texts")
            }
            DirtKind::Outlier if !is_typed => {
                Some("this is dirt of numbers and times, and the column has texts")
            }
            DirtKind::Outlier if matches!(field.data_type, DataType::Wide { .. }) => {
                Some("outliers are numbers of up to 64 bits")
            }
            DirtKind::Outlier => {
                shifts(field).is_empty().then_some("there is no room outside of the column's range")
            }
        }
    }
}

/// By how much an outlier is off: 10, 100 or 1000 times the column's range, up or down, as far as the type's range allows.
pub(crate) fn shifts(field: &Field) -> Vec<i64> {
    let mut shifts = shifts_of(&field.data_type);
    shifts.retain(|shift| field.data_type.shifted(*shift).is_finite());
    if let Some(declared) = &field.declared {
        shifts.retain(|shift| declared.check_bounds(&field.data_type.shifted(*shift)).is_ok());
    }
    shifts
}

fn shifts_of(data_type: &DataType) -> Vec<i64> {
    const DIGITS_18: i64 = 1_000_000_000_000_000_000 - 1;
    /// The first day of the year 1000: databases have no earlier ones.
    const YEAR_1000: i64 = -354_285;
    let seconds = |unit| match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1000,
    };
    let (min, max, least, most) = match *data_type {
        DataType::Int64 { min, max } => (min, max, i64::MIN, i64::MAX),
        DataType::Decimal { min, max, .. } => (min, max, -DIGITS_18, DIGITS_18),
        DataType::Date32 { min, max } => (min.into(), max.into(), YEAR_1000, i64::from(*DAYS.end())),
        DataType::Timestamp { unit, min, max } => {
            (min, max, YEAR_1000 * 86_400 * seconds(unit), FOUR_DIGITS.end() * seconds(unit))
        }
        // As multiples of the range: any shift of this size is a floating-point number.
        DataType::Float { .. } => return vec![10, -10, 100, -100, 1000, -1000],
        DataType::Utf8(_)
        | DataType::Wide { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => return Vec::new(),
    };
    let span = i128::from(max) - i128::from(min) + 1;
    let fits = |shift: &i128| {
        i128::from(min) + shift >= i128::from(least) && i128::from(max) + shift <= i128::from(most)
    };
    let all = [10, -10, 100, -100, 1000, -1000].map(|times| times * span);
    all.into_iter().filter(fits).filter_map(|shift| i64::try_from(shift).ok()).collect()
}

/// How much dirt a column has, and of which kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dirt {
    /// The share of dirty rows, in billionths.
    pub share: u64,
    /// Each kind with its weight; at least one, and all are above 0.
    pub kinds: Vec<(DirtKind, u64)>,
}

impl Dirt {
    /// The dirt that `@dirty` gives a column of this field; none where no row is dirty.
    pub fn read(
        asked: Option<&ConstraintField>,
        is_hidden: bool,
        field: &Field,
        source: &ColumnSource,
    ) -> Result<Option<Dirt>, Diagnostic> {
        let Some(asked) = asked else { return Ok(None) };
        let dirt = if field.data_type.is_nested() {
            Err(asked.error("lists and structs cannot be dirty; say it of a column of single values"))
        } else if is_hidden {
            Err(asked.error("a hidden column is not written, and who reads it reads clean values; leave @dirty or @hidden"))
        } else {
            Dirt::parse(asked, field)
        };
        let dirt = dirt.map_err(|error| source.diagnostic(Code::Modifier, error.at, error.text))?;
        Ok(Some(dirt).filter(|dirt| dirt.share > 0 && !dirt.kinds.is_empty()))
    }

    fn parse(asked: &ConstraintField, field: &Field) -> Result<Dirt, ConstraintError> {
        let (mut at, mut parts) = (0, Vec::new());
        for text in asked.text.split(',') {
            parts.push(asked.part(at, text));
            at += text.len() + 1;
        }
        let [first, rest @ ..] = &parts[..] else { return Err(asked.error(FORM)) };
        if let Some(share) = parse_share(&first.text) {
            let kinds = if rest.is_empty() { usual(field) } else { weighted(rest, field)? };
            return Ok(Dirt { share: billionths(share), kinds });
        }
        if first.text.parse::<f64>().is_ok() {
            return Err(first.error(FORM));
        }
        let mut kinds = kinds(&parts, ':', field, |item| {
            let share = parse_share(&item.text)
                .ok_or_else(|| item.error("expected a share from 0 to 1, such as blank:0.01"))?;
            Ok(billionths(share))
        })?;
        kinds.retain(|(_, share)| *share > 0);
        let share = kinds.iter().map(|(_, share)| share).sum();
        match share <= SHARE_SCALE {
            true => Ok(Dirt { share, kinds }),
            false => Err(asked.error("the shares of all kinds are more than 1 together")),
        }
    }
}

fn billionths(share: f64) -> u64 {
    (share * SHARE_SCALE as f64).round() as u64
}

/// The kinds that a column has where none is named. Duplicates are not among them: where values may come twice, they
/// could not be detected.
fn usual(field: &Field) -> Vec<(DirtKind, u64)> {
    let fits = |kind: &DirtKind| *kind != DirtKind::Duplicate && kind.refusal(field).is_none();
    DirtKind::ALL.into_iter().filter(fits).map(|kind| (kind, 1)).collect()
}

fn weighted(parts: &[ConstraintField], field: &Field) -> Result<Vec<(DirtKind, u64)>, ConstraintError> {
    kinds(parts, '*', field, |item| {
        let weight = if item.text.is_empty() { Some(1) } else { parse_count(&item.text) };
        weight.filter(|weight| (1..=MAX_WEIGHT).contains(weight)).ok_or_else(|| {
            item.error("expected a weight, a whole number from 1 to 1,000, as in @dirty=0.02,blank*3,case")
        })
    })
}

/// Kinds, each with what `number` reads from the text after the separator, which may be missing.
fn kinds(
    parts: &[ConstraintField],
    sign: char,
    field: &Field,
    number: impl Fn(&ConstraintField) -> Result<u64, ConstraintError>,
) -> Result<Vec<(DirtKind, u64)>, ConstraintError> {
    let mut kinds: Vec<(DirtKind, u64)> = Vec::new();
    for part in parts {
        let (name, text) = match part.text.split_once(sign) {
            Some((name, text)) => (part.part(0, name), part.part(name.len() + 1, text)),
            None => (part.clone(), part.part(part.text.len(), "")),
        };
        let kind = kind(&name)?;
        if let Some(reason) = kind.refusal(field) {
            return Err(name.error(reason));
        }
        if kinds.iter().any(|(known, _)| *known == kind) {
            return Err(name.error("this kind is named twice"));
        }
        kinds.push((kind, number(&text)?));
    }
    Ok(kinds)
}

fn kind(name: &ConstraintField) -> Result<DirtKind, ConstraintError> {
    let names = || DirtKind::ALL.into_iter().map(DirtKind::name);
    DirtKind::ALL.into_iter().find(|kind| kind.name() == name.text).ok_or_else(|| {
        if name.text.is_empty() {
            return name.error(FORM);
        }
        let near = nearest(&name.text, names()).map(|near| format!("; did you mean `{near}`?"));
        let all = || format!("; there are {}", names().collect::<Vec<_>>().join(", "));
        name.error(format!("there is no such kind of dirt{}", near.unwrap_or_else(all)))
    })
}
