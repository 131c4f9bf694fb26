//! Checks a format before any row: reports where `printf` is sure to write `%!` and a complaint.

use std::ops::Range;

use super::directive::{Directive, Directives, Wants};
use crate::function::verb::{is_float, is_integer, is_text};
use crate::utf8;
use crate::values::article;
use crate::values::{Heap, Kind, Value};

/// What is known of an argument.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arg {
    pub kind: Option<Kind>,
    pub constant: Option<Value>,
}

/// What is to blame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    /// These bytes of the format.
    Format(Range<usize>),
    /// The argument at this index, counted after the format.
    Arg(usize),
}

/// The maximum number of items of a list that are checked.
const MAX_ITEMS: usize = 1000;

/// All errors in a format for these arguments.
pub(crate) fn check(heap: &Heap, format: &[u8], args: &[Arg]) -> Vec<(Blame, String)> {
    // A width of which nothing is known may be any.
    let number = |index: usize| match args[index] {
        Arg { constant: Some(value), .. } => value.as_int(),
        Arg { kind: Some(Kind::Int | Kind::Byte) | None, .. } => Some(0),
        _ => None,
    };
    let mut directives = Directives::new(format, args.len(), number);
    let mut wrong = Vec::new();
    while let Some((_, directive)) = directives.next() {
        let Some(Directive { at, bad_width, bad_precision, wants, .. }) = directive else { continue };
        let typed = utf8::text(&format[at.clone()]);
        let mut report = |text: String| wrong.push((Blame::Format(at.clone()), text));
        let number = "a whole number of at most 1,000,000";
        if bad_width {
            report(format!("the width of {typed} is not {number}: this would write %!(BADWIDTH)"));
        }
        if bad_precision {
            report(format!("the precision of {typed} is not {number}: this would write %!(BADPREC)"));
        }
        match wants {
            Wants::NoVerb => {
                report("a verb is missing: this would write %!(NOVERB); %% writes a percent sign".into());
            }
            Wants::Missing(verb) => {
                report(format!("there is no argument left for {typed}: this would write %!{verb}(MISSING)"));
            }
            Wants::BadIndex(verb) => {
                report(format!("{typed} asks for no argument: this would write %!{verb}(BADINDEX)"));
            }
            Wants::Arg(verb, index) if !fits(heap, args[index], verb) => report(unfit(args[index], verb)),
            Wants::Arg(..) | Wants::Percent => {}
        }
    }
    if let Some(index) = directives.extra().next() {
        let text = "no verb is left for this argument: the text would end with %!(EXTRA …)";
        wrong.push((Blame::Arg(index), text.into()));
    }
    wrong
}

/// Whether a verb may write an argument; what is not known may be anything.
fn fits(heap: &Heap, arg: Arg, verb: char) -> bool {
    match arg {
        _ if matches!(verb, 'T' | 'v') => true,
        _ if matches!(verb, 'p' | 'w') => false,
        Arg { constant: Some(list @ (Value::Ints { .. } | Value::List { .. })), .. } => {
            let items = (0..heap.len(list).unwrap_or(0).min(MAX_ITEMS)).map(|at| heap.item(list, at));
            let known = |item: Value| Arg { kind: Some(item.kind()), constant: Some(item) };
            items.into_iter().all(|item| item == Value::Nil || fits(heap, known(item), verb))
        }
        Arg { constant: Some(Value::Nil), .. } => false,
        Arg { constant: Some(Value::Null), .. } => is_text(verb),
        // It may be empty, and then any verb writes it.
        Arg { kind: Some(Kind::List), .. } => true,
        _ if !is_verb(verb) => false,
        Arg { kind: Some(Kind::Bool), .. } => verb == 't',
        Arg { kind: Some(Kind::Int | Kind::Byte), .. } => is_integer(verb),
        Arg { kind: Some(Kind::Float), .. } => is_float(verb),
        Arg { kind: Some(Kind::Text), .. } => is_text(verb),
        // It has numbers and a text.
        Arg { kind: Some(Kind::Row), .. } => is_integer(verb) && is_text(verb),
        Arg { kind: Some(Kind::Nothing) | None, .. } => true,
    }
}

/// Whether there is anything that this verb writes.
fn is_verb(verb: char) -> bool {
    verb == 't' || is_integer(verb) || is_float(verb) || is_text(verb)
}

fn unfit(arg: Arg, verb: char) -> String {
    let any = "%v writes any value";
    let Some(kind) = arg.kind.filter(|_| is_verb(verb)) else {
        return format!("there is no verb %{verb}: this would write %!{verb}(…); {any}");
    };
    let advice = match kind {
        Kind::Int | Kind::Byte => "%d writes a whole number, and ",
        Kind::Float => "%f writes a number with decimal places, and ",
        Kind::Text => "%s writes a text, and ",
        Kind::Bool => "%t writes a truth value, and ",
        _ => "",
    };
    let (name, what) = (kind.type_name(), article(kind.type_name()));
    let shown = if kind == Kind::Nothing { "<nil>".into() } else { format!("{name}=…") };
    format!("%{verb} does not write {what}: this would write %!{verb}({shown}); {advice}{any}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Arg, check};
    use crate::function::printf::printf;
    use crate::values::{Heap, Value};

    const VALUES: [Value; 7] = [
        Value::Nil,
        Value::Null,
        Value::Bool(true),
        Value::Int(-7),
        Value::Byte(7),
        Value::Float(1.5),
        Value::Ints { first: 3, len: 2 },
    ];

    fn value(heap: &mut Heap, which: usize) -> Value {
        match which {
            0 => heap.text(b"word").unwrap(),
            1 => {
                let text = heap.text(b"a").unwrap();
                heap.list(&[Value::Int(1), text]).unwrap()
            }
            2 => heap.list(&[]).unwrap(),
            which => VALUES[(which - 3) % VALUES.len()],
        }
    }

    proptest! {
        /// A format is reported where `printf` complains of it, and nowhere else.
        #[test]
        fn reports_agree_with_what_printf_writes(
            format in "([a-z ]|%[-+# 0]{0,2}(\\[[0-3]\\])?([0-9]|\\*)?(\\.([0-9]|\\*)?)?[a-zA-Z%]?){0,6}",
            which in prop::collection::vec(0usize..10, 0..4),
            known in any::<bool>(),
        ) {
            let mut heap = Heap::default();
            let values: Vec<Value> = which.into_iter().map(|which| value(&mut heap, which)).collect();
            let args: Vec<Arg> = values
                .iter()
                .map(|&value| Arg { kind: Some(value.kind()), constant: Some(value).filter(|_| known) })
                .collect();
            let reported = check(&heap, format.as_bytes(), &args);
            let mut out = Vec::new();
            printf(&heap, format.as_bytes(), &values, &mut out).unwrap();
            let out = String::from_utf8_lossy(&out);
            // Where only kinds are known, items of lists and widths may be anything.
            if known {
                prop_assert_eq!(!reported.is_empty(), out.contains("%!"), "{:?} {}", reported, out);
            } else {
                prop_assert!(reported.is_empty() || out.contains("%!"), "{:?} {}", reported, out);
            }
        }
    }
}
