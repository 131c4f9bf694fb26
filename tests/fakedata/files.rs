//! `file` reads every line as it is, as the Go program does: blank ones, carriage returns, bytes that are no text.

use crate::fakedata::fakedata;
use gush_testkit::Scratch;
use std::collections::BTreeSet;

/// The different values that 200 rows have, separated by what no file here has.
fn values(content: &[u8]) -> BTreeSet<Vec<u8>> {
    let scratch = Scratch::new();
    scratch.write("words", content);
    let run = fakedata("--seed 1 -l 200 file:words").within(scratch.folder()).run().ok().silent();
    let template = fakedata("--seed 1 -l 200 -T t").within(scratch.folder());
    scratch.write("t", "{{ File \"words\" }}\n");
    let rows = |bytes: &[u8]| -> BTreeSet<Vec<u8>> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    assert_eq!(rows(&template.run().ok().silent().stdout), rows(&run.stdout));
    rows(&run.stdout)
}

#[test]
fn every_line_is_drawn_as_it_is() {
    for (content, lines) in [
        (&b"a\nb\n"[..], &[&b"a"[..], b"b"][..]),
        (b"a\n\nb", &[b"", b"a", b"b"]),
        (b"\n\na\n\n", &[b"a"]),
        (b" \t\n\n", &[b" \t"]),
        (b"a\r\nb\r\n", &[b"a\r", b"b\r"]),
        (b"", &[b""]),
        (b"\n\n", &[b""]),
        (b"\xef\xbb\xbfa\nb", &[b"\xef\xbb\xbfa", b"b"]),
        (b"caf\xe9\nb\xff\n\nc", &[b"", b"b\xff", b"c", b"caf\xe9"]),
        (b"a\0b\nc", &[b"a\0b", b"c"]),
        (b" a \na", &[b" a ", b"a"]),
    ] {
        let expected: BTreeSet<Vec<u8>> = lines.iter().map(|line| line.to_vec()).collect();
        assert_eq!(values(content), expected, "{:?}", String::from_utf8_lossy(content));
    }
}

#[test]
fn invalid_utf8_is_written_as_by_go_in_each_format() {
    let scratch = Scratch::new();
    scratch.write("words", b"<caf\xe9 \xff\xfe'>");
    let row = |args: &str| fakedata(args).within(scratch.folder()).run().ok().silent();
    row("-l 1 file:words").stdout_is(b"<caf\xe9 \xff\xfe'>\n");
    row("-l 1 -f sql file:words").stdout_is(b"INSERT INTO TABLE (file) VALUES ('<caf\xe9 \xff\xfe''>');\n");
    row("-l 1 -f ndjson file:words").stdout_is("{\"file\":\"\\u003ccaf\\ufffd \\ufffd\\ufffd'\\u003e\"}\n");
}

/// The messages of `gush rows` for such files stay.
#[test]
fn gusher_reads_entries() {
    let scratch = Scratch::new();
    scratch.write("words", "a\r\n\r\n\n b \n");
    scratch.write("bytes", b"caf\xe9\n");
    let rows = |args: &str| {
        gush_testkit::Program::new(crate::fakedata::GUSH).arg_line(args).within(scratch.folder()).run()
    };
    let found = rows("rows --seed 1 -l 50 file:words").ok().silent();
    assert_eq!(found.lines().into_iter().collect::<BTreeSet<_>>(), [" b ", "a"].into());
    rows("rows file:bytes").code(2).stderr_has("line 1 of bytes is not UTF-8");
}
