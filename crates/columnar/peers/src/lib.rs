//! Other crates' readers and writers of typed files: `tests` has the readers, `benches` the writers.
