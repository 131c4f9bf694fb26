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
        let Ok(text) = environment.read_lossy(file) else { return };
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

/// The options that are on or off, and whose names say that something is on where no value follows.
const SWITCHES: [&str; 2] = ["ssl", "ssl-verify-server-cert"];

/// The option of a line, if it has one with a value, or one that is on or off: `1` or `0`.
fn option(line: &str) -> Option<(String, String)> {
    if line.starts_with(['#', ';']) {
        return None;
    }
    let line = without_comment(line);
    let (name, value) = match line.split_once('=') {
        Some((name, value)) => (name, Some(value_of(value.trim()))),
        None => (line, None),
    };
    let name = name.trim().replace('_', "-").to_ascii_lowercase();
    let name = name.strip_prefix("loose-").unwrap_or(&name);
    let negated = name.strip_prefix("skip-").or_else(|| name.strip_prefix("disable-"));
    let switch = negated.or_else(|| name.strip_prefix("enable-")).unwrap_or(name);
    if SWITCHES.contains(&switch) {
        let is_off =
            value.is_some_and(|value| ["0", "off", "false"].contains(&&value.to_ascii_lowercase()[..]));
        let is_on = is_off == negated.is_some();
        return Some((switch.to_owned(), u8::from(is_on).to_string()));
    }
    Some((name.to_owned(), value?))
}

/// A line up to a `#` that is not in quotes.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut is_escaped) = (None, false);
    for (at, sign) in line.char_indices() {
        match sign {
            '"' | '\'' if !is_escaped => match quote {
                None => quote = Some(sign),
                Some(open) if open == sign => quote = None,
                Some(_) => {}
            },
            '#' if quote.is_none() => return &line[..at],
            _ => {}
        }
        is_escaped = quote.is_some() && sign == '\\' && !is_escaped;
    }
    line
}

/// A value without its quotes and escapes.
fn value_of(text: &str) -> String {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let inner = match quote.and_then(|quote| text[1..].rfind(quote)) {
        Some(end) => &text[1..=end],
        None => text,
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
        assert_eq!(named("password=pa#ss").as_deref(), Some("password=pa"));
        assert_eq!(named("password=\"a # b\" # c").as_deref(), Some("password=a # b"));
        assert_eq!(named("password='it\\'s # a' # b").as_deref(), Some("password=it's # a"));
        for (line, option) in [
            ("ssl", "ssl=1"),
            ("ssl = 0", "ssl=0"),
            ("ssl=TRUE # always", "ssl=1"),
            ("skip-ssl", "ssl=0"),
            ("skip_ssl=0", "ssl=1"),
            ("loose-disable-ssl", "ssl=0"),
            ("enable-ssl", "ssl=1"),
            ("ssl_verify_server_cert", "ssl-verify-server-cert=1"),
            ("ssl-verify-server-cert=OFF", "ssl-verify-server-cert=0"),
        ] {
            assert_eq!(named(line).as_deref(), Some(option), "{line}");
        }
    }

    #[test]
    fn values_have_quotes_and_escapes() {
        for (text, value) in [
            ("plain", "plain"),
            ("\"a # b\"", "a # b"),
            ("'it\\'s'", "it's"),
            ("a\\sb\\\\c", "a b\\c"),
            ("C:\\x", "C:\\x"),
            ("", ""),
        ] {
            assert_eq!(value_of(text), value, "{text}");
        }
    }
}
