//! The links between documents: each leads somewhere, and every page is reached from docs/README.md.

use crate::readme::root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files that a document links to, without those elsewhere.
fn links(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(page).expect("a page can be read");
    let folder = page.parent().expect("a page is in a folder");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
    let files = targets.filter(|target| !target.is_empty() && !target.contains("://"));
    files.map(|target| folder.join(target)).collect()
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn every_link_leads_to_a_file() {
    let mut all = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages(&root().join("docs"), &mut all);
    let broken: Vec<String> = all
        .iter()
        .flat_map(|page| links(page).into_iter().map(move |link| (page, link)))
        .filter(|(_, link)| !link.exists())
        .map(|(page, link)| format!("{}: {}", page.display(), link.display()))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_is_reached_from_the_index() {
    let index = root().join("docs/README.md");
    let mut reached: BTreeSet<PathBuf> = BTreeSet::new();
    let mut open = vec![index];
    while let Some(page) = open.pop() {
        let Ok(page) = page.canonicalize() else { continue };
        let is_page = page.extension().is_some_and(|extension| extension == "md");
        if is_page && reached.insert(page.clone()) {
            open.extend(links(&page));
        }
    }
    let mut all = Vec::new();
    pages(&root().join("docs"), &mut all);
    let missed: Vec<PathBuf> = all
        .into_iter()
        .filter(|page| !page.canonicalize().is_ok_and(|page| reached.contains(&page)))
        .collect();
    assert!(missed.is_empty(), "no link leads from docs/README.md to {missed:?}");
}
