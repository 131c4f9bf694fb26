//! `--into mysql://`: rows that go straight into MariaDB.

mod command;
mod existing;
mod faults;
mod hostile;
mod login;
mod losses;
mod parts;
mod types;

use gush_testkit::{MariaDb, Program, wait_until};

use crate::rows::seeded;

/// The address of a server's database `test` as a user, with or without a password after a colon.
pub(super) fn url_of(server: &MariaDb, user: &str) -> String {
    format!("mysql://{user}@/test?socket={}", server.socket().display())
}

/// The command that loads into a server as its superuser.
fn into(server: &MariaDb, sentence: &str) -> Program {
    seeded(sentence).arg("--into").arg(url_of(server, "root"))
}

/// The numbers of other connections to the database. Within a trigger, a connection has the name of the user who made that.
const OTHERS: &str = "from information_schema.processlist where db = 'test' and id <> connection_id()";

/// Has the server end the connection of a load.
fn cut(server: &MariaDb) {
    let found = server.sql("test", &format!("select max(id) {OTHERS}")).text().trim().to_owned();
    assert_ne!(found, "NULL", "the load is not over");
    server.sql("test", &format!("kill {found}"));
}

/// Waits until the server has taken back what a load that is gone has not committed.
fn wait_until_gone(server: &MariaDb) {
    wait_until("the server to notice", || {
        server.sql("test", &format!("select count(*) {OTHERS}")).text() == "0\n"
    });
}
