//! Comparisons of synthetic runs, which differ in known ways.

use super::*;
use crate::report::{broken_runs, sample};

fn compare(first: &Record, second: &Record) -> Comparison {
    Comparison::new(first, second, ["A".into(), "B".into()])
}

#[test]
fn a_run_does_not_differ_from_itself() {
    let record = sample::ladder();
    let comparison = compare(&record, &record);
    assert!(
        comparison.pairs.iter().all(|pair| pair.verdict == Verdict::NoDifference && pair.ratio.value == 1.0)
    );
    assert_eq!(comparison.only, [[""; 0]; 2]);
    assert_eq!(comparison.warnings, [""; 0]);
    assert_eq!(comparison.slower_by_more_than(0.0).count(), 0);
}

#[test]
fn verdicts_follow_the_intervals() {
    let (slow, fast) = (sample::ladder_at(0.8), sample::ladder());
    for (first, second, verdict) in [(&slow, &fast, Verdict::Faster), (&fast, &slow, Verdict::Slower)] {
        let comparison = compare(first, second);
        for pair in &comparison.pairs {
            let expected = match &*pair.name {
                name if name.starts_with("limit") => Verdict::NoDifference,
                // Too noisy for a fifth to show.
                "go-buffer" => Verdict::NoDifference,
                _ => verdict,
            };
            assert_eq!(pair.verdict, expected, "{}", pair.name);
        }
    }
}

#[test]
fn certain_losses_are_those_whose_interval_is_beyond() {
    let comparison = compare(&sample::ladder(), &sample::ladder_at(0.8));
    let all = comparison.pairs.iter().filter(|pair| !pair.is_limit).count();
    assert_eq!(comparison.slower_by_more_than(0.1).count(), all - 1, "all but the noisy one");
    assert_eq!(comparison.slower_by_more_than(0.3).count(), 0);
    for pair in comparison.slower_by_more_than(0.19) {
        assert!(pair.ratio.interval.unwrap().high < 0.81);
    }
}

#[test]
fn few_rounds_have_no_verdict() {
    let (first, second) = (sample::buffers(), sample::ladder_at(0.1));
    let comparison = compare(&first, &second);
    assert_eq!(comparison.pairs.len(), 6);
    assert!(
        comparison.pairs.iter().all(|pair| pair.verdict == Verdict::TooFew && pair.ratio.interval.is_none())
    );
    assert_eq!(comparison.slower_by_more_than(0.0).count(), 0);
    assert!(comparison.only[1].contains(&"gush-tee-sockets".into()) && comparison.only[0].is_empty());
}

#[test]
fn what_differs_beside_the_rungs_is_reported() {
    let first = sample::ladder();
    let mut second = sample::ladder();
    second.machine.as_mut().unwrap().cores = 8;
    second.run.drain = Some("read".into());
    second.run.seconds = Some(0.2);
    second.rungs[0].rung.command = "other".into();
    second.rungs[1].rung.unit = Unit::Lines;
    for rung in second.rungs.iter_mut().filter(|rung| rung.rung.name == "limit-memcpy") {
        for (round, _) in &mut rung.rounds {
            round.bytes /= 2;
        }
    }
    let warnings = compare(&first, &second).warnings.join("\n");
    let expected = "the machines differ: Example 9000 <fast & cool>, 4 cores, Linux 6.18.5; \
                    Example 9000 <fast & cool>, 8 cores, Linux 6.18.5\n\
                    the drains differ: splice; read\n\
                    the lengths of a round differ: 1 s; 200 ms\n\
                    python-print: the commands differ\n\
                    the machine itself was slower in the second run: limit-memcpy came to 0.50 of the first";
    assert_eq!(warnings, expected);
    second.machine = None;
    assert!(
        compare(&first, &second)
            .warnings
            .contains(&"it is not known whether both were made on one machine".into())
    );
}

#[test]
fn the_text_and_the_json_say_the_same() {
    let mut second = sample::ladder_at(0.8);
    second.rungs.truncate(4);
    let comparison = compare(&sample::ladder(), &second);
    let golden = include_str!("golden.txt");
    let shown = comparison.text(true);
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(format!("{}/src/report/compare/golden.txt", env!("CARGO_MANIFEST_DIR")), &shown)
            .unwrap();
        return;
    }
    assert_eq!(shown, golden);
    assert!(comparison.text(false).is_ascii());
    let json = comparison.json();
    for (pair, object) in comparison.pairs.iter().zip(json["rungs"].as_array().unwrap()) {
        assert_eq!(object["rung"], *pair.name);
        assert_eq!(object["ratio"].as_f64().unwrap(), pair.ratio.value);
        assert_eq!(object["interval"][1].as_f64(), pair.ratio.interval.map(|bounds| bounds.high));
        assert_eq!(object["verdict"], pair.verdict.text());
        assert_eq!(object["first"]["median"].as_f64(), Some(pair.first.median));
    }
    assert_eq!(json["only_first"].as_array().unwrap().len(), comparison.only[0].len());
    assert_eq!(json["only_second"].as_array().unwrap().len(), 0);
}

/// Only an interval or a range may be unknown: a number that JSON cannot write would become null.
#[test]
fn json_has_all_numbers_whatever_was_measured() {
    for seed in 0..40 {
        let (one, other) = (broken_runs::any(seed), broken_runs::any(seed + 1));
        let json = Comparison::new(&one, &other, ["a".into(), "b".into()]).json();
        for rung in json["rungs"].as_array().unwrap() {
            for number in [&rung["ratio"], &rung["first"]["median"], &rung["second"]["mad"]] {
                assert!(number.is_number(), "seed {seed}: {rung}");
            }
        }
    }
}

#[test]
fn rounds_of_one_burst_have_no_verdict_and_say_how_long_they_must_be() {
    let (mut first, second) = (sample::ladder(), sample::ladder_at(0.8));
    broken_runs::in_one_burst(&mut first, "go-writev");
    for (one, other, side) in [(&first, &second, "first"), (&second, &first, "second")] {
        let comparison = compare(one, other);
        let pair = comparison.pairs.iter().find(|pair| pair.name == "go-writev").unwrap();
        assert_eq!(pair.verdict, Verdict::TooShort);
        assert!(comparison.slower_by_more_than(0.0).all(|pair| pair.name != "go-writev"));
        let text = comparison.text(true);
        let note = format!(
            "? too short to say: go-writev, {}: a round has 1 burst of ",
            if side == "first" { "A" } else { "B" }
        );
        assert!(text.contains(&note) && text.contains(" ?  "), "{text}");
        let json = comparison.json();
        let rung = json["rungs"].as_array().unwrap().iter().find(|rung| rung["rung"] == "go-writev").unwrap();
        assert_eq!(
            (&rung[side]["too_short"], &rung["verdict"]),
            (&json!(true), &json!("rounds too short to say"))
        );
        assert!(rung[side]["enough_seconds"].as_f64().is_some_and(|seconds| seconds >= 5.0), "{rung}");
        let steady = &json["rungs"][0]["first"];
        assert_eq!((&steady["too_short"], &steady["enough_seconds"]), (&json!(false), &Value::Null));
    }
}
