//! `gush check --against`: whether what a schema file promises is true of what is in a database.

use gush_db::check::Report;
use gush_db::{Target, masked};
use gush_diagnostics::Diagnostic;
use gush_generate::check_database;
use gush_generate::request::Prepared;
use gush_pipe::sigpipe;

use super::operand::of_operand;
use crate::exit::{self, Failure};
use crate::flags::{Flag, Given, Rule, Value};
use crate::rows::arguments;
use crate::rows::flags::{DRY_RUN, FORMAT, INTO, LIMIT, OUTPUT, TABLE, TABLES};
use crate::write;

/// The database.
pub(super) static AGAINST: Flag = Flag::new(
    "Databases",
    "against",
    "Ask a database that has these tables whether what the schema promises is true of its rows, and change nothing: sqlite:FILE, \
     postgres://[USER@]HOST[:PORT]/DATABASE, where the password comes from PGPASSWORD or ~/.pgpass, or the same with mysql://, where it comes \
     from MYSQL_PWD or ~/.my.cnf",
)
.value(Value::text("URL"))
.brief("Check what is in sqlite:FILE or postgres://me@host/shop")
.rules(&[Rule::Not(&FORMAT, "no size is estimated")]);

/// Nothing is asked.
pub(super) static CHECK_DRY_RUN: Flag = Flag {
    about: "Only look whether the tables are there, and print the queries",
    brief: Some("Only print the queries"),
    rules: &[Rule::Needs(&[&AGAINST], "it is about a database")],
    ..DRY_RUN
};

/// Checks the database; `asked` are the arguments but for it.
///
/// # Errors
/// Every diagnostic of the file and of the arguments, what is missing in the database, and that a promise is broken.
pub(super) fn run(mut asked: Given, url: &str, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    match Target::parse(url) {
        Ok(_) => asked.set(&INTO, url),
        // What else is wrong is reported, too.
        Err(error) => {
            diagnostics.push(AGAINST.wrong(&masked(url), error.to_string()));
            asked.set(&OUTPUT, "check/");
            asked.set(&FORMAT, "csv");
        }
    }
    let is_dry = asked.has(&DRY_RUN);
    let request = resolved(&asked, diagnostics)?;
    let report = match [&TABLE, &TABLES].into_iter().any(|flag| asked.has(flag)) {
        false => ask(&request, &request, is_dry),
        true => {
            let mut all = asked.clone();
            [&TABLE, &TABLES, &LIMIT].into_iter().for_each(|flag| {
                all.unset(flag);
            });
            ask(&request, &resolved(&all, Vec::new())?, is_dry)
        }
    }?;
    report.notes.iter().for_each(|note| exit::note("gush", note));
    // A reader that leaves ends the process by a signal again.
    sigpipe::restore();
    write::text(&text(&report, is_dry))?;
    match report.holds() {
        true => Ok(()),
        false => Err(Failure::Other(anyhow::anyhow!("{}: {}", report.server, report.summary()))),
    }
}

/// A request of tables that are in the database.
fn resolved(asked: &Given, diagnostics: Vec<Diagnostic>) -> Result<Prepared, Failure> {
    let request = arguments::resolved(asked, &arguments::program(asked), diagnostics);
    request.map_err(|failure| of_option(of_operand(failure)))
}

fn ask(request: &Prepared, all: &Prepared, is_dry: bool) -> Result<Report, Failure> {
    // A server that is gone is an error with a message.
    sigpipe::ignore_write_signals();
    Ok(check_database(request, all, is_dry)?)
}

/// The diagnostics of the address, which has another option here.
fn of_option(failure: Failure) -> Failure {
    let Failure::Diagnostics(mut diagnostics) = failure else { return failure };
    let (there, here) = (INTO.long(), AGAINST.long());
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.position.is_none()) {
        let rest =
            diagnostic.text.strip_prefix(&there).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let Some(text) = rest.map(|rest| format!("{here}{rest}")) else { continue };
        let moved = |at: usize| if at < there.len() { at } else { at + here.len() - there.len() };
        diagnostic.span = moved(diagnostic.span.start)..moved(diagnostic.span.end);
        diagnostic.text = text;
    }
    Failure::Diagnostics(diagnostics)
}

/// What is broken, with the query that shows all of it, and how much holds; of a dry run the queries.
fn text(report: &Report, is_dry: bool) -> String {
    if is_dry {
        let query = |(about, query): &(String, String)| {
            let about = about.replace(char::is_control, " ");
            format!("-- {about}\n{query};\n")
        };
        return report.queries.iter().map(query).collect();
    }
    let mut text = String::new();
    for broken in &report.broken {
        text.push_str(&format!("{broken}\n  {};\n", broken.query));
    }
    for unchecked in &report.unchecked {
        text.push_str(&format!("{unchecked}\n"));
    }
    if report.holds() {
        text.push_str(&format!("{}\n", report.summary()));
    }
    text
}
