//! What is asked for where a schema file is given: one table of it, some of them, or all.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic, Message, SourceText, grouped};
use gush_generate::{Job, JobBuilder, Script, Shard};
use gusher::encode::{FormatOptions, ScriptKey, ScriptTable, Transaction, sql_script};
use gusher::generators::Context;
use gusher::plan::{Plan, Planner};
use gusher::schema::file::{FileRows, Rows, Run, SchemaFile, write_dataset};
use gusher::schema::{Dataset, Sizes};

use super::check::Check;
use super::choices::names_rows;
use super::columns::{SPLIT, schema_texts};
use super::compat::ROWS as ROWS_COMPAT;
use super::files::{self, Loaded};
use super::flags::{
    LIMIT, OUTPUT, PRINT_SCHEMA, PROFILE, ROWS, SCALE, SCHEMA, SHARD, SHARD_BY, SHOW_SEED, STREAM, TABLE,
    TABLES, TAG, TRANSACTION,
};
use super::options::{given_or_random, is_directory};
use super::request::{RowsRequest, RunOptions};
use super::shares::share;
use crate::failure::Failure;
use crate::flags::Given;

/// The request of a schema file's tables.
pub(super) fn request(check: Check<'_>, path: &Path) -> Result<RowsRequest, Failure> {
    prepared(check, path).map(|(request, _)| request)
}

/// The job of a schema file's tables, which is checked and not run, and the tables.
///
/// # Errors
/// Every mistake in the file and in what was typed; `mistakes` are those that are known.
pub fn check_schema(args: &Given, path: &Path, mistakes: Vec<Diagnostic>) -> Result<(Job, Dataset), Failure> {
    let (request, dataset) = prepared(Check { args, compat: &ROWS_COMPAT, mistakes }, path)?;
    Ok((request.job, dataset))
}

/// The request, with the tables.
pub(super) fn prepared(mut check: Check<'_>, path: &Path) -> Result<(RowsRequest, Dataset), Failure> {
    let args = check.args;
    let Loaded { schema: file, folder } = check.file(path);
    check.refuse_columns();
    let selection = check.selection(&file);
    let sizes = check.sizes(&file);
    let asked = if file.tables.len() > 1 { check.asked_of_several(&selection) } else { None };
    let seed = check.seed(file.seed);
    let present = check.present(file.now, seed);
    let now = present.now;
    let locale = check.locale(file.locale);
    let context = Context {
        locale,
        now,
        read: &|path| files::words(&folder, path),
        expressions: Some(&gush_generate::Sql),
    };
    let text = file.text.unwrap_or_else(|| Arc::new(SourceText::new(path.display().to_string(), "")));
    let (dataset, mistakes) = Dataset::build(&text, file.tables, &context, &sizes);
    let is_known = mistakes.is_empty() && check.mistakes.is_empty();
    check.mistakes.extend(mistakes);
    // What the tables have is checked where they make sense.
    let mut chosen = if is_known { check.chosen(&dataset, &selection, asked) } else { Vec::new() };
    let by = if is_known { check.shard_by(&dataset) } else { None };
    let rows = match &chosen[..] {
        [(table, _)] => dataset.tables[*table].made.clone(),
        _ => Rows::Range(0..0),
    };
    let shard = check.shard(&rows, seed);
    let mut options = check.format(&rows);
    let mut run = check.run_options(now, options.spec());
    check.schema_output();
    if is_known {
        let names: Vec<&str> =
            chosen.iter().map(|(table, _)| dataset.tables[*table].schema.table()).collect();
        check.destination(&names, &mut options, &mut run);
        check.resume(&run, seed);
    }
    for (table, whole) in &chosen {
        check.whole_schema(&dataset.tables[*table].schema, whole, &options);
    }
    check.mistakes.sort_by(|a, b| a.place.cmp(&b.place));
    let seed = given_or_random(seed)?;
    let tables: Vec<_> = (chosen.iter())
        .map(|(table, whole)| (dataset.tables[*table].schema.table().to_owned(), whole.clone()))
        .collect();
    let by = by.map(|by| (by, shard));
    let planned =
        if check.mistakes.is_empty() { check.plans(&dataset, &mut chosen, seed, by) } else { Vec::new() };
    let is_script = run.output_is_one() && chosen.len() > 1 && !args.has(&PROFILE);
    let script = if check.mistakes.is_empty() && is_script {
        check.script(&dataset, &chosen, &planned, &options)
    } else {
        None
    };
    if !check.mistakes.is_empty() {
        return Err(Failure::Mistakes(check.mistakes));
    }
    if is_script && options.spec().transactions {
        // The script's own is around them.
        let _ = options.transaction(Transaction::Never);
    }
    let written = |target: &Path| {
        let moved = |path: &str| files::moved(path, &folder, target);
        write_dataset(&dataset, &Run { seed, now, locale, moved: &moved })
    };
    let (print_schema, save_schema) = schema_texts(args, written);
    let uses_now = chosen.iter().any(|(table, _)| dataset.tables[*table].schema.uses_now());
    let notes = [
        check.name_note(options.spec()),
        present.note(uses_now && !args.has(&SHOW_SEED)),
        // Loaded by itself, such a shard would vanish without a word.
        (!shard.is_whole() && by.is_none() && !args.has(&TRANSACTION) && options.spec().transactions)
            .then(|| SPLIT.into()),
        chosen.iter().find_map(|(table, _)| dataset.tables[*table].schema.lone_label()),
        chosen.iter().find_map(|(table, _)| dataset.tables[*table].schema.constant_places()),
    ];
    let mut record = run.record(seed, shard, written(Path::new("")), &options, tables.into_iter());
    let mut job = run.job(seed, shard);
    if by.is_some() {
        job = job.shares();
        record
            .iter_mut()
            .for_each(|record| record.request.shard_by = args.text(&SHARD_BY).map(str::to_owned));
    }
    for ((table, whole), plan) in chosen.into_iter().zip(planned) {
        job = job.planned(plan, &dataset.tables[table].schema, whole, &options);
    }
    let job = script.into_iter().fold(job, JobBuilder::script);
    let job = record.into_iter().fold(job, JobBuilder::record).build()?;
    let notes = notes.into_iter().flatten().collect();
    Ok((RowsRequest { job, run, print_schema, save_schema, notes }, dataset))
}

