//! `gush bench compare`: two runs, rung by rung, with a verdict where the intervals allow one.

use gush_diagnostics::{Code, Diagnostic, printable};
use gush_lab::report::compare::{Comparison, Pair};
use gush_lab::report::humanize;
use gush_lab::stats::Verdict;

use super::runs::{self, FindError, Found};
use super::style;
use crate::color::COLOR;
use crate::exit::{self, Failure};
use crate::flags::{Flag, Given, Operand, Spec, Value};
use crate::write;

/// `gush bench compare`.
pub static SPEC: Spec = Spec {
    name: "compare",
    path: "gush bench compare",
    about: "Compare two runs, rung by rung",
    more: "",
    examples: "Examples:
  gush bench compare latest~1 latest
  gush bench compare before.db after.db --fail-if-slower 10%",
    operand: Some(Operand {
        form: "RUN",
        about: "The two runs, the older first: numbers, latest, latest~1, FILE.db or FILE.db:RUN",
        more: None,
        several: true,
        choices: Vec::new,
    }),
    flags: &[&DB, &FAIL_IF_SLOWER, &JSON, &COLOR],
    main: &[],
    commands: &[],
};

static DB: Flag =
    Flag::new("Input", "db", "The database to read").value(Value::file("FILE")).default("bench.db");
static FAIL_IF_SLOWER: Flag = Flag::new(
    "Output",
    "fail-if-slower",
    "End with code 1 if a rung is certain to be slower in the second run by more than this, as in 10%",
)
.value(Value::number("PERCENT"));
static JSON: Flag = Flag::new("Output", "json", "Print one JSON object, for programs");

/// Compares; `diagnostics` were found in the options before.
///
/// # Errors
/// Invalid arguments, failures while it runs, and rungs that are slower than `--fail-if-slower` allows.
pub fn run(args: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    if args.operands().len() < 2 {
        let text = "two runs are needed: RUN RUN, the older first, as in latest~1 latest";
        diagnostics.push(Diagnostic::new(Code::Option, "compare", 7..7, text));
    }
    for argument in args.operands().iter().skip(2) {
        diagnostics.push(Diagnostic::new(
            Code::Option,
            argument,
            0..argument.len(),
            "only two runs can be compared",
        ));
    }
    let allowed = args.text(&FAIL_IF_SLOWER).map(percent);
    if let Some(Err(diagnostic)) = &allowed {
        diagnostics.push(diagnostic.clone());
    }
    let mut found = Vec::new();
    for argument in args.operands().iter().take(2) {
        match runs::find(argument, args.path(&DB)) {
            Ok(run) => found.push(run),
            // The same database may be missing for both.
            Err(FindError::Diagnostic(diagnostic)) if diagnostics.contains(&diagnostic) => {}
            Err(FindError::Diagnostic(diagnostic)) => diagnostics.push(diagnostic),
            Err(FindError::Other(error)) => return Err(error.into()),
        }
    }
    let [first, second] = &found[..] else { return Err(Failure::Diagnostics(diagnostics)) };
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    let comparison = Comparison::new(&first.record, &second.record, names(first, second));
    write::text(&if args.has(&JSON) {
        format!("{:#}\n", comparison.json())
    } else {
        comparison.text(style::of_stdout().unicode)
    })?;
    match allowed {
        Some(Ok(share)) => verdict(&comparison, share),
        _ => Ok(()),
    }
}

fn names(first: &Found, second: &Found) -> [String; 2] {
    [first.name.clone(), second.name.clone()]
}

/// `10%` as 0.1.
fn percent(argument: &str) -> Result<f64, Diagnostic> {
    let number = argument.strip_suffix('%').unwrap_or(argument);
    let sound = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value = number.parse::<f64>().ok().filter(|value| sound && (0.0..100.0).contains(value));
    let text = "expected a percentage from 0% to below 100%, as in 10%";
    value.map(|value| value / 100.0).ok_or_else(|| FAIL_IF_SLOWER.wrong(argument, text))
}

fn verdict(comparison: &Comparison, share: f64) -> Result<(), Failure> {
    let describe = |pair: &Pair| {
        let high = pair.ratio.interval.map(|bounds| humanize::ratio(bounds.high)).unwrap_or_default();
        format!("{} ({} of what it was, at most {high})", pair.name, humanize::ratio(pair.ratio.value))
    };
    let slower: Vec<String> = comparison.slower_by_more_than(share).map(describe).collect();
    // The exit code does not cover these pairs, so they are reported.
    for (verdict, why) in [(Verdict::TooFew, "too few rounds"), (Verdict::TooShort, "rounds too short")] {
        let is_unjudged = |pair: &&Pair| !pair.is_limit && pair.verdict == verdict;
        let unjudged: Vec<&str> =
            comparison.pairs.iter().filter(is_unjudged).map(|pair| &*pair.name).collect();
        if !unjudged.is_empty() {
            let names = printable(&unjudged.join(", "));
            exit::say(format_args!("gush: {why} to say whether these are slower: {names}"));
        }
    }
    if slower.is_empty() {
        return Ok(());
    }
    let share = humanize::percent(share);
    Err(anyhow::anyhow!("slower by more than {share}: {}", printable(&slower.join(", "))).into())
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percentages_are_below_a_hundred() {
        assert_eq!(percent("10%").unwrap(), 0.1);
        assert_eq!(percent("2.5").unwrap(), 0.025);
        assert_eq!(percent("0%").unwrap(), 0.0);
        for argument in ["", "%", "100%", "-1%", "ten", "1e1%", "NaN", "inf", "10%%", "+5"] {
            assert!(percent(argument).is_err(), "{argument}");
        }
    }
}
