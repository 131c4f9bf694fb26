//! Jobs into streams, files and directories.

mod common;

use std::fs;
use std::num::NonZeroU64;

use common::{Numbers, dataset, files_in, job, options, stream, threads, with_rows};
use gush_generate::request::{Fingerprint, FormatChoices, VERSION};
use gush_generate::{
    AnyOptions, Compression, Destination, DestinationError, Durability, Error, JobBuilder, JobError, Monitor,
    Outcome, Record, Shard, formats,
};
use gusher::schema::DatasetSpec;

fn directory(path: &std::path::Path, files: u64) -> Destination<'_> {
    Destination::Directory {
        path,
        files: NonZeroU64::new(files).expect("a directory has files"),
        durability: Durability::default(),
    }
}

#[test]
fn each_table_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/shop");
    let csv = options("csv");
    let people = dataset("people", &["id=seq", "name"], 3000);
    let orders = dataset("orders", &["int", "date"], 10);
    let job = with_rows(with_rows(JobBuilder::new(7), &people, 3000, &csv), &orders, 10, &csv);
    let (job, monitor) = (job.build().unwrap(), Monitor::default());
    assert_eq!((monitor.rows(), monitor.table()), (0, None));
    assert_eq!(job.run(Destination::directory(&path), &monitor).unwrap(), Outcome::Done);
    assert_eq!(files_in(&path), ["orders.csv", "people.csv"]);
    assert_eq!((job.row_count(), monitor.rows(), monitor.files(), monitor.table()), (3010, 3010, 2, Some(1)));
    for (dataset, rows) in [(people, 3000), (orders, 10)] {
        let alone = stream(&with_rows(JobBuilder::new(7), &dataset, rows, &csv).build().unwrap()).unwrap();
        let table = dataset.tables[0].schema.table();
        assert_eq!(fs::read(path.join(format!("{table}.csv"))).unwrap(), alone);
    }
}

/// The files of a table, one after the other, are the bytes of the one stream, in every format that takes these columns.
#[test]
fn files_of_a_table_are_together_its_stream() {
    for format in formats().filter(|format| format.columnar().is_none()) {
        for wish in ["none", "gz", "zst"] {
            let compression = Compression::parse(wish).unwrap();
            let columns: &[&str] = if format.name == "raw" { &["int"] } else { &["id=seq", "name@null=0.1"] };
            let people = dataset("people", columns, 2500);
            let job = |threads, shard| {
                let job = with_rows(JobBuilder::new(7), &people, 2500, &options(format.name));
                job.threads(threads).compression(compression).shard(shard).build().unwrap()
            };
            let whole = job(threads(1), Shard::ALL);
            let folder = tempfile::tempdir().unwrap();
            whole.run(directory(folder.path(), 3), &Monitor::default()).unwrap();
            let mut alone = Vec::new();
            whole.write(&mut alone).unwrap();
            assert!(alone == stream(&whole).unwrap(), "{} {wish}, without threads and files", format.name);
            let people = folder.path().join("people");
            let end = if wish == "none" { String::new() } else { format!(".{wish}") };
            // A table to look at has no ending of its own.
            let end = format!("{}{end}", format.extensions.first().unwrap_or(&"txt"));
            let names = [0, 1, 2].map(|index| format!("part-{index:05}-of-00003.{end}"));
            assert_eq!(files_in(&people), names);
            let parts: Vec<u8> = names.iter().flat_map(|name| fs::read(people.join(name)).unwrap()).collect();
            assert_eq!(
                common::plain(&parts, wish),
                common::plain(&stream(&whole).unwrap(), wish),
                "{} {wish}",
                format.name
            );
            // Three machines write the same files, whatever their threads.
            let other = tempfile::tempdir().unwrap();
            for index in [2, 0, 1] {
                let job = job(threads(3), Shard::new(index, 3).unwrap());
                job.run(Destination::directory(other.path()), &Monitor::default()).unwrap();
            }
            for name in &names {
                let file = other.path().join("people").join(name);
                assert!(fs::read(file).unwrap() == fs::read(people.join(name)).unwrap(), "{name} {wish}");
            }
        }
    }
}

