//! Every chart of many synthetic runs: well-formed, within its size, and nothing of the user's in it as markup.

use roxmltree::{Document, Node};

use super::*;
use crate::report::findings::Finding;
use crate::report::{broken_runs, humanize, image, sample};
use gush_store::model::{Record, Unit};

/// All drawings of a run, with what they are.
fn drawings(record: &Record) -> Vec<(String, Drawing)> {
    let findings = Findings::new(record);
    let mut all: Vec<(String, Drawing)> = panels(&findings);
    for (chart, name, _) in CHARTS {
        for size in [Size::Wide, Size::Narrow] {
            let drawing = draw(chart, &findings, None, size);
            all.extend(drawing.map(|drawing| (format!("{name} {size:?}"), drawing)));
        }
    }
    all
}

fn numbers(node: Node<'_, '_>, names: &[&str]) -> Vec<f64> {
    names.iter().filter_map(|name| node.attribute(*name)).map(|value| value.parse().unwrap()).collect()
}

#[test]
fn drawings_are_well_formed_and_stay_within_their_size() {
    for seed in 0..40 {
        for (name, drawing) in drawings(&broken_runs::any(seed)) {
            let svg = image::svg(&drawing, "a & b", false);
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
            for node in document.descendants().filter(Node::is_element) {
                // Texts are anchored within; how wide they are only the reader's face knows.
                for x in numbers(node, &["x", "cx"]) {
                    assert!(x >= -10.0 && x <= f64::from(drawing.width) + 10.0, "{name}: x {x}");
                }
                for y in numbers(node, &["y", "cy"]) {
                    assert!(y >= -10.0 && y <= f64::from(drawing.height) + 10.0, "{name}: y {y}");
                }
                // M1 2L3.5 4: x and y in turns.
                let path = node.attribute("d").unwrap_or_default().replace(['M', 'L'], " ");
                let path: Vec<f64> = path.split_whitespace().map(|number| number.parse().unwrap()).collect();
                for at in path.chunks(2) {
                    assert!(at[0] >= -1.0 && at[0] <= f64::from(drawing.width) + 1.0, "{name}: {path:?}");
                    assert!(at[1] >= -1.0 && at[1] <= f64::from(drawing.height) + 1.0, "{name}: {path:?}");
                }
                assert!(node.attribute("id").is_none(), "two charts on a page would have the same");
            }
        }
    }
}

#[test]
fn every_rung_is_a_mark_with_its_figures() {
    let record = sample::ladder();
    let findings = Findings::new(&record);
    for size in [Size::Wide, Size::Narrow] {
        let drawing = draw(Chart::Ladder, &findings, None, size).unwrap();
        let svg = image::svg(&drawing, "", true);
        let document = Document::parse(&svg).unwrap();
        let titles: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("title"))
            .filter_map(|node| node.text())
            .collect();
        for finding in findings.rungs.iter().chain(&findings.limits) {
            if finding.rung().unit == Unit::Calls {
                continue;
            }
            let rate = humanize::rate(finding.median(), finding.rung().unit);
            let head = format!("{}: {}\n{rate}", finding.rung().name, finding.rung().title);
            assert!(titles.iter().any(|title| title.starts_with(&head)), "{head} is missing");
        }
    }
}

#[test]
fn texts_stay_on_the_sheet_or_within_the_margin_of_a_phone() {
    for (name, drawing) in drawings(&sample::ladder()).into_iter().chain(drawings(&sample::buffers())) {
        let svg = image::svg(&drawing, "", false);
        let document = Document::parse(&svg).unwrap();
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            let [x, size] =
                ["x", "font-size"].map(|key| node.attribute(key).unwrap().parse::<f64>().unwrap());
            let text = node.text().unwrap_or_default();
            let width = svg::text_width(text, size);
            let left = match node.attribute("text-anchor") {
                Some("end") => x - width,
                Some("middle") => x - width / 2.0,
                _ => x,
            };
            let most = f64::from(drawing.width) + 12.0;
            assert!(left >= -12.0 && left + width <= most, "{name}: {text} at {left}, {width} wide");
        }
    }
}

