//! What is chosen about a format beyond its name: the dialect of SQL, whether the table is made first; and what columns
//! a format cannot have.

use gush_rows::encode::{DIALECTS, FormatOptions};
use gush_rows::schema::{Kind, Schema, nearest};

use super::request::Check;

impl Check<'_> {
    /// Notes the choices of SQL in `options`.
    pub(super) fn sql(&mut self, options: &mut FormatOptions) {
        if let Some(name) = self.args.dialect.as_deref() {
            match DIALECTS.iter().find(|entry| entry.name == name) {
                Some(entry) => {
                    let result = options.dialect(entry.dialect);
                    self.format_choice("--dialect", name, result);
                }
                None => self.wrong("--dialect", name, unknown(name)),
            }
        }
        if self.args.create_table {
            let result = options.create_table();
            self.format_choice("--create-table", "", result);
        }
    }

    /// Notes each column that the format cannot write.
    pub(super) fn refusals(&mut self, schema: &Schema, options: &FormatOptions) {
        for column in &schema.columns {
            if let Some(why) = options.refusal(&column.generate.shape(), column.null.is_some()) {
                let at = column.generator_at.clone();
                self.mistakes.push(column.source.mistake(Kind::Generator, at, why));
            }
        }
    }
}

fn unknown(name: &str) -> String {
    let names = || DIALECTS.iter().map(|entry| entry.name);
    match nearest(name, names()) {
        Some(near) => format!("there is no such dialect; did you mean `{near}`?"),
        None => format!("there is no such dialect; there are {}", names().collect::<Vec<_>>().join(", ")),
    }
}
