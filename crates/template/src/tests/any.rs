//! Any text: no panic, no unbounded row, and parts agree with all rows. Templates compiled with less
//! effort make the same rows.

use proptest::prelude::*;

use super::grammar::{self, Draws};
use super::pieces::{PIECES, pieces};
use super::{compiled, twin};
use crate::{Effort, Template};
use gusher::text::Buffer;

/// Steps of one row.
const STEPS: u64 = 5000;
const ROWS: u64 = 3;

/// A name of a function, or anything that is in an action.
fn token() -> impl Strategy<Value = String> {
    let names: Vec<String> = crate::functions().map(|help| format!("{} ", help.name)).collect();
    prop_oneof![prop::sample::select(PIECES[1]).prop_map(String::from), prop::sample::select(names)]
}

/// The rows of a template, and what it ends with.
fn written(template: Template) -> (Vec<u8>, Result<(), String>) {
    let template = template.with_max_steps(STEPS);
    let mut out = Buffer::default();
    let ended = template.writer().write(0..ROWS, &mut out).map_err(|error| error.to_string());
    (out.as_ref().to_vec(), ended)
}

/// Runs a template if it is one; the same rows must come in one piece and row by row. If it is none, there is something
/// to say, in the order of the text.
fn run(text: &str) -> Result<(), TestCaseError> {
    let template = match compiled(text, 7) {
        Ok(template) => template,
        Err(diagnostics) => {
            prop_assert!(
                !diagnostics.is_empty()
                    && diagnostics.iter().all(|diagnostic| !diagnostic.to_string().is_empty())
            );
            prop_assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.position.clone()), "{}", text);
            return rolled_is_refused_too(text);
        }
    };
    let template = template.with_max_steps(STEPS);
    let mut parts = Buffer::default();
    let mut writer = template.writer();
    let again = (0..ROWS).try_for_each(|row| writer.write(row..row + 1, &mut parts));
    drop(writer);
    let (all, ended) = written(template);
    prop_assert_eq!(&ended, &again.map_err(|error| error.to_string()), "{}", text);
    prop_assert!(all == parts.as_ref(), "{}", text);
    for effort in [Effort::Rolled, Effort::Minimal] {
        twins_agree(text, effort, (&all, &ended))?;
    }
    Ok(())
}

/// Unrolling adds no errors and hides none.
fn rolled_is_refused_too(text: &str) -> Result<(), TestCaseError> {
    let (full, rolled) = (compiled(text, 7).err(), twin(text, 7, Effort::Rolled).err());
    let reported = |diagnostics: Option<Vec<gush_diagnostics::Diagnostic>>| -> Vec<String> {
        diagnostics.into_iter().flatten().map(|diagnostic| diagnostic.to_string()).collect()
    };
    prop_assert_eq!(reported(full), reported(rolled), "{}", text);
    Ok(())
}

/// The template that is compiled with less effort makes the same.
fn twins_agree(
    text: &str,
    effort: Effort,
    (rows, ended): (&[u8], &Result<(), String>),
) -> Result<(), TestCaseError> {
    let template = match twin(text, 7, effort) {
        Ok(template) => template,
        // A generator whose arguments are not known before the rows may be refused for that.
        Err(_) if effort == Effort::Minimal => return Ok(()),
        Err(diagnostics) => return Err(TestCaseError::fail(format!("{text}: {}", diagnostics[0]))),
    };
    let (again, end) = written(template);
    // What takes too many steps takes fewer of them with more effort.
    let is_bounded =
        |end: &Result<(), String>| end.as_ref().is_err_and(|text| text.contains("takes more than"));
    if is_bounded(&end) {
        return Ok(());
    }
    prop_assert_eq!(String::from_utf8_lossy(rows), String::from_utf8_lossy(&again), "{:?} {}", effort, text);
    prop_assert_eq!(ended.is_ok(), end.is_ok(), "{:?} {}: {:?} {:?}", effort, text, ended, end);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_pieces_are_a_template_or_an_error(data in prop::collection::vec(any::<u8>(), 0..40)) {
        let functions: Vec<&str> = crate::functions().map(|function| function.name).collect();
        run(&pieces(&data, &functions))?;
    }

    /// Actions that are closed get further.
    #[test]
    fn any_actions_are_a_template_or_an_error(
        actions in prop::collection::vec(prop::collection::vec(token(), 1..6), 1..6),
        around in prop::sample::select(vec!["", "{{ if Bool }}", "{{ range $i := Loop 0 4 }}", "{{ with $x := 3 }}", "{{ range $i := Loop 4 }}"]),
    ) {
        let actions: String = actions.iter().map(|tokens| format!("{{{{ {} }}}}", tokens.concat())).collect();
        let end = if around.is_empty() { "" } else { "{{ end }}" };
        run(&format!("{{{{ $x := 1 }}}}{{{{ $i := 2 }}}}{around}{actions}{end}"))?;
    }

    #[test]
    fn any_text_is_a_template_or_an_error(text in "([{}$.|()\"'`a-zA-Z0-9 \\-]|\\PC|\\{\\{|\\}\\}){0,60}") {
        run(&text)?;
    }

    #[test]
    fn templates_that_make_sense_are_the_same_with_less_effort(data in prop::collection::vec(any::<u8>(), 0..200)) {
        run(&grammar::template(&data, Draws::Random))?;
    }
}

/// What a constant decides never runs, and uses no draw of what it would draw.
#[test]
fn what_constants_skip_draws_nothing() {
    for text in [
        "{{ range $i := Loop 4 }}{{ and $i (Int 0 99) }} {{ end }}",
        "{{ range $i := Loop 4 }}{{ or (not $i) (Int 0 99) }} {{ Int 0 99 | and (Mod $i 2) }} {{ end }}",
        "{{ range $i := Loop 4 }}{{ print (and $i 1 (Int 0 99)) (or $i (Int 0 9)) (Int 0 99) }} {{ end }}",
    ] {
        run(text).unwrap();
    }
}

#[test]
fn most_of_the_templates_that_should_make_sense_do() {
    let mut state = 1u64;
    let mut bytes = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    let texts: Vec<String> = (0..300)
        .map(|_| {
            grammar::template(
                &std::iter::repeat_with(&mut bytes).take(150).collect::<Vec<u8>>(),
                Draws::Random,
            )
        })
        .collect();
    let good = texts.iter().filter(|text| compiled(text, 7).is_ok()).count();
    assert!(good > 250, "{good} of 300");
    let loops = texts.iter().filter(|text| text.contains("range ")).count();
    assert!(loops > 150, "{loops} of 300");
}

/// Found by fuzzing: a loop without items is an empty list to its `else`, of which a loop that is not unrolled knows nothing.
#[test]
fn an_else_has_the_errors_of_a_loop_that_is_not_unrolled() {
    for text in [
        "{{ range $i, $x := Loop 0 3 }}{{ else }}{{ Bool $i js }}{{ end }}",
        "{{ range $i := Loop 1 3 }}{{ else }}{{ Bool $i js }}{{ end }}",
        "{{ range $i := Int 0 3 }}{{ else }}{{ Bool $i js }}{{ end }}",
        "{{ range $i := Loop 0 3 }}{{ else }}{{ Bool $i 5 }}{{ NoSuch }}{{ end }}",
    ] {
        assert_eq!(compiled(text, 7).err(), twin(text, 7, Effort::Rolled).err(), "{text}");
    }
}
