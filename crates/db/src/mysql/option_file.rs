//! Option files, such as `~/.my.cnf` (the manual of MySQL, section "Using Option Files").

use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// The groups that a client of a server of either kind reads.
const GROUPS: [&str; 3] = ["client", "client-server", "client-mariadb"];
/// The files that include each other end here.
const MAX_DEPTH: usize = 8;

/// Options by their names, with hyphens; the last value of a name counts.
pub(super) struct OptionFiles {
    options: Vec<(String, String)>,
}

impl OptionFiles {
    /// Those of the system, of the folder in `MYSQL_HOME`, and of the user.
    pub fn read(environment: &dyn Environment) -> OptionFiles {
        let mut files: Vec<PathBuf> = ["/etc/my.cnf", "/etc/mysql/my.cnf"].map(PathBuf::from).into();
        let variable = |name| environment.variable(name).filter(|value| !value.is_empty());
        let folder = variable("MARIADB_HOME").or_else(|| variable("MYSQL_HOME"));
        files.extend(folder.map(|folder| Path::new(&folder).join("my.cnf")));
        files.extend(environment.home().map(|home| home.join(".my.cnf")));
        let mut found = OptionFiles { options: Vec::new() };
        for file in files {
            found.read_file(&file, environment, 0);
        }
        found
    }

    /// The value of an option, if one is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn read_file(&mut self, file: &Path, environment: &dyn Environment, depth: usize) {
        let Ok(text) = environment.read(file) else { return };
        let mut is_ours = false;
        for line in text.lines().map(str::trim) {
            if let Some(group) = line.strip_prefix('[') {
                let group = group.split(']').next().unwrap_or_default();
                is_ours = GROUPS.contains(&group.trim());
            } else if let Some(included) = line.strip_prefix("!include ") {
                if depth < MAX_DEPTH {
                    self.read_file(Path::new(included.trim()), environment, depth + 1);
                }
            } else if let Some(folder) = line.strip_prefix("!includedir ") {
                if depth < MAX_DEPTH {
                    for file in environment.files(Path::new(folder.trim()), "cnf") {
                        self.read_file(&file, environment, depth + 1);
                    }
                }
            } else if is_ours {
                self.options.extend(option(line));
            }
        }
    }
}

/// The option of a line, if it has one with a value.
fn option(line: &str) -> Option<(String, String)> {
    if line.starts_with(['#', ';']) {
        return None;
    }
    let (name, value) = line.split_once('=')?;
    let name = name.trim().replace('_', "-").to_ascii_lowercase();
    let name = name.strip_prefix("loose-").map(str::to_owned).unwrap_or(name);
    Some((name, value_of(value.trim())))
}

/// A value without its quotes, escapes and comment.
fn value_of(text: &str) -> String {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let inner = match quote.and_then(|quote| text[1..].rfind(quote)) {
        Some(end) => &text[1..=end],
        None => text.split(" #").next().unwrap_or_default().trim_end(),
    };
    let mut value = String::new();
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            value.push(sign);
            continue;
        }
        match signs.next() {
            Some('n') => value.push('\n'),
            Some('t') => value.push('\t'),
            Some('r') => value.push('\r'),
            Some('b') => value.push('\u{8}'),
            Some('s') => value.push(' '),
            Some(sign @ ('\\' | '"' | '\'')) => value.push(sign),
            Some(other) => value.extend(['\\', other]),
            None => value.push('\\'),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::{option, value_of};

    #[test]
    fn lines_are_options_with_values() {
        let named = |line: &str| option(line).map(|(name, value)| format!("{name}={value}"));
        assert_eq!(named("user = me").as_deref(), Some("user=me"));
        assert_eq!(named("ssl_ca=/etc/ca.pem").as_deref(), Some("ssl-ca=/etc/ca.pem"));
        assert_eq!(named("loose-port=3307 # the second").as_deref(), Some("port=3307"));
        assert_eq!(named("# user=x"), None);
        assert_eq!(named("compress"), None);
    }

    #[test]
    fn values_have_quotes_and_escapes() {
        for (text, value) in [
            ("plain", "plain"),
            ("\"a # b\"", "a # b"),
            ("'it\\'s'", "it's"),
            ("a\\sb\\\\c", "a b\\c"),
            ("pa#ss", "pa#ss"),
            ("C:\\x", "C:\\x"),
            ("", ""),
        ] {
            assert_eq!(value_of(text), value, "{text}");
        }
    }
}
