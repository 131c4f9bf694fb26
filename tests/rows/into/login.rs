//! Who logs in, and by which password from where.

use gush_testkit::{Outcome, Postgres, Scratch, need};

use super::url_of;
use crate::rows::seeded;

const PASSWORD: &str = "päss'w:o\\rd";

/// A server whose roles `plain`, `md5` and `scram` log in by the password, each in the way of its name.
fn server() -> Postgres {
    let server = Postgres::start();
    for (role, how) in [("plain", "scram-sha-256"), ("md5", "md5"), ("scram", "scram-sha-256")] {
        server.sql(&format!(
            "set password_encryption = '{how}'; create role {role} login password '{}'; grant create on schema public to {role}",
            PASSWORD.replace('\'', "''")
        ));
    }
    server.let_in_by("local all plain password\nlocal all md5 md5\nlocal all scram scram-sha-256");
    server
}

fn load(server: &Postgres, role: &str, environment: &[(&str, &str)]) -> Outcome {
    let mut program = seeded(&format!("-l 3 -t of_{role} --append n=int --into")).arg(url_of(server, role));
    for (name, value) in environment {
        program = program.env(name, value);
    }
    program.run()
}

#[test]
fn passwords_are_told_in_the_way_that_the_server_asks() {
    need!("postgres");
    let server = server();
    for role in ["plain", "md5", "scram"] {
        load(&server, role, &[("PGPASSWORD", PASSWORD)]).ok();
        let wrong = load(&server, role, &[("PGPASSWORD", "hunter2")]).code(1);
        let wrong =
            wrong.stderr_has(&format!("password authentication failed for user \"{role}\" (SQLSTATE 28P01)"));
        let wrong = wrong.stderr_has("the password in PGPASSWORD or ~/.pgpass");
        assert!(!wrong.errors().contains("hunter2"));
        let without = load(&server, role, &[("HOME", "/nowhere")]).code(1);
        without.stderr_has(&format!("the server asks for the password of {role}; give it in PGPASSWORD"));
    }
    // In the address, with percent signs.
    let url = url_of(&server, "scram:p%C3%A4ss%27w%3Ao%5Crd");
    seeded("-l 3 -t of_scram --append n=int --into").arg(url).run().ok();
    server.sql("select count(*) from of_scram").stdout_is("6\n");
}

#[test]
fn passwords_and_services_come_from_files() {
    need!("postgres");
    let server = server();
    let scratch = Scratch::new();
    let socket = server.folder().display().to_string();
    let line = format!(
        "{}:*:*:scram:{}\n",
        socket.replace(':', "\\:"),
        PASSWORD.replace('\\', "\\\\").replace(':', "\\:")
    );
    let file = scratch.write(".pgpass", &line);
    let set_mode = |mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    let home = scratch.folder().display().to_string();
    set_mode(0o600);
    load(&server, "scram", &[("HOME", &home)]).ok();
    // One that others may read is not used, as libpq does it.
    set_mode(0o644);
    load(&server, "scram", &[("HOME", &home)])
        .code(1)
        .stderr_has("asks for the password of scram")
        .stderr_has("is not read, as others may read it");
    set_mode(0o600);
    let service = format!("[shop]\nhost={socket}\nuser=scram\ndbname=postgres\n");
    let services = scratch.write("services", &service).display().to_string();
    let program = seeded("-l 3 -t of_scram --append n=int --into postgres://?service=shop");
    program.env("PGSERVICEFILE", services).env("HOME", &home).run().ok();
    server.sql("select count(*) from of_scram").stdout_is("6\n");
}

#[test]
fn what_is_not_there_is_named() {
    need!("postgres");
    let server = Postgres::start();
    let url = format!("postgres://gush@/nosuch?host={}", server.folder().display());
    let run = seeded("-l 3 n=int --into").arg(url).run().code(1);
    run.stderr_has("database \"nosuch\" does not exist (SQLSTATE 3D000)").stderr_has("createdb");
    let run = seeded("-l 3 n=int --into").arg(url_of(&server, "nobody")).run().code(1);
    run.stderr_has("role \"nobody\" does not exist");
}
