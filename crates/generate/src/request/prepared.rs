//! The end of every request: planned tables, a format and an output become a job.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gusher::locale::Locale;
use gusher::plan::{Plan, Planner};
use gusher::schema::DatasetSpec;
use gusher::schema::file::{Run, write_dataset};
use gusher::text::Transaction;

use super::catalog::Catalog;
use super::fingerprint::{CompressionChoice, Fingerprint, Record, VERSION, shard_text};
use super::format::Format;
use super::into::{self, IntoDatabase};
use super::now::{self, Present};
use super::options::Opt;
use super::output::Output;
use super::problem::Finding;
use super::resolver::Resolver;
use super::script::script;
use super::settings::Settings;
use super::tables::Chosen;
use super::{
    append, bloom_filters, extension, files, parquet, partitions, preview, row_groups, shard, sorting,
};
use crate::columns::diagnostics;
use crate::error::{JobError, JobErrors};
use crate::file_record::FileRecord;
use crate::format::AnyOptions;
use crate::job::{Job, JobBuilder};
use crate::shard::Shard;

/// A request that makes sense.
#[derive(Debug)]
pub struct Prepared {
    /// What makes the rows.
    pub job: Job,
    /// Where they go and how.
    pub output: Output,
    /// The tables; a template has none.
    pub dataset: Option<DatasetSpec>,
    /// The present, in Unix seconds.
    pub now: i64,
    /// Whether the present was chosen, and is not just that of the clock.
    pub is_now_known: bool,
    /// The schema as the text of a file that repeats this, where only that is wanted.
    pub print_schema: Option<String>,
    /// The same, to be kept in a file.
    pub save_schema: Option<(PathBuf, String)>,
    /// The job that lists what is dirty, and its file, where that is wanted.
    pub dirt_log: Option<(PathBuf, Job)>,
    /// What to say about the run before it begins.
    pub notes: Vec<String>,
    /// The database that the rows go into, in place of the output.
    pub into: Option<IntoDatabase>,
}

/// Why a request is refused.
#[derive(Debug)]
pub enum RequestError {
    /// What is wrong with it, all at once.
    Findings(Vec<Finding>),
    /// A job that makes no sense.
    Job(JobErrors),
    /// There is no seed by chance, and why.
    Seed(String),
}

impl From<Vec<Finding>> for RequestError {
    fn from(found: Vec<Finding>) -> RequestError {
        RequestError::Findings(found)
    }
}

impl From<JobErrors> for RequestError {
    fn from(JobErrors(errors): JobErrors) -> RequestError {
        let mut found = Vec::new();
        for error in errors {
            match error {
                JobError::Column { diagnostic, .. } => found.push(Finding::Diagnostic(diagnostic)),
                other => return RequestError::Job(JobErrors(vec![other])),
            }
        }
        RequestError::Findings(found)
    }
}

/// Tables of a dataset that are to be made, with how and where to.
#[derive(Debug)]
pub(super) struct TablesToMake<'d> {
    pub dataset: &'d DatasetSpec,
    /// Where paths in the schema begin.
    pub folder: &'d Path,
    pub chosen: Vec<Chosen>,
    /// The seed that was given.
    pub seed: Option<u64>,
    /// The same, or one by chance.
    pub drawn: u64,
    pub present: Present,
    pub locale: &'static Locale,
    pub format: Format,
    pub output: Output,
    pub shard: Shard,
    /// The table whose rows the shards divide, where the others follow it.
    pub by: Option<usize>,
    /// Their plans, where these are made already.
    pub plans: Option<Vec<Plan>>,
}

impl TablesToMake<'_> {
    /// The request, if nothing is wrong with it.
    pub(super) fn prepared(self, resolver: &mut Resolver<'_>) -> Result<Prepared, RequestError> {
        let TablesToMake {
            dataset, folder, mut chosen, present, locale, format, mut output, shard, by, ..
        } = self;
        for (table, rows) in &chosen {
            resolver.extend(diagnostics(&dataset.tables[*table].schema, rows, &format.options));
        }
        if !resolver.is_clean() {
            partitions::check_columns(resolver, &output, dataset, &chosen);
            sorting::check_columns(resolver, &format.options, dataset, &chosen);
            bloom_filters::check_columns(resolver, &format.options, dataset, &chosen);
        }
        resolver.sort();
        resolver.check()?;
        let seed = self.drawn;
        let all_rows = rows_of(dataset, &chosen);
        let by = by.map(|by| (by, shard));
        let plans = self.plans.unwrap_or_else(|| plans(resolver, dataset, &mut chosen, seed, by));
        resolver.check()?;
        let plans = partitions::adapted(resolver, &output, dataset, &chosen, plans);
        if let Some(layout) = &mut output.layout {
            layout.now = present.now.saturating_mul(1000);
        }
        let settings = Settings { seed, now: present.now, locale };
        if let Some(layout) = &mut output.layout {
            append::note(resolver, layout, dataset, &chosen, settings, &format.choices);
        }
        resolver.check()?;
        let tables = PlannedTables { dataset, folder, settings, chosen, all_rows, plans };
        let (print_schema, save_schema) = tables.schema_texts(resolver);
        let mut notes = tables.notes(resolver, present, &format, !shard.is_all() && by.is_none());
        let schema = tables.schema(resolver, Path::new(""));
        let into = into::database(
            resolver,
            tables.dataset,
            &tables.chosen,
            &tables.plans,
            (self.seed, seed),
            &schema,
        );
        resolver.check()?;
        if let Some(into) = &into {
            notes.extend(into::notes(resolver, into, tables.dataset, &tables.chosen, seed));
        }
        let job = tables.job(resolver, format, &output, shard, by.is_some())?;
        let now = present.now;
        Ok(Prepared {
            is_now_known: !present.is_of_clock,
            job,
            output,
            dataset: None,
            now,
            print_schema,
            save_schema,
            dirt_log: None,
            notes,
            into,
        })
    }
}

