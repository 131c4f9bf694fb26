//! A MariaDB server of the test's own, reachable by a socket in a temporary folder, and by TCP where that is asked for, gone when
//! the test is.

use crate::fresh_data::fresh_data;
use crate::{End, Outcome, Program, Running, Scratch, Signal, wait_until};
use std::fs;

/// The programs of it that are used here.
pub(crate) const PROGRAMS: [&str; 4] = ["mariadb-install-db", "mariadbd", "mariadb-admin", "mariadb"];

/// Nothing has to survive a failure of power, but what was committed survives the end of the server.
const FAST: [&str; 3] = ["--innodb-flush-log-at-trx-commit=2", "--skip-innodb-doublewrite", LOG_SIZE];

/// A log of the usual size, 96 MiB, would be most of the data that is copied for each server.
const LOG_SIZE: &str = "--innodb-log-file-size=16M";

/// The folder of its temporary tables, in its own folder.
const TEMPORARY: &str = "temporary";

/// A running server, stopped and removed when dropped.
pub struct MariaDb {
    server: Running,
    scratch: Scratch,
}

impl MariaDb {
    /// Starts a server with a database of this name. The test must have asked for `mariadb server` by
    /// [`need!`](crate::need!).
    ///
    /// # Panics
    /// When that fails; the server's own messages are shown.
    #[must_use]
    #[track_caller]
    pub fn start(database: &str) -> Self {
        Self::start_with(database, &["--skip-networking"])
    }

    /// The same with these options of the server, in which `FOLDER` is its folder, which may be filled before it starts.
    ///
    /// # Panics
    /// As [`MariaDb::start`].
    #[must_use]
    #[track_caller]
    pub fn start_with(database: &str, options: &[&str]) -> Self {
        Self::start_after(database, options, |_| ())
    }

    /// The same, once `prepare` has put what the options name into the folder.
    ///
    /// # Panics
    /// As [`MariaDb::start`].
    #[must_use]
    #[track_caller]
    pub fn start_after(database: &str, options: &[&str], prepare: impl FnOnce(&Scratch)) -> Self {
        let scratch = Scratch::new();
        let temporary = scratch.path(TEMPORARY);
        fs::create_dir(&temporary).expect("a folder can be made in a scratch folder");
        let server = |program: &str| {
            let run = Program::new(program).arg("--no-defaults").within(scratch.folder());
            // A server deletes all temporary tables that it finds when it starts, those of other servers too.
            let run = run.env("TMPDIR", &temporary);
            // It refuses to run as root unless root is named; otherwise it runs as the user who runs the tests.
            let user = if are_root(&scratch) { vec!["--user=root"] } else { vec![] };
            run.arg(format!("--datadir={}", scratch.path("data").display())).args(user)
        };
        prepare(&scratch);
        let folder = scratch.folder().display().to_string();
        let own: Vec<String> = options.iter().map(|option| option.replace("FOLDER", &folder)).collect();
        let options = ["--auth-root-authentication-method=normal", "--skip-test-db", LOG_SIZE];
        fresh_data(&format!("{}, {LOG_SIZE}", version()), &scratch.path("data"), || {
            server("mariadb-install-db").args(options).run().ok();
        });
        let socket = format!("--socket={}", scratch.path("socket").display());
        let pid = format!("--pid-file={}", scratch.path("pid").display());
        let started = server("mariadbd").args([&socket, &pid]).args(FAST).args(own).spawn();
        wait_until("MariaDB to answer", || {
            assert!(!started.is_over(), "MariaDB did not start: {}", started.errors_so_far());
            let asked = Program::new("mariadb-admin").args(["--no-defaults", &socket, "-u", "root", "ping"]);
            asked.run().end == End::Code(0)
        });
        let server = Self { server: started, scratch };
        server.run("", format!("create database {database}")).ok().silent();
        server
    }

    /// The server's folder.
    #[must_use]
    pub fn folder(&self) -> &Scratch {
        &self.scratch
    }

    /// Runs SQL from its standard input; rows come raw, without a header.
    #[must_use]
    pub fn run(&self, database: &str, sql: impl Into<Vec<u8>>) -> Outcome {
        let socket = format!("--socket={}", self.scratch.path("socket").display());
        let client = Program::new("mariadb").args(["--no-defaults", &socket, "-u", "root", "-N", "-B", "-r"]);
        // Texts reach the server as they are, with any ends of lines.
        let client = client.args(["--local-infile=1", "--binary-mode"]);
        client.args(["--default-character-set=utf8mb4", database]).stdin(sql).run()
    }

    /// Runs SQL that must succeed.
    ///
    /// # Panics
    /// When it fails.
    #[track_caller]
    pub fn sql(&self, database: &str, sql: &str) -> Outcome {
        self.run(database, sql).ok().silent()
    }

    /// The file of its socket.
    #[must_use]
    pub fn socket(&self) -> std::path::PathBuf {
        self.scratch.path("socket")
    }

    /// Ends the server at once, as a crash does.
    pub fn kill(&self) {
        self.server.signal(Signal::KILL);
    }

    /// The environment in which a plain `mariadb` is a client of this server.
    #[must_use]
    pub fn client_env(&self) -> Vec<(String, String)> {
        let socket = self.socket();
        self.scratch.write("my.cnf", format!("[client]\nuser=root\nsocket={}\n", socket.display()));
        vec![("MYSQL_HOME".into(), self.scratch.folder().display().to_string())]
    }
}

/// What the server says of itself, in one line.
fn version() -> String {
    let says = Program::new("mariadbd").args(["--no-defaults", "--version"]).run().ok();
    says.text().lines().next().unwrap_or_default().to_owned()
}

/// Whether we are the superuser: the owner of a file of ours shows it.
fn are_root(scratch: &Scratch) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(scratch.folder()).is_ok_and(|folder| folder.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::{MariaDb, TEMPORARY};
    use crate::need;

    #[test]
    fn a_server_has_its_temporary_tables_to_itself() {
        need!("mariadb server");
        let server = MariaDb::start("shop");
        let outcome = server.run("shop", "select @@tmpdir").ok();
        assert_eq!(outcome.text().trim_end(), server.folder().path(TEMPORARY).display().to_string());
    }

    #[test]
    fn servers_of_parallel_tests_leave_each_other_alone() {
        need!("mariadb server");
        std::thread::scope(|scope| {
            for answer in ["1\n", "2\n", "3\n"] {
                scope.spawn(move || {
                    let server = MariaDb::start("shop");
                    assert_eq!(server.run("shop", format!("select {answer}")).ok().text(), answer);
                });
            }
        });
    }
}