#[test]
fn a_stop_keeps_complete_files_only() {
    let folder = tempfile::tempdir().unwrap();
    for threads in [1, 4].map(threads) {
        let monitor = Monitor::default();
        let source = Numbers { stop: Some((30, monitor.stop_flag())), ..Numbers::default() };
        let job = JobBuilder::new(1).table("numbers", 0..1000, source).threads(threads).build().unwrap();
        let path = folder.path().join(threads.to_string());
        assert_eq!(job.run(directory(&path, 50), &monitor).unwrap(), Outcome::Stopped);
        let files = files_in(&path.join("numbers"));
        assert!(monitor.rows() >= files.len() as u64 * 20 && monitor.rows() < 1000, "{files:?}");
        assert!(files.len() < 50 && monitor.files() == files.len() as u64);
        for (index, name) in files.iter().enumerate() {
            assert_eq!(*name, format!("part-{index:05}-of-00050.txt"));
            let lines: String = (20 * index..20 * (index + 1)).map(|row| format!("{row}\n")).collect();
            assert_eq!(fs::read_to_string(path.join("numbers").join(name)).unwrap(), lines);
        }
    }
}

#[test]
fn a_row_that_cannot_be_made_ends_a_job() {
    let folder = tempfile::tempdir().unwrap();
    for threads in [1, 4].map(threads) {
        let source = || Numbers { fails_at: Some(51), ..Numbers::default() };
        let job = JobBuilder::new(1).table("numbers", 0..100, source()).threads(threads).build().unwrap();
        let text = |error: Error| match error {
            Error::Row { table, failure } => (table, failure.row),
            other => panic!("{other:?}"),
        };
        let expected = ("numbers".to_owned(), 51);
        // A stream has all rows before it.
        let (written, error) = common::partial(&job);
        assert_eq!(text(error), expected);
        assert_eq!(written, (0..51).map(|row| format!("{row}\n")).collect::<String>().as_bytes());
        // A file stays what it was.
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        let monitor = Monitor::default();
        assert_eq!(text(job.run(Destination::file(&file), &monitor).unwrap_err()), expected);
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), monitor.files()), ("old", 0));
        fs::remove_file(&file).unwrap();
        // A directory has the files before, if there are any.
        let path = folder.path().join("new/directory");
        let error = job.run(directory(&path, 10), &Monitor::default()).unwrap_err();
        assert_eq!(text(error), expected);
        assert_eq!(files_in(&path.join("numbers")).len(), 5);
        fs::remove_dir_all(folder.path().join("new")).unwrap();
        let error = job.run(directory(&path, 1), &Monitor::default()).unwrap_err();
        assert_eq!(text(error), expected);
        assert_eq!(files_in(folder.path()), [""; 0], "nothing is left");
    }
}

