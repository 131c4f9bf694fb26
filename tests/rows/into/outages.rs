//! Loads into PostgreSQL that something ends on the way: a connection that is cut, a server that crashes, a disk that is full, a table in use.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use gush_testkit::{Postgres, Program, Signal, need, wait_until};

use super::{into, url_of};
use crate::rows::seeded;

/// A port that passes everything on to that of a server, and cuts the first connection once it has passed this many bytes to it.
fn cut_after(server: u16, bytes: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("some port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for (number, client) in listener.incoming().enumerate() {
            let Ok(client) = client else { break };
            let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { break };
            let most = if number == 0 { bytes } else { usize::MAX };
            let (from, to) = (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
            thread::spawn(move || passed(from, to, most));
            thread::spawn(move || passed(server, client, usize::MAX));
        }
    });
    port
}

/// Passes bytes on until one end is gone or they are as many.
fn passed(mut from: TcpStream, mut to: TcpStream, mut most: usize) {
    let mut buffer = vec![0; 16 << 10];
    while most > 0 {
        let Ok(read @ 1..) = from.read(&mut buffer) else { break };
        let read = read.min(most);
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
        most -= read;
    }
    for socket in [from, to] {
        let _ = socket.shutdown(Shutdown::Both);
    }
}

#[test]
fn a_connection_that_is_cut_in_the_middle_of_copy_leaves_what_is_noted() {
    need!("postgres");
    let server = Postgres::start_over_tcp();
    server.sql("create role loader login superuser");
    server.let_in_by("host all loader 127.0.0.1/32 trust");
    let load = |bytes: usize, sentence: &str| {
        let url = format!(
            "postgres://loader@127.0.0.1:{}/postgres?sslmode=disable",
            cut_after(server.port(), bytes)
        );
        seeded(&format!("-l 400k -t t --progress=never id=seq n=int:1,9 {sentence} --into")).arg(url).run()
    };
    let count = |expected: &str| {
        wait_until("the server to notice", || {
            server.sql("select count(*) from pg_stat_activity where usename = 'loader'").text() == "0\n"
        });
        server.sql("select count(*), count(distinct id) from t").stdout_is(expected);
    };
    let run = load(3 << 20, "").code(1).stdout_is("");
    run.stderr_has("t: rows 0..400000: ").stderr_has("no table is complete; the rest was rolled back");
    server.sql("select to_regclass('t') is null").stdout_is("t\n");
    // In parts, what was committed stays, and the rest follows.
    let run = load(3 << 20, "--batch 40k").code(1);
    run.stderr_has("what was committed is noted, and the same command with --resume continues");
    let there: u64 = server.sql("select count(*) from t").text().trim().parse().expect("a number");
    assert!(there > 0 && there < 400_000 && there.is_multiple_of(40_000), "{there} rows are there");
    load(2 << 20, "--batch 40k --resume").code(1);
    load(usize::MAX, "--batch 40k --resume").ok();
    count("400000|400000\n");
}

#[test]
fn a_server_that_crashes_is_loaded_to_the_end_once_it_is_back() {
    need!("postgres");
    let mut server = Postgres::start();
    server.sql(
        "create table t (id bigint, n int); create function slow() returns trigger language plpgsql as \
         $$ begin perform pg_sleep(0.05); return null; end $$; \
         create trigger slow before insert on t for each statement execute function slow()",
    );
    let load = |server: &Postgres, options: &str| {
        into(server, &format!("-l 200k -t t --batch 2k --progress=never {options} id=seq n=int:1,9"))
    };
    let noted = |server: &Postgres| {
        let there = server.sql("select to_regclass('gush_loads') is not null").text() == "t\n";
        let count =
            || server.sql("select count(*) from gush_loads where step like 'rows %'").text().trim().parse();
        if there { count().unwrap_or(0) } else { 0u64 }
    };
    for round in 1..3 {
        let run = load(&server, "--resume").spawn();
        wait_until("some rows to be there", || run.is_over() || noted(&server) >= 5 * round);
        server.crash();
        let run = run.finish().code(1);
        run.stderr_has("what was committed is noted, and the same command with --resume continues");
        let run = load(&server, "--resume").run().code(1);
        run.stderr_has(": no connection to ");
        server.start_again();
        let there: u64 = server.sql("select count(*) from t").text().trim().parse().expect("a number");
        assert_eq!(there, 2000 * noted(&server), "what is noted is there, and nothing else is");
    }
    server.sql("drop trigger slow on t");
    load(&server, "--resume").run().ok().stderr_has("rows of an earlier run");
    server.sql("select count(*), count(distinct id), max(id) from t").stdout_is("200000|200000|200000\n");
}

