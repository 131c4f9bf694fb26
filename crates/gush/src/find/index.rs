//! All that can be found: an entry for each of what the registries list, with other words for it, and recipes.

use gusher::catalogue::{self, GENERATORS};
use gusher::locale::LOCALES;
use gusher::schema::MODIFIERS;
use gusher::text::DIALECTS;

use crate::rows::describe::modifier_form;
use crate::rows::list::form;
use crate::shell::quoted;

use super::words::{Words, split};

/// Something that can be typed.
#[derive(Debug)]
pub struct Entry {
    /// What to type: a name with the form of what follows it.
    pub form: String,
    /// What it is.
    pub about: String,
    /// A command that shows it.
    pub example: String,
    /// Its name, in words.
    pub name: Words,
    /// Other words for it, phrase by phrase.
    pub phrases: Vec<Words>,
    /// The names that other programs have for it.
    pub others: Vec<(&'static str, Words)>,
    /// The words of what it is.
    pub described: Words,
}

/// What people look for, in their words: see its first lines.
const NEEDS: &str = include_str!("../../words/find.tsv");
/// The functions of expressions.
const FUNCTIONS: &str = include_str!("../../words/functions.tsv");

/// A line of `find.tsv`.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    /// What to type.
    pub form: &'static str,
    /// Other words for it, with commas between them.
    pub words: &'static str,
    /// What it is, where no registry says so.
    pub about: &'static str,
    /// An example, where no registry has one.
    pub example: &'static str,
}

/// The lines of `find.tsv`.
pub fn needs() -> impl Iterator<Item = Need> {
    lines(NEEDS).map(|[form, words, about, example]| Need { form, words, about, example })
}

/// The functions of expressions: the name, what each gives, and an example.
pub fn functions() -> impl Iterator<Item = [&'static str; 3]> {
    lines(FUNCTIONS).filter(|line: &[&str; 3]| !line[0].starts_with('='))
}

/// The columns that the examples of functions read: their names and specs.
fn columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(FUNCTIONS).filter_map(|[name, spec]| Some((name.strip_prefix('=')?, spec)))
}

fn lines<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

/// All entries, in the order of the registries: those of the generators come first.
pub fn entries() -> Vec<Entry> {
    let mut needs: Vec<Need> = needs().collect();
    let mut entries = Vec::new();
    let mut add =
        |form: String, keys: &[&str], name: &str, about: &str, example: String, others: Vec<&'static str>| {
            let mut entry = Entry::new(form, name, about, example);
            entry.others = others.into_iter().map(|other| (other, split(other))).collect();
            needs.retain(|need| {
                let is_own = keys.contains(&need.form);
                if is_own {
                    entry.add(need);
                }
                !is_own
            });
            entries.push(entry);
        };
    for spec in GENERATORS.iter() {
        let form = form(spec);
        let keys = [spec.name, &form];
        let example = format!("gush rows {}", quoted(spec.example()));
        add(form.clone(), &keys, spec.name, spec.about, example, catalogue::names_of(spec.name));
    }
    for modifier in MODIFIERS {
        let form = modifier_form(modifier);
        add(form.clone(), &[&form], modifier.name, modifier.about, String::new(), Vec::new());
    }
    for format in gush_generate::formats() {
        let form = format!("-f {}", format.name);
        let example = format!("gush rows {form} id=seq name");
        add(form.clone(), &[&form], format.name, format.about, example, Vec::new());
    }
    for dialect in DIALECTS {
        let form = format!("--dialect {}", dialect.name);
        // Spreadsheets read csv alone.
        let format = if dialect.name.starts_with("excel") { "csv -H" } else { "sql" };
        let example = format!("gush rows -f {format} {form} id=seq name");
        add(form.clone(), &[&form], dialect.name, dialect.about, example, Vec::new());
    }
    for locale in LOCALES.iter() {
        let form = format!("--locale {}", locale.name);
        let example = format!("gush rows {form} name city");
        add(form.clone(), &[&form], locale.name, locale.about, example, Vec::new());
    }
    for [name, about, expression] in functions() {
        let form = format!("expr:{name}(…)");
        let reads = |column: &str| split(expression).list().iter().any(|word| word == column);
        let columns = columns().filter(|(column, _)| reads(column)).map(|(_, spec)| format!("{spec} "));
        let example =
            format!("gush rows {}x={}", columns.collect::<String>(), quoted(&format!("expr:{expression}")));
        add(form.clone(), &[&form], name, about, example, Vec::new());
    }
    // What is in no registry.
    for need in &needs {
        let mut entry = Entry::new(need.form.to_owned(), need.form, need.about, String::new());
        entry.add(need);
        entries.push(entry);
    }
    entries
}

/// What a name stands for, be it ours or that of another program.
pub enum Named {
    /// A generator: the index of its entry.
    Generator(usize),
    /// A generator with a constraint or modifiers, as `bothify` is: an entry that no registry has.
    Column(Box<Entry>),
}

/// What a name stands for.
pub fn named(typed: &str) -> Option<Named> {
    let generator = |name: &str| GENERATORS.iter().position(|spec| spec.name == name).map(Named::Generator);
    if let Some(own) = generator(typed) {
        return Some(own);
    }
    let alias = catalogue::alias(typed).filter(|alias| !alias.spec.is_empty())?;
    if let Some(known) = generator(alias.spec) {
        return Some(known);
    }
    let about = match &catalogue::tools_of(typed)[..] {
        [] => format!("what other programs call {}", alias.name),
        tools => format!("what {} calls {}", tools.join(" or "), alias.name),
    };
    let example = format!("gush rows {}", quoted(alias.spec));
    Some(Named::Column(Box::new(Entry::new(alias.spec.to_owned(), alias.name, &about, example))))
}

impl Entry {
    fn new(form: String, name: &str, about: &str, example: String) -> Entry {
        Entry {
            form,
            about: about.to_owned(),
            example,
            name: split(name),
            phrases: Vec::new(),
            others: Vec::new(),
            described: split(about),
        }
    }

    /// Adds the words of a line, and its example.
    fn add(&mut self, need: &Need) {
        self.phrases.extend(need.words.split(", ").map(split));
        if !need.example.is_empty() {
            self.example = need.example.to_owned();
        }
    }
}
