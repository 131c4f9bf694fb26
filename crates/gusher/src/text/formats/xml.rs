//! `xml`: one element a row in one root element, named by the rules of SQL/XML (ISO 9075-14), as PostgreSQL's `table_to_xml`.

use crate::text::engine::floats::FloatTexts;
use crate::text::engine::layout::{FieldText, Layout, Nesting};
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Xml,
    spec: FormatSpec {
        name: "xml",
        about: "one <row> element a row, with an element for each column; null is xsi:nil",
        extensions: &["xml"],
        names: Names::Distinct,
        structs: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Xml;

impl RowFormat for Xml {
    fn takes_nul(&self) -> bool {
        false
    }

    /// `  <row><id>7</id><name>foo</name></row>` inside an element named as the table.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let root = element_name(head.table);
        let field = |(column, name): (usize, &str)| FieldText {
            before: if column == 0 { "  <row>" } else { "" }.into(),
            ..element(&element_name(name))
        };
        let fields = head.names().enumerate().map(field).collect();
        let xsi = "http://www.w3.org/2001/XMLSchema-instance";
        Body::text(Layout {
            fields,
            header: format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns:xsi=\"{xsi}\">\n")
                .into(),
            footer: format!("</{root}>\n").into(),
            nesting: Some(&Elements),
            ..Layout::rows(XmlText, [""; 0], "</row>\n")
        })
    }
}

/// The text around a value that is an element of this name.
fn element(name: &str) -> FieldText {
    FieldText {
        before: Vec::new(),
        open: format!("<{name}>").into(),
        close: format!("</{name}>").into(),
        null: format!("<{name} xsi:nil=\"true\"/>").into(),
    }
}

/// An element for each item and each field.
#[derive(Debug)]
struct Elements;

impl Elements {
    fn layout(fields: Vec<FieldText>) -> Layout {
        Layout { fields, nesting: Some(&Elements), ..Layout::rows(XmlText, [""; 0], "") }
    }
}

impl Nesting for Elements {
    fn list(&self) -> [&'static str; 2] {
        ["", ""]
    }

    fn items(&self) -> Layout {
        Elements::layout(vec![element("item")])
    }

    fn map(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// An element for each entry, with one for its key and one for its value.
    fn entries(&self) -> Layout {
        let mut value = element("value");
        for end in [&mut value.close, &mut value.null] {
            end.extend_from_slice(b"</entry>");
        }
        Elements::layout(vec![FieldText { before: b"<entry>".into(), ..element("key") }, value])
    }

    fn structure(&self, names: &[&str]) -> Layout {
        Elements::layout(names.iter().map(|name| element(&element_name(name))).collect())
    }
}

/// The name of an element for any name: characters that an XML name cannot have are written `_xHHHH_` (ISO 9075-14, section
/// 9.1), and so is the start of a name that begins with `xml`, which XML reserves, or that looks like such an escape.
fn element_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let reserved = name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"));
    for (at, c) in name.char_indices() {
        let plain = match c {
            // A colon would be read as a namespace.
            'A'..='Z' | 'a'..='z' => !(at == 0 && reserved),
            '_' => !name[at..].starts_with("_x"),
            '0'..='9' | '-' | '.' => at > 0,
            _ => is_name_start(c) || at > 0 && is_name_char(c),
        };
        match plain {
            true => out.push(c),
            false => out.push_str(&format!("_x{:04X}_", u32::from(c))),
        }
    }
    match out.is_empty() {
        true => "_x_".into(),
        false => out,
    }
}

/// Whether a name may begin with this character beyond ASCII (XML 1.0, production 4).
fn is_name_start(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
        | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

/// Whether a name may also have this character beyond ASCII after its start (XML 1.0, production 4a).
fn is_name_char(c: char) -> bool {
    matches!(c, '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// The text of an element (XML 1.0). What XML cannot have at all, control characters and U+FFFE and U+FFFF, is written as
/// U+FFFD; a carriage return by itself would be read as a line feed.
#[derive(Debug)]
struct XmlText;

impl Style for XmlText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        if text.contains(['\u{fffe}', '\u{ffff}']) {
            return self.escape(&text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"), out);
        }
        rewrite(text, out, |byte| match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'\r' => "&#13;",
            b'\t' | b'\n' => "",
            0..0x20 => "\u{fffd}",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        5
    }

    fn floats(&self) -> FloatTexts {
        // As xs:double has them.
        FloatTexts { infinite: ["INF", "-INF"], ..FloatTexts::USUAL }
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, XmlText, element_name};

    #[test]
    fn texts_have_no_markup_and_nothing_that_xml_refuses() {
        let mut out = Vec::new();
        XmlText.escape("<a b='c'>&amp;]]>\r\n\t\u{1}\u{ffff}é", &mut out);
        let expected = "&lt;a b='c'&gt;&amp;amp;]]&gt;&#13;\n\t\u{fffd}\u{fffd}é";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn any_name_becomes_that_of_an_element() {
        for (name, written) in [
            ("id", "id"),
            ("name.first", "name.first"),
            ("a b", "a_x0020_b"),
            ("1st", "_x0031_st"),
            ("-", "_x002D_"),
            ("a:b<c", "a_x003A_b_x003C_c"),
            ("xmlns", "_x0078_mlns"),
            ("_x0020_", "_x005F_x0020_"),
            ("größe", "größe"),
            ("·", "_x00B7_"),
            ("a·", "a·"),
            ("😀", "😀"),
            ("", "_x_"),
        ] {
            assert_eq!(element_name(name), written, "{name}");
        }
    }
}
