//! Times by a pattern: runs of fields that depend on the same part of a time, each run a table of prepared texts.

use std::ops::Range;

use super::draft::{Draft, Entries, Source};
use super::lists::Lists;
use super::op::Op;
use super::style::Style;
use super::time_index::{Index, TimePart};
use super::value_path::ValuePath;
use crate::calendar::{Pattern, Piece, SECONDS, TimeField, Unit, civil};

/// Up to this many days each have a text of their own; of more, years, days of the year and so on have.
const MAX_DAYS: i64 = 2048;
/// The same in seconds.
pub(in crate::text) const MANY_SECONDS: u64 = MAX_DAYS as u64 * SECONDS as u64;
/// Runs are not longer than this, so that the tables' slots stay narrow.
const MAX_RUN_LEN: usize = 31;

/// The steps that write times between `range.start` and `range.end` (which is the last one) by this pattern.
pub(in crate::text) fn drafts(
    path: &ValuePath,
    pattern: &Pattern,
    unit: Unit,
    range: Range<i64>,
    style: &dyn Style,
    lists: &mut Lists,
) -> Vec<Draft> {
    let days = range.start.div_euclid(unit.per_day())..range.end.div_euclid(unit.per_day()) + 1;
    let mut runs =
        Runs { path, unit, days, style, lists, drafts: Vec::new(), run: None, between: String::new() };
    for piece in &pattern.pieces {
        match piece {
            Piece::Text(text) => runs.between.push_str(text),
            Piece::Field(TimeField::Unix, _) => {
                runs.flush();
                runs.drafts.push(Draft::Other(Op::Unix { path: path.clone(), unit }, 10));
            }
            Piece::Field(field, _) => runs.field(*field, piece),
        }
    }
    runs.flush();
    runs.drafts
}

/// Fields that are written together.
struct Run {
    part: TimePart,
    pieces: Vec<Piece>,
    longest: usize,
}

struct Runs<'a> {
    path: &'a ValuePath,
    unit: Unit,
    days: Range<i64>,
    style: &'a dyn Style,
    lists: &'a mut Lists,
    drafts: Vec<Draft>,
    run: Option<Run>,
    /// The text since the last field.
    between: String,
}

impl Runs<'_> {
    fn field(&mut self, field: TimeField, piece: &Piece) {
        let part = self.part(field);
        let longer = field.longest() + self.between.len() * self.style.growth();
        match &mut self.run {
            Some(run) if run.part == part && run.longest + longer <= MAX_RUN_LEN => {
                run.pieces.extend([Piece::Text(std::mem::take(&mut self.between)), piece.clone()]);
                run.longest += longer;
            }
            _ => {
                self.flush();
                self.run = Some(Run { part, pieces: vec![piece.clone()], longest: field.longest() });
            }
        }
    }

    /// Ends the run and the text after it.
    fn flush(&mut self) {
        if let Some(Run { part, pieces, .. }) = self.run.take() {
            let texts = (0..part.count(&self.days))
                .map(|i| {
                    let moment = part.moment(i, self.days.start);
                    let mut out = Vec::new();
                    for piece in &pieces {
                        self.style.escape(&moment.text(piece), &mut out);
                    }
                    out
                })
                .collect();
            let index = Index::new(part, self.unit, &self.days);
            let texts = Entries::of(self.lists.of(texts));
            self.drafts.push(Draft::Table(texts, Source::Time { path: self.path.clone(), index }));
        }
        let mut text = Vec::new();
        self.style.escape(&std::mem::take(&mut self.between), &mut text);
        self.drafts.push(Draft::Text(text));
    }

    fn part(&self, field: TimeField) -> TimePart {
        if !field.is_of_time() && self.days.end - self.days.start <= MAX_DAYS {
            return TimePart::Day;
        }
        match field {
            TimeField::Year | TimeField::Century | TimeField::YearOfCentury => {
                TimePart::Year(self.first_year())
            }
            TimeField::Month | TimeField::Day | TimeField::MonthName { .. } => TimePart::MonthAndDay,
            TimeField::DayOfYear => TimePart::DayOfYear,
            TimeField::WeekdayName { .. } | TimeField::WeekdayFromMonday | TimeField::WeekdayFromSunday => {
                TimePart::Weekday
            }
            TimeField::WeekFromSunday => TimePart::WeekFromSunday,
            TimeField::WeekFromMonday => TimePart::WeekFromMonday,
            TimeField::IsoWeek => TimePart::IsoWeek,
            // The first days of a year may belong to the one before.
            TimeField::IsoYear => TimePart::IsoYear(self.first_year() - 1),
            TimeField::Hour | TimeField::Hour12 | TimeField::HalfDay { .. } | TimeField::Minute => {
                TimePart::HourAndMinute
            }
            TimeField::Second => TimePart::Second,
            TimeField::Fraction(_) | TimeField::Unix => TimePart::Milli,
        }
    }

    fn first_year(&self) -> i32 {
        civil(self.days.start as i32).0
    }
}
