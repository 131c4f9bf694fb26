use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::{Config, Host, TlsMode};
use crate::postgres::{Environment, Url};

/// Variables and files of a test.
#[derive(Default)]
struct Around {
    variables: HashMap<&'static str, &'static str>,
    files: HashMap<&'static str, &'static str>,
    open: &'static str,
}

impl Environment for Around {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).map(|value| (*value).to_owned())
    }

    fn home(&self) -> Option<PathBuf> {
        Some("/home/me".into())
    }

    fn user(&self) -> Option<String> {
        Some("me".into())
    }

    fn read(&self, path: &Path) -> io::Result<String> {
        let found = path.to_str().and_then(|path| self.files.get(path));
        found.map(|text| (*text).to_owned()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn files(&self, _folder: &Path, _extension: &str) -> Vec<PathBuf> {
        Vec::new()
    }

    fn is_open_to_others(&self, path: &Path) -> bool {
        path == Path::new(self.open)
    }
}

fn of(url: &str, around: &Around) -> Result<Config, String> {
    Config::of(&Url::parse(url).unwrap(), around)
}

#[test]
fn the_address_is_before_the_service_and_that_before_the_environment() {
    let around = Around {
        variables: HashMap::from([
            ("PGSERVICE", "shop"),
            ("PGHOST", "env.example"),
            ("PGPORT", "1"),
            ("PGUSER", "env"),
            ("PGDATABASE", "envdb"),
        ]),
        files: HashMap::from([(
            "/home/me/.pg_service.conf",
            "[shop]\nhost=service.example\nport=2\nuser=service\n",
        )]),
        open: "",
    };
    let config = of("postgres://url.example", &around).unwrap();
    assert_eq!(config.host, Host::Tcp { name: "url.example".into(), address: None });
    assert_eq!((config.port, &config.user[..], &config.database[..]), (2, "service", "envdb"));
    let config = of("postgres://?host=/run&user=u", &Around::default()).unwrap();
    assert_eq!(config.host, Host::Socket("/run".into()));
    assert_eq!((config.port, &config.database[..]), (5432, "u"));
    assert_eq!(of("postgres://h", &Around::default()).unwrap().user, "me");
    let unknown = of("postgres://h?service=x", &around).err().unwrap();
    assert_eq!(unknown, "there is no service x in /home/me/.pg_service.conf");
}

#[test]
fn passwords_come_from_the_address_the_environment_or_a_private_file() {
    let files = HashMap::from([
        ("/home/me/.pgpass", "h:5432:d:u:from-file\nlocalhost:*:*:u:local\n/run:*:*:u:socket\n"),
        ("/other", "*:*:*:*:other\n"),
    ]);
    let mut around = Around { files, ..Around::default() };
    let password = |url: &str, around: &Around| of(url, around).unwrap().password;
    assert_eq!(password("postgres://u:a@h/d", &around).as_deref(), Some("a"));
    assert_eq!(password("postgres://u@h/d", &around).as_deref(), Some("from-file"));
    assert_eq!(password("postgres://u@/d?host=/run", &around).as_deref(), Some("socket"));
    assert_eq!(password("postgres://u@/d?host=/tmp", &around).as_deref(), Some("local"));
    assert_eq!(password("postgres://u@i/d", &around), None);
    assert_eq!(password("postgres://u@i/d?passfile=/other", &around).as_deref(), Some("other"));
    around.variables.insert("PGPASSWORD", "env");
    assert_eq!(password("postgres://u@h/d", &around).as_deref(), Some("env"));
    around.variables.clear();
    around.open = "/home/me/.pgpass";
    let config = of("postgres://u@h/d", &around).unwrap();
    assert_eq!(config.password, None);
    assert!(config.notes[0].contains("chmod 600 /home/me/.pgpass"), "{:?}", config.notes);
}

#[test]
fn what_makes_no_sense_is_said() {
    let wrong = |url: &str| of(url, &Around::default()).err().unwrap();
    assert!(wrong("postgres://h?sslmode=on").starts_with("there is no sslmode on"));
    assert!(wrong("postgres://h?connect_timeout=x").contains("no number of seconds"));
    assert_eq!(of("postgres://h?sslmode=allow", &Around::default()).unwrap().tls.mode, TlsMode::Prefer);
    assert!(wrong("postgres://h?sslmode=verify-full").starts_with("whom to believe is not known"));
    assert!(wrong("postgres://h?sslmode=require&sslrootcert=/no").starts_with("sslrootcert: /no: "));
    assert!(wrong("postgres://h?sslrootcert=system").contains("ca-certificates.crt"));
    assert!(wrong("postgres://h?channel_binding=require").contains("not supported"));
}
