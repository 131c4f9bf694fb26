//! Addresses of databases as libpq has them (the manual of PostgreSQL, section "Connection URIs").

use std::fmt;

use crate::address::{Secret, decoded, port_of, without_password};

/// An address: parameters by their names, as far as it says them. Displays them without passwords.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url {
    parameters: Vec<(&'static str, Secret)>,
}

/// The parameters that have a meaning here.
pub(super) const KNOWN: [&str; 16] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "passfile",
    "service",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "connect_timeout",
    "application_name",
    "options",
    "channel_binding",
];

/// Parameters of libpq that change nothing here: the ways that they are about are not taken, or are taken anyway.
const WITHOUT_EFFECT: [&str; 10] = [
    "client_encoding",
    "fallback_application_name",
    "gssencmode",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "target_session_attrs",
    "tcp_user_timeout",
];

impl Url {
    /// Reads an address that begins with `postgres://` or `postgresql://`.
    ///
    /// # Errors
    /// What is wrong with it, without its password.
    pub fn parse(text: &str) -> Result<Url, String> {
        Url::read(text).map_err(|why| without_password(text, why))
    }

    fn read(text: &str) -> Result<Url, String> {
        let (_, rest) = text.split_once("://").ok_or("the address of a server begins with postgres://")?;
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        if rest.contains('#') {
            return Err("a # in a name or a password is written as %23".into());
        }
        let mut url = Url::default();
        // A slash in a password must be %2F, an @ may stand for itself there.
        let (authority, database) = match rest.split_once('/') {
            Some((authority, database)) => (authority, Some(database)),
            None => (rest, None),
        };
        let is_in_database = database.is_some_and(|database| database.contains('@'));
        if is_in_database && authority.contains(':') && !authority.contains('@') {
            return Err("an @ in the name of a database is written as %40".into());
        }
        let host = match authority.rsplit_once('@') {
            Some((user, host)) => {
                url.read_user(user)?;
                host
            }
            None => authority,
        };
        url.read_host(host)?;
        if let Some(database) = database.filter(|database| !database.is_empty()) {
            url.set("dbname", decoded(database, "the name of the database")?);
        }
        for part in query.into_iter().flat_map(|query| query.split('&')).filter(|part| !part.is_empty()) {
            url.read_parameter(part)?;
        }
        Ok(url)
    }

    fn read_user(&mut self, text: &str) -> Result<(), String> {
        let (user, password) = match text.split_once(':') {
            Some((user, password)) => (user, Some(password)),
            None => (text, None),
        };
        if !user.is_empty() {
            self.set("user", decoded(user, "the user")?);
        }
        if let Some(password) = password.filter(|password| !password.is_empty()) {
            self.set("password", decoded(password, "the password")?);
        }
        Ok(())
    }

