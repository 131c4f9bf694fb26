//! Lists of generators: by topic with an example of each, those that match search terms, those of one entity.

use gusher::catalogue::{self, GENERATORS};
use gusher::generators::{Context, GeneratorSpec};
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::Batch;

use crate::color::{self, Paint};
use crate::failure::Failure;

/// Examples of one generator.
const EXAMPLES: u64 = 5;

/// Examples in a list are truncated to this many characters.
const WIDEST: usize = 28;

/// The generators by topic, of which all terms are in the name, in the description, or in a name that another program has
/// for it; `None` where nothing matches.
pub fn by_topic(terms: &[String], context: &Context<'_>) -> Option<String> {
    let terms: Vec<String> = terms.iter().map(|term| term.to_lowercase()).collect();
    let matches = |spec: &&GeneratorSpec| terms.is_empty() || has_all(spec, &terms);
    let topics = catalogue::topics().into_iter().map(|(topic, specs)| {
        (topic, specs.into_iter().filter(|spec| matches(spec)).map(|spec| line(spec, &terms, context)))
    });
    let topics: Vec<(&str, Vec<Line>)> = topics.map(|(topic, lines)| (topic, lines.collect())).collect();
    let paint = color::on_stdout();
    let widths = widths(topics.iter().flat_map(|(_, lines)| lines));
    let texts = topics.iter().filter(|(_, lines)| !lines.is_empty()).map(|(topic, lines)| {
        let lines: String = lines.iter().map(|line| line.text(widths, paint)).collect();
        format!("{}\n{lines}", paint.heading(topic))
    });
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// The generators of one kind of thing, with an example of each; all examples describe one thing.
pub fn of_entity(entity: &str, context: &Context<'_>) -> String {
    let lines: Vec<Line> = GENERATORS.iter().filter_map(|spec| of_thing(spec, entity, context)).collect();
    let (widths, paint) = (widths(&lines), color::on_stdout());
    lines.iter().map(|line| line.text(widths, paint)).collect()
}

/// A generator that describes this kind of thing, or does so with the constraint of its example.
fn of_thing(spec: &GeneratorSpec, entity: &str, context: &Context<'_>) -> Option<Line> {
    if spec.entity == Some(entity) {
        return Some(line(spec, &[], context));
    }
    let any = spec.any.as_ref().filter(|_| spec.entity_of(spec.name, Some("any")) == Some(entity))?;
    let form = spec.constraint?.example.to_owned();
    Some(Line { example: first_example(&form, context), form, about: any.about.to_owned() })
}

/// A generator with the form of its constraint.
pub fn form(spec: &GeneratorSpec) -> String {
    match spec.constraint {
        Some(constraint) if constraint.required => format!("{}:{}", spec.name, constraint.form),
        Some(constraint) => format!("{}[:{}]", spec.name, constraint.form),
        None => spec.name.to_owned(),
    }
}

/// Some values of a column; the same ones each time.
pub fn examples(column: &str, context: &Context<'_>) -> Result<String, Failure> {
    let (schema, diagnostics) = Schema::parse("example", &[column], context);
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    let rows = 0..EXAMPLES.min(schema.max_rows());
    let plan = Plan::new(&schema, 1, &rows).map_err(|found| Failure::Diagnostics(found.into()))?;
    let mut batch = Batch::default();
    plan.fill(&rows, &mut batch);
    let written = |format| {
        let mut out = Buffer::default();
        let encoder = Encoder::new(&plan, "example", &FormatOptions::new(format), rows.clone());
        encoder.writer().write(&batch, &mut out);
        String::from_utf8_lossy(out.as_ref()).into_owned()
    };
    let text = written(Format::COLUMN);
    // Values of several lines are written in one, with their breaks as \n.
    Ok(if text.lines().count() as u64 > rows.end { written(Format::COPY) } else { text })
}

/// One generator in a list.
struct Line {
    form: String,
    example: String,
    about: String,
}

/// A value of a column, cut where it is long.
fn first_example(column: &str, context: &Context<'_>) -> String {
    let found = examples(column, context).unwrap_or_default();
    let example = found.lines().next().unwrap_or_default();
    match example.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &example[..end]),
        None => example.to_owned(),
    }
}

fn line(spec: &GeneratorSpec, terms: &[String], context: &Context<'_>) -> Line {
    let example = first_example(spec.example(), context);
    let other = catalogue::names_of(spec.name).into_iter().find(|name| {
        let name = name.to_lowercase();
        terms.iter().any(|term| name.contains(term) && !text_of(spec).contains(term))
    });
    let also = other.map(|name| format!(" (also {name})")).unwrap_or_default();
    Line { form: form(spec), example, about: format!("{}{also}", spec.about) }
}

impl Line {
    fn text(&self, [form, example]: [usize; 2], paint: Paint) -> String {
        let pad = |text: &str, width: usize| " ".repeat(width - text.chars().count());
        let (after_form, after_example) = (pad(&self.form, form), pad(&self.example, example));
        let (form, example) = (paint.name(&self.form), paint.example(&self.example));
        format!("  {form}{after_form}  {example}{after_example}  {}\n", self.about)
    }
}

/// How wide the forms and the examples are.
fn widths<'a>(lines: impl IntoIterator<Item = &'a Line>) -> [usize; 2] {
    let wider = |[form, example]: [usize; 2], line: &Line| {
        [form.max(line.form.chars().count()), example.max(line.example.chars().count())]
    };
    lines.into_iter().fold([0, 0], wider)
}

/// The name and the description of a generator in small letters.
fn text_of(spec: &GeneratorSpec) -> String {
    format!("{}\n{}", form(spec), spec.about).to_lowercase()
}

fn has_all(spec: &GeneratorSpec, terms: &[String]) -> bool {
    let names = catalogue::names_of(spec.name).join("\n").to_lowercase();
    let text = format!("{}\n{names}", text_of(spec));
    terms.iter().all(|term| text.contains(term))
}
