//! What is chosen about SQL: the dialect, and whether the table is made first.

use gush_rows::encode::{DIALECTS, FormatOptions};
use gush_rows::schema::nearest;

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
}

fn unknown(name: &str) -> String {
    let names = || DIALECTS.iter().map(|entry| entry.name);
    match nearest(name, names()) {
        Some(near) => format!("there is no such dialect; did you mean `{near}`?"),
        None => format!("there is no such dialect; there are {}", names().collect::<Vec<_>>().join(", ")),
    }
}
