//! What docs/reference/templates.md shows must be what happens.

use std::path::Path;

use gush_testkit::Program;

use crate::templates::generated;

const DOCS: &str = include_str!("../../docs/reference/templates.md");

/// The blocks of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let parts = DOCS.split("```").skip(1).step_by(2);
    parts.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

#[test]
fn examples_give_the_documented_output() {
    let blocks = blocks("template");
    assert!(blocks.len() >= 20, "only {} examples", blocks.len());
    for block in blocks {
        let (template, shown) = block.split_once("\n---\n").expect("an example shows what it gives");
        generated("-l 1", template).stdout_is(shown.strip_suffix('\n').unwrap_or(shown));
    }
}

#[test]
fn dialogues_go_as_shown() {
    let folder = Path::new(env!("CARGO_BIN_EXE_gush")).parent().expect("a binary has a folder");
    for block in blocks("console") {
        for example in block.split("$ ").skip(1) {
            let (command, shown) = example.split_once('\n').expect("a command ends its line");
            let run = Program::shell(&format!("PATH={}:$PATH; exec 2>&1; {command}", folder.display())).run();
            assert_eq!(run.text(), shown, "{command}");
        }
    }
}

/// Every function that there is is in the documentation; those of generators by their rule.
#[test]
fn every_function_is_explained() {
    for function in gush_template::functions() {
        assert!(DOCS.contains(&format!("`{}", function.name)), "{} is missing", function.name);
        assert!(!function.about.is_empty() && !function.about.ends_with('.'), "{}", function.name);
    }
}
