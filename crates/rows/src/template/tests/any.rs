//! Whatever is typed: no panic, no row without bound, and parts agree with the whole.

use proptest::prelude::*;

use super::compiled;
use crate::encode::Buffer;

/// What templates are made of.
const PIECES: &[&str] = &[
    "{{ ",
    " }}",
    " }}",
    "{{- ",
    " -}}",
    "{{ end }}",
    "{{ end }}",
    "{{ else }}",
    "{{ if ",
    "{{ else if ",
    "{{ with ",
    "{{ range ",
    "{{ range $i := ",
    "{{ range $i, $x := ",
    "{{ break }}",
    "{{ continue }}",
    "{{ define \"a\" }}",
    "{{ template \"a\" ",
    "{{ block \"b\" ",
    "$x := ",
    "$x = ",
    "$x ",
    "$i ",
    ". ",
    ".Row ",
    "$ ",
    "| ",
    "(",
    ") ",
    "0 ",
    "1 ",
    "5 ",
    "-1 ",
    "1.5 ",
    "\"\" ",
    "\"a,b\" ",
    "'c' ",
    "true ",
    "nil ",
    "\"%5.2f %v %[1]*d %x\" ",
    "Int 0 9 ",
    "Enum \"a\" ",
    "Loop 3 ",
    "Loop 0 3 ",
    "Bool ",
    "Name ",
    "and ",
    "or ",
    "not ",
    "eq ",
    "lt ",
    "len ",
    "index ",
    "slice ",
    "print ",
    "printf ",
    "html ",
    "List ",
    "Add ",
    "Div ",
    "Join ",
    "Repeat ",
    "Pad ",
    "Replace ",
    "JSON ",
    "Pick ",
    "Null ",
    "Odd ",
    "Upper ",
    "Title ",
    "text",
    "\n",
    "9223372036854775807 ",
];

/// Runs a template if it is one; the same rows must come in one piece and row by row.
fn run(text: &str) -> Result<(), TestCaseError> {
    let Ok(template) = compiled(text, 7) else { return Ok(()) };
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
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_pieces_are_a_template_or_a_mistake(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        run(&pieces.concat())?;
    }

    /// Actions that are closed get further.
    #[test]
    fn any_actions_are_a_template_or_a_mistake(
        actions in prop::collection::vec(prop::collection::vec(prop::sample::select(&PIECES[19..]), 1..6), 1..6),
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
