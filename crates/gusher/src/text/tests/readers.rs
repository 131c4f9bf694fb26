//! How other readers, and naive ones, read json, copy, markdown and html.

use proptest::prelude::*;

use super::{Cell, cells, document, json, options, plan, tables};

/// A field of COPY as the manual describes it.
fn copied(field: &str) -> Option<String> {
    if field == "\\N" {
        return None;
    }
    let (mut text, mut signs) = (String::new(), field.chars());
    while let Some(sign) = signs.next() {
        text.push(match sign {
            '\\' => match signs.next().expect("something follows a backslash") {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                other => other,
            },
            plain => plain,
        });
    }
    Some(text)
}

fn as_copied(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Null => None,
        Cell::Bool(value) => Some(if *value { "t" } else { "f" }.into()),
        Cell::Number(text) | Cell::Text(text) | Cell::Json(text) => Some(text.clone()),
        Cell::Bytes(digits) => Some(format!("\\x{digits}")),
    }
}

/// Text with the entities that the encoders write replaced by their letters.
fn without_entities(text: &str) -> String {
    let all =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&")];
    all.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

/// The cells of a row of a Markdown table.
fn markdown_row(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut signs) = (Vec::new(), String::new(), line.chars());
    while let Some(sign) = signs.next() {
        match sign {
            '|' => cells.push(std::mem::take(&mut cell)),
            '\\' => cell.extend(signs.next()),
            plain => cell.push(plain),
        }
    }
    assert_eq!((cells.remove(0).as_str(), cell.as_str()), ("", ""), "a row begins and ends with a bar");
    let one_space_off = |cell: &String| {
        let inner = cell.strip_prefix(' ').and_then(|cell| cell.strip_suffix(' '));
        without_entities(&inner.expect("spaces around a cell").replace("<br>", "\n"))
    };
    cells.iter().map(one_space_off).collect()
}

fn plain(cells: &[Vec<Cell>]) -> Vec<Vec<String>> {
    cells.iter().map(|row| row.iter().map(Cell::plain).collect()).collect()
}

proptest! {
    #[test]
    fn json_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let document = document(&plan, &options("json"), rows.clone(), step);
        let found: Vec<serde_json::Map<String, serde_json::Value>> = serde_json::from_str(&document).unwrap();
        let object = |row: &Vec<Cell>| names.iter().cloned().zip(row.iter().map(json)).collect();
        let expected: Vec<serde_json::Map<_, _>> = cells(&plan, rows.clone()).iter().map(object).collect();
        prop_assert_eq!(found, expected);
        let lines = if rows.is_empty() { 1 } else { rows.end - rows.start + 2 };
        prop_assert_eq!(document.lines().count() as u64, lines);
    }

    #[test]
    fn copy_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let mut options = options("copy");
        options.header().unwrap();
        let document = document(&plan, &options, rows.clone(), step);
        let row = |line: &str| line.split('\t').map(copied).collect::<Vec<_>>();
        let mut found = document.strip_suffix('\n').unwrap().split('\n').map(row);
        prop_assert_eq!(found.next().unwrap(), names.into_iter().map(Some).collect::<Vec<_>>());
        let expected = cells(&plan, rows);
        prop_assert!(found.eq(expected.iter().map(|row| row.iter().map(as_copied).collect::<Vec<_>>())));
    }

    #[test]
    fn markdown_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let document = document(&plan, &options("markdown"), rows.clone(), step);
        let mut lines = document.strip_suffix('\n').unwrap().split('\n');
        prop_assert_eq!(markdown_row(lines.next().unwrap()), names);
        prop_assert!(markdown_row(lines.next().unwrap()).iter().all(|rule| rule == "---" || rule == "---:"));
        prop_assert_eq!(lines.map(markdown_row).collect::<Vec<_>>(), plain(&cells(&plan, rows)));
    }

    #[test]
    fn html_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let document = document(&plan, &options("html"), rows.clone(), step);
        let inside = |text: &str, before: &str, after: &str| {
            text.strip_prefix(before).and_then(|text| text.strip_suffix(after)).expect(before).to_owned()
        };
        let row = |text: &str, cell: &str| -> Vec<String> {
            let text = inside(text, &format!("<tr><{cell}>"), &format!("</{cell}></tr>\n"));
            text.split(&format!("</{cell}><{cell}>")).map(without_entities).collect()
        };
        let table = inside(&document, "<table>\n<thead>\n", "</tbody>\n</table>\n");
        let (head, body) = table.split_once("</thead>\n<tbody>\n").unwrap();
        prop_assert_eq!(row(head, "th"), names);
        let found: Vec<_> = body.split_inclusive("</tr>\n").map(|text| row(text, "td")).collect();
        prop_assert_eq!(found, plain(&cells(&plan, rows)));
    }
}

