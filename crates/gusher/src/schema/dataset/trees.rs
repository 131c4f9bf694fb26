//! Trees: the shape that the rows of a table have which refer to rows before them, and how deep a row is.

use super::Choice;
use super::build::DatasetBuilder;
use crate::links::{MAX_LEVELS, Tree};
use crate::schema::draft::Related;
use crate::schema::file::{FileOther, FileTree};
use gush_diagnostics::{Message, grouped};

impl DatasetBuilder<'_> {
    /// Applies what the file says of the shape of a tree, and returns whether that is right.
    pub(super) fn choose_shape(
        &mut self,
        table: usize,
        link: usize,
        asked: &FileTree,
        other: Option<&FileOther>,
    ) -> bool {
        let FileTree { roots, levels, depth } = asked;
        let given = [
            ("roots", roots, 1..=u64::MAX),
            ("levels", levels, 2..=MAX_LEVELS),
            ("depth", depth, 1..=u64::MAX),
        ];
        let Some((name, at)) =
            given.iter().find_map(|(name, asked, _)| Some((*name, asked.as_ref()?.1.clone())))
        else {
            return true;
        };
        let is_tree = self.tables[table].links[link].choice == Choice::Earlier;
        let text = match (is_tree, other, levels, depth) {
            (false, ..) | (_, Some(FileOther::Own(_)), ..) => {
                format!("`{name}` is of a tree, whose rows refer to rows of their own table before them")
            }
            (_, _, Some(_), Some(_)) => "`levels` says how deep a tree is; leave `depth` out".to_owned(),
            (_, Some(FileOther::Labels(_)), ..) => {
                format!("`{name}` and `other` do not go together; leave one of the two out")
            }
            _ => {
                let wrong = given.into_iter().find_map(|(name, asked, range)| {
                    let (number, at) = asked.as_ref().filter(|(number, _)| !range.contains(number))?;
                    let least = range.start();
                    Some((
                        at.clone(),
                        match number < least {
                            true => format!("a tree has at least {least} of these; `{name}` is {number}"),
                            false => format!("a tree has at most {} levels", grouped(MAX_LEVELS)),
                        },
                    ))
                });
                if let Some((at, text)) = wrong {
                    self.wrong(at, text);
                    return false;
                }
                let number = |asked: &Option<(u64, _)>| asked.as_ref().map(|(number, _)| *number);
                self.tables[table].links[link].tree =
                    Tree { roots: number(roots).unwrap_or(1), levels: number(levels), depth: number(depth) };
                return true;
            }
        };
        self.wrong(at, text);
        false
    }

    /// The link of a tree whose depth is asked for: that of the label, or the only one.
    pub(super) fn tree_of(&mut self, table: usize, related: &Related) -> Option<usize> {
        let links = &self.tables[table].links;
        let trees: Vec<usize> = (0..links.len()).filter(|&link| links[link].parent == table).collect();
        let labels = || trees.iter().map(|&link| &links[link].label[..]);
        let name = &self.tables[table].file.name.text;
        let found = match (&related.of, &trees[..]) {
            (Some(label), _) => {
                let text = format!("no link of this label leads from `{name}` to itself");
                trees
                    .iter()
                    .copied()
                    .find(|&link| links[link].label == *label)
                    .ok_or_else(|| related.label_diagnostic(Message::unknown(text, label, labels())))
            }
            (None, [only]) => Ok(*only),
            (None, []) => Err(related.column_diagnostic(format!(
                "a row has a depth in a tree, whose rows refer to rows of their own table, as with \"ref:{name}.id\""
            ))),
            (None, [first, ..]) => {
                let all: Vec<String> = labels().map(|label| format!("`{label}`")).collect();
                Err(related.column_diagnostic(format!(
                    "several links lead from `{name}` to itself: {}; say which one is meant, as with @of={}",
                    all.join(", "),
                    links[*first].label
                )))
            }
        };
        found.map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()
    }
}
