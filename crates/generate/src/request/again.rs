//! From the record of a request in a file to the same request again.

use std::io;
use std::path::{Path, PathBuf};

use super::checked::checked;
use super::environment::{Environment, ReadLimit};
use super::file_record::deciding;
use super::options::{Opt, Request};
use super::prepared::{Prepared, RequestError};
use super::resolver::Program;
use crate::file_record::FileRecord;

impl FileRecord {
    /// The request that writes the same file to `output`, or to standard output, with other options that decide on no byte.
    ///
    /// # Errors
    /// Everything that is wrong: a record that was changed.
    pub fn resolve(
        &self,
        output: Option<&Path>,
        others: impl IntoIterator<Item = (Opt, String)>,
        program: &Program<'_>,
        environment: &dyn Environment,
    ) -> Result<Prepared, RequestError> {
        let mut request = Request::default();
        request.set(Opt::Schema, SCHEMA);
        request.set(Opt::Metadata, "");
        request.set(Opt::Format, &*self.format);
        let known = [(Opt::Table, &self.table), (Opt::Rows, &self.rows), (Opt::Shard, &self.shard)];
        for (option, value) in known {
            if let Some(value) = value {
                request.set(option, value.as_str());
            }
        }
        for option in deciding() {
            if let Some(value) = self.options.get(option.name()) {
                request.set(option, value.as_str());
            }
        }
        if let Some(path) = output {
            request.set(Opt::Output, path);
        }
        others.into_iter().for_each(|(option, value)| request.set(option, value));
        let environment = OfRecord { environment, schema: &self.schema };
        checked(&request, program, &environment, Vec::new())
    }
}

/// What messages call the schema of a record.
const SCHEMA: &str = "the request in the file";

/// An environment that has the schema of a record, and no other file to read.
struct OfRecord<'e> {
    environment: &'e dyn Environment,
    schema: &'e str,
}

impl Environment for OfRecord<'_> {
    fn clock(&self) -> i64 {
        self.environment.clock()
    }

    fn random_seed(&self) -> Result<u64, String> {
        self.environment.random_seed()
    }

    fn read(&self, path: &Path, _: ReadLimit) -> io::Result<Vec<u8>> {
        if path == Path::new(SCHEMA) {
            return Ok(self.schema.as_bytes().to_vec());
        }
        Err(io::Error::other("a record of a request names no files"))
    }

    fn read_stdin(&self, _: ReadLimit) -> io::Result<Vec<u8>> {
        Err(io::Error::other("a record of a request names no files"))
    }

    fn is_terminal(&self, path: Option<&Path>) -> bool {
        self.environment.is_terminal(path)
    }

    fn is_direct(&self, path: &Path) -> bool {
        self.environment.is_direct(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        path != Path::new(SCHEMA) && self.environment.is_file(path)
    }

    fn are_one(&self, one: &Path, other: &Path) -> bool {
        self.environment.are_one(one, other)
    }

    fn absolute(&self, path: &Path) -> Option<PathBuf> {
        self.environment.absolute(path)
    }
}
