//! `gush find`: what to type for what somebody needs, in their own words; `gush rows -G WORDS` gives the same list.
//!
//! ```text
//! words.rs  a text → words
//! index.rs  the registries and words/find.tsv → entries
//! rank.rs   words → the entries that match, the best first
//! show.rs   entries → text
//! ```

mod index;
mod rank;
mod show;
#[cfg(test)]
mod tests;
mod words;

use gush_diagnostics::{Code, Diagnostic};

use self::index::{Entry, Named};
use self::rank::Hit;
use crate::color::COLOR;
use crate::exit::Failure;
use crate::flags::{Choice, Given, Operand, Spec};
use crate::pager;

/// `gush find`.
pub static SPEC: Spec = Spec {
    name: "find",
    path: "gush find",
    about: "Find a generator, a modifier, a format or an option by what you need",
    more: "Searches the generators, modifiers, distributions, functions of expressions, formats, locales and options by their names and \
           descriptions, by the names that other programs have for them, and by other words for the same. Several words \
           have to match all. Each hit has an example that runs. Where nothing has all of several words, what has most of them is listed.",
    examples: "Examples:
  gush find bell curve
  gush find foreign key
  gush find licence plate
",
    operand: Some(Operand {
        form: "WORD",
        about: "What is needed, in one or more words",
        more: None,
        several: true,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&COLOR],
    main: &[],
    commands: &[],
};

/// Runs the command. `diagnostics` are those that the command line had already.
pub fn run(args: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    if args.operands().is_empty() {
        let text = "say what you need, as in `gush find bell curve`; `gush rows -G` lists the generators";
        diagnostics.push(Diagnostic::new(Code::Option, "gush find", 0..9, text));
    }
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    pager::show(&found(args.operands())?)
}

/// What matches all these words, the best first.
///
/// # Errors
/// A diagnostic with what is nearest, where nothing does.
pub fn found(words: &[String]) -> Result<String, Failure> {
    let (entries, typed) = (index::entries(), words.join(" "));
    let named = index::named(&typed);
    let hits = hits(&entries, named.as_ref(), &typed);
    let most = if hits.is_empty() { rank::search_most(&entries, &typed) } else { Vec::new() };
    if !most.is_empty() {
        return Ok(format!("Nothing has all of these words. Some of them:\n\n{}", show::list(&most)));
    }
    if hits.is_empty() {
        let near = rank::nearest(&entries, &typed);
        let text = match &near[..] {
            [] => "nothing here is called so; `gush rows -G` lists all generators".into(),
            near => format!("nothing here is called so; the nearest is {}", near.join(", then ")),
        };
        let at = 0..typed.len();
        return Err(Failure::Diagnostics(vec![Diagnostic::new(Code::Option, typed, at, text)]));
    }
    Ok(show::list(&hits))
}

/// The entries that match, what a name stands for first.
fn hits<'e>(entries: &'e [Entry], named: Option<&'e Named>, typed: &str) -> Vec<Hit<'e>> {
    let mut hits = rank::search(entries, typed);
    let meant = named.map(|named| match named {
        Named::Generator(index) => &entries[*index],
        Named::Column(entry) => entry,
    });
    if let Some(meant) = meant {
        let is_it = |hit: &Hit<'_>| std::ptr::eq(hit.entry, meant);
        let hit = hits.iter().position(is_it).map_or(Hit { entry: meant, also: None }, |at| hits.remove(at));
        hits.insert(0, hit);
    }
    hits
}
