//! Links that leave parents out (`other`), or choose among those that share an ancestor (`within`).

use super::build::DatasetBuilder;
use super::{Choice, Other, TableRows, Within};
use crate::links::MAX_INDEXED;
use crate::schema::file::{FileLink, FileOther, SpannedText};
use gush_diagnostics::{Message, grouped};

/// A link, by the index of its table and its own index there.
type LinkId = (usize, usize);

impl DatasetBuilder<'_> {
    /// Applies what the file declares of the candidates of all links, which have chosen their ways.
    pub(super) fn narrow(&mut self) {
        for table in 0..self.tables.len() {
            for index in 0..self.tables[table].file.links.len() {
                self.narrow_one(table, index);
            }
        }
        self.refuse_circles();
        // An ancestor that may be missing leaves a row without candidates, and so on.
        loop {
            let mut is_new = false;
            for table in 0..self.tables.len() {
                for link in 0..self.tables[table].links.len() {
                    let may_lack = self.may_lack(table, link);
                    let own = &mut self.tables[table].links[link];
                    is_new |= may_lack && !std::mem::replace(&mut own.may_lack, may_lack);
                }
            }
            if !is_new {
                break;
            }
        }
    }

    fn narrow_one(&mut self, table: usize, index: usize) {
        let FileLink { label, other, within, .. } = self.tables[table].file.links[index].clone();
        let links = &self.tables[table].links;
        let Some(link) = links.iter().position(|link| link.label == label.text) else { return };
        if matches!(links[link].choice, Choice::Counted(_) | Choice::Scattered(_)) {
            return;
        }
        if let Some(other) = other {
            self.leave_out(table, link, &other);
        }
        if let Some(within) = within {
            self.scope(table, link, &within);
        }
    }

    fn leave_out(&mut self, table: usize, link: usize, other: &FileOther) {
        let others = match other {
            FileOther::Own(at) => {
                self.own(table, link).map(|own| vec![own]).map_err(|text| (at.clone(), text))
            }
            FileOther::Labels(labels) => {
                let found = labels
                    .iter()
                    .map(|label| self.labelled(table, link, label).map_err(|text| (label.at.clone(), text)));
                found.collect::<Result<Vec<_>, _>>()
            }
        };
        let others = match others {
            Ok(others) => others,
            Err((at, text)) => return self.wrong(at, text),
        };
        let own = &mut self.tables[table].links[link];
        let text = match &own.choice {
            Choice::Once => Some("`unique` and `other` do not go together; leave one of the two out"),
            Choice::Distinct(_) if others != [Other::ParentBy(0)] => Some(
                "with distinct, all rows of one parent leave the same one out: the one that they are counted by",
            ),
            _ => None,
        };
        if others.contains(&Other::OwnRow) && own.choice == Choice::Earlier {
            own.choice = Choice::Uniform;
        }
        match text {
            Some(text) => self.wrong(other.at(), text),
            None => own.others = others,
        }
    }

    /// What `other = true` leaves out.
    fn own(&self, table: usize, link: usize) -> Result<Other, Message> {
        let own = &self.tables[table];
        let parent = own.links[link].parent;
        let is_counted = matches!(own.rows, TableRows::Per(_));
        if is_counted && link > 0 && own.links.first().is_some_and(|first| first.parent == parent) {
            return Ok(Other::ParentBy(0));
        }
        if parent == table {
            return Ok(Other::OwnRow);
        }
        let name = &self.tables[parent].file.name.text;
        let text = format!(
            "true leaves out the row of `{name}` that rows are counted by, and they are not counted by it; name another link to it"
        );
        let other = own.links.iter().enumerate().find(|(at, other)| *at != link && other.parent == parent);
        let example = other.map(|(_, other)| format!("other = \"{}\"", other.label));
        Err(Message::from(match example {
            Some(example) => format!("{text}, such as {example}"),
            None => text,
        }))
    }

    /// The link of a label that leads to the same table.
    fn labelled(&self, table: usize, link: usize, label: &SpannedText) -> Result<Other, Message> {
        let links = &self.tables[table].links;
        let parent = links[link].parent;
        let Some(other) = links.iter().position(|link| link.label == label.text) else {
            let labels = links.iter().enumerate().filter(|(at, _)| *at != link);
            let labels =
                labels.filter(|(_, other)| other.parent == parent).map(|(_, other)| &other.label[..]);
            return Err(Message::unknown("there is no link of this label", &label.text, labels));
        };
        if other == link {
            return Err("this is the link itself; name another one, or write other = true".into());
        }
        if links[other].parent != parent {
            let [name, its] = [parent, links[other].parent].map(|of| &self.tables[of].file.name.text);
            return Err(
                format!("this link leads to `{its}`, and what is left out is a row of `{name}`").into()
            );
        }
        Ok(Other::ParentBy(other))
    }

    fn scope(&mut self, table: usize, link: usize, name: &SpannedText) {
        let parent = self.tables[table].links[link].parent;
        match self.scope_of(table, link, name) {
            Err(text) => self.wrong(name.at.clone(), text),
            Ok(within) => {
                let choice = &self.tables[table].links[link].choice;
                let refused = match choice {
                    Choice::Once => Some("unique"),
                    Choice::Distinct(Some(_)) => Some("dist"),
                    _ => None,
                };
                if let Some(refused) = refused {
                    let text =
                        format!("`{refused}` and `within` do not go together here; leave one of the two out");
                    return self.wrong(name.at.clone(), text);
                }
                let counts = [parent, within.ancestor].map(|table| self.row_count(table).unwrap_or(0));
                if within.is_indexed && counts.iter().any(|&count| count > MAX_INDEXED) {
                    let [of, ancestor] = [parent, within.ancestor].map(|of| &self.tables[of].file.name.text);
                    let text = format!(
                        "the rows of `{of}` are not counted by those of `{ancestor}` alone, so that they need an index, which has at \
                         most {} rows; give `{of}` rows = {{ per = \"{ancestor}\", each = … }}",
                        grouped(MAX_INDEXED)
                    );
                    return self.wrong(name.at.clone(), text);
                }
                self.tables[table].links[link].within = Some(within);
            }
        }
    }

    fn scope_of(&self, table: usize, link: usize, name: &SpannedText) -> Result<Within, Message> {
        let links = &self.tables[table].links;
        let parent = links[link].parent;
        let (ancestor, path) = match self.labels(table, (table, link), &name.text) {
            Some((ancestor, path)) => (ancestor, Some(path)),
            None => {
                let Some(ancestor) = self.table(&name.text) else {
                    let names = self.tables.iter().map(|table| &table.file.name.text[..]);
                    let labels = links.iter().map(|link| &link.label[..]);
                    let text = format!("there is no table `{}`, nor a link of this label", name.text);
                    return Err(Message::unknown(text, &name.text, names.chain(labels)));
                };
                (ancestor, self.way_up(table, ancestor, (table, link))?)
            }
        };
        let [own, its, above] = [table, parent, ancestor].map(|of| &self.tables[of].file.name.text);
        if ancestor == parent {
            return Err(
                format!("the link leads to `{its}` itself; name a table that its rows refer to").into()
            );
        }
        let Some(path) = path else {
            return Err(
                format!("no link leads from `{own}` to `{above}`, directly or by other tables").into()
            );
        };
        let Some(parents_path) = self.way_up(parent, ancestor, (table, link))? else {
            return Err(
                format!("no link leads from `{its}` to `{above}`, directly or by other tables").into()
            );
        };
        let is_tree = self.tables[table].links[link].choice == Choice::Earlier;
        let is_indexed = match parents_path[..] {
            [only] => match self.tables[parent].links[only].choice {
                Choice::Counted(_) => false,
                // The rows before another one are no range of slots.
                Choice::Scattered(_) => is_tree,
                _ => true,
            },
            _ => true,
        };
        Ok(Within { name: name.text.clone(), ancestor, path, parents_path, is_indexed })
    }

    /// The links of a table with this label, or of several with a dot between them, and where they lead.
    fn labels(&self, table: usize, without: LinkId, name: &str) -> Option<(usize, Vec<usize>)> {
        let links = &self.tables[table].links;
        let labelled = |label: &str| {
            links.iter().position(|link| link.label == label).filter(|&link| (table, link) != without)
        };
        if let Some(link) = labelled(name) {
            return Some((links[link].parent, vec![link]));
        }
        name.match_indices('.').find_map(|(dot, _)| {
            let link = labelled(&name[..dot])?;
            let (ancestor, rest) = self.labels(links[link].parent, without, &name[dot + 1..])?;
            Some((ancestor, [vec![link], rest].concat()))
        })
    }

    /// Whether the file says of a link that it chooses within an ancestor, so that it is no way to that one.
    fn is_scoped(&self, (table, link): LinkId) -> bool {
        let label = &self.tables[table].links[link].label;
        self.tables[table].file.links.iter().any(|file| file.label.text == *label && file.within.is_some())
    }

    /// The fewest links from one table to another, without this one. Of several ways, the one of the link that counts rows is
    /// taken.
    fn way_up(&self, from: usize, to: usize, without: LinkId) -> Result<Option<Vec<usize>>, Message> {
        let mut ways: Vec<(usize, Vec<usize>)> = vec![(from, Vec::new())];
        for _ in 0..=self.tables.len() {
            let mut found: Vec<Vec<usize>> =
                ways.iter().filter(|(at, _)| *at == to).map(|(_, way)| way.clone()).collect();
            if found.len() > 1 {
                let is_counted = |way: &Vec<usize>| {
                    let (mut table, mut is_counted) = (from, true);
                    for &link in way {
                        let link_of = &self.tables[table].links[link];
                        is_counted &= matches!(link_of.choice, Choice::Counted(_) | Choice::Scattered(_));
                        table = link_of.parent;
                    }
                    is_counted
                };
                let counted: Vec<_> = found.iter().filter(|way| is_counted(way)).cloned().collect();
                if counted.len() != 1 {
                    let labels: Vec<String> = (found.iter().filter_map(|way| way.first()))
                        .map(|&link| format!("`{}`", self.tables[from].links[link].label))
                        .collect();
                    let [from, to] = [from, to].map(|of| &self.tables[of].file.name.text);
                    return Err(format!(
                        "several links lead from `{from}` to `{to}`: {}; which one is meant is not clear",
                        labels.join(", ")
                    )
                    .into());
                }
                found = counted;
            }
            if let Some(way) = found.pop() {
                return Ok(Some(way));
            }
            let mut next = Vec::new();
            for (at, way) in &ways {
                for (index, link) in self.tables[*at].links.iter().enumerate() {
                    let is_loop =
                        link.parent == *at || (*at, index) == without || self.is_scoped((*at, index));
                    if !is_loop && next.len() < MAX_WAYS {
                        next.push((link.parent, way.iter().copied().chain([index]).collect()));
                    }
                }
            }
            ways = next;
        }
        Ok(None)
    }

    /// Whether a row may have no candidate, by what is known whatever the numbers of rows are.
    fn may_lack(&self, table: usize, link: usize) -> bool {
        let own = &self.tables[table];
        let Some(within) = &own.links[link].within else { return false };
        let (mut at, mut is_optional) = (table, false);
        for &link in &within.path {
            is_optional |= self.tables[at].links[link].is_optional();
            at = self.tables[at].links[link].parent;
        }
        let parent = own.links[link].parent;
        let least = match (within.is_indexed, &self.tables[parent].rows) {
            (false, TableRows::Per(degrees)) => degrees.least(),
            _ => 0,
        };
        let wanted = match (&own.links[link].choice, &own.rows) {
            (Choice::Distinct(_), TableRows::Per(degrees)) => degrees.most().unwrap_or(u64::MAX),
            _ => 1,
        };
        is_optional || least < wanted.saturating_add(own.links[link].others.len() as u64)
    }

    /// Reports links that depend on each other in a circle.
    fn refuse_circles(&mut self) {
        for table in 0..self.tables.len() {
            for link in 0..self.tables[table].links.len() {
                let (mut seen, mut left) = (Vec::new(), self.needs((table, link)));
                while let Some(id) = left.pop() {
                    if id == (table, link) {
                        let own = &self.tables[table].links[link];
                        let text = format!(
                            "the link `{}` follows from itself: what it leaves out, or its ancestor, depends on its parents",
                            own.label
                        );
                        let at = self.tables[table].links[link].at.clone();
                        self.wrong(at, text);
                        // A circle is reported once.
                        let own = &mut self.tables[table].links[link];
                        (own.others, own.within) = (Vec::new(), None);
                        break;
                    }
                    if !seen.contains(&id) {
                        seen.push(id);
                        left.extend(self.needs(id));
                    }
                }
            }
        }
    }

    /// The links that a link follows from.
    fn needs(&self, (table, link): LinkId) -> Vec<LinkId> {
        let own = &self.tables[table].links[link];
        let mut needs: Vec<LinkId> = (own.others.iter())
            .filter_map(|other| match other {
                Other::OwnRow => None,
                Other::ParentBy(other) => Some((table, *other)),
            })
            .collect();
        if let Some(within) = &own.within {
            for (start, path) in [(table, &within.path), (own.parent, &within.parents_path)] {
                let mut at = start;
                for &link in path {
                    needs.push((at, link));
                    at = self.tables[at].links[link].parent;
                }
            }
        }
        needs
    }
}

/// No more ways than these are followed at the same time.
const MAX_WAYS: usize = 10_000;
