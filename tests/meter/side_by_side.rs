//! The same command with our meter and the system's pv: the same bytes, the same exit code, and the same text on standard
//! error, once times and rates are masked, and so is what newer versions of pv write in another form. `newest.rs` has
//! those forms as the newest pv writes them.

use crate::meter::{ours, pv_is_missing, theirs};
use gush_testkit::{Outcome, Program, Scratch, assert_same};

/// For each starred option, and for what users get wrong. Each is a script in a folder with the file `f` of 5,000,000 bytes.
const SCRIPTS: &[&str] = &[
    // What is shown.
    "pv -f f",
    "pv -fp f",
    "pv -ft f",
    "pv -fe f",
    "pv -fI f",
    "pv -fr f",
    "pv -fa f",
    "pv -fb f",
    "pv -fT f",
    "pv -fpe f",
    "pv -fbt f",
    "pv -fptebar f",
    "pv -fbA 4 f | cat",
    "pv -fT f",
    "cat f | pv -f",
    "cat f | pv -fp -w 40",
    "cat f | pv -s 10000000 -f",
    "cat f | pv -s 10000000 -fI",
    "cat f | pv -s 2000000 -f",
    // Formats.
    "pv -f -F 'X%pY' f",
    "pv -f -F '%t %e|%r %a' f",
    "pv -f -F '%' f",
    "pv -f -F '%z%b' f",
    "pv -f -F '%3b' f",
    "pv -f -F 'a\\tb%%' f",
    "pv -f -F '' f",
    "pv -f -C -F '%4A|%8A' /dev/null",
    "pv -f -F '%N %b' -N name f",
    "cat f | pv -lf -F '%b'",
    // Numbers.
    "pv -n f",
    "pv -nb f",
    "pv -btn f",
    "pv -n f f",
    "cat f | pv -n",
    "cat f | pv -n -s 10000000",
    "seq 10 | pv -f -s 1k -n",
    "seq 100 | pv -nl",
    "seq 100 | pv -nlt -s 400",
    "seq 100 | pv -nlb -s 400",
    "pv -q f",
    "pv -q -f f",
    "pv -q -n f",
    // Waiting and delays, sizes, lines.
    "(sleep 0.5; cat f) | pv -f -W -i 5",
    "(sleep 0.5; cat f) | pv -n -W -i 5",
    "printf '' | pv -fW",
    "(sleep 1.5; cat f) | pv -f",
    "(sleep 1.5; cat f) | pv -n -bt",
    "pv -D 5 -f f",
    "pv -D 0.5 -f f",
    "pv -D 0.5 -n f",
    "pv -D 0.5 -W -f f",
    "(printf text; sleep 1) | pv -f -D 2",
    "(printf text; sleep 1) | pv -nbt -D 2",
    "(printf text; sleep 1.5) | pv -f -D 1",
    "(printf text; sleep 1.5) | pv -nbt -D 1",
    "(printf text; sleep 0.5) | pv -nbt",
    "(printf text; sleep 2.5) | pv -nbt",
    "(printf text; sleep 2.5) | pv -fbt -i 0.7",
    "cat f | pv -f -s 0",
    "pv -s 1 -s 2 -f f",
    "pv -s ' 5' f -f",
    "pv -f -s 1k f",
    "pv -f -s 1M f",
    "pv -f -s1g f",
    "pv -f --size=1T f",
    "pv -f -s '5 k' f",
    "pv -f -s 010 f",
    "pv -f -s 9223372036854775808 f",
    "pv -f -s 18446744073709551615 f",
    "cat f | pv -s 10m -nt",
    "cat f | pv -s 10m -na",
    "cat f | pv -s 10m -nI",
    "cat f | pv -n -F '%t %b'",
    "cat f | pv -n -c -N x",
    "pv -fb -i 1000 f",
    "pv -fb -L 0 f",
    "pv -fb -L 1t f",
    "pv -fb -L ' 10M' f",
    "pv -f -l f",
    "seq 1000 | pv -0lfb",
    "seq 1000 | pv -l0fb",
    "seq 1025 | pv -lfb",
    "seq 99999 | pv -lfb",
    "seq 1000 | pv -lf -s 2k",
    "seq 1000 | pv -lfI -s 2000",
    "printf '\\n\\n\\na' | pv -lfb",
    "seq 1000 | pv -fl",
    "seq 1234567 | pv -fbl",
    "pv -l -f -s 5 f",
    "printf 'a\\0b\\0c' | pv -0 -f",
    "seq 1000 | pv -0 -b -f",
    "seq 30 | pv -l -L 1000 -fb",
    "cat f | pv -fb -L 1g",
    "pv -fb -i 5. f",
    // Width and name.
    "pv -f -w 60 f",
    "pv -f -w 48 f",
    "pv -f -w 35 f",
    "pv -f -w 25 f",
    "pv -f -w 10 f",
    "pv -f -w 2 f",
    "pv -f -w ' 60' f",
    "pv -f -w 40 f",
    "pv -f -w 20 f",
    "pv -f -w 1 f",
    "pv -f -w 0 f",
    "pv -f -w 300 f",
    "pv -f -N foo f",
    "pv -fb -N foolonger123 f",
    "pv -f -N '' f",
    "pv -f -N ' ' f",
    "pv -f -N '%b' f",
    "pv -f -N abcdefghijklmnopqrstuvwxyz -w 60 f",
    "pv -f -N abcdefghijklmnopqrstuvwxyz -w 20 f",
    "pv -f -N a -N b f",
    "pv --progress --timer --eta --fineta --rate --average-rate --bytes --force f",
    "pv --prog --time --force f",
    "pv --name=x --line-mode --force --width 40 --interval 5 f",
    "pv --wait --force --delay-start 0 --rate-limit 1g --stop-at-size --size 1m f",
    "pv -fc -N foo f",
    "pv -c -N foo f",
    // Ends.
    "cat f | pv -s 2000000 -S -f",
    "pv -f /dev/zero -s 10m -S -w 70",
    "pv -s 10K -f f -S",
    "seq 100 | pv -l -s 10 -S",
    "pv -f - f < f",
    "pv -fb - < f",
    "pv -f < f",
    "printf '' | pv -f",
    "printf '' | pv -n",
    "printf '' | pv -f -s 10",
    "pv -f /dev/null",
    "pv -n /dev/null",
    "cat f | pv -C -fb",
    "cat f | pv -B 10k -fb",
    "pv -E -fb f",
    "pv -EE -fb f",
    "pv -P pid f; ls pid",
    // A signal ends it: not a tick more. A reader leaves: the last one is shown.
    "(printf text; sleep 2) | pv -nbt -P pid & sleep 1.5; kill $(cat pid); wait $!",
    "(printf text; sleep 2) | pv -fbt -P pid & sleep 1.5; kill $(cat pid); wait $!",
    "(printf text; sleep 2) | pv -f -s 8 -P pid & sleep 1.5; kill -HUP $(cat pid); wait $!",
    "(printf text; sleep 2) | pv -fbt -D 5 -P pid & sleep 1.5; kill $(cat pid); wait $!",
    "(printf text; sleep 2) | pv -nbt -i 5 -P pid & sleep 0.5; kill $(cat pid); wait $!",
    "(printf text; sleep 1.5; printf more) | pv -nbt | head -c 1; echo \"${PIPESTATUS[1]}\"",
    "(printf text; sleep 1.5; printf more) | pv -fbt | head -c 1; echo \"${PIPESTATUS[1]}\"",
    // What came before is another line than the message, and nothing is drawn after a failed write.
    "pv -f f > /dev/full",
    "pv -n f > /dev/full",
    "(sleep 1.5; cat f) | pv -fb > /dev/full",
    "(sleep 1.5; cat f) | pv -fb - .",
    "(sleep 1.5; cat f) | pv -nb - .",
    "pv -f -A 0 f",
    "pv -fb -H 0 f",
    "pv -fb -D ' 0' f",
    "POSIXLY_CORRECT=1 pv -fb f -q",
    // Trouble.
    "pv nofile f",
    "pv f nofile -f",
    "cp f g; pv g >> g",
    "pv f | head -c 1; echo \"${PIPESTATUS[0]}\"",
    "pv f > /dev/full",
    "pv -C f > /dev/full",
    "pv .",
    "pv . f",
    "pv -f < .",
    "pv - nofile .",
    "pv <&-",
    "pv - <&-",
    "pv - f <&-",
    "pv - - <&-",
    "pv f 0>/dev/null",
    "pv -q 0>/dev/null",
    "pv -f f 2>/dev/full",
    "pv f > /dev/full 2>&-",
    "(printf text; sleep 2) | pv -q nofile - -P pid & sleep 1; kill $(cat pid); wait $!",
    "(printf text; sleep 2) | pv -q . - -P pid & sleep 1; kill $(cat pid); wait $!",
    "pv -d 999999",
    "pv -P /nonexistent/x f",
    // Other processes' files.
    "exec 3<f; head -c 2500000 <&3 >/dev/null; sleep 2.5 & pv -n -d $!:3",
];

