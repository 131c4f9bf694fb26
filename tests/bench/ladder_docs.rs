//! What docs/engineering/ladder.md lists is what the registry has. `GUSH_RECORD=1` writes it down.

use gush_lab::ladder::{Rung, known_peers, rungs};
use gush_store::model::{Published, Unit};
use gush_testkit::assert_same;
use std::fmt::Write as _;
use std::path::Path;

/// A published figure, as one would write it.
fn figure(published: &Published) -> String {
    let (value, unit) = match published.unit {
        Unit::Bytes if published.value >= f64::from(1 << 30) => {
            (published.value / f64::from(1 << 30), "GiB/s")
        }
        Unit::Bytes => (published.value / f64::from(1 << 20), "MiB/s"),
        Unit::Lines => (published.value / 1e6, "million lines/s"),
        Unit::Calls => (published.value / 1e6, "million calls/s"),
    };
    // What comes of a product of floats has more digits than were published.
    let value = (value * 1000.0).round() / 1000.0;
    let note = published.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{value} {unit}{note}")
}

fn ladder() -> String {
    let mut table = String::from(
        "| step | rung | language | what it does | published | shows |\n|---|---|---|---|---|---|\n",
    );
    for Rung { info, shows, .. } in rungs() {
        let published: Vec<String> = info.published.iter().map(figure).collect();
        let step = info.step.unwrap_or_default();
        let row = [step, format!("`{}`", info.name), info.language, info.title, published.join(", "), shows];
        writeln!(table, "| {} |", row.join(" | ")).expect("a text takes all");
    }
    table
}

fn peers() -> String {
    let mut table = String::from("| peer | language | what is run |\n|---|---|---|\n");
    for Rung { info, .. } in known_peers() {
        writeln!(table, "| `{}` | {} | `{}` |", info.name, info.language, info.command)
            .expect("a text takes all");
    }
    table
}

#[test]
fn the_document_lists_the_registry() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engineering/ladder.md");
    let text = std::fs::read_to_string(&path).expect("the document can be read");
    let mut expected = text.clone();
    for (head, table) in [("| step | rung |", ladder()), ("| peer | language |", peers())] {
        let (before, rest) = expected.split_once(head).unwrap_or_else(|| panic!("there is no table {head}"));
        let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
        expected = format!("{before}{table}\n{after}");
    }
    if std::env::var_os("GUSH_RECORD").is_some() {
        std::fs::write(&path, expected).expect("the document can be written");
    } else {
        assert_same(text, expected);
    }
}
