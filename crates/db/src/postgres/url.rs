//! Addresses of databases as libpq has them (the manual of PostgreSQL, section "Connection URIs").

use std::fmt;

use crate::address::{Parameters, parameter, without_password};

/// An address: parameters by their names, as far as it says them. Displays them without passwords.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url(Parameters);

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
        let (parameters, parts) = Parameters::read(text, "dbname")?;
        let mut url = Url(parameters);
        for part in parts {
            url.read_parameter(part)?;
        }
        Ok(url)
    }

    fn read_parameter(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = parameter(text)?;
        if self.0.take(&KNOWN, &name, value)? || WITHOUT_EFFECT.contains(&&name[..]) {
            return Ok(());
        }
        Err(match name.as_str() {
            "database" | "db" => format!("there is no parameter {name}; the database is dbname"),
            "ssl" => "there is no parameter ssl; sslmode=require asks for TLS".into(),
            _ => format!("there is no parameter {name}; there are {}", KNOWN.join(", ")),
        })
    }

    /// The address of a place that is known.
    pub(super) fn of(parameters: impl IntoIterator<Item = (&'static str, String)>) -> Url {
        Url(parameters.into_iter().collect())
    }

    /// The value of a parameter; an empty one is as if it were not there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.get("host").unwrap_or_default();
        // A folder is that of a socket.
        match host.starts_with('/') {
            true => self.0.write(f, "postgres", "", "dbname").and_then(|()| write!(f, "?host={host}")),
            false => self.0.write(f, "postgres", host, "dbname"),
        }
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