/// Masks what a clock decides, and what has another form with newer versions of pv.
fn masked(text: &str) -> String {
    let text = text.replace("FIN ", "ETA ").replace("failed to read file: ", "");
    text.split_inclusive('\r').map(|line| masked_line(&old_form(line))).collect()
}

/// A line in the form of pv 1.6.20. Units without a prefix and percentages take a column more with newer versions, so
/// where there is one the bar is masked, as is what fills the rest of the line.
fn old_form(line: &str) -> String {
    let narrow = line.replace("  B", " B");
    let figure = narrow.rfind("] ").map(|at| (at + 1, narrow[at + 1..].trim_start()));
    let figure = figure.filter(|(_, rest)| rest.find('%').is_some_and(|digits| digits < 3));
    let narrow = match figure {
        Some((at, rest)) => format!("{} {rest}", &narrow[..at]),
        None => narrow.clone(),
    };
    if figure.is_none() && !narrow.contains(" B") {
        return line.to_owned();
    }
    // A rate ends in `/s]`, a bar does not.
    let start = narrow.rfind('[').unwrap_or(narrow.len());
    match narrow[start..].find(']').filter(|end| !narrow[start..start + end].ends_with("/s")) {
        Some(end) => format!("{}[BAR{}", &narrow[..start], narrow[start + end..].trim_end()),
        None => narrow.trim_end().to_owned(),
    }
}

