//! The reader against a table of what getopt and pflag make of the same arguments, and against a naive twin.

use std::ffi::OsString;

use proptest::prelude::*;

use super::super::{Flag, Value};
use super::{Equals, Fault, Piece, Reader, Rules};

static ALL: Flag = Flag::new("G", "all", "…").letter('a');
static ALONE: Flag = Flag::new("G", "alone", "…").letter('é');
static BYTES: Flag = Flag::new("G", "bytes", "…").letter('b').value(Value::text("N"));
static LIMIT: Flag = Flag::new("G", "limit", "…").letter('l').value(Value::number("N"));
static SHOW: Flag = Flag::new("G", "show", "…").letter('s').value(Value::text("WHEN").or("always"));
static COLOR: Flag = Flag { is_exact: true, ..Flag::new("G", "color", "…").value(Value::text("WHEN")) };
static FLAGS: [&Flag; 6] = [&ALL, &ALONE, &BYTES, &LIMIT, &SHOW, &COLOR];

const POSIX: Rules = Rules { posix: true, ..Rules::GETOPT };
const EVERY: [Rules; 5] = [Rules::GUSH, Rules::PFLAG, Rules::GETOPT, Rules::YES, POSIX];

/// The pieces as texts: `bytes=5` for an option, `!` before a fault, an operand in quotes.
fn pieces(arguments: &[&str], rules: Rules) -> Vec<String> {
    let arguments = arguments.iter().map(OsString::from);
    let text = |piece| match piece {
        Ok(Piece::Option(flag, typed, value)) => {
            let is_long = typed.text().starts_with("--");
            let letter = flag.letter.map(String::from);
            assert!(if is_long {
                rules.abbreviations || flag.long() == typed.text()
            } else {
                letter.as_deref() == Some(typed.text())
            });
            if let Some((value, span)) = &value {
                assert_eq!(value.to_str(), Some(span.text()));
            }
            let value = value.map(|(value, _)| format!("={}", value.display()));
            format!("{}{}", flag.name, value.unwrap_or_default())
        }
        Ok(Piece::Operand(operand, span)) => {
            assert_eq!(operand.to_str(), Some(span.text()));
            format!("'{}'", operand.display())
        }
        Err(Fault::Unknown(unknown)) => format!("!{}", unknown.typed.text()),
        Err(Fault::Ambiguous(unknown, flags)) => format!("!{} of {}", unknown.typed.text(), flags.len()),
        Err(Fault::Missing(flag, _)) => format!("!{} without value", flag.name),
    };
    Reader::new(FLAGS, arguments, rules).map(text).collect()
}

#[test]
fn arguments_are_cut_as_getopt_long_cuts_them() {
    for (arguments, expected) in [
        (&["-ab", "5", "x"][..], "all bytes=5 'x'"),
        (&["-b=5", "-abl", "-", "--", "-a"], "bytes==5 all bytes=l '-' '-a'"),
        (&["--bytes=", "--byt", "-4", "--bytes=a=b"], "bytes= bytes=-4 bytes=a=b"),
        (&["-b", "--", "-a", "x", "--all"], "bytes=-- all 'x' all"),
        (
            &["--al", "--a=5", "--nosuch=5", "-zaz", "--l"],
            "!--al of 2 !--a of 2 !--nosuch !z all !z !limit without value",
        ),
        (&["-aéa", "-éz", "-b"], "all alone all alone !z !bytes without value"),
        (&["--all=1", "-a=1"], "all=1 all != !1"),
        (&["--colo", "x", "--color", "x"], "!--colo 'x' color=x"),
    ] {
        assert_eq!(pieces(arguments, Rules::GETOPT).join(" "), expected, "{arguments:?}");
    }
    assert_eq!(pieces(&["-a", "x", "-a", "--"], POSIX).join(" "), "all 'x' '-a' '--'");
}