/// A disk of a few MiB, gone when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(folder: PathBuf) -> Result<SmallDisk, String> {
        std::fs::create_dir(&folder).map_err(|why| why.to_string())?;
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"]).arg(&folder).output();
        match mount {
            Ok(done) if done.status.success() => Ok(SmallDisk(folder)),
            Ok(done) => {
                Err(format!("no disk can be mounted: {}", String::from_utf8_lossy(&done.stderr).trim()))
            }
            Err(why) => Err(format!("mount: {why}")),
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The server has files on it.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_disk_that_is_full_is_named() {
    need!("postgres", "mount");
    let server = Postgres::start();
    let disk = match SmallDisk::mount(server.folder().join("small")) {
        Ok(disk) => disk,
        Err(why) => return gush_testkit::need::not_run(&why),
    };
    server.give(&disk.0);
    server.sql(&format!("create tablespace small location '{}'", disk.0.display()));
    let url = format!("{}&options=-c%20default_tablespace=small", url_of(&server, "gush"));
    let load = |sentence: &str| {
        seeded(&format!("-t t --progress=never id=seq n=int:1,9 {sentence} --into")).arg(&url).run()
    };
    let run = load("-l 400k").code(1).stdout_is("");
    run.stderr_has("t: rows 0..400000: could not extend file ")
        .stderr_has("No space left on device (SQLSTATE 53100)")
        .stderr_has("the server's disk is full: free some of it, or load into another tablespace")
        .stderr_has("no table is complete; the rest was rolled back");
    server.sql("select to_regclass('t') is null").stdout_is("t\n");
    // What was committed stays, and is noted.
    let run = load("-l 400k --batch 20k").code(1);
    run.stderr_has("what was committed is noted").stderr_has("SQLSTATE 53100");
    let there: u64 = server.sql("select count(*) from t").text().trim().parse().expect("a number");
    assert!(there > 0 && there.is_multiple_of(20_000), "{there} rows are there");
}

/// A connection that has the table `t` until it is told to end.
fn in_use(server: &Postgres) -> gush_testkit::Running {
    let run = Program::shell(&format!("{} -c \"begin; lock table t; select pg_sleep(600)\"", server.psql()))
        .spawn();
    wait_until("the table to be in use", || {
        server.sql("select count(*) from pg_locks where relation = 't'::regclass and mode = 'AccessExclusiveLock'").text() == "1\n"
    });
    run
}

#[test]
fn a_table_in_use_is_waited_for_as_long_as_is_wanted() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("create table t (id bigint, n int)");
    let other = in_use(&server);
    let url = format!("{}&options=-c%20lock_timeout=200ms", url_of(&server, "gush"));
    let load = || seeded("-l 100 -t t --progress=never --append id=seq n=int:1,9 --into");
    let run = load().arg(&url).run().code(1);
    run.stderr_has("t: rows 0..100: canceling statement due to lock timeout (SQLSTATE 55P03)")
        .stderr_has("another transaction has the table; try again when it has ended")
        .stderr_has("no table is complete; the rest was rolled back");
    // Whoever waits no more is not left waiting.
    let run = load().arg(url_of(&server, "gush")).spawn();
    let waits =
        "select count(*) from pg_stat_activity where application_name = 'gush' and wait_event_type = 'Lock'";
    wait_until("the load to wait", || run.is_over() || server.sql(waits).text() == "1\n");
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stdout_is("");
    wait_until("the server to notice", || {
        server.sql("select count(*) from pg_stat_activity where application_name = 'gush'").text() == "0\n"
    });
    server.sql("select pg_terminate_backend(pid) from pg_locks where relation = 't'::regclass and mode = 'AccessExclusiveLock'");
    drop(other.finish());
    load().arg(&url).run().ok();
    server.sql("select count(*) from t").stdout_is("100\n");
}

/// Keys of a large table take long, and no row is sent meanwhile.
#[test]
fn an_interrupt_ends_a_statement_of_the_server() {
    need!("postgres");
    let server = Postgres::start();
    server.sql(
        "create function slow(n bigint) returns bigint language plpgsql immutable as \
         $$ begin perform pg_sleep(0.001); return n; end $$; \
         create function slowed() returns event_trigger language plpgsql as \
         $$ begin if tg_tag = 'ALTER TABLE' then perform pg_sleep(600); end if; end $$; \
         create event trigger slowed on ddl_command_end execute function slowed()",
    );
    let run = into(&server, "-l 1000 -t t --progress=never id=seq n=int:1,9").spawn();
    let works =
        "select count(*) from pg_stat_activity where application_name = 'gush' and query like 'ALTER TABLE%'";
    wait_until("the keys to be added", || run.is_over() || server.sql(works).text() == "1\n");
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stdout_is("");
    wait_until("the server to have ended the statement", || {
        server.sql("select count(*) from pg_stat_activity where application_name = 'gush'").text() == "0\n"
    });
    server.sql("select to_regclass('t') is null").stdout_is("t\n");
}
