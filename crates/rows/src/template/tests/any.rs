//! Whatever is typed: no panic, no row without bound, and parts agree with the whole.

use proptest::prelude::*;

use super::compiled;
use crate::encode::Buffer;

/// What stands around actions, and what in them.
const PIECES: [&[&str]; 2] = include!("pieces.rs");

/// A name of a function, or anything that stands in an action.
fn word() -> impl Strategy<Value = String> {
    let names: Vec<String> = crate::template::functions().map(|help| format!("{} ", help.name)).collect();
    prop_oneof![prop::sample::select(PIECES[1]).prop_map(String::from), prop::sample::select(names)]
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![prop::sample::select(PIECES[0]).prop_map(String::from), word(), word()]
}

/// Runs a template if it is one; the same rows must come in one piece and row by row. If it is none, there is something
/// to say, in the order of the text.
fn run(text: &str) -> Result<(), TestCaseError> {
    let template = match compiled(text, 7) {
        Ok(template) => template,
        Err(mistakes) => {
            prop_assert!(
                !mistakes.is_empty() && mistakes.iter().all(|mistake| !mistake.to_string().is_empty())
            );
            prop_assert!(mistakes.is_sorted_by_key(|mistake| mistake.place.clone()), "{}", text);
            return Ok(());
        }
    };
    let template = template.with_most_steps(5000);
    let (mut whole, mut parts) = (Buffer::default(), Buffer::default());
    let ended = template.writer().write(0..3, &mut whole).map_err(|error| error.to_string());
    let mut writer = template.writer();
    let again = (0..3).try_for_each(|row| writer.write(row..row + 1, &mut parts));
    prop_assert_eq!(ended, again.map_err(|error| error.to_string()), "{}", text);
    prop_assert!(whole.as_ref() == parts.as_ref(), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_pieces_are_a_template_or_a_mistake(pieces in prop::collection::vec(piece(), 0..40)) {
        run(&pieces.concat())?;
    }

    /// Actions that are closed get further.
    #[test]
    fn any_actions_are_a_template_or_a_mistake(
        actions in prop::collection::vec(prop::collection::vec(word(), 1..6), 1..6),
        around in prop::sample::select(vec!["", "{{ if Bool }}", "{{ range $i := Loop 0 4 }}", "{{ with $x := 3 }}", "{{ range $i := Loop 4 }}"]),
    ) {
        let actions: String = actions.iter().map(|words| format!("{{{{ {} }}}}", words.concat())).collect();
        let end = if around.is_empty() { "" } else { "{{ end }}" };
        run(&format!("{{{{ $x := 1 }}}}{{{{ $i := 2 }}}}{around}{actions}{end}"))?;
    }

    #[test]
    fn any_text_is_a_template_or_a_mistake(text in "([{}$.|()\"'`a-zA-Z0-9 \\-]|\\PC|\\{\\{|\\}\\}){0,60}") {
        run(&text)?;
    }
}
