use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::{Config, Host, TlsMode};
use crate::environment::Environment;
use crate::mysql::Url;

/// Variables and files of a test.
#[derive(Default)]
struct Around {
    variables: HashMap<&'static str, &'static str>,
    files: HashMap<&'static str, &'static str>,
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

    fn files(&self, folder: &Path, _extension: &str) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> =
            self.files.keys().map(PathBuf::from).filter(|path| path.starts_with(folder)).collect();
        found.sort();
        found
    }

    fn is_open_to_others(&self, _path: &Path) -> bool {
        false
    }
}

fn of(url: &str, around: &Around) -> Result<Config, String> {
    Config::of(&Url::parse(url).unwrap(), around)
}

#[test]
fn the_address_is_before_option_files_and_those_before_the_environment() {
    let around = Around {
        variables: HashMap::from([("MYSQL_HOST", "env"), ("MYSQL_PWD", "of-env"), ("MYSQL_HOME", "/m")]),
        files: HashMap::from([
            ("/etc/mysql/my.cnf", "[client]\nuser=system\nport=1\n!includedir /etc/mysql/conf.d\n"),
            ("/etc/mysql/conf.d/a.cnf", "[client-mariadb]\nport=2\n[mysqld]\nport=9\n"),
            ("/m/my.cnf", "[client]\nport = 3\n"),
            ("/home/me/.my.cnf", "[client]\nuser = file # mine\npassword=\"of # file\"\n[mysql]\nuser=x\n"),
        ]),
    };
    let config = of("mysql:///d", &around).unwrap();
    assert_eq!(config.host, Host::Tcp("env".into(), 3));
    assert_eq!((&config.user[..], config.password.as_deref()), ("file", Some("of # file")));
    let config = of("mysql://u:p@h:4/d", &around).unwrap();
    assert_eq!(config.host, Host::Tcp("h".into(), 4));
    assert_eq!((&config.user[..], config.password.as_deref()), ("u", Some("p")));
    let around = Around { variables: around.variables, ..Around::default() };
    let config = of("mysql://h/d", &around).unwrap();
    assert_eq!((&config.user[..], config.password.as_deref()), ("me", Some("of-env")));
    assert_eq!(config.server().to_string(), "mysql://me@h/d");
}

#[test]
#[cfg(unix)]
fn localhost_without_a_port_is_the_socket() {
    let around = Around { variables: HashMap::from([("MYSQL_UNIX_PORT", "/run/s")]), ..Around::default() };
    let host = |url: &str| of(url, &around).unwrap().host;
    assert_eq!(host("mysql://localhost/d"), Host::Socket("/run/s".into()));
    assert_eq!(host("mysql:///d"), Host::Socket("/run/s".into()));
    assert_eq!(host("mysql://localhost:3306/d"), Host::Tcp("localhost".into(), 3306));
    assert_eq!(host("mysql://127.0.0.1/d"), Host::Tcp("127.0.0.1".into(), 3306));
    assert_eq!(host("mysql://h/d?socket=/x"), Host::Socket("/x".into()));
}

#[test]
fn option_files_switch_tls_and_choose_the_protocol() {
    let config = |options: &'static str, url: &str| {
        let files = HashMap::from([("/etc/my.cnf", options), ("/ca", "text")]);
        of(url, &Around { files, ..Around::default() })
    };
    for (options, url, mode) in [
        ("[client]\nssl\n", "mysql://h/d", TlsMode::Require),
        ("[client]\nssl\nssl-ca=/ca\n", "mysql://h/d", TlsMode::VerifyCa),
        ("[client]\nssl-verify-server-cert\nssl-ca=/ca\nssl\n", "mysql://h/d", TlsMode::VerifyFull),
        ("[client]\nskip-ssl\nssl-verify-server-cert\n", "mysql://h/d", TlsMode::Disable),
        ("[client]\nssl=0\n", "mysql://h/d?ssl-mode=REQUIRED", TlsMode::Require),
        ("[client]\nssl=0\n", "mysql://h/d?ssl-ca=/ca", TlsMode::VerifyCa),
        ("[client]\nssl-verify-server-cert=0\n", "mysql://h/d", TlsMode::Prefer),
    ] {
        assert_eq!(config(options, url).unwrap().tls.mode, mode, "{options} {url}");
    }
    assert!(config("[client]\nssl-verify-server-cert\n", "mysql://h/d").err().unwrap().contains("ssl-ca"));
    let host = |options, url| config(options, url).unwrap().host;
    assert_eq!(host("[client]\nprotocol=TCP\n", "mysql:///d"), Host::Tcp("localhost".into(), 3306));
    assert_eq!(host("[client]\nprotocol=socket\n", "mysql://h/d"), Host::Tcp("h".into(), 3306));
    if cfg!(unix) {
        assert!(matches!(host("[client]\nprotocol=socket\n", "mysql:///d"), Host::Socket(_)));
    }
}

#[test]
fn whom_to_believe_is_said_by_the_mode() {
    let around = Around { files: HashMap::from([("/ca", "text")]), ..Around::default() };
    let mode = |url: &str| of(url, &around).unwrap().tls.mode;
    assert_eq!(mode("mysql://h/d"), TlsMode::Prefer);
    assert_eq!(mode("mysql://h/d?ssl-ca=/ca"), TlsMode::VerifyCa);
    assert_eq!(mode("mysql://h/d?ssl-mode=verify_identity&ssl-ca=/ca"), TlsMode::VerifyFull);
    let wrong = |url: &str| of(url, &around).err().unwrap();
    assert!(wrong("mysql://h/d?ssl-mode=on").starts_with("there is no ssl-mode on; there are DISABLED"));
    assert!(wrong("mysql://h/d?ssl-mode=VERIFY_CA").starts_with("whom to believe is not known"));
    assert!(wrong("mysql://h/d?ssl-ca=/no").starts_with("ssl-ca: /no: "));
    assert!(wrong("mysql://h/d?connect-timeout=x").contains("no number of seconds"));
}
