//! The words of a command line, cut into options with their values and files as getopt cuts them. Each piece knows the
//! word that it is from and its place in it, for those who find it wrong.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use gush_diagnostics::{Diagnostic, Message, Topic, nearest};

use super::flags::{COLOR, FLAGS, MeterFlag};
pub use super::typed::Typed;

/// Whose options are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Those of a program called `pv`.
    Pv,
    /// Those of `gush meter`, which has what all our commands have.
    Gush,
}

/// A piece of the command line.
#[derive(Debug)]
pub enum Piece {
    /// An option, where it stands, and its value with its own place.
    Option(&'static MeterFlag, Typed, Option<(OsString, Typed)>),
    File(OsString, Typed),
}

/// The pieces of a command line, or what is wrong with one, in their order.
#[derive(Debug)]
pub struct Pieces {
    words: VecDeque<OsString>,
    /// A word of several letters, and where the next of them stands.
    cluster: Option<(OsString, usize)>,
    /// Whether options end at the first file.
    posix: bool,
    grammar: Grammar,
    files_alone: bool,
}

impl Pieces {
    /// The pieces of `words`. With `posix`, options end at the first file, as GNU has it where `POSIXLY_CORRECT` is set.
    pub fn new(words: Vec<OsString>, grammar: Grammar, posix: bool) -> Pieces {
        Pieces { words: words.into(), cluster: None, posix, grammar, files_alone: false }
    }

    /// The option at the next letter of a cluster.
    fn letter(&mut self, word: OsString, at: usize) -> Result<Piece, Diagnostic> {
        let bytes = word.as_bytes();
        let shown = |range: Range<usize>| String::from_utf8_lossy(&bytes[range]).into_owned();
        let long = 1 + bytes[at + 1..].iter().take_while(|byte| **byte & 0xc0 == 0x80).count();
        let (next, before) = (at + long, shown(0..at).len());
        let letter = shown(at..next);
        let typed = Typed { word: shown(0..bytes.len()), at: before..before + letter.len() };
        let found = FLAGS.iter().find(|flag| flag.letter.is_some_and(|known| letter == known.to_string()));
        let Some(flag) = found else {
            self.go_on(word, next);
            return Err(typed.mistake(unknown()));
        };
        if flag.value.is_none() {
            self.go_on(word, next);
            return Ok(Piece::Option(flag, typed, None));
        }
        if next < bytes.len() {
            let value = OsString::from_vec(bytes[next..].to_vec());
            let place = Typed { at: typed.at.end..typed.word.len(), word: typed.word.clone() };
            return Ok(Piece::Option(flag, typed, Some((value, place))));
        }
        self.next_word(flag, typed)
    }

    fn go_on(&mut self, word: OsString, next: usize) {
        self.cluster = (next < word.len()).then_some((word, next));
    }

    /// An option whose value is the next word.
    fn next_word(&mut self, flag: &'static MeterFlag, typed: Typed) -> Result<Piece, Diagnostic> {
        let Some(value) = self.words.pop_front() else {
            let end = typed.word.len();
            let form = form(flag);
            return Err(Typed { at: end..end, ..typed }
                .mistake(format!("option requires an argument; the form is {form}")));
        };
        let word = format!("{} {}", typed.word, value.to_string_lossy());
        let place = Typed { at: typed.word.len() + 1..word.len(), word };
        Ok(Piece::Option(flag, typed, Some((value, place))))
    }

    fn long(&mut self, word: &OsStr) -> Result<Piece, Diagnostic> {
        let bytes = word.as_bytes();
        let equals = bytes.iter().position(|&byte| byte == b'=').unwrap_or(bytes.len());
        let name = String::from_utf8_lossy(&bytes[2..equals]).into_owned();
        let typed = Typed { word: word.to_string_lossy().into_owned(), at: 0..2 + name.len() };
        let flag = long(&name, self.grammar).map_err(|(message, near)| {
            if let Some(flag) = near.filter(|flag| flag.value.is_some())
                && equals == bytes.len()
            {
                // What follows is its value, and no file.
                let _ = self.next_word(flag, typed.clone());
            }
            typed.mistake(message)
        })?;
        let place =
            || Typed { at: (typed.at.end + 1).min(typed.word.len())..typed.word.len(), ..typed.clone() };
        match (flag.value, bytes.get(equals + 1..)) {
            (Some(_), Some(value)) => {
                let value = (OsString::from_vec(value.to_vec()), place());
                Ok(Piece::Option(flag, typed, Some(value)))
            }
            (Some(_), None) => self.next_word(flag, typed),
            (None, Some(_)) => {
                let at = typed.at.end..typed.word.len();
                let text = format!("{} doesn't allow an argument", flag.long());
                Err(Typed { at, ..typed }.mistake(text))
            }
            (None, None) => Ok(Piece::Option(flag, typed, None)),
        }
    }
}

impl Iterator for Pieces {
    type Item = Result<Piece, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some((word, at)) = self.cluster.take() {
            return Some(self.letter(word, at));
        }
        let word = self.words.pop_front()?;
        match word.as_bytes() {
            b"--" if !self.files_alone => {
                self.files_alone = true;
                self.next()
            }
            [b'-', b'-', ..] if !self.files_alone => Some(self.long(&word)),
            [b'-', _, ..] if !self.files_alone => Some(self.letter(word, 1)),
            _ => {
                self.files_alone |= self.posix;
                let typed = Typed::whole(&word);
                Some(Ok(Piece::File(word, typed)))
            }
        }
    }
}

