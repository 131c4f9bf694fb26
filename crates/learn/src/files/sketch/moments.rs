//! How all days and times of a column are written.

use super::moment::{Half, Moment, Orders, Padding, TimeForm, Zone};

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
    /// How many days have a year of two digits, and the smallest and the largest year in each order.
    short: u64,
    years: [(u32, u32); 3],
    padding: Padding,
    /// How many times have hours of half a day.
    halves: u64,
    padding_of_hours: Padding,
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
    /// The first and the last year, where only two digits of them are written.
    pub years: Option<(u32, u32)>,
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
            self.padding = self.padding.and(moment.padding);
            if let Some(years) = moment.short_years {
                self.add_short(years);
            }
        }
        if let Some(form) = moment.time {
            self.with_time += 1;
            self.digits = self.digits.max(form.digits);
            self.zoned += u64::from(form.zone != Zone::None);
            self.halves += u64::from(form.half.is_some());
            self.padding_of_hours = self.padding_of_hours.and(form.padding);
            self.time = Some(form);
        }
    }

    fn add_short(&mut self, years: [u32; 3]) {
        for ((least, most), year) in self.years.iter_mut().zip(years) {
            (*least, *most) =
                if self.short == 0 { (year, year) } else { (year.min(*least), year.max(*most)) };
        }
        self.short += 1;
    }

    /// What all of them are; none where they are written in several ways, or some are days and some times of day.
    pub fn form(&self) -> Option<MomentForm> {
        let has_day = self.with_day > 0;
        let is_one = self.with_day == 0 || self.with_day == self.count;
        let orders = self.orders.unwrap_or_default();
        let is_alike = |some: u64, all: u64| some == 0 || some == all;
        let are_alike = is_alike(self.short, self.with_day) && is_alike(self.halves, self.with_time);
        if self.is_mixed || !is_one || !are_alike || has_day && orders.count() == 0 {
            return None;
        }
        let has_time = self.with_time > 0;
        let (digits, has_zone) = (self.digits, self.zoned > 0);
        let is_ambiguous = orders.count() > 1;
        let format = self.format(orders).filter(|_| has_day || self.halves > 0);
        let years = (self.short > 0).then(|| self.years[self.order(orders)]);
        Some(MomentForm { has_day, has_time, digits, has_zone, format, is_ambiguous, years })
    }

    /// The order that days are read in: 0 begins with the year, 1 with the day, 2 with the month. Where several are possible, a point
    /// means the day first and a slash the month, as in most of the world that has them.
    fn order(&self, orders: Orders) -> usize {
        match (orders.ymd, orders.dmy, orders.mdy) {
            (_, true, true) if self.separator == Some(b'/') => 2,
            (_, true, _) => 1,
            (_, false, true) => 2,
            (_, false, false) => 0,
        }
    }

    fn format(&self, orders: Orders) -> Option<String> {
        let Some(time) = self.time else {
            let day = self.day(orders)?;
            return (day != "%Y-%m-%d").then_some(day);
        };
        let hour = self.padding_of_hours.flag();
        let seconds = if time.has_seconds { ":%S" } else { "" };
        let clock = match time.half {
            None => format!("%H:%M{seconds}{}", if time.zone == Zone::Utc { "Z" } else { "" }),
            Some(Half::Capitals { has_blank }) => {
                format!("%{hour}I:%M{seconds}{}%p", if has_blank { " " } else { "" })
            }
            Some(Half::Small { has_blank }) => {
                format!("%{hour}I:%M{seconds}{}%P", if has_blank { " " } else { "" })
            }
        };
        let Some(day) = self.day(orders) else { return Some(clock) };
        // Fractions and zones are implied by the type, which writes a zone.
        let is_usual = day == "%Y-%m-%d"
            && time.has_seconds
            && time.half.is_none()
            && (self.zoned > 0 || self.digits > 0);
        (!is_usual).then(|| format!("{day}{}{clock}", char::from(time.before)))
    }

    /// How days are written.
    fn day(&self, orders: Orders) -> Option<String> {
        let separator = char::from(self.separator?);
        let (year, short) = (if self.short > 0 { "%y" } else { "%Y" }, self.padding.flag());
        let (month, day) = (format!("%{short}m"), format!("%{short}d"));
        let order = match self.order(orders) {
            0 => [year, &month, &day],
            1 => [&day, &month, year],
            _ => [&month, &day, year],
        };
        Some(order.join(&separator.to_string()))
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
        assert_eq!(format(&["31.01.24", "01.02.24"]), Some((Some("%d.%m.%y".into()), false)));
        assert_eq!(of(&["24-01-31", "24-02-29"]).and_then(|form| form.years), Some((2029, 2031)));
        assert_eq!(of(&["98-01-31", "99-12-31"]).and_then(|form| form.years), Some((1998, 1999)));
        assert_eq!(format(&["1/31/2024", "12/1/2024"]), Some((Some("%-m/%-d/%Y".into()), false)));
        assert_eq!(format(&["31.01.24", "31.01.2024"]), None);
        let clock = format(&["01/31/2024 1:30:00 PM", "01/31/2024 12:00:00 AM"]);
        assert_eq!(clock, Some((Some("%m/%d/%Y %-I:%M:%S %p".into()), false)));
        assert_eq!(format(&["09:30 am", "11:00 pm"]), Some((Some("%I:%M %P".into()), false)));
        assert_eq!(format(&["09:30 am", "11:00"]), None);
        assert!(of(&["10:00", "11:00:01"]).is_some_and(|form| !form.has_day && form.has_time));
    }
}