/// The names and the rows of tables of a dataset.
fn rows_of(dataset: &DatasetSpec, chosen: &[Chosen]) -> Vec<(String, Range<u64>)> {
    let name = |table: usize| dataset.tables[table].schema.table().to_owned();
    chosen.iter().map(|(table, rows)| (name(*table), rows.clone())).collect()
}

/// Refuses to drop a table while another one that is not made refers to it: no database does.
fn check_drops(resolver: &mut Resolver<'_>, dataset: &DatasetSpec, chosen: &[Chosen]) {
    let is_chosen = |table: usize| chosen.iter().any(|(chosen, _)| *chosen == table);
    let name = |table: usize| dataset.tables[table].schema.table();
    for other in (0..dataset.tables.len()).filter(|&table| !is_chosen(table)) {
        let keys = dataset.foreign_keys(other);
        let Some(key) = keys.iter().find(|key| is_chosen(key.parent)) else { continue };
        let text = format!(
            "no database drops `{}` while `{}` refers to it; make that table too",
            name(key.parent),
            name(other)
        );
        resolver.wrong(Opt::Drop, "", text);
    }
}

/// The plans of the tables. Where the rows of a table are divided and the others follow it, each is of its share, which
/// replaces its rows.
pub(super) fn plans(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &mut [Chosen],
    seed: u64,
    by: Option<(usize, Shard)>,
) -> Vec<Plan> {
    let mut planner = Planner::new(dataset, seed);
    let mut plans = Vec::new();
    for (table, rows) in chosen {
        match planner.plan(*table) {
            Ok(mut plan) => {
                if let Some((by, shard)) = by {
                    let share = shard::share(&mut planner, dataset, *table, rows, by, shard);
                    *rows = 0..share.count();
                    plan = plan.select(share);
                }
                plans.push(plan);
            }
            Err(found) => resolver.extend(found),
        }
    }
    plans
}

/// The tables of a dataset that are made, in this order, with their plans.
#[derive(Debug)]
struct PlannedTables<'d> {
    dataset: &'d DatasetSpec,
    /// Where paths in the schema begin.
    folder: &'d Path,
    settings: Settings,
    chosen: Vec<Chosen>,
    /// Their rows of all shards, as the fingerprint has them.
    all_rows: Vec<(String, Range<u64>)>,
    plans: Vec<Plan>,
}

