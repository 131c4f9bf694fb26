//! Complete lines, beside what pv 1.11 wrote for the same state, and what holds for any width.

use super::*;
use proptest::prelude::*;
use std::time::Duration;
use unicode_width::UnicodeWidthStr as _;

/// The parts that pv shows by default.
fn usual() -> Template {
    Template::spaced([Segment::Amount, Segment::Timer, Segment::Rate, Segment::Progress, Segment::Eta])
}

fn state(bytes: u64, size: Option<u64>) -> View {
    View {
        elapsed: Duration::from_millis(300),
        bytes,
        size,
        rate: 11.0 * 1048576.0,
        average: 8.26 * 1048576.0,
        sweep: 3,
        ..View::default()
    }
}

fn line(template: &Template, view: &View, width: usize) -> String {
    template.line(view, &Style::default(), width)
}

#[test]
fn usual_lines_are_pvs() {
    let three = state(3 << 20, Some(5_000_000));
    assert_eq!(
        line(&usual(), &three, 80),
        "3.00MiB 0:00:00 [11.0MiB/s] [===================>             ]  62% ETA 0:00:01"
    );
    assert_eq!(
        line(&usual(), &state(3 << 20, None), 80),
        "3.00MiB 0:00:00 [11.0MiB/s] [  <=>                                             ]"
    );
    let done = View { finished: true, ..state(5_000_000, Some(5_000_000)) };
    assert_eq!(
        line(&usual(), &done, 80),
        "4.77MiB 0:00:00 [11.0MiB/s] [================================>] 100%            "
    );
    let done = View { finished: true, ..state(5_000_000, Some(10_000_000)) };
    for (width, expected) in [
        (6, ""),
        (7, "4.77MiB"),
        (14, "4.77MiB "),
        (26, "4.77MiB 0:00:00 "),
        (27, "4.77MiB 0:00:00 [11.0MiB/s]"),
        (29, "4.77MiB 0:00:00 [11.0MiB/s]  "),
        (40, "4.77MiB 0:00:00 [11.0MiB/s]             "),
        (47, "4.77MiB 0:00:00 [11.0MiB/s]     50%            "),
        (49, "4.77MiB 0:00:00 [11.0MiB/s] [> ]  50%            "),
    ] {
        assert_eq!(line(&usual(), &done, width), expected, "{width}");
    }
}

#[test]
fn formats_are_pvs() {
    let view = View { finished: true, ..state(5_000_000, Some(5_000_000)) };
    for (format, expected) in [
        ("%", "%"),
        ("%z%b", "%z4.77MiB"),
        ("%3b", "4.77MiB"),
        ("a\\tb", "a\\tb"),
        ("", ""),
        ("100%%", "100%"),
        ("%{transferred}|%{nothing}", "4.77MiB|%{nothing}"),
        ("%4A|%T", "....|{----}"),
        ("%A", "."),
        ("%8A|%4A", "....|...."),
        ("%4A|%A", ".|."),
        ("%{progress-amount-only}", "100%"),
    ] {
        assert_eq!(line(&Template::parse(format), &view, 80), expected, "{format}");
    }
    assert_eq!(
        line(&Template::parse("X%pY"), &view, 80),
        "X[======================================================================>] 100%Y"
    );
}

/// They share the columns; where one does not fit the line ends.
#[test]
fn several_bars_share_the_columns() {
    let view = View { finished: true, ..state(5_000_000, Some(5_000_000)) };
    for (format, expected) in [
        ("%p%p", "[==>] 100%[==>] 100%"),
        ("%p %{bar-plain}", "[==>] 100% ========>"),
        ("%p%t%p", "   100%0:00:00"),
        ("%b%p%{bar-block}", "4.77MiB   100%██████"),
        ("%p%b%b%p%b", "4.77MiB4.77MiB"),
        // A number before a bar is its width.
        ("%12p|%p", "[====>] 100%|   100%"),
        ("%8{progress-bar-only}|%b", "=======>|4.77MiB"),
        ("%5p|%5{bar-shaded}", "     |█████"),
        ("%0{bar-plain}", "===================>"),
        ("%99999999999999999999p%b", ""),
    ] {
        assert_eq!(line(&Template::parse(format), &view, 20), expected, "{format}");
    }
}

#[test]
fn times_of_arrival_have_a_date_when_far_away() {
    let now = "2026-11-21T06:51:29+00:00[+00:00]".parse().unwrap();
    let view = View {
        elapsed: Duration::from_secs(1),
        bytes: 10,
        size: Some(5000),
        now: Some(now),
        ..View::default()
    };
    let both = Template::parse("%e %I");
    assert_eq!(line(&both, &view, 80), "ETA 0:08:19 FIN 06:59:48");
    let far = View { size: Some(900_000), ..view.clone() };
    assert_eq!(line(&both, &far, 80), "ETA 1:00:59:59 FIN 2026-11-22 07:51:28");
    // What has no size has no end, and its parts leave with the space before them.
    let endless = View { size: None, ..view };
    assert_eq!(line(&Template::parse("%b %e %I"), &endless, 80), "10.0  B");
}

