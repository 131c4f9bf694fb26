//! `--into` through `pgbouncer`, which gives a connection of the server to a client for a session, or for each transaction.

use std::fs;
use std::net::{TcpListener, TcpStream};

use gush_testkit::{Postgres, Running, Signal, need, wait_until};

use crate::rows::seeded;

/// A pooler in front of a server, gone when dropped.
struct Pooler {
    run: Option<Running>,
    port: u16,
}

impl Pooler {
    fn start(server: &Postgres, mode: &str) -> Pooler {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("some port is free").port();
        let folder = server.folder();
        let file = folder.join("pooler.ini");
        let text = format!(
            "[databases]\npostgres = host={} port={} user=gush\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
             auth_type = any\npool_mode = {mode}\ndefault_pool_size = 3\n",
            folder.display(),
            server.port()
        );
        fs::write(&file, text).expect("the folder can be written");
        let run = server.beside("pgbouncer").arg(&file).spawn();
        wait_until("the pooler to answer", || {
            assert!(!run.is_over(), "PgBouncer did not start: {}", run.errors_so_far());
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Pooler { run: Some(run), port }
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let Some(run) = self.run.take() else { return };
        run.signal(Signal::TERM);
        drop(run.finish());
    }
}

#[track_caller]
fn loads_through(mode: &str) {
    let server = Postgres::start();
    let pooler = Pooler::start(&server, mode);
    let url = format!("postgres://gush@127.0.0.1:{}/postgres", pooler.port);
    let load = |sentence: &str| seeded(sentence).arg("--into").arg(&url).arg("--progress=never").run();
    load("-l 50k -t t id=seq name email@unique").ok();
    load("--rows 50k..60k --append -t t id=seq name email@unique").ok();
    server.sql("select count(*), count(distinct id) from t").stdout_is("60000|60000\n");
    load("-l 40k --batch 1k --connections 3 -t parts id=seq n=int:1,9").ok();
    load("-l 40k --batch 1k --connections 3 --resume -t parts id=seq n=int:1,9").ok();
    server.sql("select count(*), count(distinct id) from parts").stdout_is("40000|40000\n");
    server.sql("alter table t add check (id <> 70000)");
    let run = load("--rows 60k..80k --append -t t id=seq name email@unique").code(1);
    run.stderr_has("t: row 69999: ").stderr_has("violates check constraint");
    server.sql("select count(*) from t").stdout_is("60000\n");
    // A pooler takes few settings.
    let run = seeded("-l 5 -t t --append id=seq name email@unique --into")
        .arg(format!("{url}?options=-c%20lock_timeout=1s"))
        .run();
    run.code(1).stderr_has("unsupported startup parameter");
}

#[test]
fn a_pooler_of_sessions_is_loaded_through() {
    need!("postgres", "pgbouncer");
    loads_through("session");
}

#[test]
fn a_pooler_of_transactions_is_loaded_through() {
    need!("postgres", "pgbouncer");
    loads_through("transaction");
}
