//! The end of every request: planned tables, a format and an output become a job.

use std::ops::Range;
use std::path::{Path, PathBuf};

use gusher::locale::Locale;
use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::schema::file::{Run, write_dataset};
use gusher::text::Transaction;

use super::fingerprint::{CompressionChoice, Fingerprint, VERSION, shard_text};
use super::format::Format;
use super::options::Opt;
use super::output::Output;
use super::problem::Finding;
use super::resolver::Resolver;
use super::script::script;
use super::tables::Chosen;
use super::{extension, files, now, shard};
use crate::error::{JobError, JobErrors};
use crate::format::AnyOptions;
use crate::job::{Job, JobBuilder};
use crate::manifest::Record;
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
    /// The schema as the text of a file that repeats this, where only that is wanted.
    pub print_schema: Option<String>,
    /// The same, to be kept in a file.
    pub save_schema: Option<(PathBuf, String)>,
    /// What to say about the run before it begins.
    pub notes: Vec<String>,
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

/// What values follow from besides the columns.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The seed.
    pub seed: u64,
    /// The present, in Unix seconds.
    pub now: i64,
    /// The locale of columns that name none.
    pub locale: &'static Locale,
}

/// The tables of a dataset that are made, in this order, with their plans.
#[derive(Debug)]
pub(super) struct PlannedTables<'d> {
    pub dataset: &'d DatasetSpec,
    /// Where paths in the schema begin.
    pub folder: &'d Path,
    pub settings: Settings,
    pub chosen: Vec<Chosen>,
    /// Their rows of all shards, as the fingerprint has them.
    pub all_rows: Vec<(String, Range<u64>)>,
    pub plans: Vec<Plan>,
}

impl<'d> PlannedTables<'d> {
    /// The names and the rows of tables of a dataset.
    pub(super) fn rows_of(dataset: &DatasetSpec, chosen: &[Chosen]) -> Vec<(String, Range<u64>)> {
        let name = |table: usize| dataset.tables[table].schema.table().to_owned();
        chosen.iter().map(|(table, rows)| (name(*table), rows.clone())).collect()
    }

    /// The text of the schema file that makes the same rows, where it stands in the folder `target`.
    pub(super) fn schema(&self, resolver: &Resolver<'_>, target: &Path) -> String {
        let Settings { seed, now, locale } = self.settings;
        let moved = |path: &str| files::moved(resolver.environment, path, self.folder, target);
        write_dataset(self.dataset, &Run { seed, now, locale, moved: &moved })
    }

    /// The job that writes the tables.
    pub(super) fn job(
        self,
        mut resolver: Resolver<'_>,
        mut format: Format,
        output: &Output,
        shard: Shard,
        is_divided: bool,
    ) -> Result<Job, RequestError> {
        let PlannedTables { dataset, ref chosen, ref plans, .. } = self;
        let is_script = output.is_one() && chosen.len() > 1 && !resolver.request.has(Opt::Profile);
        let script = is_script.then(|| script(&mut resolver, dataset, chosen, plans, &format.options));
        if !resolver.is_clean() {
            return Err(RequestError::Findings(resolver.found));
        }
        if is_script && format.options.spec().transactions {
            // The script's own is around them, and it makes the tables.
            if let AnyOptions::Rows(options) = &mut format.options {
                let _ = options.transaction(Transaction::Never);
                options.without_table();
            }
        }
        let record = self.record(&resolver, &format, output, shard, is_divided);
        let seed = self.settings.seed;
        let job = JobBuilder::new(seed).shard(shard).threads(output.threads).compression(output.compression);
        let mut job = if is_divided { job.shares() } else { job };
        for ((table, rows), plan) in self.chosen.into_iter().zip(self.plans) {
            job = job.columns(plan, &dataset.tables[table].schema, rows, &format.options);
        }
        let job = script.into_iter().fold(job, JobBuilder::script);
        Ok(record.into_iter().fold(job, JobBuilder::record).build()?)
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
    pub(super) fn schema_texts(
        &self,
        resolver: &Resolver<'_>,
    ) -> (Option<String>, Option<(PathBuf, String)>) {
        let request = resolver.request;
        let print = request.has(Opt::PrintSchema).then(|| self.schema(resolver, Path::new("")));
        let kept =
            |path: &Path| (path.to_owned(), self.schema(resolver, path.parent().unwrap_or(Path::new(""))));
        (print, request.path(Opt::SaveSchema).map(kept))
    }

    /// What to say about the run before it begins.
    pub(super) fn notes(
        &self,
        resolver: &Resolver<'_>,
        present: now::Present,
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
            schemas().find_map(gusher::schema::Schema::lone_label),
            schemas().find_map(gusher::schema::Schema::constant_places),
        ];
        notes.into_iter().flatten().collect()
    }
}