/// While something is left at least one second is left; where nothing has passed the time is unknown.
#[test]
fn what_is_not_over_is_not_over_in_no_time() {
    let both = Template::parse("%e %I");
    let now = Some("2026-11-21T06:51:29+00:00[+00:00]".parse().unwrap());
    for (bytes, finished, shown) in [
        (0, false, "ETA -:--:-- FIN --:--:--"),
        (1, false, "ETA 0:04:59 FIN 06:56:28"),
        (999, false, "ETA 0:00:01 FIN 06:51:30"),
        (1000, false, "ETA 0:00:00 FIN 06:51:29"),
        (2000, false, "ETA 0:00:00 FIN 06:51:29"),
        (0, true, "            FIN 06:51:29"),
    ] {
        let view = View { finished, now: now.clone(), ..state(bytes, Some(1000)) };
        assert_eq!(line(&both, &view, 80), shown, "{bytes}");
    }
}

#[test]
fn a_stall_is_shown() {
    let view = View { idle: STALLED, ..state(1, Some(2)) };
    assert_eq!(line(&Template::parse("%r %e"), &view, 80), "[ stalled] ETA -:--:--");
    let over = View { finished: true, ..view };
    assert_eq!(line(&Template::parse("%r"), &over, 80), "[11.0MiB/s]");
}

#[test]
fn lines_and_bytes_at_once() {
    let view = View { lines: 1_234_567, by_lines: true, ..state(3 << 20, None) };
    assert_eq!(line(&Template::parse("%b %{bytes} %{lines}"), &view, 80), "1.23M 3.00MiB 1.23M");
}

#[test]
fn numbers_for_programs() {
    let view = View { lines: 7, tail: b"the end\n".to_vec(), ..state(5_000_000, Some(10_000_000)) };
    let line = |format: &str| Template::parse(format).numbers(&view, &Style::default());
    for (format, shown) in [
        ("%{progress-amount-only}", "50"),
        ("%t %b", "0.3000 5000000"),
        ("%b %r", "5000000 11534336.0000"),
        ("{\"average\":%a,\"lines\":%{lines}}", "{\"average\":8661237.7600,\"lines\":7}"),
        ("%p %9p %{bar-shaded} 100%% %z", "50 50 50 100% %z"),
        ("%T|%e|%{sgr:red}%4A|%L", "0|ETA 0:00:01|end.|the end"),
    ] {
        assert_eq!(line(format), shown, "{format}");
    }
    let percent = Template::parse("%{progress-amount-only}");
    for (size, sweep, shown) in
        [(Some(1_000_000), 0, "500"), (Some(2_000_000), 0, "250"), (None, 3, "6"), (None, 60, "80")]
    {
        let view = View { size, sweep, ..view.clone() };
        assert_eq!(percent.numbers(&view, &Style::default()), shown);
    }
    let units = Units { bits: true, si: false };
    let style = Style { units, ..Style::default() };
    assert_eq!(Template::parse("%b %r").numbers(&view, &style), "40000000 92274688.0000");
    let by_lines = View { by_lines: true, ..view };
    assert_eq!(Template::parse("%b %{bytes} %r").numbers(&by_lines, &style), "7 40000000 11534336.0000");
}

#[test]
fn names_of_newer_versions() {
    let view = View { tail: b"first\nsecond\tline\nthi".to_vec(), ..state(5, Some(10)) };
    for (format, shown) in [
        ("%4{last-written}|", ".thi|"),
        ("%4{last-written}|%3A", "thi|thi"),
        ("%{last-written}", ".second.line.thi"),
        ("%9L|", "second.li|"),
        ("<%{previous-line}>", &format!("<{:36}>", "second.line")),
        ("|%{bar-plain}|%{rate}", "|===========>             |[11.0MiB/s]"),
        ("|%{bar-block}|%{rate}", "|████████████             |[11.0MiB/s]"),
        ("%{sgr:red}%b", "\x1b[31m5.00  B\x1b[m"),
        ("%{sgr:bg-brown}%b%{sgr:default}", "\x1b[43m5.00  B\x1b[39m\x1b[m"),
        ("%{sgr:bold}%b%{sgr:reset,none}", "\x1b[1m5.00  B\x1b[0;0m"),
        ("%{sgr:nosuch,red}|", "\x1b[31m|\x1b[m"),
        ("%{sgr:red,bold}%b%{sgr:reset}", "\x1b[31;1m5.00  B\x1b[0m"),
        ("%{sgr:nosuch}%7b%3%", "5.00  B%3%"),
        ("%{sgr:red}a%{sgr:nosuch}b", "\x1b[31mab\x1b[m"),
        ("(%{ratio})", "(-:-)"),
        ("%{sgr:red}%50A%{sgr:reset}", "\x1b[31m\x1b[0m"),
        ("%4{nosuch}%", "%4{nosuch}%"),
    ] {
        assert_eq!(line(&Template::parse(format), &view, 38), shown, "{format}");
    }
    let lines = [(&b""[..], ""), (b"a", "a"), (b"a\nb", "a"), (b"a\nb\n", "b"), (b"\n", "")];
    for (tail, shown) in lines {
        let view = View { tail: tail.to_vec(), ..View::default() };
        assert_eq!(line(&Template::parse("%L"), &view, 38).trim_end(), shown, "{tail:?}");
    }
    assert_eq!((Template::parse("%3A%70000A").tail(), Template::parse("%L").tail()), (70_000, 4096));
}