#[test]
fn arguments_are_cut_as_pflag_cuts_them() {
    for (arguments, expected) in [
        (&["-b=5", "-b=", "--bytes=", "-b", "="][..], "bytes=5 bytes== bytes= bytes=="),
        (&["-a=false", "--all=0", "-a="], "all=false all=0 all="),
        (&["--byt", "5", "-b"], "!--byt '5' !bytes without value"),
    ] {
        assert_eq!(pieces(arguments, Rules::PFLAG).join(" "), expected, "{arguments:?}");
    }
}

#[test]
fn a_value_looks_like_no_option_unless_it_may() {
    for (arguments, expected) in [
        (&["-l", "-5", "-l", "--", "-b", "-"][..], "limit=-5 limit=-- bytes=-"),
        (&["-b", "-a", "-b", "--", "x"], "!bytes without value all !bytes without value 'x'"),
        (&["-b=-a", "-b-a", "--bytes=-a", "-b="], "bytes=-a bytes=-a bytes=-a bytes="),
        // An unknown option may be skipped, and the value follows.
        (&["-b", "--nosuch", "-z", "5"], "!--nosuch !z bytes=5"),
        (&["-b", "--nosuch", "-a"], "!--nosuch !bytes without value all"),
        (&["--show", "x", "--show=x", "-s=x", "-sa"], "show 'x' show=x show=x show all"),
    ] {
        assert_eq!(pieces(arguments, Rules::GUSH).join(" "), expected, "{arguments:?}");
    }
}

#[test]
fn the_next_argument_can_be_changed() {
    let arguments = ["-az=5", "--nosuch", "x", "--", "-a"].map(OsString::from);
    let mut reader = Reader::new(FLAGS, arguments, Rules::GUSH);
    assert_eq!(reader.peek(), Some("-az=5".as_ref()));
    assert!(matches!(reader.next(), Some(Ok(Piece::Option(flag, ..))) if flag.is(&ALL)));
    assert_eq!(reader.peek(), None);
    let Some(Err(Fault::Unknown(unknown))) = reader.next() else { panic!("there is no -z") };
    assert_eq!(
        (unknown.name(), unknown.start, &unknown.typed.at, unknown.has_value()),
        (None, 2, &(2..3), false)
    );
    assert_eq!(reader.skip_rest(), Some("=5".into()));
    reader.insert("--bytes=7");
    assert!(
        matches!(reader.next(), Some(Ok(Piece::Option(flag, _, Some((value, _))))) if flag.is(&BYTES) && value == "7")
    );
    let Some(Err(Fault::Unknown(unknown))) = reader.next() else { panic!("there is no --nosuch") };
    assert_eq!((unknown.name(), unknown.start, &unknown.typed.at), (Some("nosuch"), 0, &(0..8)));
    assert_eq!((reader.skip_next(), reader.front()), (Some("x".into()), Some(&"--".into())));
    assert!(matches!(reader.next(), Some(Ok(Piece::Operand(operand, _))) if operand == "-a"));
    assert_eq!(reader.rest().count(), 0);
}

/// The byte 0xa7 would continue a letter that is not ASCII.
#[cfg(unix)]
#[test]
fn values_may_be_any_bytes() {
    use std::os::unix::ffi::OsStringExt;
    for argument in [b"-ab\xa7\xff".as_slice(), b"--bytes=\xa7\xff"] {
        let argument = OsString::from_vec(argument.to_vec());
        let Some(Ok(Piece::Option(_, _, Some((value, _))))) =
            Reader::new(FLAGS, [argument], Rules::PFLAG).last()
        else {
            panic!("there is a value")
        };
        assert_eq!(value.into_vec(), b"\xa7\xff");
    }
}

