//! The format `raw`, as another language reads it, and what it refuses.

use crate::rows::{gush, rows, seeded};
use gush_testkit::need;

/// The records of docs/reference/formats.md by the letters that it names.
const READ: &str = r#"import struct, sys, uuid, datetime, ipaddress, math
record = struct.Struct("<qdi?I16sqqB")
data = sys.stdin.buffer.read()
assert record.size == 58 and len(data) % record.size == 0
day = datetime.date(1970, 1, 1)
for n, x, d, b, a, u, t, m, c in record.iter_unpack(data):
    print(n, "%.4f" % x if not math.isnan(x) else "", day + datetime.timedelta(days=d), str(b).lower(),
          ipaddress.IPv4Address(a), uuid.UUID(bytes=u), t, m if m != -2**63 else "",
          "" if c == 255 else "true" if c else "false", sep=",")
"#;

#[test]
fn another_language_reads_it_by_the_letters_of_the_manual() {
    need!("python3");
    let scratch = gush_testkit::Scratch::new();
    let script = scratch.write("read.py", READ);
    let columns = "-l 5000 n=int:-9000000000,9000000000 x=double@null=0.3 d=date:1901-01-01,2099-12-31 b=bool a=ipv4 \
                   u=uuidv4 t=timestamp m=int@null=0.5 c=bool@null=0.5";
    let found =
        seeded(&format!("-f raw {columns}")).pipe_into(&format!("python3 '{}'", script.display())).ok();
    found.stdout_is(rows(&format!("-f csv {columns}")).stdout);
}

#[test]
fn records_match_the_manual_to_the_byte() {
    let run = rows("-f raw -l 1 n=int:258,258 x=double:-0.5,-0.5,1 d=date:1970-01-02,1970-01-02 b=bool:1");
    let expected =
        [&[2, 1, 0, 0, 0, 0, 0, 0][..], &[0, 0, 0, 0, 0, 0, 0xE0, 0xBF], &[1, 0, 0, 0], &[1]].concat();
    run.stdout_is(expected);
    let run = rows("-f raw -l 1 n=int@null=1 d=date@null=1 b=bool@null=1 u=uuidv4@null=1");
    let expected = [&[0, 0, 0, 0, 0, 0, 0, 0x80][..], &[0, 0, 0, 0x80], &[255], &[0; 16]].concat();
    run.stdout_is(expected);
    rows("-f raw -l 0 seq").stdout_is("");
}

#[test]
fn texts_are_refused_all_at_once() {
    let run = gush("rows -f raw id=seq name plan=enum:a,b ip=ipv4@null=0.1").run().code(2).stdout_is("");
    run.stderr_is(
        "gush: 3 errors in the arguments; nothing was written\n  \
         name\n  ^^^^ raw has no texts, only values of fixed width: numbers, dates, times, bool, ids, addresses, bytes\n  \
         plan=enum:a,b\n       ^^^^^^^^ raw has no texts, only values of fixed width: numbers, dates, times, bool, ids, addresses, bytes\n  \
         ip=ipv4@null=0.1\n     ^^^^ raw writes null as 0.0.0.0, which this column may have as an address\n",
    );
}