#[test]
fn wide_letters_take_two_columns() {
    let view = View { tail: "erste\n数据库\n".into(), ..state(3 << 20, Some(5_000_000)) };
    let style = Style { name: Some("数据".into()), ..Style::default() };
    for (format, width, shown) in [
        ("%N %b", 40, "     数据: 3.00MiB"),
        ("%N %p", 30, "     数据: [======>     ]  62%"),
        ("%N", 9, ""),
        ("%3L|", 40, "数 |"),
        ("%4L|%b", 40, "数据|3.00MiB"),
        ("%L|", 9, "数据库  |"),
        ("%L|", 6, "数据 |"),
        ("库%p库", 17, "库[==>   ]  62%库"),
    ] {
        assert_eq!(Template::parse(format).line(&view, &style, width), shown, "{format} {width}");
    }
}

/// Where the terminal shows ASCII alone, so do bars and charts.
#[test]
fn lines_in_ascii() {
    let view = View { recent: vec![1.0, 8.0], ..state(5, Some(10)) };
    let style = Style { bar: Bar::Granular, ascii: true, ..Style::default() };
    let format = Template::parse("%15p|%10{bar-shaded}|%{spark}");
    let shown = format!("[===>    ]  50%|====>     |{}.@", " ".repeat(14));
    assert_eq!(format.line(&view, &style, 80), shown);
    let endless = View { size: None, ..view };
    assert_eq!(Template::parse("%p").line(&endless, &style, 10), "[<=>     ]");
}

/// Where both sides of a command are metered, each knows how much has passed on the other one.
#[test]
fn sides_of_a_command_have_a_ratio() {
    let view = View { other_side: Some(30), ..state(10, Some(20)) };
    assert_eq!(line(&Template::parse("%b %{ratio}"), &view, 80), "10.0  B 3:1");
    assert_eq!(Template::parse("%b %{ratio}").numbers(&view, &Style::default()), "10 3:1");
    assert!(json(&view, None).ends_with("\"finished\":false,\"ratio\":3.000000}"));
    let begun = View { bytes: 0, ..view };
    assert!(json(&begun, None).ends_with(",\"ratio\":null}"));
}

#[test]
fn objects_for_programs() {
    let view = View { rate: 2.0, average: 1.5, ..state(5, Some(10)) };
    assert_eq!(
        json(&view, Some("a\"b\n")),
        "{\"name\":\"a\\\"b\\u000a\",\"elapsed\":0.3000,\"bytes\":5,\"lines\":null,\"unit\":\"bytes\",\"rate\":2.0,\
         \"average\":1.5,\"size\":10,\"percent\":50,\"left\":0.300,\"stalled\":false,\"finished\":false}"
    );
}

proptest! {
    /// No line is wider than it may be, and from where all parts fit, a line with a bar is exactly as wide.
    #[test]
    fn lines_fit(
        bytes in 0u64..1 << 50, lines in 0u64..1 << 40, by_lines: bool, size in prop::option::of(1u64..1 << 50),
        rate in 0f64..1e13, millis in 0u64..1 << 36, width in 20usize..300, bar in 0..4usize, gauge: bool,
        finished: bool, picked in prop::collection::vec(0..NAMES.len(), 0..8), name in prop::option::of("[a-z ]{0,20}|\\PC{0,20}|[数据🚰é\u{301}👩\u{200d}❤\u{fe0f}]{0,20}"),
        tail in "\\PC{0,60}|[数🚰\u{301}\n]{0,60}", text in "[a数🚰\u{301}]{0,9}",
    ) {
        let view = View {
            elapsed: Duration::from_millis(millis), bytes, lines, by_lines, size, rate, average: rate / 2.0, finished,
            peak: rate * 2.0, recent: vec![rate, rate / 3.0, 0.0], sweep: bytes as usize, tail: tail.into_bytes(), ..View::default()
        };
        let style = Style { bar: BARS[bar].1, gauge, name, ..Style::default() };
        let parts = picked.iter().flat_map(|&i| [NAMES[i].2.clone(), Segment::Text(text.clone())]);
        let line = Template::spaced(parts).line(&view, &style, width);
        prop_assert!(columns(&line) <= width && line.width() <= width, "{line}");
        let line = usual().line(&view, &style, width);
        prop_assert!(columns(&line) <= width, "{line}");
        prop_assert!(width < 70 || columns(&line) == width, "{line}");
        // With a name, whatever that is made of, the bar ends where the line does.
        let line = usual().with_name().line(&view, &style, width);
        prop_assert!(columns(&line) <= width && line.width() <= width, "{line}");
        let named = columns(&style.name.as_deref().map_or_else(String::new, named));
        prop_assert!(width < 71 + named || columns(&line) == width, "{line}");
    }
}