/// The same as the manuals have it, one rule after the other, on texts.
fn naive(arguments: &[&str], rules: Rules) -> Vec<String> {
    let mut out = Vec::new();
    let mut left: Vec<String> = arguments.iter().rev().map(|argument| (*argument).to_owned()).collect();
    let mut are_operands = false;
    // An option without its value, which unknown options do not end.
    let mut open: Option<&Flag> = None;
    while let Some(argument) = left.pop() {
        let is_option = argument.starts_with('-') && argument != "-" && !are_operands;
        if let Some(flag) = open {
            if !is_option || rules.any_value || flag.value.unwrap().hyphens {
                out.push(format!("{}={argument}", flag.name));
                open = None;
                continue;
            }
            let is_known = match argument.strip_prefix("--") {
                Some(long) => FLAGS.iter().any(|flag| Some(flag.name) == long.split('=').next()),
                None => FLAGS.iter().any(|flag| flag.letter == argument.chars().nth(1)),
            };
            if argument == "--" || is_known {
                out.push(format!("!{} without value", flag.name));
                open = None;
            }
        }
        if !is_option {
            out.push(format!("'{argument}'"));
            are_operands |= rules.posix;
        } else if argument == "--" {
            are_operands = true;
        } else if let Some(long) = argument.strip_prefix("--") {
            let (name, value) =
                long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            let begun: Vec<&Flag> =
                FLAGS.iter().copied().filter(|flag| flag.name.starts_with(name) && !flag.is_exact).collect();
            let exact = FLAGS.iter().copied().find(|flag| flag.name == name);
            match (exact, rules.abbreviations, &begun[..]) {
                (Some(flag), ..) | (None, true, &[flag]) => match (value, flag.value) {
                    (Some(value), _) => out.push(format!("{}={value}", flag.name)),
                    (None, Some(Value { if_missing: None, .. })) => open = Some(flag),
                    (None, _) => out.push(flag.name.to_owned()),
                },
                (None, false, _) | (None, true, []) => out.push(format!("!--{name}")),
                (None, true, several) => out.push(format!("!--{name} of {}", several.len())),
            }
        } else {
            let letters: Vec<char> = argument.chars().skip(1).collect();
            for (at, letter) in letters.iter().enumerate() {
                let Some(flag) = FLAGS.iter().find(|flag| flag.letter == Some(*letter)) else {
                    out.push(format!("!{letter}"));
                    continue;
                };
                out.extend(open.take().map(|flag| format!("!{} without value", flag.name)));
                let rest: String = letters[at + 1..].iter().collect();
                let separated = rest.strip_prefix('=').filter(|after| match rules.equals {
                    Equals::Value => false,
                    Equals::Separator => true,
                    Equals::SeparatorBeforeText => !after.is_empty() || flag.value.is_none(),
                });
                let takes = flag.value.is_some_and(|value| value.if_missing.is_none());
                match separated {
                    Some(value) => out.push(format!("{}={value}", flag.name)),
                    None if takes && rest.is_empty() => open = Some(flag),
                    None if takes => out.push(format!("{}={rest}", flag.name)),
                    None => {
                        out.push(flag.name.to_owned());
                        continue;
                    }
                }
                break;
            }
        }
    }
    out.extend(open.map(|flag| format!("!{} without value", flag.name)));
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_reader_is_its_naive_twin(
        arguments in prop::collection::vec(
            prop_oneof![
                "-[abléslz=]{0,4}",
                "--(a|al|all|alone|b|bytes|byt|l|limit|sh|show|c|colo|color|zz)?(=[ax=-]{0,2})?",
                "[a=é]{0,2}",
                "--?",
            ],
            0..6,
        ),
        which in 0..EVERY.len(),
    ) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        prop_assert_eq!(pieces(&arguments, EVERY[which]), naive(&arguments, EVERY[which]), "{:?}", arguments);
    }

    /// Spans are in their arguments, and every byte of a cluster is read.
    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_read(bytes in prop::collection::vec(any::<u8>(), 0..8), is_long in any::<bool>()) {
        use std::os::unix::ffi::OsStringExt;
        let dashes: &[u8] = if is_long { b"--" } else { b"-" };
        let argument = OsString::from_vec([dashes, &bytes[..]].concat());
        for piece in Reader::new(FLAGS, [argument], Rules::GETOPT) {
            let typed = match piece {
                Ok(Piece::Option(_, typed, _) | Piece::Operand(_, typed)) | Err(Fault::Missing(_, typed)) => {
                    typed
                }
                Err(Fault::Unknown(unknown) | Fault::Ambiguous(unknown, _)) => unknown.typed,
            };
            prop_assert!(typed.argument.get(typed.at).is_some());
        }
    }
}
