//! Random templates of pieces in any order, most of which make no sense: for the tests and for fuzzing.
#![allow(dead_code, reason = "not all who share this need all of it")]

/// First what surrounds actions and opens blocks, then what is in actions. The names of functions come besides.
pub const PIECES: [&[&str]; 2] = [
    &[
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
        "{{ range $i := Loop 3 }}",
        "{{ range Loop 2 }}",
        "{{ range $i, $x := Loop 0 3 }}",
        "{{ else if $x := ",
        "{{ break }}",
        "{{ continue }}",
        "{{ define \"a\" }}",
        "{{ template \"a\" ",
        "{{ block \"b\" ",
        "{{/* c */}}",
        "{{/* ",
        "text",
        "\n",
        " ",
    ],
    &[
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
        "70 ",
        "-1 ",
        "1.5 ",
        "3k ",
        "} ",
        "\"",
        "\"\" ",
        "\"a,b\" ",
        "\"\\xff\" ",
        "`é\u{ff}` ",
        "'c' ",
        "true ",
        "nil ",
        "\"%5.2f %v %[1]*d %x\" ",
        "\"%d %s %q\" ",
        "Int 0 9 ",
        "Enum \"a\" ",
        "\"@null=0.5\" ",
        "\"@upper\" ",
        "\"@of=x\" ",
        "Loop 3 ",
        "Loop 2 ",
        "Loop (Int 0 3) ",
        "Loop 0 3 ",
        "Bool ",
        "Name ",
        "PlaceCity ",
        "9223372036854775807 ",
    ],
];

/// A template of pieces, each chosen by a byte; high bytes choose functions.
pub fn pieces(data: &[u8], functions: &[&str]) -> String {
    let pieces = PIECES.concat();
    let mut text = String::new();
    for &byte in data.iter().take(400) {
        match usize::from(byte) {
            byte @ 160.. => {
                text += functions[(byte - 160) % functions.len()];
                text.push(' ');
            }
            byte => text += pieces[byte % pieces.len()],
        }
    }
    text
}
