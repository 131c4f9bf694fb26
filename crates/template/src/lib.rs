//! Templates: the language of Go's `text/template`, whose text is repeated for each row.
//!
//! text → words (`lexer`) → tree (`parse`) → program (`compile`) → rows (`exec`). A template that is only text and
//! generators becomes a fragment of `gush-rows`, which is written as the rows of a format are. What varies is a small
//! program of steps on a stack of values; the generators in it are filled by batches all the same, each turn of a loop
//! as a column.
mod arithmetic;
mod ast;
mod cache;
mod compare;
pub mod compat;
mod compile;
mod constant;
mod draw;
mod error;
mod escape;
mod exec;
mod float;
mod function;
mod items;
mod lexer;
mod parse;
mod printf;
mod program;
mod sequence;
mod test;
mod texts;
mod utf8;
mod value;
mod verb;

pub use compat::Compat;
pub use compile::{Effort, Options};
pub use error::RowError;
pub use exec::Writer;

use error::{Fault, MOST_FAULTS, Source};
use gush_diagnostics::Diagnostic;
use gush_rows::encode::Buffer;
use gush_rows::generators::{GENERATORS, GeneratorSpec};
use program::{Op, Program};

/// A template that makes sense.
#[derive(Debug)]
pub struct Template {
    program: Program,
    most_steps: u64,
}

/// The longest template, in bytes.
const MOST_SOURCE: usize = 16 << 20;
/// The rows that tell how long rows are, and the most steps that they are worth.
const SAMPLE: u64 = 16;
const SAMPLE_STEPS: u64 = 1_000_000;

impl Template {
    /// Parses and compiles a template, which may be any bytes; `name` is what messages call it.
    ///
    /// # Errors
    /// All mistakes in it, in the order of its text.
    pub fn new(name: &str, text: &[u8], options: Options<'_>) -> Result<Template, Vec<Diagnostic>> {
        Template::compiled(name, text, options, Effort::Full)
    }

    /// The same template, compiled with less effort: for tests that compare the two.
    #[doc(hidden)]
    pub fn twin(
        name: &str,
        text: &[u8],
        options: Options<'_>,
        effort: Effort,
    ) -> Result<Template, Vec<Diagnostic>> {
        Template::compiled(name, text, options, effort)
    }

    fn compiled(
        name: &str,
        text: &[u8],
        options: Options<'_>,
        effort: Effort,
    ) -> Result<Template, Vec<Diagnostic>> {
        let source = Source::new(name, text);
        if text.len() > MOST_SOURCE {
            let fault = Fault::new(0..0, "the template is longer than 16 MiB");
            return Err(vec![source.explain(&fault)]);
        }
        let (tree, faults) = parse::parse(text);
        if faults.len() >= MOST_FAULTS {
            // The rest was not read, so that nobody knows what is defined there.
            return Err(source.explain_all(faults));
        }
        let program = compile::compile(source, &tree, faults, options, effort)
            .map_err(|(source, faults)| source.explain_all(faults))?;
        Ok(Template { program, most_steps: exec::MOST_STEPS })
    }

    /// The same with another bound for the steps of a row.
    #[must_use]
    pub fn with_most_steps(self, most_steps: u64) -> Template {
        Template { most_steps, ..self }
    }

    /// How many rows all of its generators can make, where there is a limit.
    pub fn max_rows(&self) -> Option<u64> {
        self.program.runs.iter().filter_map(draw::Run::max_rows).min()
    }

    /// Whether the values of a generator depend on "now". One whose arguments are known with the row alone is not looked at.
    pub fn uses_now(&self) -> bool {
        self.program.runs.iter().any(draw::Run::uses_now)
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> Writer<'_> {
        Writer::new(&self.program, self.most_steps)
    }

    /// About how many bytes a row takes.
    pub fn mean_row_bytes(&self) -> usize {
        match self.program.straight() {
            Some(run) => run.fragment.mean_row_bytes(),
            None => {
                let mut out = Buffer::default();
                // Whatever is wrong with these rows is told when they are wanted.
                let most_steps = self.most_steps.min(SAMPLE_STEPS);
                let _ = Writer::new(&self.program, most_steps).write(0..SAMPLE, &mut out);
                out.len().div_ceil(SAMPLE as usize).max(1)
            }
        }
    }

    /// Whether no row writes anything, as far as that is known without making any.
    pub fn is_silent(&self) -> bool {
        let Program { ops, runs, .. } = &self.program;
        ops.iter().all(|op| match *op {
            Op::Text { start, end } => start == end,
            Op::Run(run) => runs.get(run as usize).is_none_or(|run| run.fragment.is_silent()),
            Op::Print | Op::Write(_) => false,
            _ => true,
        })
    }

    /// The most bytes that a row is sure to take no more than, where that is known.
    pub fn max_row_bytes(&self) -> Option<usize> {
        self.program.straight().map(|run| run.fragment.max_row_bytes())
    }
}

/// A function that is no generator, for those who list them.
#[derive(Debug, Clone, Copy)]
pub struct FunctionHelp {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub form: &'static str,
    /// What it gives, in one line.
    pub about: &'static str,
}

/// Those functions that are compiled in ways of their own.
const SPECIAL: [FunctionHelp; 5] = [
    help("and", "VALUE …", "the first false value, or the last one"),
    help("or", "VALUE …", "the first true value, or the last one"),
    help("Loop", "N, or Loop MIN MAX", "a list of N numbers from 0 on, or of a random number of them"),
    help("Null", "PROBABILITY VALUE", "nothing with this probability, else the value"),
    help("Pick", "VALUE …", "one of the values, or of the items of one list"),
];

const fn help(name: &'static str, form: &'static str, about: &'static str) -> FunctionHelp {
    FunctionHelp { name, form, about }
}

/// All functions that are no generators.
pub fn functions() -> impl Iterator<Item = FunctionHelp> {
    let own = function::FUNCTIONS.iter().map(|function| help(function.name, function.form, function.about));
    own.chain(SPECIAL)
}

/// All generators as functions: how each is called, and what it gives.
pub fn generators() -> impl Iterator<Item = (String, &'static str)> {
    GENERATORS.iter().map(|entry| (form(entry, entry.name), entry.about))
}

/// How a template calls the generator of this entry that is asked for by `name`, as in `Int MIN MAX`.
pub fn form(entry: &GeneratorSpec, name: &str) -> String {
    draw::form(entry, name)
}

#[cfg(test)]
mod tests;
