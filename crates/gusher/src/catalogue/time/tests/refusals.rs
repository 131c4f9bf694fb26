//! The messages about wrong times, and about times that cannot all differ.

use super::{filled, schema};
use gush_diagnostics::Diagnostic;

/// Patterns, and whether all times read differently.
#[test]
fn patterns_know_what_they_leave_out() {
    for (spec, unique) in [
        ("date@format=%d.%m.%Y", true),
        ("date@format=%Y%j", true),
        ("date@format=%C%y-%b-%e", true),
        ("date@format=%d.%m.%y", false),
        ("date@format=%-d%-m%Y", false),
        ("date@format=%-d/%-m/%Y", true),
        ("date@format=%B %Y", false),
        ("datetime@format=%F %T", true),
        ("datetime@format=%F %I:%M:%S", false),
        ("datetime@format=%F %I:%M:%S %p", true),
        ("datetime@format=%F", false),
        ("datetime@format=%s", true),
        ("datetime@format=%Y%s", false),
        ("time@format=%T", true),
        ("time@format=%R", false),
        ("series:0,1s@format=%F", false),
        ("series:0,1ms@format=%F %T", false),
        ("series:0,1ms@format=%F %T.%3f", true),
    ] {
        let (_, diagnostics) = schema(&format!("{spec}@unique"));
        assert_eq!(diagnostics.is_empty(), unique, "{spec}: {diagnostics:?}");
        if unique {
            let (_, texts) = filled(&format!("{spec}@unique"), "column", 1, 0..365);
            assert_eq!(texts.iter().collect::<std::collections::HashSet<_>>().len(), 365, "{spec}");
        }
    }
}

/// Wrong column specs, what of them is wrong, and a part of the text.
#[test]
fn wrong_times_are_refused_with_span_and_remedy() {
    for (spec, span, text) in [
        ("date@format=%Q", "%Q", "%Q means nothing here; there are %Y %y %C"),
        ("date@format=%d.%m.%", "%", "a letter is missing after the %; a % itself is written %%"),
        ("date@format=%d %H", "%H", "%H: a date has no time of day; use `datetime`"),
        ("date@format=%c", "%c", "%c: a date has no time of day"),
        ("time@format=%H %-d", "%-d", "%-d: a time of day has no date; use `datetime`"),
        ("date@format=%_B", "%_B", "%_B means nothing here"),
        ("datetime@format=%f", "%f", "%f means nothing here"),
        ("datetime@format=%^d", "%^d", "%^d means nothing here"),
        ("datetime@format=%:H", "%:H", "%:H means nothing here"),
        ("datetime:,,%d%é@null=0.5", "%é", "%é means nothing here"),
        ("datetime:,,", "", "a pattern is missing, such as %d.%m.%Y"),
        ("date@format=", "", "a pattern is missing, such as %d.%m.%Y"),
        (
            "datetime:,,%F@format=%T",
            "%T",
            "there is a format in the constraint already; leave one of the two",
        ),
        ("timestamp@format=%F", "format=%F", "`timestamp` does not take @format"),
        ("datetime:noon", "noon", "expected Unix seconds, a date such as 2024-12-31, a time"),
        ("datetime:now-90x", "now-90x", "the units are ms, s, m, h, d, w, mo and y"),
        ("date:today-", "today-", "expected now or today with lengths of time"),
        ("date:-9999y", "-9999y", "expected now or today with lengths of time"),
        ("datetime@rhythm=ofice", "ofice", "no rhythm has this name; did you mean `office`?"),
        ("datetime@rhythm=1:2", "1:2", "expected 24 weights, one for each hour of the day; there are 2"),
        (
            "datetime@rhythm=0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0",
            "0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0",
            "all weights are 0",
        ),
        (
            "datetime:2024-01-01T03:00:00Z,2024-01-01T04:00:00Z@rhythm=office",
            "office",
            "no time between the ends has a weight in this rhythm",
        ),
        ("datetime@rhythm=web@dist=normal", "web", "times have a rhythm or a distribution, not both"),
        ("datetime@rhythm=web@unique", "unique", "drawn by a distribution that favours some of them"),
        ("series@trend=0.1", "0.1", "expected a share and a length of time"),
        ("series@trend=-1/1d", "-1/1d", "a trend cannot take all that there is"),
        ("series@season=1d", "1d", "expected a length of time and a height from 0 to 1"),
        ("series@season=1d:0.7,7d:0.7", "1d:0.7,7d:0.7", "the heights of all seasons add up to 1 at most"),
        ("datetime:0,1G,%F,x", "x", "one field too many; the form is datetime:MIN,MAX,FORMAT"),
        (
            "datetime:2024-01-02,2024-01-01",
            "2024-01-02,2024-01-01",
            "is above the largest (2024-01-01T23:59:59Z)",
        ),
        ("datetime:0,1T", "1T", "expected a time in the years 0 to 9999"),
        ("time:9:00", "9:00", "expected a time of day such as 09:30 or 23:59:59"),
        ("time:24:00", "24:00", "expected a time of day"),
        ("time:09:00:00:00", "09:00:00:00", "expected a time of day"),
        ("time:09", "09", "expected a time of day"),
        ("time:22:00,06:00", "22:00,06:00", "the smallest value (22:00:00) is above the largest (06:00:00)"),
        ("duration:1x", "1x", "expected whole seconds, or a length such as 90s, 5m, 1h30m or 1d"),
        ("duration:100ms", "100ms", "expected whole seconds"),
        ("duration:-5", "-5", "expected a length from 0 to 1,000,000 hours"),
        ("duration:2h,1h", "2h,1h", "the smallest value (7200s) is above the largest (3600s)"),
        ("month:1", "1", "`month` takes no constraint"),
        ("series:2024-01-01,10", "10", "expected a length of time such as 10s, 5m, 1h, 1d or 100ms"),
        ("series:2024-01-01,0s", "0s", "a step of 0 never leaves the start"),
        ("series:2024-01-01,-5s", "-5s", "expected a length of time"),
        ("series:2024-01-01,5s,6s", "6s", "a jitter longer than the step would break the order of the times"),
        ("series:2024-01-01,5s,1.5", "1.5", "expected a share of the step from 0 to 1, or a length of time"),
        ("series:yesterday", "yesterday", "expected a date such as 2024-12-31"),
        ("series:1T,1s", "1T,1s", "a series lies in the years 0 to 9999"),
        ("timestamp.ms:x", "x", "expected thousandths of a Unix second"),
        ("timestamp.ms:5,1", "5,1", "the smallest value (5) is above the largest (1)"),
        (
            "datetime@format=%F@unique",
            "unique",
            "written by a pattern that leaves out what distinguishes some of them",
        ),
    ] {
        let (_, diagnostics) = schema(spec);
        assert_eq!(diagnostics.len(), 1, "{spec}: {diagnostics:?}");
        let Diagnostic { text: spec, span: at, message: found, .. } = &diagnostics[0];
        assert_eq!(&spec[at.clone()], span, "{spec}: {found}");
        assert!(found.contains(text), "{spec}: {found}");
    }
}
