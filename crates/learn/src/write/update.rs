//! A file that a person has changed, and what is learned anew: what differs is the person's and stays, what is new is added.

/// One line of a table that says something: `columns.id = "seq"`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// What is before the `=`.
    key: String,
    /// The value without its comment.
    value: String,
    /// The whole line, or several where the value has more.
    text: String,
}

/// A table of a file, or what is above all tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Section {
    /// The line that begins it; empty above all tables.
    header: String,
    /// Comments before it and within it, and what is not understood, each with the number of entries before it.
    loose: Vec<(usize, String)>,
    entries: Vec<Entry>,
}

/// The new file with what a person changed in the old one. Columns that are gone become comments.
#[must_use]
pub fn updated(old: &str, new: &str) -> String {
    let (old, new) = (sections(old), sections(new));
    let mut text = String::new();
    let head = Section::default();
    let find = |header: &str| old.iter().find(|section| section.header == header);
    for section in &new {
        let before = find(&section.header).unwrap_or(&head);
        text += &merged(before, section);
    }
    for section in old.iter().filter(|section| !new.iter().any(|new| new.header == section.header)) {
        text += &commented(section);
    }
    text
}

/// Divides a file at its tables. Comments directly above a table belong to it.
fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut waiting: Vec<String> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            let header = uncommented(trimmed).trim().to_owned();
            let mut section = Section { header, ..Section::default() };
            section.loose.extend(waiting.drain(..).map(|line| (0, line)));
            sections.push(section);
            continue;
        }
        if trimmed.is_empty() || trimmed.starts_with('#') {
            // What is above the first blank line belongs to the file.
            if let ([head], true) = (&mut sections[..], trimmed.is_empty()) {
                let at = head.entries.len();
                head.loose.extend(waiting.drain(..).map(|line| (at, line)));
            }
            waiting.push(line.to_owned());
            continue;
        }
        let Some(section) = sections.last_mut() else { break };
        let at = section.entries.len();
        section.loose.extend(waiting.drain(..).map(|line| (at, line)));
        let (mut text, mut depth) = (line.to_owned(), open(line));
        // A value of several lines ends where its brackets do.
        while depth > 0 {
            let Some(more) = lines.next() else { break };
            depth += open(more);
            text = text + "\n" + more;
        }
        let plain = uncommented(&text);
        match plain.split_once(" = ").or_else(|| plain.split_once('=')) {
            Some((key, value)) => {
                section.entries.push(Entry {
                    key: key.trim().to_owned(),
                    value: value.trim().to_owned(),
                    text: text.clone(),
                });
            }
            None => section.loose.push((at, text.clone())),
        }
    }
    if let Some(section) = sections.last_mut() {
        let at = section.entries.len();
        section.loose.extend(waiting.into_iter().map(|line| (at, line)));
    }
    sections
}

