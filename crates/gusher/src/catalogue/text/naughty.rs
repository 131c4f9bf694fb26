//! `naughty`: texts that break programs which took care of none of them.

use std::sync::{Arc, LazyLock};

use crate::generators::phrase::DictionaryEntry;
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "naughty",
    "a text that breaks programs: empty, blank, right-to-left, combining marks, emoji, very long, like SQL or HTML …",
    naughty,
)
.optional(
    "KIND,…",
    "empty, blank, control, direction, marks, emoji, width, long, sql, html, shell, format, number, date, name, encoding or nul; \
     all but nul by default, which not every format can write",
    "naughty:sql,html",
)];

/// The texts of a kind.
struct Kind {
    name: &'static str,
    texts: fn() -> Vec<String>,
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[rustfmt::skip]
static KINDS: &[Kind] = &[
    Kind { name: "empty", texts: || texts(&[""]) },
    Kind { name: "blank", texts: || texts(&[" ", "   ", "\t", "\u{a0}", "\u{2003}", "\u{3000}", "\u{200b}", "\u{feff}", " a", "a ", "a  b"]) },
    Kind { name: "control", texts: || texts(&["a\nb", "a\r\nb", "a\rb", "a\tb", "\u{7}", "\u{8}", "\u{1b}[31mred\u{1b}[0m", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}", "a\u{b}b\u{c}"]) },
    Kind { name: "direction", texts: || texts(&[
        "שלום", "مرحبا بالعالم", "abc שלום def", "\u{202e}txt.exe", "\u{2066}a\u{2069}b", "\u{200f}12\u{200e}34", "(שלום)", "العربية 123 English",
    ]) },
    Kind { name: "marks", texts: || {
        let mut found = texts(&["e\u{301}", "é", "n\u{303}o\u{308}", "Z\u{351}\u{36b}\u{343}\u{32a}a\u{30d}\u{353}", "क्षि", "ក្រុម", "한\u{302e}", "\u{301}", "ﬁ", "ß", "İ", "ı", "ǅ", "Å"]);
        found.push(format!("a{}", "\u{335}\u{301}\u{323}".repeat(20)));
        found
    } },
    Kind { name: "emoji", texts: || texts(&["😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪", "🇩", "1️⃣", "☺︎", "☺️", "👨🏿‍🚀", "🫱🏻‍🫲🏿", "💩"]) },
    Kind { name: "width", texts: || texts(&["ＡＢＣ１２３", "ｶﾞ", "田中さんにあげて下さい", "사회과학원", "𠜎𠜱𠝹", "𝓗𝓮𝓵𝓵𝓸", "\u{fffd}", "\u{10ffff}", "\u{e000}"]) },
    Kind { name: "long", texts: || vec!["a".repeat(256), "word ".repeat(205), "ü".repeat(2048), "x".repeat(65_536)] },
    Kind { name: "sql", texts: || texts(&["'", "''", "\"", "`", ";", "--", "1' OR '1'='1", "'); DROP TABLE users; --", "Robert'); DELETE FROM students;", "\\'", "%", "_", "\\", "NULL", "null", "$1", "?", "/* a */", "\\N", "\\."]) },
    Kind { name: "html", texts: || texts(&["<", "&", "&amp;", "<b>bold</b>", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "<!-- a -->", "]]>", "&#0;", "</textarea>", "javascript:alert(1)"]) },
    Kind { name: "shell", texts: || texts(&["$HOME", "$(id)", "`id`", "; ls", "| cat", "&& true", "*", "~", "-rf", "--help", "../../etc/passwd", "C:\\CON", "/dev/null", "!!"]) },
    Kind { name: "format", texts: || texts(&["%s%n", "%d", "{0}", "{{7*7}}", "${7*7}", "#{1}", "<%= 1 %>", ",", "a,b", "\"a\"", "a\"b", "=1+1", "+1", "@a", "{\"a\":1}", "[]", "a|b", "a;b", "a:b", "#", "---"]) },
    Kind { name: "number", texts: || texts(&["0", "-0", "007", "1e309", "1E5", "NaN", "Infinity", "-Infinity", "0x1F", "1_000", "1,000.50", "1.000,50", "2147483648", "-2147483649", "9223372036854775808", "18446744073709551616", "0.1", ".5", "5.", "½", "٣", "１２", "1e-400", "00123", "1/0", "+42"]) },
    Kind { name: "date", texts: || texts(&["0000-00-00", "1970-01-01", "2024-02-30", "2023-02-29", "1/2/3", "24:00", "23:59:60", "9999-12-31", "10000-01-01", "2038-01-19T03:14:08Z", "March 1st"]) },
    Kind { name: "name", texts: || texts(&["O'Neil", "Null", "Test", "van der Berg", "Ng", "X Æ A-12", "José María", "Müller-Lüdenscheidt", "true", "false", "undefined", "None", "nil", "N/A", "-", "."]) },
    Kind { name: "encoding", texts: || texts(&["MÃ¼ller", "â‚¬", "â€™", "ï»¿text", "caf\u{c3}\u{a9}", "&eacute;", "%C3%A9", "\\u00e9", "=?utf-8?q?=C3=A9?=", "ÿþ"]) },
    Kind { name: "nul", texts: || texts(&["\0", "a\0b", "\0\0\0"]) },
];

/// All kinds that every format can write.
static ALL: LazyLock<Arc<Dictionary>> =
    LazyLock::new(|| Arc::new(dictionary(KINDS.iter().filter(|kind| kind.name != "nul"))));

fn dictionary<'k>(kinds: impl Iterator<Item = &'k Kind>) -> Dictionary {
    let texts: Vec<String> = kinds.flat_map(|kind| (kind.texts)()).collect();
    let (dictionary, _) = Dictionary::indexed(texts.iter().map(String::as_str));
    dictionary
}

/// `naughty[:kind,…]`: each text of the kinds is as likely as any other.
fn naughty(constraint: Constraint<'_>) -> BuildResult {
    let mut kinds = Vec::new();
    for field in constraint.fields(usize::MAX, "naughty:KIND,…")? {
        let found = KINDS.iter().find(|kind| kind.name == field.text);
        kinds.push(found.ok_or_else(|| {
            let names = || KINDS.iter().map(|kind| kind.name);
            let message = gush_diagnostics::Message::unknown("there is no such kind", &field.text, names());
            let all = names().collect::<Vec<_>>().join(", ");
            field.error(message.otherwise(format!("there are {all}")).to_string())
        })?);
    }
    let dictionary = match kinds.is_empty() {
        true => Arc::clone(&ALL),
        false => Arc::new(dictionary(kinds.into_iter())),
    };
    Ok(Arc::new(DictionaryEntry::new(dictionary)))
}
