//! The pages of the reference that list all there is, an entry with an anchor for each: made from the registries and from what the
//! program prints, and compared with what is in `docs`. `GUSH_RECORD=1` writes them.
//!
//! ```text
//! needs.rs    words/find.tsv and functions.tsv → other words for a thing, and its example
//! describe.rs what `gush rows -g` says → facts
//! entry.rs    entries → a page, with what their examples print
//! ```

mod describe;
mod entry;
mod needs;

use std::collections::BTreeMap;

use crate::readme::{recording, root};
use describe::{Description, describe};
use entry::{Entry, Example, code, escaped, page, quoted, sentence};
use gush_testkit::assert_same;
use gusher::catalogue::{ALIASES, GENERATORS, topics};
use gusher::generators::GeneratorSpec;
use gusher::schema::{MODIFIERS, ModifierHelp, Scope};
use gusher::text::DIALECTS;
use needs::{Need, functions, needs};

const FOLDER: &str = "docs/reference/generators";

/// What is said at the beginning of each page.
const MADE: &str = "\
This page is generated from the program's lists; each example shows its output.";

/// The topic whose names in other programs are texts of their own: the guide lists them.
const OWN: &str = "Values of your own";

/// The file of a topic.
fn file(topic: &str) -> String {
    format!("{}.md", topic.to_lowercase().replace(',', "").replace(' ', "-"))
}

/// The anchor of a heading, as GitHub and mdbook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The file of each generator.
fn files() -> BTreeMap<&'static str, String> {
    let of = |(topic, specs): (&str, Vec<&'static GeneratorSpec>)| {
        let file = file(topic);
        specs.into_iter().map(move |spec| (spec.name, file.clone()))
    };
    topics().into_iter().flat_map(of).collect()
}

/// A generator with the form of its constraint, as `find.tsv` names it.
fn form(spec: &GeneratorSpec) -> String {
    spec.constraint.map_or_else(|| spec.name.to_owned(), |help| format!("{}:{}", spec.name, help.form))
}

/// The lines of `find.tsv` that are of a generator: those of its name, and recipes with a constraint of their own.
fn of_generator<'n>(spec: &GeneratorSpec, needs: &'n [Need]) -> impl Iterator<Item = &'n Need> {
    let (name, form) = (spec.name, form(spec));
    needs.iter().filter(move |need| {
        need.form == name
            || need.form == form
            || need.form.split_once(':').is_some_and(|(own, _)| own == name)
    })
}

fn generator(spec: &GeneratorSpec, known: &Description, needs: &[Need], topic: &str) -> Entry {
    let mut entry = Entry::new(spec.name, sentence(spec.about));
    if known.has_examples {
        entry.examples.push(Example::of(&format!("gush rows {}", quoted(spec.example()))));
    }
    if let Some(help) = spec.constraint {
        if !help.required {
            entry.examples.push(Example::of(&format!("gush rows {}", quoted(help.example))));
        }
        let needed = if help.required { ", required" } else { "" };
        entry.fact(
            &format!("Constraint{needed}"),
            &format!("{}: {}", code(&format!(":{}", help.form)), escaped(help.about)),
        );
    }
    for need in of_generator(spec, needs).filter(|need| !need.example.is_empty()) {
        entry.examples.push(Example::of(need.example));
    }
    entry.facts.extend(known.facts.iter().cloned());
    entry.fact("Modifiers", &modifiers_of(known));
    let words: Vec<&str> =
        of_generator(spec, needs).map(|need| need.words).filter(|words| !words.is_empty()).collect();
    if !words.is_empty() {
        entry.fact("Found as", &escaped(&words.join(", ")));
    }
    let names = elsewhere(spec, topic);
    if !names.is_empty() {
        entry.fact("In other programs", &names);
    }
    entry
}

/// The modifiers that a generator takes besides those of all, with links.
fn modifiers_of(known: &Description) -> String {
    let help = |name: &String| MODIFIERS.iter().find(|help| help.name == name);
    let taken: Vec<&ModifierHelp> = known.modifiers.iter().filter_map(help).collect();
    let own = taken.iter().filter(|help| help.scope != Scope::All);
    let own: Vec<String> = own.map(|help| format!("[`@{0}`](modifiers.md#{0})", help.name)).collect();
    let all = "[those of all generators](modifiers.md#taken-by-all-generators)";
    if own.is_empty() { all.to_owned() } else { format!("{}, and {all}", own.join(" ")) }
}

