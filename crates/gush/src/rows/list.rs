//! Lists of generators: by topic with an example of each, and those of one entity.

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

/// The generators by topic.
pub fn by_topic(context: &Context<'_>) -> String {
    let topics = catalogue::topics().into_iter();
    let topics =
        topics.map(|(topic, specs)| (topic, specs.into_iter().map(|spec| line(spec, context)).collect()));
    let topics: Vec<(&str, Vec<Line>)> = topics.collect();
    let paint = color::on_stdout();
    let widths = widths(topics.iter().flat_map(|(_, lines)| lines));
    let texts = topics.iter().map(|(topic, lines)| {
        let lines: String = lines.iter().map(|line| line.text(widths, paint)).collect();
        format!("{}\n{lines}", paint.heading(topic))
    });
    texts.collect::<Vec<String>>().join("\n")
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
        return Some(line(spec, context));
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

fn line(spec: &GeneratorSpec, context: &Context<'_>) -> Line {
    Line { form: form(spec), example: first_example(spec.example(), context), about: spec.about.to_owned() }
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