/// How many brackets a line opens that it does not close, outside of texts and comments.
fn open(line: &str) -> i32 {
    let mut depth = 0;
    for c in outside(&uncommented(line)).chars() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// Whether each character of a line is outside of texts in quotes.
fn outside_quotes(line: &str) -> Vec<bool> {
    let (mut quote, mut is_escaped) = (None, false);
    let outside = |c: char| match quote {
        None => {
            quote = Some(c).filter(|c| ['"', '\''].contains(c));
            quote.is_none()
        }
        Some(mark) => {
            if is_escaped {
                is_escaped = false;
            } else if mark == '"' && c == '\\' {
                is_escaped = true;
            } else if c == mark {
                quote = None;
            }
            false
        }
    };
    line.chars().map(outside).collect()
}

/// A line without the texts in it.
fn outside(line: &str) -> String {
    line.chars().zip(outside_quotes(line)).filter(|(_, is_outside)| *is_outside).map(|(c, _)| c).collect()
}

/// The text before a comment, in one line or several.
fn uncommented(text: &str) -> String {
    let cut = |line: &str| {
        let outside = outside_quotes(line);
        let hash = line.chars().zip(outside).position(|(c, is_outside)| c == '#' && is_outside);
        let kept: String = line.chars().take(hash.unwrap_or(usize::MAX)).collect();
        kept.trim_end().to_owned()
    };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

/// A table of the new file, in which entries of the old one stay that differ.
fn merged(old: &Section, new: &Section) -> String {
    let mut lines: Vec<String> = Vec::new();
    let loose =
        |at: usize| new.loose.iter().filter(move |(before, _)| *before == at).map(|(_, line)| line.clone());
    let own = |key: &str| old.entries.iter().find(|entry| entry.key == key);
    lines.extend(loose(0).filter(|line| !line.starts_with("# ?")));
    if new.header.is_empty() {
        // Settings of the file, such as seed, are only ever a person's.
        lines.extend(old.entries.iter().map(|entry| entry.text.clone()));
        return joined(&lines);
    }
    lines.push(new.header.clone());
    // Comments that learning does not write are a person's.
    let is_own_comment = |line: &&String| {
        line.starts_with('#')
            && !line.starts_with("# ?")
            && !line.starts_with("# gone: ")
            && !line.starts_with("# columns.")
            && !new.loose.iter().any(|(_, other)| other == *line)
    };
    lines.extend(old.loose.iter().map(|(_, line)| line).filter(is_own_comment).cloned());
    lines.extend(loose(0).filter(|line| line.starts_with("# ?")));
    for (at, entry) in new.entries.iter().enumerate() {
        if at > 0 {
            lines.extend(loose(at));
        }
        match own(&entry.key) {
            Some(before) if before.value != entry.value => lines.push(before.text.clone()),
            _ => lines.push(entry.text.clone()),
        }
    }
    lines.extend(loose(new.entries.len()).filter(|_| !new.entries.is_empty()));
    for entry in old.entries.iter().filter(|entry| !new.entries.iter().any(|new| new.key == entry.key)) {
        match entry.key.starts_with("columns.") {
            // Hidden columns and totals are a person's own: the source never has them.
            true if is_own(&entry.value) => lines.push(entry.text.clone()),
            true => lines.extend(entry.text.lines().map(|line| format!("# gone: {line}"))),
            false => lines.push(entry.text.clone()),
        }
    }
    joined(&lines)
}

/// Whether only a person can have written a column.
fn is_own(value: &str) -> bool {
    value.contains("hidden")
}

fn commented(section: &Section) -> String {
    let lines =
        section.entries.iter().flat_map(|entry| entry.text.lines().map(|line| format!("# gone: {line}")));
    let head = if section.header.is_empty() { None } else { Some(format!("\n# gone: {}", section.header)) };
    joined(&head.into_iter().chain(lines).collect::<Vec<_>>())
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_changed_stays_and_what_is_new_is_added() {
        let old = "# Learned from a.sql.\nseed = 7\n\n[table.users]\nrows = 50 # mine\ncolumns.id = \"seq\"\ncolumns.name = \"name@locale=de_DE\" # mine\ncolumns.old = \"int\"\n\n[table.gone]\ncolumns.id = \"seq\"\n";
        let new = "# Learned from b.sql.\n\n[table.users]\nrows = 1_000\ncolumns.id = \"seq\"  # the key\ncolumns.name = \"name\" # a name\ncolumns.email = \"email\" # new\n";
        let expected = "# Learned from b.sql.\nseed = 7\n\n[table.users]\nrows = 50 # mine\ncolumns.id = \"seq\"  # the key\ncolumns.name = \"name@locale=de_DE\" # mine\ncolumns.email = \"email\" # new\n# gone: columns.old = \"int\"\n\n# gone: [table.gone]\n# gone: columns.id = \"seq\"\n";
        assert_eq!(updated(old, new), expected);
        assert_eq!(updated(new, new), new);
    }

    #[test]
    fn values_of_several_lines_are_one() {
        let old = "[table.t]\ncolumns.a = { generator = \"enum\", constraint = [\n  \"x # y\",\n] }\n";
        let new = "[table.t]\ncolumns.a = \"word\"\n";
        assert_eq!(updated(old, new), old);
    }
}
