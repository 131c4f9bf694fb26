//! Encrypted connections: which servers are believed by which sslmode.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

use gush_testkit::{Outcome, Postgres, Program, need, wait_until};

use crate::rows::seeded;

/// A server whose certificate is for `localhost`, by an authority of its own; the role `safe` logs in by TLS only, `open` in any way.
fn server() -> Postgres {
    let server = Postgres::start_over_tcp();
    let data = server.folder().join("data");
    let openssl = |arguments: &str| {
        let program = Program::shell(&format!("openssl {arguments} 2>&1")).within(&data);
        program.run().ok();
    };
    openssl("req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=authority -keyout ca.key -out ca.crt");
    openssl("req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=another -keyout other.key -out other.crt");
    openssl(
        "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.csr",
    );
    openssl(
        "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -days 9 -copy_extensions copy -out server.crt",
    );
    let owner = fs::metadata(&data).expect("the server has a folder");
    let key = data.join("server.key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("it is ours");
    for file in ["server.key", "server.crt"] {
        chown(data.join(file), Some(owner.uid()), Some(owner.gid())).expect("it may be given away");
    }
    server.sql("create role safe login; create role open login; grant create on schema public to safe, open");
    server.sql("alter system set ssl = on");
    server.let_in_by("hostssl all safe 127.0.0.1/32 trust\nhost all open 127.0.0.1/32 trust");
    wait_until("the server to speak TLS", || server.sql("show ssl").text() == "on\n");
    server
}

/// Loads as a role, by a name of the host and the parameters of the address.
fn load(server: &Postgres, role: &str, host: &str, parameters: &str) -> Outcome {
    let certificates = server.folder().join("data");
    let parameters = parameters.replace("DATA", &certificates.display().to_string());
    let url = format!("postgres://{role}@{host}:{}/postgres?hostaddr=127.0.0.1&{parameters}", server.port());
    seeded(&format!("-l 60k -t of_{role} --append id=seq n=int:1,9 --into")).arg(url).run()
}

#[test]
fn connections_are_encrypted_and_servers_believed_as_asked() {
    need!("postgres", "openssl");
    let server = server();
    for parameters in [
        "",
        "sslmode=prefer",
        "sslmode=require",
        "sslmode=require&sslrootcert=DATA/ca.crt",
        "sslmode=verify-ca&sslrootcert=DATA/ca.crt",
        "sslmode=verify-full&sslrootcert=DATA/ca.crt",
        // The server's own.
        "sslmode=verify-full&sslrootcert=DATA/server.crt",
    ] {
        load(&server, "safe", "localhost", parameters).ok();
        server.sql("select count(*), count(distinct id) from of_safe").stdout_is("60000|60000\n");
        server
            .sql("drop table of_safe; create table of_safe (id bigint, n int); grant all on of_safe to safe");
    }
    let refused = |host: &str, parameters: &str| load(&server, "safe", host, parameters).code(1);
    refused("localhost", "sslmode=disable")
        .stderr_has("no encryption (SQLSTATE 28000)")
        .stderr_has("leave sslmode=disable out");
    let not_accepted = "the server's certificate is not accepted: ";
    refused("localhost", "sslmode=verify-ca&sslrootcert=DATA/other.crt").stderr_has(not_accepted);
    refused("localhost", "sslmode=require&sslrootcert=DATA/other.crt").stderr_has(not_accepted);
    refused("elsewhere", "sslmode=verify-full&sslrootcert=DATA/ca.crt")
        .stderr_has(not_accepted)
        .stderr_has("elsewhere");
    refused("elsewhere", "sslmode=verify-full&sslrootcert=DATA/server.crt").stderr_has(not_accepted);
    load(&server, "safe", "elsewhere", "sslmode=verify-ca&sslrootcert=DATA/ca.crt").ok();
    refused("localhost", "sslmode=verify-full&sslrootcert=DATA/none.crt").stderr_has("sslrootcert: ");
}

#[test]
fn a_server_without_tls_is_told_from_one_with() {
    need!("postgres");
    let server = Postgres::start_over_tcp();
    server.sql("create role open login; grant create on schema public to open");
    server.let_in_by("host all open 127.0.0.1/32 trust");
    load(&server, "open", "localhost", "").ok();
    load(&server, "open", "localhost", "sslmode=require")
        .code(1)
        .stderr_has("the server has no TLS; sslmode=prefer connects without it");
}

/// A client may have to show a certificate of its own.
#[test]
fn clients_show_certificates() {
    need!("postgres", "openssl");
    let server = server();
    let data = server.folder().join("data");
    let openssl = |arguments: &str| {
        Program::shell(&format!("openssl {arguments} 2>&1")).within(&data).run().ok();
    };
    let request = |name: &str| {
        openssl(&format!(
            "req -newkey rsa:2048 -nodes -subj /CN={name} -addext subjectAltName=DNS:{name} -keyout {name}.key -out {name}.csr"
        ));
        openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.crt -CAkey ca.key -days 9 -copy_extensions copy -out {name}.crt"
        ));
    };
    request("shown");
    request("stranger");
    server.sql("create role shown login; grant create on schema public to shown");
    server.sql("alter system set ssl_ca_file = 'ca.crt'");
    server.let_in_by("hostssl all shown 127.0.0.1/32 cert");
    wait_until("the server to know the authority", || server.sql("show ssl_ca_file").text() == "ca.crt\n");
    let load = |parameters: &str| {
        load(
            &server,
            "shown",
            "localhost",
            &format!("sslmode=verify-full&sslrootcert=DATA/ca.crt{parameters}"),
        )
    };
    load("&sslcert=DATA/shown.crt&sslkey=DATA/shown.key").ok();
    server.sql("select count(*), count(distinct id) from of_shown").stdout_is("60000|60000\n");
    let refused = |parameters: &str| load(parameters).code(1);
    refused("")
        .stderr_has("connection requires a valid client certificate (SQLSTATE 28000)")
        .stderr_has("by sslcert and sslkey");
    refused("&sslcert=DATA/stranger.crt&sslkey=DATA/stranger.key")
        .stderr_has("certificate authentication failed for user \"shown\"");
    refused("&sslcert=DATA/shown.crt&sslkey=DATA/stranger.key").stderr_has("sslcert and sslkey do not fit: ");
    refused("&sslcert=DATA/shown.crt&sslkey=DATA/none.key").stderr_has("sslkey: ").stderr_has("none.key");
    refused("&sslcert=DATA/none.crt&sslkey=DATA/shown.key").stderr_has("sslcert: ").stderr_has("none.crt");
    refused("&sslcert=DATA/shown.crt")
        .stderr_has("sslcert is given, and its key is not: sslkey names the file of it");
    refused("&sslcert=DATA/other.crt&sslkey=DATA/other.key").stderr_has("gush: postgres://shown@localhost");
}