    fn read_host(&mut self, text: &str) -> Result<(), String> {
        if text.contains(',') {
            return Err("several hosts are not supported; name one".into());
        }
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (host, rest) = rest.split_once(']').ok_or("a ] is missing after the address of the host")?;
            match rest.strip_prefix(':') {
                Some(port) => (host, Some(port)),
                None if rest.is_empty() => (host, None),
                None => return Err("after the ] of the host, a colon and the port may follow".into()),
            }
        } else {
            match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            }
        };
        if !host.is_empty() {
            self.set("host", decoded(host, "the host")?);
        }
        if let Some(port) = port.filter(|port| !port.is_empty()) {
            self.set("port", port_of(port)?);
        }
        Ok(())
    }

    fn read_parameter(&mut self, text: &str) -> Result<(), String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("the parameter {text} has no value"))?;
        let name = decoded(name, "a parameter's name")?;
        let value = decoded(value, "a parameter's value")?;
        if let Some(known) = KNOWN.iter().find(|known| **known == name) {
            let value = if *known == "port" && !value.is_empty() { port_of(&value)? } else { value };
            if *known == "host" && value.contains(',') {
                return Err("several hosts are not supported; name one".into());
            }
            self.set(known, value);
        } else if !WITHOUT_EFFECT.contains(&&name[..]) {
            return Err(match name.as_str() {
                "database" | "db" => format!("there is no parameter {name}; the database is dbname"),
                "ssl" => "there is no parameter ssl; sslmode=require asks for TLS".into(),
                _ => format!("there is no parameter {name}; there are {}", KNOWN.join(", ")),
            });
        }
        Ok(())
    }

    /// The last value counts, as in libpq.
    fn set(&mut self, name: &'static str, value: String) {
        self.parameters.retain(|(known, _)| *known != name);
        self.parameters.push((name, Secret(value)));
    }

    /// The address of a place that is known.
    pub(super) fn of(parameters: impl IntoIterator<Item = (&'static str, String)>) -> Url {
        Url { parameters: parameters.into_iter().map(|(name, value)| (name, Secret(value))).collect() }
    }

    /// The value of a parameter; an empty one is as if it were not there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.0.as_str()).filter(|value| !value.is_empty())
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.get("user") {
            write!(f, "{user}@")?;
        }
        let socket = self.get("host").filter(|host| host.starts_with('/'));
        match self.get("host") {
            Some(host) if host.contains(':') => write!(f, "[{host}]")?,
            Some(host) if socket.is_none() => f.write_str(host)?,
            Some(_) | None => {}
        }
        if let Some(port) = self.get("port") {
            write!(f, ":{port}")?;
        }
        if let Some(database) = self.get("dbname") {
            write!(f, "/{database}")?;
        }
        socket.map_or(Ok(()), |folder| write!(f, "?host={folder}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Url;

    fn shown(text: &str) -> String {
        let url = Url::parse(text).unwrap();
        let names = ["user", "password", "host", "port", "dbname", "sslmode", "connect_timeout"];
        let parts = names.iter().filter_map(|name| url.get(name).map(|value| format!("{name}={value}")));
        parts.collect::<Vec<_>>().join(" ")
    }

    /// The examples of PostgreSQL's manual, and the corners.
    #[test]
    fn addresses_are_read_as_libpq_does() {
        for (text, parts) in [
            ("postgresql://", ""),
            ("postgresql://localhost", "host=localhost"),
            ("postgresql://localhost:5433", "host=localhost port=5433"),
            ("postgresql://localhost/mydb", "host=localhost dbname=mydb"),
            ("postgresql://user@localhost", "user=user host=localhost"),
            ("postgresql://user:secret@localhost", "user=user password=secret host=localhost"),
            (
                "postgresql://other@localhost/otherdb?connect_timeout=10&application_name=myapp",
                "user=other host=localhost dbname=otherdb connect_timeout=10",
            ),
            ("postgresql:///mydb?host=localhost&port=5433", "host=localhost port=5433 dbname=mydb"),
            ("postgresql://[2001:db8::1234]/database", "host=2001:db8::1234 dbname=database"),
            ("postgresql:///dbname?host=/var/lib/postgresql", "host=/var/lib/postgresql dbname=dbname"),
            ("postgresql://%2Fvar%2Flib%2Fpostgresql/dbname", "host=/var/lib/postgresql dbname=dbname"),
            ("postgres://user:p%40ss%2Fw%25@h", "user=user password=p@ss/w% host=h"),
            ("postgres://user:p@ss@h", "user=user password=p@ss host=h"),
            ("postgres://user:a:b@h", "user=user password=a:b host=h"),
            ("postgres://:5433/d", "port=5433 dbname=d"),
            ("postgres://@h:/", "host=h"),
            ("postgres://[::1]:5433", "host=::1 port=5433"),
            ("postgres://h/a%20b?sslmode=require&", "host=h dbname=a b sslmode=require"),
            ("postgres://a@h?user=b&password=c", "user=b password=c host=h"),
            ("postgres://h?keepalives=1", "host=h"),
        ] {
            assert_eq!(shown(text), parts, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, message) in [
            ("postgres://a,b/d", "several hosts are not supported"),
            ("postgres://h:0", "`0` is no port"),
            ("postgres://h:x", "`x` is no port"),
            ("postgres://[::1", "a ] is missing"),
            ("postgres://[::1]5", "after the ]"),
            ("postgres://u:sec%2ret@h", "in the password, two hexadecimal digits follow a %"),
            ("postgres://u:sec%00ret@h", "in the password, two"),
            ("postgres://u:%ff@h", "the password is not UTF-8"),
            ("postgres://h?x=1", "there is no parameter x; there are host"),
            ("postgres://h?ssl=true", "sslmode=require"),
            ("postgres://h?sslmode", "the parameter sslmode has no value"),
            ("postgres://u:secret#@h", "%23"),
            ("postgres://u:sec%/ret@h/d", "%2F"),
            ("postgres://u:12/ret@h/d", "%2F"),
            ("postgres://u:sec%?ret@h/d", "%3F"),
        ] {
            let found = Url::parse(text).unwrap_err();
            assert!(found.contains(message) && !found.contains("sec%"), "{text}: {found}");
        }
    }

    #[test]
    fn neither_display_nor_debug_shows_the_password() {
        let url = Url::parse("postgres://u:hunter2@[::1]:5433/d?passfile=x").unwrap();
        assert_eq!(url.to_string(), "postgres://u@[::1]:5433/d");
        assert!(!format!("{url:?}").contains("hunter2"));
        let url = Url::parse("postgres://u:hunter2@%2Frun:5433/d").unwrap();
        assert_eq!(url.to_string(), "postgres://u@:5433/d?host=/run");
    }
}