/// Which tables are made, by their names; all where none is named.
struct Selection {
    names: Vec<String>,
}

/// A table that is made, and which of its rows.
type Chosen = (usize, Range<u64>);

impl Check<'_> {
    /// The tables that are asked for.
    fn selection(&mut self, file: &SchemaFile) -> Selection {
        let (flag, names) = match (self.args.text(&TABLE), self.args.text(&TABLES)) {
            (Some(_), Some(_)) => (&TABLE, Vec::new()),
            (Some(name), None) => (&TABLE, vec![name.to_owned()]),
            (None, Some(names)) => (&TABLES, names.split(',').map(str::to_owned).collect()),
            (None, None) => (&TABLES, Vec::new()),
        };
        let known = || file.tables.iter().map(|table| table.name.text.as_str());
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                self.wrong(flag, name, "this table is named twice");
                continue;
            }
            if file.tables.is_empty() || known().any(|known| known == name) {
                continue;
            }
            let text = Message::unknown("the schema file has no such table", name, known());
            self.wrong(flag, name, text);
        }
        Selection { names }
    }

    /// Other numbers of rows than those of the file.
    fn sizes(&mut self, file: &SchemaFile) -> Sizes {
        let scale = self.args.text(&SCALE).and_then(|text| {
            let scale = text.parse::<f64>().ok().filter(|scale| scale.is_finite() && *scale > 0.0);
            if scale.is_none() {
                self.wrong(&SCALE, text, "expected a number above 0, such as 0.1 or 10");
            }
            scale
        });
        if let [table] = &file.tables[..] {
            let rows = self.asked_rows();
            if let (Some(_), Some(FileRows::Per { .. })) = (&rows, &table.rows) {
                return Sizes { scale, rows: None };
            }
            if rows.is_some() && scale.is_some() {
                self.refuse(&SCALE, "the number of rows is given; leave this out");
            }
            return Sizes { scale, rows };
        }
        Sizes { scale, rows: None }
    }

    /// The rows that are asked for of one table of several.
    fn asked_of_several(&mut self, selection: &Selection) -> Option<Rows> {
        let is_one = selection.names.len() == 1;
        for flag in [&LIMIT, &ROWS] {
            if let Some(value) = self.args.text(flag).filter(|_| !is_one) {
                let text = "this is said of one table; --table NAME selects one, and --scale 0.1 makes all of them smaller";
                self.refuse_word(&format!("{} {value}", flag.long()), text);
            }
        }
        let is_stream = self.args.has(&STREAM);
        if is_stream {
            self.refuse(&STREAM, "the tables of a schema file have as many rows as it says; leave this out");
        }
        if is_one && !is_stream { self.asked_rows() } else { None }
    }

    /// The tables that are made, parents first, with their rows.
    fn chosen(&mut self, dataset: &Dataset, selection: &Selection, asked: Option<Rows>) -> Vec<Chosen> {
        let named = |table: &usize| {
            selection.names.is_empty()
                || selection.names.iter().any(|name| name == dataset.tables[*table].schema.table())
        };
        let mut chosen: Vec<Chosen> = (dataset.parents_first().into_iter().filter(named))
            .map(|table| (table, dataset.tables[table].whole()))
            .collect();
        if let (Some(Rows::Range(rows)), [(table, whole)]) = (asked, &mut chosen[..]) {
            if self.args.has(&LIMIT) {
                // The first of them.
                *whole = 0..rows.end.min(whole.end);
            } else if rows.end > whole.end {
                let name = dataset.tables[*table].schema.table();
                let text = format!("`{name}` has {} rows", grouped(whole.end));
                self.wrong(&ROWS, self.args.text(&ROWS).unwrap_or_default(), text);
            } else {
                *whole = rows;
            }
        }
        chosen
    }

    /// Whether the tables can be written to where they are to go.
    fn destination(&mut self, names: &[&str], options: &mut FormatOptions, run: &mut RunOptions) {
        if names.len() < 2 || self.args.has(&PRINT_SCHEMA) || self.args.has(&PROFILE) {
            return;
        }
        let spec = *options.spec();
        let is_script = spec.create_table && spec.transactions || self.args.has(&TAG);
        if let Some(path) =
            run.output.as_deref().filter(|path| !is_script && names_rows(path) && !is_directory(path))
        {
            let folder = path.with_extension("");
            let message =
                Message::from("one file cannot have several tables, which are files of a directory");
            let message = message.suggest(Some(format!("--output {}/", folder.display())));
            self.wrong(&OUTPUT, &path.display().to_string(), message);
            return;
        }
        if run.output.is_some() && !is_script {
            run.files.get_or_insert(std::num::NonZeroU64::MIN);
        }
        if run.files.is_some() {
            return self.check_table_names(names, "a directory");
        }
        if spec.transactions {
            self.check_table_names(names, spec.name);
        }
        if !is_script {
            let name = spec.name;
            let text = match spec.tags {
                true => format!(
                    "rows of several tables need --tag KEY in {name}; --table NAME makes one table, and --output DIRECTORY/ a file \
                     for each"
                ),
                false => format!(
                    "{name} cannot have several tables; --table NAME makes one, --output DIRECTORY/ a file for each, and sql all of \
                     them"
                ),
            };
            self.refuse(&SCHEMA, text);
        }
        if self.args.has(&SHARD) {
            let text =
                "shards of several tables are files of a directory; give --output DIRECTORY/ or --table NAME";
            self.refuse(&SHARD, text);
        }
        if let Some(value) = self.args.text(&TRANSACTION).filter(|_| spec.transactions) {
            self.wrong(&TRANSACTION, value, "sql of several tables is one transaction; leave this out");
        }
    }

    /// Databases, and the folders of some systems, take names for the same that differ in nothing but their case.
    fn check_table_names(&mut self, tables: &[&str], format: &str) {
        for (place, name) in tables.iter().enumerate() {
            let folded = name.to_lowercase();
            let Some(other) = tables[..place].iter().find(|other| other.to_lowercase() == folded) else {
                continue;
            };
            let text = format!(
                "{format} needs tables whose names differ in more than their case, and `{other}` is taken: `{name}`"
            );
            self.refuse(&SCHEMA, text);
        }
    }

    /// The plans of the tables. Where the rows of a table are divided and the others follow it, each is of its share, which
    /// takes the place of its rows.
    fn plans(
        &mut self,
        dataset: &Dataset,
        chosen: &mut [Chosen],
        seed: u64,
        by: Option<(usize, Shard)>,
    ) -> Vec<Plan> {
        let mut planner = Planner::new(dataset, seed);
        let mut plans = Vec::new();
        for (table, whole) in chosen {
            match planner.plan(*table) {
                Ok(mut plan) => {
                    if let Some((by, shard)) = by {
                        let share = share(&mut planner, dataset, *table, whole, by, shard);
                        *whole = 0..share.count();
                        plan = plan.select(share);
                    }
                    plans.push(plan);
                }
                Err(mistakes) => self.mistakes.extend(mistakes),
            }
        }
        plans
    }

    /// What makes one text of the tables.
    fn script(
        &mut self,
        dataset: &Dataset,
        chosen: &[Chosen],
        plans: &[Plan],
        options: &FormatOptions,
    ) -> Option<Script> {
        if !options.spec().transactions {
            return Some(Script::default());
        }
        let place = |table: usize| chosen.iter().position(|(chosen, _)| *chosen == table);
        let tables: Vec<ScriptTable<'_>> = (chosen.iter().zip(plans))
            .map(|((table, _), plan)| ScriptTable {
                name: dataset.tables[*table].schema.table(),
                columns: plan.heads().columns,
                primary_key: dataset
                    .primary_key(*table)
                    .and_then(|key| dataset.tables[*table].schema.visible_places(&key))
                    .unwrap_or_default(),
                unique: (dataset.tables[*table].unique.iter())
                    .filter_map(|columns| dataset.tables[*table].schema.visible_places(columns))
                    .collect(),
                foreign_keys: (dataset.foreign_keys(*table).into_iter())
                    // A table that is not made has nothing to refer to.
                    .filter_map(|key| {
                        // What is hidden is in no key either.
                        let places = |table: usize, columns: &[usize]| {
                            dataset.tables[table].schema.visible_places(columns)
                        };
                        let columns = places(*table, &key.columns)?;
                        Some(ScriptKey {
                            columns,
                            table: place(key.parent)?,
                            key: places(key.parent, &key.key)?,
                        })
                    })
                    .collect(),
            })
            .collect();
        match sql_script(&tables, options) {
            Ok([before, after]) => Some(Script { before: before.into(), after: after.into() }),
            Err(text) => {
                self.mistakes.push(Diagnostic::new(Code::Option, "--format sql", 9..12, text));
                None
            }
        }
    }
}
