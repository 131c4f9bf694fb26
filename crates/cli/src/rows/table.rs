//! The table: by the words of the command line or by a schema file, and whether it can be had and written down.

use std::ops::Range;
use std::path::Path;

use gush_pipe::output::are_one;
use gusher::encode::FormatOptions;
use gusher::generators::Context;
use gusher::schema::Schema;

use super::check::Check;
use super::choices;
use super::files::{self, Loaded};
use super::flags::{OUTPUT, SAVE_SCHEMA, SCHEMA};

impl Check<'_> {
    /// The schema file.
    pub(super) fn file(&mut self, path: &Path) -> Loaded {
        let (loaded, mistakes) = files::schema(path);
        self.mistakes.extend(mistakes);
        loaded
    }

    /// Whether a schema can be written to where it is wanted.
    pub(super) fn schema_output(&mut self) {
        let Some(path) = self.args.path(&SAVE_SCHEMA) else { return };
        if path.as_os_str() == "-" {
            self.wrong(&SAVE_SCHEMA, "-", "a file is needed; --print-schema writes to standard output");
        }
        if choices::names_rows(path) {
            let text = "a schema file is TOML, whatever its name; end that in .toml";
            self.wrong(&SAVE_SCHEMA, &path.display().to_string(), text);
        }
        for flag in [&OUTPUT, &SCHEMA] {
            if self.args.path(flag).is_some_and(|other| are_one(other, path)) {
                self.conflict(&flag.long(), "--save-schema", "both are the same file");
                break;
            }
        }
    }

    /// The table, by the words of the command line.
    pub(super) fn schema(&mut self, table: &str, context: &Context<'_>) -> Schema {
        let (schema, mistakes) = (self.compat.parse)(table, self.args, context);
        self.mistakes.extend(mistakes);
        schema
    }

    /// Notes columns on the command line besides a schema file.
    pub(super) fn refuse_columns(&mut self) {
        let words = self.args.operands();
        if !words.is_empty() {
            let text = "the columns are those of the schema file; leave these out, or leave out --schema";
            self.refuse_word(&words.join(" "), text);
        }
    }

    /// Whether the table can have these rows, in this format.
    pub(super) fn whole_schema(&mut self, schema: &Schema, whole: &Range<u64>, options: &FormatOptions) {
        self.mistakes.extend(gush_generate::mistakes(schema, whole, options));
        // In the order of the file.
        self.mistakes.sort_by(|a, b| a.place.cmp(&b.place));
    }
}