#[test]
fn a_stream_that_has_stalled_ends() {
    let source = Numbers { until: Some(1000), mean_row_bytes: 1, ..Numbers::default() };
    let job = JobBuilder::new(1).table("numbers", 0..gusher::schema::STREAM_ROWS, source);
    let job = job.threads(threads(2)).build().unwrap();
    let error = stream(&job).unwrap_err();
    assert!(matches!(&error, Error::Stalled(stalled) if stalled.row > 20_000_000), "{error:?}");
    assert!(error.to_string().ends_with("a stream of nothing has no end"), "{error}");
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let numbers = |builder: JobBuilder, name: &str| builder.table(name, 0..10, Numbers::default());
    let refused = |job: &gush_generate::Job, destination| match job.run(destination, &Monitor::default()) {
        Err(Error::Destination(error)) => error,
        other => panic!("{other:?}"),
    };
    let two = numbers(numbers(JobBuilder::new(1), "a"), "b").build().unwrap();
    assert_eq!(refused(&two, Destination::file(&path)), DestinationError::SeveralTables(2));
    for name in ["../a", "a/b", "", ".gush", "a\nb"] {
        let job = numbers(JobBuilder::new(1), name).build().unwrap();
        assert_eq!(refused(&job, directory(&path, 1)), DestinationError::FileName(name.into()));
    }
    let shard = numbers(JobBuilder::new(1), "a").shard(Shard::new(1, 2).unwrap()).build().unwrap();
    assert_eq!(refused(&shard, directory(&path, 2)), DestinationError::FilesOfShard);
    assert_eq!(refused(&two, directory(&path, 100_000)), DestinationError::TooManyFiles);
    let endless = job(0..gusher::schema::STREAM_ROWS);
    assert_eq!(refused(&endless, directory(&path, 2)), DestinationError::FilesOfStream("numbers".into()));
    assert!(!path.exists());
}

#[test]
fn all_errors_of_a_job_come_at_once() {
    let errors = |job: JobBuilder| job.build().unwrap_err().0;
    assert_eq!(errors(JobBuilder::new(1)), [JobError::NoTable]);
    let csv = options("csv");
    let few = dataset("few", &["bool@unique", "int", "int:1,2@unique"], 2);
    let names = dataset("names", &["int", "int"], 2);
    let of =
        |job: JobBuilder, dataset: &DatasetSpec, options: &AnyOptions| with_rows(job, dataset, 5, options);
    let job = of(of(JobBuilder::new(1), &few, &csv), &names, &options("ndjson"));
    let job = job.table("a", 0..1, Numbers::default()).table("a", 0..1, Numbers::default());
    let found = errors(of(job, &dataset("raw", &["name"], 2), &options("raw")));
    let tables: Vec<&str> = found
        .iter()
        .map(|error| match error {
            JobError::Column { table, .. } | JobError::TakenName(table) => table.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(tables, ["few", "few", "names", "raw", "a"]);
}

#[test]
fn a_directory_that_is_a_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "").unwrap();
    for path in [path.clone(), path.join("below")] {
        let error = job(0..10).run(directory(&path, 1), &Monitor::default()).unwrap_err();
        assert!(matches!(error, Error::Output(_)), "{error:?}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("cannot create the directory '{}': ", path.display())), "{text}");
    }
    // One file cannot be written as another is in its place: the others stay.
    let path = folder.path().join("shop");
    fs::create_dir_all(path.join("numbers.txt")).unwrap();
    let job = job(0..10).run(directory(&path, 1), &Monitor::default());
    assert!(matches!(job, Err(Error::Output(_))), "{job:?}");
}

#[test]
fn a_full_disk_is_reported_with_its_target() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("left out: there is no /dev/full");
        return;
    }
    let file = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut sink = gush_pipe::Sink::from_file(file).unwrap();
    let destination = Destination::Stream { sink: &mut sink, name: "the pipe" };
    let error = job(0..10).run(destination, &Monitor::default()).unwrap_err();
    assert!(matches!(&error, Error::Write { target, .. } if target == "the pipe"), "{error:?}");
    assert_eq!(error.to_string(), "the pipe: No space left on device");
}

/// What a test keeps with its files.
fn record(schema: &str, resume: bool) -> Record {
    let request = Fingerprint {
        version: VERSION,
        program: "gush 1".into(),
        schema: schema.into(),
        format: "txt".into(),
        options: FormatChoices::default(),
        compression: None,
        files: 10,
        shard: "1/1".into(),
        shard_by: None,
        tables: vec!["numbers 0..1000".into()],
    };
    Record { request, seed: 1, resume }
}

