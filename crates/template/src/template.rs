//! A template that was parsed and compiled, and its properties.

use crate::compile::{self, Effort, Options};
use crate::draw;
use crate::error::{Fault, MAX_FAULTS, TemplateText};
use crate::exec::{MAX_STEPS, Writer};
use crate::parse;
use crate::program::{Op, Program};
use gush_diagnostics::Diagnostic;
use gusher::text::Buffer;

/// A compiled template.
#[derive(Debug)]
pub struct Template {
    pub(crate) program: Program,
    max_steps: u64,
}

/// The longest template, in bytes.
const MAX_SOURCE: usize = 16 << 20;
/// The rows that are written to estimate the length of rows, and the maximum number of steps for each.
const SAMPLE: u64 = 16;
const SAMPLE_STEPS: u64 = 1_000_000;
/// The estimate ends after this many bytes.
const SAMPLE_BYTES: usize = 4 << 20;

impl Template {
    /// Parses and compiles a template, which may be any bytes; `name` is what messages call it.
    ///
    /// # Errors
    /// All errors in it, in the order of its text.
    pub fn new(name: &str, text: &[u8], options: Options<'_>) -> Result<Template, Vec<Diagnostic>> {
        Template::twin(name, text, options, Effort::Full)
    }

    /// The same with less effort: for tests that compare the two.
    #[doc(hidden)]
    pub fn twin(
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
            // The rest was not read, so the definitions in it are unknown.
            return Err(source.explain_all(faults));
        }
        let program = compile::compile(source, &tree, faults, options, effort)
            .map_err(|(source, faults)| source.explain_all(faults))?;
        Ok(Template { program, max_steps: MAX_STEPS })
    }

    /// The same with another limit for the steps of a row.
    #[must_use]
    pub fn with_max_steps(self, max_steps: u64) -> Template {
        Template { max_steps, ..self }
    }

    /// How many rows all of its generators have values for, if there is a limit.
    pub fn max_rows(&self) -> Option<u64> {
        self.program.runs.iter().filter_map(draw::Run::max_rows).min()
    }

    /// Whether the values of a generator depend on "now". Generators whose arguments are only known row by row are ignored.
    pub fn uses_now(&self) -> bool {
        self.program.runs.iter().any(draw::Run::uses_now)
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> Writer<'_> {
        Writer::new(&self.program, self.max_steps)
    }

    /// About how many bytes a row takes; if rows cannot be tried, the estimate is large.
    pub fn mean_row_bytes(&self) -> usize {
        match self.program.straight() {
            Some(run) => run.fragment.mean_row_bytes(),
            None => {
                let mut out = Buffer::default();
                // Errors in these rows are reported when the rows are written.
                let max_steps = self.max_steps.min(SAMPLE_STEPS);
                let mut writer = Writer::new(&self.program, max_steps);
                let mut rows = 0;
                while rows < SAMPLE && out.len() < SAMPLE_BYTES {
                    match writer.write_some(rows..SAMPLE, SAMPLE_BYTES, &mut out) {
                        Ok(written) => rows += written as u64,
                        Err(_) => {
                            return if rows == 0 { SAMPLE_BYTES } else { out.len() / rows as usize + 1 };
                        }
                    }
                }
                out.len().div_ceil(rows as usize).max(1)
            }
        }
    }

    /// Whether no row writes anything, as far as that is known without writing any.
    pub fn is_silent(&self) -> bool {
        let Program { ops, runs, .. } = &self.program;
        ops.iter().all(|op| match *op {
            Op::Text { start, end } => start == end,
            Op::Run(run) => runs.get(run as usize).is_none_or(|run| run.fragment.is_silent()),
            Op::Print | Op::Write(_) => false,
            _ => true,
        })
    }

    /// The maximum number of bytes of a row, if it is known.
    pub fn max_row_bytes(&self) -> Option<usize> {
        self.program.straight().map(|run| run.fragment.max_row_bytes())
    }
}
