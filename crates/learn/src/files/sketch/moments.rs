//! How all days and times of a column are written.

use super::moment::{Moment, Orders, TimeForm, Zone};

/// What the days and times of a column have in common.
#[derive(Debug, Default)]
pub struct Moments {
    count: u64,
    orders: Option<Orders>,
    separator: Option<u8>,
    is_mixed: bool,
    with_day: u64,
    with_time: u64,
    time: Option<TimeForm>,
    digits: u8,
    zoned: u64,
}

/// What a column of days and times is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentForm {
    pub has_day: bool,
    pub has_time: bool,
    pub digits: u8,
    pub has_zone: bool,
    /// How it is written, as `strftime` names it; none for ISO 8601.
    pub format: Option<String>,
    /// Whether day and month may be the other way round.
    pub is_ambiguous: bool,
}

impl Moments {
    /// Adds one.
    pub fn add(&mut self, moment: Moment) {
        self.count += 1;
        if moment.separator != 0 {
            self.with_day += 1;
            self.is_mixed |= self.separator.is_some_and(|separator| separator != moment.separator);
            self.separator = Some(moment.separator);
            self.orders = Some(self.orders.map_or(moment.orders, |orders| orders.and(moment.orders)));
        }
        if let Some(form) = moment.time {
            self.with_time += 1;
            self.digits = self.digits.max(form.digits);
            self.zoned += u64::from(form.zone != Zone::None);
            self.time = Some(form);
        }
    }

    /// What all of them are; none where they are written in several ways, or some are days and some times of day.
    pub fn form(&self) -> Option<MomentForm> {
        let has_day = self.with_day > 0;
        let is_one = self.with_day == 0 || self.with_day == self.count;
        let orders = self.orders.unwrap_or_default();
        if self.is_mixed || !is_one || has_day && !orders.is_any() {
            return None;
        }
        let has_time = self.with_time > 0;
        let (digits, has_zone) = (self.digits, self.zoned > 0);
        let is_ambiguous = orders.dmy && orders.mdy;
        let format = self.format(orders).filter(|_| has_day);
        Some(MomentForm { has_day, has_time, digits, has_zone, format, is_ambiguous })
    }

    fn format(&self, orders: Orders) -> Option<String> {
        let separator = char::from(self.separator?);
        // Where both are possible, a point means the day first and a slash the month, as in most of the world that has them.
        let order = match (orders.ymd, orders.dmy, orders.mdy) {
            (true, _, _) => ["%Y", "%m", "%d"],
            (_, true, false) => ["%d", "%m", "%Y"],
            (_, false, true) => ["%m", "%d", "%Y"],
            _ if separator == '/' => ["%m", "%d", "%Y"],
            _ => ["%d", "%m", "%Y"],
        };
        let day = order.join(&separator.to_string());
        let Some(time) = self.time else { return (day != "%Y-%m-%d").then_some(day) };
        let before = char::from(time.before);
        let seconds = if time.has_seconds { ":%S" } else { "" };
        let zone = if time.zone == Zone::Utc { "Z" } else { "" };
        let all = format!("{day}{before}%H:%M{seconds}{zone}");
        // Fractions and zones are implied by the type, which writes a zone.
        let is_usual = day == "%Y-%m-%d" && time.has_seconds && (self.zoned > 0 || self.digits > 0);
        (!is_usual).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::super::moment::parse;
    use super::*;

    fn of(texts: &[&str]) -> Option<MomentForm> {
        let mut moments = Moments::default();
        texts.iter().for_each(|text| moments.add(parse(text.as_bytes()).expect("it is one")));
        moments.form()
    }

    #[test]
    fn the_order_is_that_of_all_days() {
        let format = |texts: &[&str]| of(texts).map(|form| (form.format, form.is_ambiguous));
        assert_eq!(format(&["01.02.2024", "31.12.2024"]), Some((Some("%d.%m.%Y".into()), false)));
        assert_eq!(format(&["01/02/2024", "12/31/2024"]), Some((Some("%m/%d/%Y".into()), false)));
        assert_eq!(format(&["01/02/2024"]), Some((Some("%m/%d/%Y".into()), true)));
        assert_eq!(format(&["31/12/2024", "12/31/2024"]), None);
        assert_eq!(format(&["2024-01-02", "01/02/2024"]), None);
        assert_eq!(format(&["2024-01-02", "2024-01-02T10:00:00Z"]), Some((None, false)));
        assert_eq!(format(&["2024-01-02 10:00"]), Some((Some("%Y-%m-%d %H:%M".into()), false)));
        let zoned = of(&["2024-01-02T10:00:00.123+01:00"]).expect("it is a moment");
        assert!(zoned.has_zone && zoned.digits == 3 && zoned.has_day && zoned.has_time);
        assert!(of(&["10:00", "11:00:01"]).is_some_and(|form| !form.has_day && form.has_time));
    }
}
