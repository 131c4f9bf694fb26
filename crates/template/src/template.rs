//! A template that was parsed and compiled: what one can ask of it, and the writers of its rows.

use crate::compile::{self, Effort, Options};
use crate::draw;
use crate::error::{Fault, MAX_FAULTS, TemplateText};
use crate::exec::{MAX_STEPS, Writer};
use crate::parse;
use crate::program::{Op, Program};
use gush_diagnostics::Diagnostic;
use gusher::text::Buffer;

/// A template that makes sense.
#[derive(Debug)]
pub struct Template {
    pub(crate) program: Program,
    most_steps: u64,
}

/// The longest template, in bytes.
const MAX_SOURCE: usize = 16 << 20;
/// The rows that tell how long rows are, and the most steps that they are worth.
const SAMPLE: u64 = 16;
const SAMPLE_STEPS: u64 = 1_000_000;
/// As many bytes of them tell it too.
const SAMPLE_BYTES: usize = 4 << 20;

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
        let source = TemplateText::new(name, text);
        if text.len() > MAX_SOURCE {
            let fault = Fault::new(0..0, "the template is longer than 16 MiB");
            return Err(vec![source.explain(&fault)]);
        }
        let (tree, faults) = parse::parse(text);
        if faults.len() >= MAX_FAULTS {
            // The rest was not read, so that nobody knows what is defined there.
            return Err(source.explain_all(faults));
        }
        let program = compile::compile(source, &tree, faults, options, effort)
            .map_err(|(source, faults)| source.explain_all(faults))?;
        Ok(Template { program, most_steps: MAX_STEPS })
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

    /// Whether the values of a generator depend on "now". One whose arguments are known with the row alone is not
    /// looked at.
    pub fn uses_now(&self) -> bool {
        self.program.runs.iter().any(draw::Run::uses_now)
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> Writer<'_> {
        Writer::new(&self.program, self.most_steps)
    }

    /// About how many bytes a row takes; what nobody can try is taken to be large.
    pub fn mean_row_bytes(&self) -> usize {
        match self.program.straight() {
            Some(run) => run.fragment.mean_row_bytes(),
            None => {
                let mut out = Buffer::default();
                // Whatever is wrong with these rows is reported when they are wanted.
                let most_steps = self.most_steps.min(SAMPLE_STEPS);
                let mut writer = Writer::new(&self.program, most_steps);
                let mut rows = 0;
                while rows < SAMPLE && out.len() < SAMPLE_BYTES {
                    match writer.write_some(rows..SAMPLE, SAMPLE_BYTES, &mut out) {
                        Ok(made) => rows += made as u64,
                        Err(_) => {
                            return if rows == 0 { SAMPLE_BYTES } else { out.len() / rows as usize + 1 };
                        }
                    }
                }
                out.len().div_ceil(rows as usize).max(1)
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