/// The names of a generator in other programs.
fn elsewhere(spec: &GeneratorSpec, topic: &str) -> String {
    let mut tools: Vec<(&str, Vec<String>)> = Vec::new();
    let own = ALIASES.iter().filter(|alias| alias.is_ours() && alias.is_of_tool());
    for alias in own.filter(|alias| alias.generator().0 == spec.name && topic != OWN) {
        let name = match alias.spec == spec.name {
            true => code(alias.name),
            false => format!("{} (`{}`)", code(alias.name), alias.spec),
        };
        match tools.last_mut().filter(|(tool, _)| *tool == alias.tool) {
            Some((_, names)) => names.push(name),
            None => tools.push((alias.tool, vec![name])),
        }
    }
    let tools = tools.into_iter().map(|(tool, names)| format!("{tool} {}", names.join(", ")));
    tools.collect::<Vec<String>>().join("; ")
}

/// A page for each topic, and the tables of the index.
fn generators(pages: &mut BTreeMap<String, String>) -> String {
    let needs: Vec<Need> = needs().collect();
    let mut index = String::new();
    for (topic, specs) in topics() {
        let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
        let known = describe(&names);
        let entry = |spec: &&GeneratorSpec| generator(spec, &known[spec.name], &needs, topic);
        let mut entries: Vec<Entry> = specs.iter().map(entry).collect();
        let head = format!("# {topic}\n\n{MADE} [All generators](README.md).\n");
        let text = page(&head, &mut [(None, &mut entries)]);
        index += &format!("\n## {topic}\n\n| generator | for example | what it is |\n|---|---|---|\n");
        for (spec, entry) in specs.iter().zip(&entries) {
            let link = format!("[{}]({}#{})", code(spec.name), file(topic), anchor(spec.name));
            index += &format!("| {link} | {} | {} |\n", code(&entry.first_value()), escaped(spec.about));
        }
        pages.insert(file(topic), text);
    }
    index
}

fn modifiers() -> String {
    let (needs, files): (Vec<Need>, _) = (needs().collect(), files());
    let takes = |spec: &GeneratorSpec, name: &str| spec.takes(name) && !(name == "locale" && spec.is_english);
    let entry = |help: &ModifierHelp| {
        let form =
            help.value.map_or_else(|| format!("@{}", help.name), |value| format!("@{}={value}", help.name));
        let mut entry = Entry::new(&format!("@{}", help.name), sentence(help.about));
        let need = needs.iter().find(|need| need.form == form);
        entry.examples.extend(need.map(|need| Example::of(need.example)));
        entry.fact("Form", &code(&form));
        if help.scope == Scope::Named {
            let takers = GENERATORS.iter().filter(|spec| takes(spec, help.name));
            let links = takers
                .map(|spec| format!("[{}]({}#{})", code(spec.name), files[spec.name], anchor(spec.name)));
            entry.fact("Taken by", &links.collect::<Vec<String>>().join(" "));
        }
        if let Some(need) = need {
            entry.fact("Found as", &escaped(need.words));
        }
        entry
    };
    let of =
        |scope: Scope| MODIFIERS.iter().filter(|help| help.scope == scope).map(entry).collect::<Vec<Entry>>();
    let (mut all, mut texts, mut drawn, mut named) =
        (of(Scope::All), of(Scope::Text), of(Scope::Drawn), of(Scope::Named));
    let mut dists: Vec<Entry> = needs
        .iter()
        .filter(|need| need.form.starts_with("@dist="))
        .filter(|need| !need.about.is_empty())
        .map(recipe)
        .collect();
    let head = format!(
        "# Modifiers\n\n{MADE} [Columns](../columns.md#modifiers) says how modifiers work together.\n"
    );
    page(
        &head,
        &mut [
            (Some("Taken by all generators"), &mut all),
            (Some("Taken by generators of text"), &mut texts),
            (Some("Taken by numbers, times and lists"), &mut drawn),
            (Some("Taken by some"), &mut named),
            (Some("Distributions"), &mut dists),
        ],
    )
}

/// Something to type that no registry lists.
fn recipe(need: &Need) -> Entry {
    let mut entry = Entry::new(need.form, sentence(need.about));
    entry.examples.push(Example::of(need.example));
    entry.fact("Found as", &escaped(need.words));
    entry
}

fn expressions() -> String {
    let reference =
        std::fs::read_to_string(root().join("docs/reference/expressions.md")).expect("the page can be read");
    let table = reference.split("\n| topic | functions |").nth(1).expect("the table of functions");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let known: BTreeMap<&str, (&str, String)> =
        functions().map(|(name, about, example)| (name, (about, example))).collect();
    let topics = rows.map(|row| {
        let (topic, names) = row.trim_matches(['|', ' ']).split_once(" | ").expect("two columns");
        let names = names.split('`').skip(1).step_by(2).filter(|name| known.contains_key(name));
        let entry = |name: &str| {
            let (about, example) = &known[name];
            let mut entry = Entry::new(name, sentence(about));
            entry.examples.push(Example::of(example));
            entry
        };
        let topic = topic[..1].to_uppercase() + &topic[1..];
        (topic, names.map(entry).collect::<Vec<Entry>>())
    });
    let mut topics: Vec<(String, Vec<Entry>)> = topics.collect();
    let head = format!(
        "# Functions of expressions\n\n{MADE} [Expressions](../expressions.md) has the operators, the types, and what differs from \
         PostgreSQL.\n"
    );
    let mut sections: Vec<(Option<&str>, &mut Vec<Entry>)> =
        topics.iter_mut().map(|(topic, entries)| (Some(&topic[..]), entries)).collect();
    page(&head, &mut sections)
}

