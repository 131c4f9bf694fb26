//! The table at every width, as text that is looked at and as properties.

use proptest::prelude::*;

use super::*;
use crate::report::{broken_runs, sample};

const PLAIN: Style = Style { width: 120, color: false, unicode: true };

#[test]
fn the_table_at_three_widths() {
    let record = sample::ladder();
    for (width, golden) in [
        (60, include_str!("golden-60.txt")),
        (100, include_str!("golden-100.txt")),
        (200, include_str!("golden-200.txt")),
    ] {
        let shown = table(&record, Style { width, ..PLAIN });
        if std::env::var_os("GUSH_RECORD").is_some() {
            let path = format!("{}/src/report/table/golden-{width}.txt", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, &shown).unwrap();
            continue;
        }
        assert_eq!(shown, golden, "at {width} columns");
    }
}

#[test]
fn few_rounds_have_no_interval_and_the_table_claims_none() {
    let mut record = sample::ladder();
    for (rounds, head) in [(4, "lowest–highest"), (1, "lowest–highest"), (5, "95 % interval")] {
        record.rungs = sample::ladder().rungs;
        for rung in &mut record.rungs {
            rung.rounds.retain(|(round, _)| round.number <= rounds);
        }
        let shown = table(&record, PLAIN);
        let heads: Vec<&str> = shown.lines().filter(|line| line.starts_with("rung ")).collect();
        assert!(
            heads.len() == 3 && heads.iter().all(|line| line.contains(head)),
            "{rounds} rounds: {heads:?}"
        );
        assert_eq!(shown.contains("five rounds are the fewest"), rounds == 4);
    }
    // One that has enough is what the head is about; the others are in brackets.
    for rung in &mut record.rungs[1..] {
        rung.rounds.retain(|(round, _)| round.number <= 2);
    }
    let shown = table(&record, PLAIN);
    assert!(
        shown.contains("95 % interval") && shown.contains("lowest–highest") && shown.contains('('),
        "{shown}"
    );
}

#[test]
fn what_is_too_short_to_say_is_marked_and_says_what_would_do() {
    let mut record = sample::ladder();
    broken_runs::in_one_burst(&mut record, "go-writev");
    let shown = table(&record, PLAIN);
    let line = shown.lines().find(|line| line.starts_with("go-writev ")).unwrap();
    assert!(line.contains(" GiB/s ?") && line.contains("0.00–"), "{line}");
    assert!(shown.contains("? too short to say: go-writev: a round has 1 burst of "), "{shown}");
    assert!(shown.contains("; --seconds 1"), "{shown}");
    let page = crate::report::html::page(&record, None);
    assert!(
        page.contains("Too short to say how fast it is: go-writev: ")
            && page.contains("<td>too short to say</td>")
    );
}

#[test]
fn colors_are_all_that_colors_add() {
    let record = sample::ladder();
    let colored = table(&record, Style { color: true, ..PLAIN });
    let mut bare = String::new();
    for (at, part) in colored.split('\x1b').enumerate() {
        bare += if at == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    let trimmed: Vec<&str> = bare.lines().map(str::trim_end).collect();
    assert_eq!(trimmed.join("\n") + "\n", table(&record, PLAIN));
    assert!(colored.contains("\x1b[1mgush-tee"), "gush's own stand out");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let mut record = sample::ladder();
    record.rungs[0].rung.name = "evil\x1b[2J".into();
    record.rungs.last_mut().unwrap().rung.not_run = Some("a\nb\x07".into());
    record.machine.as_mut().unwrap().cpu = "x\x1b]0;y\x07".into();
    let shown = table(&record, PLAIN);
    assert!(!shown.contains('\x1b') && !shown.contains('\x07'), "{shown}");
}

#[test]
fn an_empty_run_is_still_shown() {
    let shown = table(&Record { id: 4, ..Record::default() }, PLAIN);
    assert_eq!(
        shown,
        "run 4, 1970-01-01 00:00 UTC\n\n  this run did not come to its end\n".replace("\n  ", "\n")
    );
}

proptest! {
    #[test]
    fn no_line_is_too_long(width in 60usize..=200, unicode: bool, seed in 0u64..50) {
        let record = broken_runs::any(seed);
        let shown = table(&record, Style { width, unicode, color: false });
        for line in shown.lines() {
            // A single word may be longer than any line.
            let is_word = line.trim_start().split(' ').filter(|word| !word.is_empty()).count() <= 2;
            prop_assert!(line.chars().count() <= width || is_word, "{} columns: {line}", line.chars().count());
        }
        prop_assert!(unicode || shown.is_ascii(), "{shown}");
        for rung in &record.rungs {
            let name: String = rung.rung.name.chars().take(8).collect();
            prop_assert!(shown.contains(&name), "{name} is missing:\n{shown}");
        }
    }

    #[test]
    fn a_longer_bar_is_a_higher_rate(a in 0.0f64..1.0, b in 0.0f64..1.0, width in 6usize..40) {
        let length = |share| bar(share, width, PLAIN).chars().count();
        prop_assert!(a > b || length(a) <= length(b));
        prop_assert!(length(1.0) == width && length(0.0) == 1);
    }
}
