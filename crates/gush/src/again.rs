//! `gush again`: a file once more, by what it says of the request that wrote it.

use gush_diagnostics::{Code, Diagnostic, printable};
use gush_generate::request::Opt;
use gush_generate::{FileRecord, System};

use crate::color::COLOR;
use crate::exit::{self, Failure};
use crate::flags::{Choice, Flag, Given, Operand, Spec};
use crate::learn::typed;
use crate::rows::flags::{OUTPUT, PROGRESS, THREADS};
use crate::rows::{arguments, make};

/// `gush again`.
pub static SPEC: Spec = Spec {
    name: "again",
    path: "gush again",
    about: "Write a file once more, by the request that it has in its metadata",
    more: "Reads the metadata of a file that `gush rows --metadata` has written (Parquet, Arrow, Avro): the schema, the seed, the time and the options. \
           Writes the same rows in the same format; the same version of gush writes the same bytes. The rows of the file are not read.",
    examples: "Examples:
  gush rows -l 1M --metadata -o people.parquet id=seq name email
  gush again people.parquet -o copy.parquet
  gush again people.parquet | cmp - people.parquet
",
    operand: Some(Operand {
        form: "FILE",
        about: "The file",
        more: None,
        several: false,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&AGAIN_OUTPUT, &THREADS, &PROGRESS, &COLOR],
    main: &[],
    commands: &[],
};

/// One file is written.
static AGAIN_OUTPUT: Flag = Flag {
    about: "Write to FILE, which is created only once it is complete",
    brief: None,
    default: Some("standard output"),
    rules: &[],
    ..OUTPUT
};

/// Writes the file that is named once more. `diagnostics` are those that the command line had already.
///
/// # Errors
/// Every diagnostic of the arguments, a file without a record of its request, and what goes wrong while rows are written.
pub fn run(given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let wrong = |argument: &str, text: String| Diagnostic::for_argument(Code::Option, argument, text);
    let [path] = given.operands() else {
        let text = "a file is missing, as in `gush again people.parquet -o copy.parquet`";
        diagnostics.push(Diagnostic::new(Code::Option, SPEC.path, SPEC.path.len()..SPEC.path.len(), text));
        return Err(Failure::Diagnostics(diagnostics));
    };
    let output = given.path(&AGAIN_OUTPUT).filter(|path| path.as_os_str() != "-");
    if let Some(folder) = output.filter(|path| path.as_os_str().as_encoded_bytes().ends_with(b"/")) {
        let text = "one file is written; give its name".to_owned();
        diagnostics.push(wrong(&arguments::option(Opt::Output, folder.to_str()), text));
    }
    let record = record(path).map_err(|text| diagnostics.push(wrong(path, text)));
    let Ok(record) = record else { return Err(Failure::Diagnostics(diagnostics)) };
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    if let Some(program) = record.other_program() {
        // The file may be anybody's, and a terminal obeys such characters.
        let program = printable(program);
        exit::note(
            "gush",
            format_args!(
                "{path} was written by {program}, whose bytes may differ from those of this version"
            ),
        );
    }
    let others = [(&THREADS, Opt::Threads), (&PROGRESS, Opt::Progress)];
    let others = others.into_iter().filter_map(|(flag, option)| Some((option, given.text(flag)?.to_owned())));
    let none = Given::new(Vec::new());
    let program = arguments::program(&none);
    let prepared = record.resolve(output, others, &program, &System)?;
    make::rows(&prepared)
}

/// The record of its request that a file has.
fn record(path: &str) -> Result<FileRecord, String> {
    let text = typed::entry(path, FileRecord::KEY)?;
    let text =
        text.ok_or("there is no record of a request in its metadata; `gush rows --metadata` writes one")?;
    FileRecord::parse(&text).map_err(|error| error.to_string())
}