#[test]
fn an_interrupted_directory_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d");
    let run = |source: Numbers, schema: &str, resume: bool, monitor: &Monitor| {
        let job = JobBuilder::new(1).table("numbers", 0..1000, source).record(record(schema, resume));
        job.build().unwrap().run(directory(&path, 10), monitor)
    };
    let monitor = Monitor::default();
    let stopping = Numbers { stop: Some((350, monitor.stop_flag())), ..Numbers::default() };
    assert_eq!(run(stopping, "a", false, &monitor).unwrap(), Outcome::Stopped);
    assert_eq!(files_in(&path), [".gush.json", "numbers"]);
    let before = files_in(&path.join("numbers"));
    assert!(!before.is_empty() && before.len() < 10, "{before:?}");
    // Another job is refused, and leaves all as it was.
    let error = run(Numbers::default(), "b", true, &Monitor::default()).unwrap_err().to_string();
    assert!(error.contains("of which the schema, the seed or the present differs"), "{error}");
    let schemas = [
        "seed = 1\nrows = 5\na",
        "seed = 2\nrows = 5\na",
        "seed = 2\nrows = 6\na",
        "seed = 2\nrows = 6\nnow = 7\na",
    ];
    for (pair, what) in schemas.windows(2).zip(["the seed", "the number of rows", "the present"]) {
        let path = folder.path().join(what);
        let run = |schema: &str, resume| {
            let job = JobBuilder::new(1)
                .table("numbers", 0..1000, Numbers::default())
                .record(record(schema, resume));
            job.build().unwrap().run(directory(&path, 10), &Monitor::default())
        };
        run(pair[0], false).unwrap();
        let error = run(pair[1], true).unwrap_err().to_string();
        assert!(error.contains(&format!("of which {what} differs")), "{error}");
    }
    assert_eq!(files_in(&path.join("numbers")), before);
    // A line that was not finished counts as none; a file of another size is made again.
    let journal = fs::read_to_string(path.join(".gush.json")).unwrap();
    fs::write(path.join(".gush.json"), format!("{journal}{{\"path\":\"numbers/part-0")).unwrap();
    fs::write(path.join("numbers").join(&before[0]), "damaged").unwrap();
    let times = |name: &str| fs::metadata(path.join("numbers").join(name)).unwrap().modified().unwrap();
    let kept = before.last().filter(|_| before.len() > 1).map(|name| (name.clone(), times(name)));
    let monitor = Monitor::default();
    assert_eq!(run(Numbers::default(), "a", true, &monitor).unwrap(), Outcome::Done);
    assert_eq!((monitor.rows(), monitor.files()), (1000, 10));
    kept.into_iter().for_each(|(name, time)| assert_eq!(times(&name), time));
    assert_eq!(files_in(&path), ["manifest.json", "numbers"]);
    let manifest = fs::read_to_string(path.join("manifest.json")).unwrap();
    let all: String = files_in(&path.join("numbers"))
        .iter()
        .map(|name| fs::read_to_string(path.join("numbers").join(name)).unwrap())
        .collect();
    assert_eq!(all, (0..1000).map(|row| format!("{row}\n")).collect::<String>());
    assert!(manifest.contains(&format!("\"bytes\": {}", all.len())), "{manifest}");
    // A directory that is whole has nothing to do, and says the same of itself.
    assert_eq!(run(Numbers::default(), "a", true, &Monitor::default()).unwrap(), Outcome::Done);
    assert_eq!(fs::read_to_string(path.join("manifest.json")).unwrap(), manifest);
}

#[test]
fn columnar_files_are_the_same_without_threads() {
    for format in formats().filter(|format| format.columnar().is_some()) {
        let people = dataset("people", &["id=seq", "name@null=0.1"], 2500);
        let mut options = options(format.name);
        options.row_group(1000).unwrap();
        let job = with_rows(JobBuilder::new(7), &people, 2500, &options);
        let job = job.threads(threads(3)).build().unwrap();
        let mut alone = Vec::new();
        job.write(&mut alone).unwrap();
        assert!(alone == stream(&job).unwrap(), "{}", format.name);
    }
}
