//! Rungs of the user's: any command, by a name of their own.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic};

use super::rung::{Output, Recipe, Rung};
use gush_store::model::{RungInfo, RungKind};

/// The rung that `NAME=COMMAND` asks for. Names that `taken` has are refused.
///
/// # Errors
/// What is wrong with the name, or that there is no command.
pub fn own(argument: &str, taken: &[Rung]) -> Result<Rung, Diagnostic> {
    let error = |span: Range<usize>, text: String| Diagnostic::new(Code::Option, argument, span, text);
    let Some((name, command)) = argument.split_once('=') else {
        let text = "a rung of your own is NAME=COMMAND, as in 'mine=./my-generator --all'";
        return Err(error(0..argument.len(), text.into()));
    };
    if let Some(text) = unfit(name) {
        return Err(error(0..name.len(), text));
    }
    if taken.iter().any(|rung| rung.name() == name) {
        return Err(error(0..name.len(), "a rung has this name already".into()));
    }
    if command.trim().is_empty() {
        return Err(error(name.len()..argument.len(), "the command to run is missing after `=`".into()));
    }
    let info = RungInfo {
        name: name.into(),
        title: command.trim().into(),
        kind: RungKind::Own,
        command: command.trim().into(),
        ..RungInfo::default()
    };
    Ok(Rung {
        info,
        recipe: Recipe::Shell(command.trim().into()),
        output: Output::Any,
        call: None,
        pinned: false,
        drain: None,
        shows: String::new(),
        system: None,
        needs: Vec::new(),
        except: Vec::new(),
    })
}

/// Why `name` cannot be a rung's name, if it cannot.
pub(super) fn unfit(name: &str) -> Option<String> {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() {
        return Some("the name is missing".into());
    }
    (!name.chars().all(fits)).then(|| "a name has lower case letters, digits and hyphens".into())
}

#[cfg(test)]
mod tests {
    use super::own;
    use crate::ladder::{Recipe, rungs};
    use gush_store::model::RungKind;

    #[test]
    fn the_command_follows_the_first_equals_sign() {
        let rung = own("mine=./my-generator --size=3 'a b'", &rungs()).unwrap();
        assert_eq!(rung.name(), "mine");
        assert_eq!(rung.info.kind, RungKind::Own);
        assert_eq!(rung.recipe, Recipe::Shell("./my-generator --size=3 'a b'".into()));
    }

    #[test]
    fn errors_have_a_span() {
        for (argument, carets, text) in [
            ("mine", "^^^^", "NAME=COMMAND"),
            ("=x", "", "the name is missing"),
            ("Mine=x", "^^^^", "lower case"),
            ("yes=x", "^^^", "has this name already"),
            ("mine= ", "    ^^", "the command to run"),
        ] {
            let error = own(argument, &rungs()).unwrap_err().to_string();
            assert!(error.contains(carets) && error.contains(text), "{error}");
        }
    }
}
