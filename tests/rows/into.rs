//! `--into`: rows that go straight into a database.

mod circles;
mod command;
mod existing;
mod faults;
mod login;
mod mysql;
mod outages;
mod parts;
mod pooler;
mod sqlite;
mod sqlite_existing;
mod sqlite_refused;
mod tls;
mod types;

use gush_testkit::{Postgres, Program};

use crate::rows::seeded;

/// The address of a server's database as a role.
fn url_of(server: &Postgres, role: &str) -> String {
    format!("postgres://{role}@/postgres?host={}", server.folder().display())
}

/// The command that loads into a server as its superuser.
fn into(server: &Postgres, sentence: &str) -> Program {
    seeded(sentence).arg("--into").arg(url_of(server, "gush"))
}