fn masked_line(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| "[(".contains(c) || c.is_ascii_digit()) {
        masked += &rest[..at];
        rest = &rest[at..];
        let end = match rest.strip_prefix(['[', '(']) {
            Some(inner) => {
                let end = inner.find("/s").filter(|&end| end < 12).map(|end| end + 2);
                end.filter(|&end| inner[end..].starts_with([']', ')'])).map(|end| end + 2)
            }
            None => time(rest),
        };
        match end {
            Some(end) => {
                masked += "TIME";
                rest = &rest[end..];
            }
            None => {
                let number =
                    rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len()).max(1);
                masked += &rest[..number];
                rest = &rest[number..];
            }
        }
    }
    masked + rest
}

/// How long the time is at the front of `text`: `0:00:01`, `07:41:28`, or seconds with four decimals at the start of a line.
fn time(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit() && !":.".contains(c)).unwrap_or(text.len());
    let token = &text[..end];
    let seconds = token.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 4);
    (token.matches(':').count() == 2 || seconds).then_some(end)
}

#[test]
fn the_mask_hides_times_and_nothing_else() {
    assert_eq!(
        masked("4.77MiB 0:00:01 [11.0MiB/s] [==> ] 62% ETA 0:00:09"),
        "4.77MiB TIME TIME [BAR] 62% ETA TIME"
    );
    assert_eq!(masked("0.1804 5000\n"), "TIME 5000\n");
    assert_eq!(masked("[ 110 /s]\r"), "TIME\r");
    assert_eq!(masked("(1.00MiB/s)\r"), "TIME\r");
    for (new, old) in [
        (
            "7.00  B 0:00:01 [7.00  B/s] [=>  ]  70% ETA 0:00:09\r",
            "7.00 B 0:00:01 [7.00 B/s] [==>  ] 70% ETA 0:00:09\r",
        ),
        ("[=>  ]   7%\r", "[=>   ]  7%\r"),
        ("FIN 07:41:28\r", "ETA 07:41:28\r"),
    ] {
        assert_eq!(masked(new), masked(old), "{new}");
    }
    assert_ne!(masked("[=>  ]  70%\r"), masked("[=>  ]  71%\r"));
    assert_ne!(masked("[=>  ] 100%\r"), masked("[=> ] 100%\r"));
}

#[test]
fn every_starred_option_prints_what_pv_prints() {
    // Many of them only wait.
    const WORKERS: usize = 4;
    if pv_is_missing() {
        return;
    }
    std::thread::scope(|scope| {
        for worker in 0..WORKERS {
            let own = SCRIPTS.iter().enumerate().skip(worker).step_by(WORKERS);
            scope.spawn(|| own.for_each(|(number, script)| prints_what_pv_prints(number, script)));
        }
    });
}

#[track_caller]
fn prints_what_pv_prints(number: usize, script: &str) {
    let run = |program: Program| {
        let scratch = Scratch::new();
        scratch.write("f", vec![0; 5_000_000]);
        program.within(scratch.folder()).run()
    };
    let same = |ours: &Outcome, theirs: &Outcome| {
        ours.end == theirs.end && masked(&ours.errors()) == masked(&theirs.errors())
    };
    let (mut our, mut their) = (run(ours(script)), run(theirs(script)));
    // Where a script waits, a busy machine may bring a tick more or less, on either side.
    for _ in 0..3 {
        if !script.contains("sleep") || same(&our, &their) {
            break;
        }
        (our, their) = (run(ours(script)), run(theirs(script)));
    }
    let what = format!("script {number}: {script}");
    assert_eq!(our.end, their.end, "{what}\nours: {}theirs: {}", our.errors(), their.errors());
    assert_eq!(masked(&our.errors()), masked(&their.errors()), "{what}");
    assert_same(&our.stdout, &their.stdout);
}