/// How a flag with a value is written.
fn form(flag: &MeterFlag) -> String {
    let value = flag.value.map_or("", |value| value.form);
    flag.letter.map_or_else(|| format!("{} {value}", flag.long()), |letter| format!("-{letter} {value}"))
}

fn unknown() -> Message {
    Message::from("there is no such option").see(Topic::Options)
}

/// The long option that `typed` is, or is the only beginning of; or else what is wrong, and the one that may be meant.
fn long(typed: &str, grammar: Grammar) -> Result<&'static MeterFlag, (Message, Option<&'static MeterFlag>)> {
    // Its beginnings mean what they mean to pv.
    if grammar == Grammar::Gush && typed == COLOR.name {
        return Ok(&COLOR);
    }
    let called = |name: &str| FLAGS.iter().copied().find(|flag| flag.name == name);
    if let Some(flag) = called(typed) {
        return Ok(flag);
    }
    let begun: Vec<&'static MeterFlag> =
        FLAGS.iter().copied().filter(|flag| flag.name.starts_with(typed)).collect();
    match &begun[..] {
        [flag] => Ok(flag),
        [] => {
            let near = nearest(typed, FLAGS.iter().map(|flag| flag.name)).and_then(called);
            Err((unknown().suggest(near.map(|flag| flag.long())), near))
        }
        several => {
            let names: Vec<String> = several.iter().map(|flag| flag.long()).collect();
            Err((format!("this is ambiguous: {}", names.join(", ")).into(), None))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The pieces as one text: options by their names, and mistakes by their places.
    fn cut(words: &[&str], posix: bool) -> String {
        let words = words.iter().map(OsString::from).collect();
        let texts = Pieces::new(words, Grammar::Pv, posix).map(|piece| match piece {
            Ok(Piece::Option(flag, typed, value)) => {
                let value =
                    value.map(|(value, place)| format!("={}<{}>", value.display(), &place.word[place.at]));
                format!("{}[{}]{}", flag.name, &typed.word[typed.at], value.unwrap_or_default())
            }
            Ok(Piece::File(name, _)) => format!("'{}'", name.display()),
            Err(mistake) => format!("!{}", &mistake.text[mistake.span]),
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_cut_as_getopt_does() {
        for (words, pieces) in [
            (&["-fbs", "10", "x"][..], "force[f] bytes[b] size[s]=10<10> 'x'"),
            (&["-fL=5", "-", "--", "-b"], "force[f] rate-limit[L]==5<=5> '-' '-b'"),
            (
                &["--size=", "--siz", "-4", "--size=a=b"],
                "size[--size]=<> size[--siz]=-4<-4> size[--size]=a=b<a=b>",
            ),
            (&["-béj", "-f"], "bytes[b] !é !j force[f]"),
            (&["--quiet=1", "--n", "--nosuch", "-s"], "!=1 !--n !--nosuch !"),
            (&["--intervall", "5", "--intervall=5", "f"], "!--intervall !--intervall 'f'"),
        ] {
            assert_eq!(cut(words, false), pieces);
        }
        assert_eq!(cut(&["-f", "x", "-b"], true), "force[f] 'x' '-b'");
        assert_eq!(cut(&["-f", "x", "-b"], false), "force[f] 'x' bytes[b]");
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_cut(words in prop::collection::vec("(-|--)?[a-zé=0-9]{0,6}", 0..6)) {
            // Every file is a word, and nothing panics.
            let given: Vec<&str> = words.iter().map(String::as_str).collect();
            prop_assert!(cut(&given, false).matches('\'').count() <= 2 * given.len());
        }

        #[test]
        fn bytes_that_are_no_text_are_cut(bytes in prop::collection::vec(any::<u8>(), 0..8)) {
            let word = OsString::from_vec([b"-", &bytes[..]].concat());
            for piece in Pieces::new(vec![word], Grammar::Gush, false) {
                let (word, at) = match piece {
                    Ok(Piece::Option(_, typed, _) | Piece::File(_, typed)) => (typed.word, typed.at),
                    Err(mistake) => (mistake.text, mistake.span),
                };
                prop_assert!(word.get(at).is_some());
            }
        }
    }
}
