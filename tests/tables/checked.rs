//! Databases that are loaded, changed and checked.

use gush_testkit::{MariaDb, Outcome, Postgres, Program, Scratch};
use rusqlite::Connection;

use crate::tables::within;

/// A database that is checked.
pub(super) enum Database {
    Postgres(Box<Postgres>),
    MariaDb(Box<MariaDb>),
    Sqlite(Scratch),
}

impl Database {
    pub(super) fn sqlite() -> Database {
        Database::Sqlite(Scratch::new())
    }

    pub(super) fn address(&self) -> String {
        match self {
            Database::Postgres(server) => {
                format!("postgres://gush@/postgres?host={}", server.folder().display())
            }
            Database::MariaDb(server) => format!("mysql://root@/test?socket={}", server.socket().display()),
            Database::Sqlite(scratch) => format!("sqlite:{}", scratch.path("db").display()),
        }
    }

    #[track_caller]
    pub(super) fn run(&self, sql: &str) {
        match self {
            // Tables are dropped together with what refers to them, which the server reports.
            Database::Postgres(server) => {
                drop(server.sql(&format!("set client_min_messages = warning; {sql}")));
            }
            Database::MariaDb(server) => {
                let sql =
                    format!("set sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES', foreign_key_checks = 0; {sql}");
                drop(server.sql("test", &sql));
            }
            Database::Sqlite(scratch) => {
                let connection = Connection::open(scratch.path("db")).expect("it is a database");
                let sql = format!("pragma foreign_keys = off; {sql}");
                connection.execute_batch(&sql).expect("SQLite knows it");
            }
        }
    }

    #[track_caller]
    pub(super) fn load(&self, scratch: &Scratch, file: &str, sentence: &str) {
        let load = within(scratch, sentence).arg("--schema").arg(file).arg("--into").arg(self.address());
        load.arg("--progress=never").run().ok();
    }

    pub(super) fn check(&self, scratch: &Scratch, file: &str, sentence: &str) -> Outcome {
        let check = Program::new(env!("CARGO_BIN_EXE_gush")).arg("check").arg(file).arg_line(sentence);
        check.arg("--against").arg(self.address()).within(scratch.folder()).run()
    }

    /// Removes all tables.
    pub(super) fn clear(&self) {
        match self {
            Database::Postgres(_) => self.run("drop schema public cascade; create schema public"),
            Database::MariaDb(_) => {
                self.run("drop database test; create database test");
            }
            Database::Sqlite(scratch) => drop(std::fs::remove_file(scratch.path("db"))),
        }
    }

    /// Makes tables without any constraint of these.
    pub(super) fn free(&self, tables: &[&str]) {
        for table in tables {
            self.run(&format!("create table copied_{table} as select * from {table}"));
        }
        for table in tables {
            self.run(&match self {
                Database::Postgres(_) => format!("drop table {table} cascade"),
                Database::MariaDb(_) | Database::Sqlite(_) => format!("drop table {table}"),
            });
        }
        for table in tables {
            if let Database::MariaDb(server) = self {
                // There, what may not be null is copied with the rows.
                let sql = format!(
                    "select group_concat('modify \"', column_name, '\" ', column_type, ' null' separator ', ') \
                     from information_schema.columns where table_schema = 'test' and table_name = 'copied_{table}'"
                );
                let list = server.sql("test", &sql).text().trim().to_owned();
                self.run(&format!("alter table copied_{table} {list}"));
            }
            self.run(&format!("alter table copied_{table} rename to {table}"));
        }
    }
}