fn formats() -> String {
    let needs: Vec<Need> = needs().collect();
    let format = |format: gush_generate::AnyFormat| {
        let spec = format.spec();
        let form = format!("-f {}", spec.name);
        let need = needs.iter().find(|need| need.form == form);
        let mut entry = Entry::new(spec.name, sentence(spec.about));
        let example = need.map(|need| need.example).filter(|example| !example.is_empty());
        entry.examples.push(Example::of(
            &example.map_or_else(|| format!("gush rows {form} id=seq name"), str::to_owned),
        ));
        if !spec.extensions.is_empty() {
            let files: Vec<String> =
                spec.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
            entry.fact("Files", &files.join(" "));
        }
        if let Some(separator) = spec.separator {
            entry.fact(
                "Separator",
                &format!("{}, or that of `-s`", code(&separator.escape_debug().to_string())),
            );
        }
        let options = [
            (spec.header, "`--header`"),
            (spec.dialects, "`--dialect`"),
            (spec.create_table, "`--create-table`"),
            (spec.batched, "`--batch`"),
            (spec.structs, "`--nest`"),
            (spec.tags, "`--tag`"),
        ];
        let options: Vec<&str> = options.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
        if !options.is_empty() {
            entry.fact("Options", &options.join(" "));
        }
        if let Some(need) = need {
            entry.fact("Found as", &escaped(need.words));
        }
        entry
    };
    let mut formats: Vec<Entry> = gush_generate::formats().map(format).collect();
    let dialect = |name: &'static str, about: &str| {
        let form = if name.starts_with("excel") { "csv -H" } else { "sql --create-table" };
        let mut entry = Entry::new(&format!("--dialect {name}"), sentence(about));
        entry.examples.push(Example::of(&format!(
            "gush rows -f {form} --dialect {name} id=seq name order=price paid=bool"
        )));
        entry
    };
    let mut dialects: Vec<Entry> = DIALECTS.iter().map(|known| dialect(known.name, known.about)).collect();
    let head = format!(
        "# Formats and dialects\n\n{MADE} [Formats](../formats.md) says how each writes nulls, lists and types.\n"
    );
    page(&head, &mut [(Some("Formats"), &mut formats), (Some("Dialects"), &mut dialects)])
}

/// What people look for that is no generator, modifier or format.
fn recipes() -> String {
    let is_other =
        |need: &Need| !need.about.is_empty() && !need.form.starts_with("@dist=") && !is_of_generator(need);
    let mut recipes: Vec<Entry> = needs().filter(is_other).map(|need| recipe(&need)).collect();
    let head = "# Recipes\n\nWhat to type for what people often need, as `gush find` lists it. The examples show what they print.\n";
    page(head, &mut [(None, &mut recipes)])
}

fn is_of_generator(need: &Need) -> bool {
    let name = need.form.split(':').next().unwrap_or_default();
    GENERATORS.iter().any(|spec| spec.name == name)
}

/// All pages by the names of their files.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let index = generators(&mut pages);
    let count = GENERATORS.len();
    let head = format!(
        "# All generators\n\nThe {count} generators by topic, each with an example. Four more pages list the [modifiers](modifiers.md), the [functions of \
         expressions](functions.md), the [formats and dialects](formats.md), and [recipes](recipes.md) for what people often need. The search \
         of this documentation finds each by its name, by other words for it, and by its name in Faker, mimesis, Mockaroo, faker-js and gofakeit; in the \
         terminal, `gush find WORDS` does.\n"
    );
    pages.insert("README.md".into(), head + &index);
    pages.insert("modifiers.md".into(), modifiers());
    pages.insert("functions.md".into(), expressions());
    pages.insert("formats.md".into(), formats());
    pages.insert("recipes.md".into(), recipes());
    pages
}

#[test]
fn the_pages_list_all_there_is_as_it_is() {
    let folder = root().join(FOLDER);
    let pages = pages();
    if recording() {
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        for (name, text) in &pages {
            std::fs::write(folder.join(name), text).expect("a page can be written");
        }
    }
    let names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let unknown: Vec<&String> = names.iter().filter(|name| !pages.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "no registry has {unknown:?}");
    for (name, text) in &pages {
        let written = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert_same(&written, text);
    }
}
