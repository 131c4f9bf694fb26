//! Drives `gush rows` from outside, as a user does: what the command promises, one topic a file.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use gush_testkit::{Outcome, Program, Scratch, Signal};

mod aliases;
mod areas;
mod arrays;
mod check_digits;
mod closing;
mod completion;
mod compress;
mod databases;
mod determinism;
mod diagnostics;
mod dialects;
mod dirt;
mod drop;
mod excel;
mod faults;
mod files;
mod find;
mod fit;
mod formats;
mod generations;
mod help;
mod images;
mod info;
mod into;
mod list_levels;
mod loading;
mod maps;
mod modifiers;
mod nested;
mod output_file;
mod passwords;
mod people;
mod phones;
mod places;
mod present;
mod profile;
mod raw;
mod schema;
mod shared_pipe;
mod size;
mod spelling;
mod stored_types;
mod streams;
mod table;
mod text_readers;
mod tools;
mod values;

/// `gush` with arguments that are written in one line.
fn gush(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line(sentence)
}

/// `gush rows` with a fixed seed and a fixed now, which must succeed in silence.
#[track_caller]
fn rows(sentence: &str) -> Outcome {
    seeded(sentence).run().ok().silent()
}

/// The same, not run yet.
fn seeded(sentence: &str) -> Program {
    gush("rows --seed 7 --now 2024-05-06").arg_line(sentence)
}

/// Whether the binary was built without what only Linux has.
const PORTABLE: bool = cfg!(any(feature = "portable", not(target_os = "linux")));

/// What a program comes to whose reader leaves: SIGPIPE ends it, as Unix users expect.
#[track_caller]
fn assert_left_by_its_reader(run: Outcome) {
    run.died_of(Signal::PIPE).silent();
}

/// A table with every shape of value: what a believable customer looks like.
const CUSTOMER: &str = "id=seq name email country:any city born=date:1950-01-01,2005-12-31 plan=enum:free*8,pro*2 \
                        visits=int:0,500 balance=double@null=0.05 token=uuidv4 address=ipv4 seen=timestamp \
                        active=bool note=sentence";

/// A text file of lines to draw from, whose contents every format has to treat with care.
const DIFFICULT: &str = "O'Brien\nsay \"hi\"\na,b;c\ttab\nback\\slash\nπ ≠ 3\n100%\n";

/// A scratch folder with that file in it, called `lines`.
fn difficult_lines() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("lines", DIFFICULT);
    scratch
}

/// A generator as the program describes it.
struct Described {
    name: String,
    /// A column of it: its name, with an example of its constraint where it needs one.
    column: String,
    text: String,
}

/// Every generator but `file`, whose values are known only with the file. One command describes all of them.
fn described() -> &'static [Described] {
    static ALL: LazyLock<Vec<Described>> = LazyLock::new(|| {
        let listed = gush("rows -G").run().ok();
        let forms = listed.lines().into_iter().filter_map(|line| line.strip_prefix("  "));
        let names = forms.map(|form| form.split([' ', '[', ':']).next().expect("a name"));
        let names: Vec<&str> = names.filter(|name| *name != "file").collect();
        let asked = names.iter().flat_map(|name| ["-g", name]);
        let run = seeded("").args(asked).run().ok().silent();
        // Each begins with its name, after a blank line.
        let mut rest = run.text();
        let mut texts = Vec::new();
        for next in names.iter().skip(1) {
            let (text, after) = rest.split_once(&format!("\n\n{next}: ")).expect("the next description");
            texts.push(format!("{text}\n"));
            rest = &run.text()[run.text().len() - after.len() - next.len() - 2..];
        }
        texts.push(rest.to_owned());
        let describe = |(name, text): (&&str, String)| {
            let example = text.lines().find_map(|line| line.trim_start().strip_prefix("as in"));
            let column = example.map_or(*name, str::trim).to_owned();
            Described { name: (*name).into(), column, text }
        };
        names.iter().zip(texts).map(describe).collect()
    });
    &ALL
}

/// Does `work` to all `items`, by as many threads as there are cores.
fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
