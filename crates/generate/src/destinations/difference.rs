//! In what the job of a directory's record differs from another one.

use crate::request::fingerprint::Fingerprint;

impl Fingerprint {
    /// The shard and how many there are, where that is not all rows.
    pub(crate) fn shard(&self) -> Option<(&str, &str)> {
        self.shard.split_once('/').filter(|shard| *shard != ("1", "1"))
    }

    /// In what another job differs, if it does.
    pub(crate) fn difference(&self, other: &Fingerprint) -> Option<&'static str> {
        let Fingerprint {
            version: _,
            program,
            schema,
            format,
            options,
            compression,
            files,
            shard,
            shard_by,
            tables,
        } = self;
        [
            (*program != other.program, "the program's version"),
            (*schema != other.schema, schema_difference(schema, &other.schema)),
            (*format != other.format || *options != other.options, "the format"),
            (*compression != other.compression, "the compression"),
            (*files != other.files, "the number of files"),
            (*shard != other.shard || *shard_by != other.shard_by, "the shard"),
            (*tables != other.tables, "the choice of tables and rows"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }
}

/// In what two schema files differ: in one thing that options change too, or otherwise.
fn schema_difference(one: &str, other: &str) -> &'static str {
    let lines_but = |schema: &str, key: &str| -> Vec<String> {
        schema.lines().filter(|line| !line.starts_with(key)).map(str::to_owned).collect()
    };
    let known = [("rows = ", "the number of rows"), ("seed = ", "the seed"), ("now = ", "the present")];
    let found = known.into_iter().find(|(key, _)| lines_but(one, key) == lines_but(other, key));
    found.map_or("the schema, the seed or the present", |(_, what)| what)
}

#[cfg(test)]
mod tests {
    use crate::request::fingerprint::{Fingerprint, tests::fingerprint};

    #[test]
    fn a_difference_is_named() {
        let one = fingerprint();
        assert_eq!(one.difference(&one.clone()), None);
        let other = |change: fn(&mut Fingerprint)| {
            let mut other = fingerprint();
            change(&mut other);
            one.difference(&other)
        };
        assert_eq!(other(|job| job.options.header = false), Some("the format"));
        assert_eq!(other(|job| job.compression = None), Some("the compression"));
        assert_eq!(other(|job| job.shard_by = Some("t".into())), Some("the shard"));
        assert_eq!(other(|job| job.schema = job.schema.replace("seed = 1", "seed = 2")), Some("the seed"));
        assert_eq!(other(|job| job.schema.push('x')), Some("the schema, the seed or the present"));
    }
}