impl PlannedTables<'_> {
    /// The text of the schema file that makes the same rows, in the folder `target`.
    fn schema(&self, resolver: &Resolver<'_>, target: &Path) -> String {
        let Settings { seed, now, locale } = self.settings;
        let moved = |path: &str| files::moved(resolver.environment, path, self.folder, target);
        write_dataset(self.dataset, &Run { seed, now, locale, moved: &moved })
    }

    /// The job that writes the tables.
    fn job(
        self,
        resolver: &mut Resolver<'_>,
        mut format: Format,
        output: &Output,
        shard: Shard,
        is_divided: bool,
    ) -> Result<Job, RequestError> {
        let PlannedTables { dataset, ref chosen, ref plans, .. } = self;
        let rows = chosen.iter().map(|(_, rows)| rows);
        let of_file = if is_divided { Shard::ALL } else { shard };
        row_groups::check(resolver, rows, &format.options, output, of_file);
        if let (AnyOptions::Columnar(options), Some(layout)) = (&mut format.options, &output.layout) {
            options.field_ids = layout.catalog == Some(Catalog::Iceberg);
        }
        sorting::check(resolver, &format.options, output, dataset, chosen, plans);
        bloom_filters::check(resolver, &format.options, output, dataset, chosen, plans);
        let records = self.file_records(resolver, &format);
        let mut divided = partitions::partitions(resolver, output, dataset, chosen, plans);
        if resolver.request.has(Opt::Drop) {
            check_drops(resolver, dataset, chosen);
        }
        let is_text = ![Opt::Profile, Opt::Into].into_iter().any(|option| resolver.request.has(option));
        let is_script = output.is_one() && chosen.len() > 1 && is_text;
        let script = is_script.then(|| script(resolver, dataset, chosen, plans, &format.options));
        resolver.check()?;
        if is_script && format.options.spec().transactions {
            // The script's own is around them, and it makes the tables.
            if let AnyOptions::Rows(options) = &mut format.options {
                let _ = options.transaction(Transaction::Never);
                options.without_table();
            }
        }
        let record = self.record(resolver, &format, output, shard, is_divided);
        let seed = self.settings.seed;
        let job = JobBuilder::new(seed).shard(shard).threads(output.threads).compression(output.compression);
        let mut job = if is_divided { job.of_shard() } else { job };
        let shown = preview::shown(resolver, dataset, &self.chosen, &format.options, output.is_one());
        let records = records.into_iter().map(Some).chain(std::iter::repeat(None));
        for ((index, ((table, rows), plan)), record) in
            self.chosen.into_iter().zip(self.plans).enumerate().zip(records)
        {
            let schema = &dataset.tables[table].schema;
            if let AnyOptions::Columnar(options) = &mut format.options {
                options.metadata = record.map(Arc::new);
            }
            if let Some(Some((plan, by))) = divided.pop_front() {
                job = job.partitioned(plan, schema, rows, &format.options, by);
                continue;
            }
            job = match shown.get(index) {
                Some((rows, options)) => job.columns(plan, schema, rows.clone(), options.clone()),
                None => job.columns(plan, schema, rows, &format.options),
            };
        }
        let job = script.into_iter().fold(job, JobBuilder::script);
        Ok(record.into_iter().fold(job, JobBuilder::record).build()?)
    }

    /// What the files of each table say of the request, where that is asked for.
    fn file_records(&self, resolver: &mut Resolver<'_>, format: &Format) -> Vec<FileRecord> {
        if !resolver.request.has(Opt::Metadata) {
            return Vec::new();
        }
        let name = format.options.spec().name;
        // Where the shards follow another table, what was chosen is of one shard.
        let record = |((table, _), (_, rows)): (&Chosen, &(String, Range<u64>))| {
            FileRecord::new(resolver.request, self.dataset, &(*table, rows.clone()), self.settings, name)
        };
        let records: Result<Vec<FileRecord>, &str> =
            self.chosen.iter().zip(&self.all_rows).map(record).collect();
        records.unwrap_or_else(|text| {
            resolver.refuse(Opt::Metadata, text);
            Vec::new()
        })
    }

    /// What is kept with the files of a directory, where the output is one.
    fn record(
        &self,
        resolver: &Resolver<'_>,
        format: &Format,
        output: &Output,
        shard: Shard,
        is_divided: bool,
    ) -> Option<Record> {
        if output.layout.is_some() {
            return None;
        }
        let spec = format.options.format();
        let shard_by = resolver.request.text(Opt::ShardBy).filter(|_| is_divided);
        let request = Fingerprint {
            version: VERSION,
            program: concat!("gush ", env!("CARGO_PKG_VERSION")).into(),
            schema: self.schema(resolver, Path::new("")),
            format: spec.name.into(),
            options: format.choices.clone(),
            compression: output.compression.map(|compression| CompressionChoice::new(compression, spec)),
            files: output.files?.get(),
            shard: shard_text(shard),
            shard_by: shard_by.map(str::to_owned),
            tables: self
                .all_rows
                .iter()
                .map(|(name, rows)| format!("{name} {}..{}", rows.start, rows.end))
                .collect(),
        };
        Some(Record { request, seed: self.settings.seed, resume: output.resume })
    }

    /// The schema as it is to be shown and as it is to be kept.
    fn schema_texts(&self, resolver: &Resolver<'_>) -> (Option<String>, Option<(PathBuf, String)>) {
        let request = resolver.request;
        let print = request.has(Opt::PrintSchema).then(|| self.schema(resolver, Path::new("")));
        let kept =
            |path: &Path| (path.to_owned(), self.schema(resolver, path.parent().unwrap_or(Path::new(""))));
        (print, request.path(Opt::SaveSchema).map(kept))
    }

    /// What to say about the run before it begins.
    fn notes(
        &self,
        resolver: &Resolver<'_>,
        present: Present,
        format: &Format,
        is_part_of_transaction: bool,
    ) -> Vec<String> {
        let schemas = || self.chosen.iter().map(|(table, _)| &self.dataset.tables[*table].schema);
        let uses_now = schemas().any(gusher::schema::Schema::uses_now);
        let is_part = is_part_of_transaction
            && !resolver.request.has(Opt::Transaction)
            && format.options.spec().transactions;
        let notes = [
            extension::note(resolver, format.options.format()),
            now::note(resolver, present, uses_now && !resolver.request.has(Opt::ShowSeed)),
            is_part.then(|| shard::transaction_note(resolver)),
            parquet::note(resolver, self.plans.iter().flat_map(Plan::fields), &format.options),
            schemas().find_map(gusher::schema::Schema::lone_label),
            schemas().find_map(gusher::schema::Schema::constant_places),
            schemas().find_map(gusher::schema::Schema::other_ages),
        ];
        notes.into_iter().flatten().collect()
    }
}
