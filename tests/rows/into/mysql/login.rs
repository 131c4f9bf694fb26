//! Who logs in, by which password from where, and over which connection.

use std::net::TcpListener;

use gush_testkit::{MariaDb, Outcome, Program, Scratch, need};

use super::{into, url_of};
use crate::rows::{gush, seeded};

const PASSWORD: &str = "päss'w:o\\rd #";

fn load(server: &MariaDb, user: &str, environment: &[(&str, &str)]) -> Outcome {
    let program = seeded(&format!("-l 3 -t of_{user} --append n=int --into")).arg(url_of(server, user));
    let program = program.env("HOME", "/nowhere").env("MYSQL_HOME", "/nowhere");
    environment.iter().fold(program, |program, (name, value)| program.env(name, value)).run()
}

#[test]
fn passwords_come_from_the_environment_from_files_or_from_the_address() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let password = PASSWORD.replace('\\', "\\\\").replace('\'', "''");
    server.sql(
        "test",
        &format!(
            "create user anna@localhost identified by '{password}'; grant all on test.* to anna@localhost"
        ),
    );
    load(&server, "anna", &[("MYSQL_PWD", PASSWORD)]).ok();
    let wrong = load(&server, "anna", &[("MYSQL_PWD", "hunter2")]).code(1);
    let wrong = wrong
        .stderr_has("Access denied for user 'anna'@'localhost' (using password: YES) (error 1045)")
        .stderr_has("the password in MYSQL_PWD or in ~/.my.cnf");
    assert!(!wrong.errors().contains("hunter2"));
    load(&server, "anna", &[]).code(1).stderr_has("(using password: NO)");
    let scratch = Scratch::new();
    let quoted = PASSWORD.replace('\\', "\\\\");
    scratch.write(
        ".my.cnf",
        format!("[client]\nuser=anna\npassword=\"{quoted}\"\nsocket={}\n", server.socket().display()),
    );
    let home = scratch.folder().display().to_string();
    let program = seeded("-l 3 -t of_anna --append n=int --into mysql://localhost/test");
    program.env("HOME", &home).env("MYSQL_HOME", "/nowhere").run().ok();
    // In the address, with percent signs.
    let url = url_of(&server, "anna:p%C3%A4ss%27w%3Ao%5Crd%20%23");
    seeded("-l 3 -t of_anna --append n=int --into").arg(url).run().ok();
    server.sql("test", "select count(*) from of_anna").stdout_is("9\n");
}

#[test]
fn what_is_not_there_is_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let url = format!("mysql://root@/nosuch?socket={}", server.socket().display());
    let run = seeded("-l 3 n=int --into").arg(url).run().code(1);
    run.stderr_has("Unknown database 'nosuch' (error 1049)").stderr_has("mariadb-admin create");
    load(&server, "nobody", &[]).code(1).stderr_has("Access denied for user 'nobody'@'localhost'");
    server.sql("test", "create user poor@localhost; grant select on test.* to poor@localhost");
    load(&server, "poor", &[])
        .code(1)
        .stderr_has("of_poor: making it: CREATE command denied to user")
        .stderr_has("GRANT it");
    let run = gush("rows --into mysql://u:secret@/d?socket=/no/such name").run().code(1).stdout_is("");
    run.stderr_has(
        "gush: mysql://u@/d?socket=/no/such: no connection to /no/such: No such file or directory",
    );
    let run = gush("rows --into mysql://u:secret@127.0.0.1:1/d name").run().code(1);
    let run = run
        .stderr_has("gush: mysql://u@127.0.0.1:1/d: no connection to 127.0.0.1, port 1: Connection refused");
    assert!(!run.errors().contains("secret"));
}

#[test]
fn connections_are_encrypted_and_servers_believed_as_asked() {
    need!("mariadb server", "openssl");
    let free =
        TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("some port is free");
    let port = format!("--port={}", free.port());
    let options = [
        "--bind-address=127.0.0.1",
        &port,
        "--ssl-ca=FOLDER/ca.crt",
        "--ssl-cert=FOLDER/server.crt",
        "--ssl-key=FOLDER/server.key",
    ];
    let server = MariaDb::start_after("test", &options, |scratch| {
        let openssl = |arguments: &str| {
            Program::shell(&format!("openssl {arguments} 2>&1")).within(scratch.folder()).run().ok();
        };
        openssl("req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=authority -keyout ca.key -out ca.crt");
        openssl(
            "req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=another -keyout other.key -out other.crt",
        );
        openssl(
            "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.csr",
        );
        openssl(
            "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -days 9 -copy_extensions copy -out server.crt",
        );
    });
    server.sql(
        "test",
        "create user safe@'%' identified by 'p' require ssl; grant all on test.* to safe@'%'; \
         create user open@'%'; grant all on test.* to open@'%'",
    );
    let folder = server.folder().folder().display().to_string();
    let load = |user: &str, host: &str, parameters: &str| {
        let parameters = parameters.replace("DATA", &folder);
        let url = format!("mysql://{user}@{host}:{}/test?{parameters}", free.port());
        seeded("-l 60k -t t --create replace id=seq n=int:1,9 --into").arg(url).env("MYSQL_PWD", "p").run()
    };
    for parameters in [
        "",
        "ssl-mode=PREFERRED",
        "ssl-mode=REQUIRED",
        "ssl-ca=DATA/ca.crt",
        "ssl-mode=VERIFY_CA&ssl-ca=DATA/ca.crt",
        "ssl-mode=VERIFY_IDENTITY&ssl-ca=DATA/ca.crt",
    ] {
        load("safe", "localhost", parameters).ok();
        server.sql("test", "select count(*) from t").stdout_is("60000\n");
    }
    load("safe", "127.0.0.1", "ssl-mode=VERIFY_CA&ssl-ca=DATA/ca.crt").ok();
    let refused = |host: &str, parameters: &str| load("safe", host, parameters).code(1);
    refused("localhost", "ssl-mode=DISABLED").stderr_has("Access denied for user 'safe'");
    let not_accepted = "the server's certificate is not accepted: ";
    refused("localhost", "ssl-mode=VERIFY_CA&ssl-ca=DATA/other.crt").stderr_has(not_accepted);
    refused("127.0.0.1", "ssl-mode=VERIFY_IDENTITY&ssl-ca=DATA/ca.crt").stderr_has(not_accepted);
    refused("localhost", "ssl-mode=VERIFY_CA&ssl-ca=DATA/none.crt").stderr_has("ssl-ca: ");
    server.sql("test", "create user plain@'%'; grant all on test.* to plain@'%'");
    seeded(&format!(
        "-l 3 -t u id=seq --into mysql://plain@127.0.0.1:{}/test?ssl-mode=DISABLED",
        free.port()
    ))
    .run()
    .ok();
    into(&server, "-l 3 -t v id=seq").run().ok();
}