#[test]
fn no_limit_crosses_a_figure_where_figures_are_above_the_rows() {
    let record = sample::ladder();
    let drawing = draw(Chart::Ladder, &Findings::new(&record), None, Size::Narrow).unwrap();
    let svg = image::svg(&drawing, "", false);
    let document = Document::parse(&svg).unwrap();
    let coordinates = |node: Node<'_, '_>, key: &str| node.attribute(key).unwrap().parse::<f64>().unwrap();
    let texts: Vec<(f64, f64)> = document
        .descendants()
        .filter(|node| {
            node.has_tag_name("text") && node.attribute("class").unwrap_or_default().contains("t-ink")
        })
        .map(|node| (coordinates(node, "y"), coordinates(node, "font-size")))
        .collect();
    let lines: Vec<Vec<f64>> = document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("l-limit")))
        .map(|node| node.attribute("d").unwrap().replace(['M', 'L'], " "))
        .map(|path| path.split_whitespace().map(|number| number.parse().unwrap()).collect())
        .collect();
    assert!(lines.len() > 60 && texts.len() > 60, "{} lines, {} texts", lines.len(), texts.len());
    for line in &lines {
        let (top, bottom) = (line[1].min(line[3]), line[1].max(line[3]));
        for (base, size) in &texts {
            assert!(bottom <= base - 0.8 * size || top >= *base, "{line:?} crosses a text at {base}");
        }
    }
}

#[test]
fn further_right_is_faster() {
    let record = sample::ladder();
    let findings = Findings::new(&record);
    let drawing = draw(Chart::Ladder, &findings, None, Size::Wide).unwrap();
    let svg = image::svg(&drawing, "", false);
    let document = Document::parse(&svg).unwrap();
    let (rungs, _) = findings.of_unit(Unit::Bytes);
    let dot = |finding: &Finding<'_>| {
        let is_it = |node: &Node<'_, '_>| {
            node.children().any(|child| {
                child.text().is_some_and(|text| text.starts_with(&format!("{}:", finding.rung().name)))
            })
        };
        let mark =
            document.descendants().find(|node| node.attribute("class") == Some("m") && is_it(node)).unwrap();
        let circle = mark.children().find(|node| node.has_tag_name("circle")).unwrap();
        numbers(circle, &["cx", "cy"])
    };
    let dots: Vec<Vec<f64>> = rungs.iter().map(|finding| dot(finding)).collect();
    assert!(dots.windows(2).all(|pair| pair[0][0] >= pair[1][0] && pair[0][1] < pair[1][1]), "{dots:?}");
    // On a logarithmic scale equal ratios are equal lengths.
    let point = |index: usize| (rungs[index].median().ln(), dots[index][0]);
    let (first, last, middle) = (point(0), point(rungs.len() - 1), point(5));
    let expected = first.1 + (middle.0 - first.0) / (last.0 - first.0) * (last.1 - first.1);
    assert!((expected - middle.1).abs() < 0.5, "{expected} {middle:?}");
}

#[test]
#[cfg(feature = "png")]
fn images_are_drawn_with_letters() {
    let record = sample::buffers();
    let findings = Findings::new(&record);
    let drawing = draw(Chart::Buffers, &findings, None, Size::Wide).unwrap();
    let png = image::png(&drawing, false).unwrap();
    let bare = Drawing {
        body: drawing.body.replace("<text", "<desc").replace("</text", "</desc"),
        ..drawing.clone()
    };
    let without = image::png(&bare, false).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png != without, "the text left no trace");
    assert_ne!(png, image::png(&drawing, true).unwrap(), "dark is not light");
}

#[test]
fn sizes_of_buffers_are_found_in_a_ladder_too() {
    let record = sample::ladder();
    let findings = Findings::new(&record);
    let all = series(&findings);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].stem, "c-printf");
    let sizes: Vec<u64> = all[0].sizes.iter().map(|(size, _)| *size).collect();
    assert_eq!(sizes, [512, 1024, 2048, 4096, 8192, 16384]);
}

#[test]
fn nothing_measured_is_nothing_drawn() {
    assert!(drawings(&Record::default()).is_empty());
}

#[test]
fn no_limit_strikes_a_name_out() {
    let mut record = sample::ladder();
    let find = |record: &Record, name: &str| {
        record.rungs.iter().position(|rung| rung.rung.name == name).unwrap_or_else(|| panic!("no {name}"))
    };
    let (fastest, limit) = (find(&record, "gush-tee-sockets"), find(&record, "limit-drain"));
    record.rungs[limit].rounds = record.rungs[fastest].rounds.clone();
    let findings = Findings::new(&record);
    let drawing = draw(Chart::Calls, &findings, None, Size::Wide).unwrap();
    let svg = image::svg(&drawing, "", false);
    let document = Document::parse(&svg).unwrap();
    let name = document
        .descendants()
        .find(|node| node.has_tag_name("text") && node.text() == Some("gush-tee-sockets"))
        .expect("it has a name");
    let dot = name.parent().unwrap().children().find(|node| node.has_tag_name("circle")).unwrap();
    let (line, base) = (numbers(dot, &["cy"])[0], numbers(name, &["y"])[0]);
    assert!(base <= line || base - 9.0 >= line, "{base} is on the line at {line}");
}
