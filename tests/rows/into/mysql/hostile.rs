//! Servers that send more than any server does: the command takes a part of it, and ends.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::rows::seeded;

/// A packet.
fn packet(number: u8, bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).expect("it is short").to_le_bytes();
    [&len[..3], &[number], bytes].concat()
}

/// What a server says first.
fn greeting() -> Vec<u8> {
    let capabilities: u32 = 1 | 1 << 2 | 1 << 3 | 1 << 7 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 19;
    let [low, high] = [capabilities as u16, (capabilities >> 16) as u16].map(u16::to_le_bytes);
    let parts: [&[u8]; 11] = [
        &[10],
        b"8.0.0\0",
        &[7, 0, 0, 0],
        b"saltsalt\0",
        &low,
        &[45, 2, 0],
        &high,
        &[21],
        &[0; 10],
        b"saltsaltsalt\0",
        b"mysql_native_password\0",
    ];
    packet(0, &parts.concat())
}

const OK: [u8; 7] = [0, 0, 0, 2, 0, 0, 0];

/// Answers each packet of a client by the next of these, and then by `flood` for ever.
fn serve(answers: Vec<Vec<u8>>, flood: Vec<u8>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("some port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (answers, flood) = (answers.clone(), flood.clone());
            thread::spawn(move || answered(client, &answers, &flood));
        }
    });
    port
}

fn answered(mut client: TcpStream, answers: &[Vec<u8>], flood: &[u8]) {
    for (index, answer) in answers.iter().enumerate() {
        let mut buffer = [0; 4096];
        // The server speaks first.
        if index > 0 && !matches!(client.read(&mut buffer), Ok(1..)) {
            return;
        }
        if client.write_all(answer).is_err() {
            return;
        }
    }
    while !flood.is_empty() && client.write_all(flood).is_ok() {}
}

#[track_caller]
fn is_refused(answers: Vec<Vec<u8>>, flood: Vec<u8>) {
    let url = format!("mysql://u:secret@127.0.0.1:{}/d?ssl-mode=DISABLED", serve(answers, flood));
    let run = seeded("-l 5 name --into").arg(url).run().code(1).stdout_is("");
    let run = run.stderr_has("the server sent what MySQL and MariaDB do not send ");
    assert!(!run.errors().contains("secret"), "{}", run.errors());
}

#[test]
fn a_server_that_sends_too_much_is_not_listened_to() {
    // A packet that never ends, before the login and after it.
    let endless = [&[0xFF, 0xFF, 0xFF, 0][..], &vec![b'x'; 0xFF_FFFF]].concat();
    is_refused(Vec::new(), endless.clone());
    is_refused(vec![greeting()], endless.clone());
    is_refused(vec![greeting(), packet(2, &OK), packet(1, &OK)], endless);
}

#[test]
fn a_server_that_always_asks_for_another_password_is_not_answered_for_ever() {
    let switch = packet(2, b"\xFEmysql_native_password\0saltsaltsaltsaltsalt\0");
    is_refused(vec![greeting()], switch);
}

#[test]
fn a_server_with_more_columns_or_rows_than_any_is_not_listened_to() {
    let logged_in = || vec![greeting(), packet(2, &OK), packet(1, &OK)];
    // Nine bytes are a number of columns.
    let many = packet(1, &[0xFE, 0, 0, 0, 0, 0, 1, 0, 0]);
    is_refused([logged_in(), vec![many]].concat(), packet(2, b"column"));
    let one = [packet(1, &[1]), packet(2, b"column"), packet(3, b"\xFE\0\0\x02\0")].concat();
    let row = packet(4, &[&[0xFC, 0x00, 0x10][..], &[b'x'; 0x1000]].concat()).repeat(64);
    is_refused([logged_in(), vec![one]].concat(), row);
}