#[test]
fn a_table_without_rows_is_a_document_too() {
    let specs = ["id=seq".to_owned(), "a|b=noun".to_owned()];
    let (plan, _) = plan(&specs, "", 1);
    for (format, expected) in [
        ("column", ""),
        ("ndjson", ""),
        ("json", "[]\n"),
        ("sql", ""),
        ("copy", ""),
        ("markdown", "| id | a\\|b |\n| ---: | --- |\n"),
        (
            "html",
            "<table>\n<thead>\n<tr><th>id</th><th>a|b</th></tr>\n</thead>\n<tbody>\n</tbody>\n</table>\n",
        ),
    ] {
        assert_eq!(document(&plan, &options(format), 5..5, 1), expected, "{format:?}");
    }
    let mut script = options("copy");
    script.create_table().unwrap();
    let expected = "CREATE TABLE t (\n  id BIGINT NOT NULL PRIMARY KEY,\n  \"a|b\" TEXT NOT NULL\n);\n\
                    COPY t (id, \"a|b\") FROM stdin;\n\\.\n";
    assert_eq!(document(&plan, &script, 0..0, 1), expected);
}

/// The cells of a row of XML, found by another reader; a null is `None`.
fn xml_rows(text: &str) -> Vec<Vec<Option<String>>> {
    let document = roxmltree::Document::parse(text).unwrap();
    let nil = |cell: &roxmltree::Node<'_, '_>| {
        cell.attribute(("http://www.w3.org/2001/XMLSchema-instance", "nil")) == Some("true")
    };
    let cell =
        |cell: roxmltree::Node<'_, '_>| (!nil(&cell)).then(|| cell.text().unwrap_or_default().to_owned());
    let rows = document.root_element().children().filter(roxmltree::Node::is_element);
    rows.map(|row| row.children().map(cell).collect()).collect()
}

/// A text as XML can have it.
fn in_xml(text: &str) -> String {
    text.chars().map(|c| if c < ' ' && !"\t\n\r".contains(c) { '\u{fffd}' } else { c }).collect()
}

/// What another reader finds in YAML is what JSON has.
fn yaml_value(value: &saphyr::Yaml<'_>) -> serde_json::Value {
    use saphyr::{Scalar, Yaml};
    match value {
        Yaml::Value(Scalar::Null) => serde_json::Value::Null,
        Yaml::Value(Scalar::Boolean(value)) => (*value).into(),
        Yaml::Value(Scalar::Integer(value)) => (*value).into(),
        Yaml::Value(Scalar::FloatingPoint(value)) => value.into_inner().into(),
        Yaml::Value(Scalar::String(text)) => text.as_ref().into(),
        Yaml::Sequence(items) => items.iter().map(yaml_value).collect(),
        Yaml::Mapping(members) => {
            let member = |(name, value): (&Yaml<'_>, &Yaml<'_>)| {
                (name.as_str().unwrap().to_owned(), yaml_value(value))
            };
            serde_json::Value::Object(members.iter().map(member).collect())
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn xml_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, _) = plan(&columns, &file, seed);
        let found = xml_rows(&document(&plan, &options("xml"), rows.clone(), step));
        let expected = |row: &Vec<Cell>| -> Vec<Option<String>> {
            row.iter().map(|cell| (*cell != Cell::Null).then(|| in_xml(&cell.plain()))).collect()
        };
        prop_assert_eq!(found, cells(&plan, rows).iter().map(expected).collect::<Vec<_>>());
    }

    #[test]
    fn yaml_reads_back((columns, file, seed, rows, step) in tables()) {
        use saphyr::LoadableYamlNode as _;
        let (plan, names) = plan(&columns, &file, seed);
        let text = document(&plan, &options("yaml"), rows.clone(), step);
        let documents = saphyr::Yaml::load_from_str(&text).unwrap();
        let found = documents[0].as_sequence().unwrap();
        let cells = cells(&plan, rows);
        prop_assert_eq!(found.len(), cells.len());
        for (row, cells) in found.iter().zip(cells) {
            for (name, cell) in names.iter().zip(&cells) {
                prop_assert_eq!(yaml_value(row.as_mapping_get(name).unwrap()), json(cell), "{}", name);
            }
        }
    }
}
