//! `gush check --rows-of`: makes rows of a schema file, and counts those that break what it promises.

use gush_db::Progress;
use gush_db::check::Report;
use gush_diagnostics::Diagnostic;
use gush_generate::check_database;
use gush_generate::request::Prepared;

use super::against;
use super::operand::of_operand;
use crate::exit::{self, Failure};
use crate::flags::{Flag, Given, Rule, Value};
use crate::rows::arguments;
use crate::rows::flags::{FORMAT, INTO, LIMIT, SCALE};
use crate::signals;
use crate::write;

/// How many rows of each table.
pub(super) static ROWS_OF: Flag = Flag::new(
    "Rows",
    "rows-of",
    "Make N rows of each table, and as many as follow of those that are counted `per` another, and count those that break what the \
     file promises: keys, links, ranges, and the conditions of `check`",
)
.value(Value::text("N"))
.brief("Make rows, and count what breaks a promise or a check")
.rules(&[
    Rule::Not(&FORMAT, "no size is estimated"),
    Rule::Not(&SCALE, "the number of rows is given"),
    Rule::Not(&LIMIT, "the number of rows is given"),
    Rule::Not(&against::AGAINST, "its rows are there already"),
]);

/// Makes the rows in a file that goes afterwards, and checks it.
///
/// # Errors
/// Every diagnostic of the file and of the arguments, a file that cannot be written, and that a promise is broken.
pub(super) fn run(mut asked: Given, diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let folder = tempfile::tempdir().map_err(|error| {
        let text = gush_pipe::reason(&error);
        anyhow::anyhow!(
            "the rows go to a temporary file, and none can be made: {text}; TMPDIR names the folder for it"
        )
    })?;
    let file = folder.path().join("rows.db");
    asked.set(&INTO, format!("sqlite:{}", file.display()));
    let request =
        arguments::resolved(&asked, &arguments::program(&asked), diagnostics).map_err(of_operand)?;
    load(&request)?;
    let report = check_database(&request, &request, false)?;
    report.notes.iter().for_each(|note| exit::note("gush", note));
    write::text(&text(&report))?;
    match report.holds() {
        true => Ok(()),
        false => Err(Failure::Other(anyhow::anyhow!("{}", report.summary()))),
    }
}

fn load(request: &Prepared) -> Result<(), Failure> {
    let Some(into) = &request.into else { return Ok(()) };
    let progress = Progress::default();
    let caught = signals::catch(&progress.stop_flag()).map_err(anyhow::Error::from)?;
    match request.job.load(into, &progress) {
        Err(gush_db::Error::Stopped) => Err(Failure::Signal(caught.signal())),
        loaded => Ok(loaded.map(|_| ())?),
    }
}

/// What is broken, each with an example, and how much holds.
fn text(report: &Report) -> String {
    let broken = report.broken.iter().map(|broken| format!("{broken}\n"));
    let unchecked = report.unchecked.iter().map(|text| format!("{text}\n"));
    let mut text: String = broken.chain(unchecked).collect();
    if report.holds() {
        text.push_str(&format!("{}\n", report.summary()));
    }
    text
}
