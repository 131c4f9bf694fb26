//! What a table's rows are to meet: conditions, and what is to differ, as expressions over its columns.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::parts::{FileCheck, FileCheckKind};
use super::{Reader, entries};
use crate::schema::grammar::EXPR;
use crate::schema::source::{ColumnSource, ColumnSpecBuilder};

const EXPECTED: &str = "a list of conditions, such as [\"price > 0\"], or conditions by name";
const ONE: &str =
    "a condition such as \"price > 0\", or { unique = [\"lower(email)\"], where = \"is_active\" }";
const CONDITION: &str = "a condition such as \"is_active\"";
const KEYS: [&str; 4] = ["name", "condition", "unique", "where"];

impl Reader {
    /// A list of checks, or a table of them by name.
    pub(super) fn checks(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<FileCheck> {
        let mut found = Vec::new();
        match value.get_ref() {
            DeValue::Array(checks) if !checks.is_empty() => {
                for check in checks {
                    let check = self.check(None, check, found.len());
                    found.extend(check);
                }
            }
            DeValue::Table(checks) if !checks.is_empty() => {
                for (name, check) in entries(checks) {
                    let check = self.check(Some(name.get_ref().to_string()), check, found.len());
                    found.extend(check);
                }
            }
            _ => self.wrong(value.span(), format!("expected {EXPECTED}")),
        }
        let name = |at: usize| found.get(at).and_then(|check: &FileCheck| check.name.as_deref());
        let again =
            (0..found.len()).find(|&at| name(at).is_some() && (0..at).any(|before| name(before) == name(at)));
        if let Some(again) = again.and_then(name) {
            self.wrong(value.span(), format!("two checks are called `{again}`"));
        }
        found
    }

    fn check(
        &mut self,
        name: Option<String>,
        value: &Spanned<DeValue<'_>>,
        number: usize,
    ) -> Option<FileCheck> {
        if let DeValue::Table(keys) = value.get_ref() {
            return self.check_of_keys(name, keys, value.span(), number);
        }
        let column = self.check_column(value, ONE, (number, 0))?;
        Some(FileCheck { name, kind: FileCheckKind::Condition, columns: vec![column] })
    }

    /// `{ unique = ["tenant", "lower(email)"], where = "is_active" }`, or `{ name = "paid", condition = "paid <= total" }`
    fn check_of_keys(
        &mut self,
        mut name: Option<String>,
        keys: &DeTable<'_>,
        at: Range<usize>,
        number: usize,
    ) -> Option<FileCheck> {
        let (mut columns, mut condition) = (Vec::new(), None);
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                "name" if name.is_some() => {
                    self.wrong(key.span(), "the check has a name already, before the `=`");
                }
                "name" => name = self.name(value),
                "unique" => columns = self.unique_parts(value, number),
                "condition" | "where" => condition = self.check_column(value, CONDITION, (number, 0)),
                _ => self.unknown(key, &KEYS, "a check has name and condition, or name, unique and where"),
            }
        }
        let has = |key: &str| keys.contains_key(key);
        if has("unique") == has("condition") || has("where") && !has("unique") {
            self.wrong(at, format!("expected {ONE}"));
            return None;
        }
        let kind = match has("unique") {
            true => FileCheckKind::Unique { has_condition: condition.is_some() },
            false => FileCheckKind::Condition,
        };
        columns.extend(condition);
        (!columns.is_empty()).then_some(FileCheck { name, kind, columns })
    }

    fn unique_parts(&mut self, value: &Spanned<DeValue<'_>>, number: usize) -> Vec<ColumnSource> {
        const PARTS: &str = "a list of columns or expressions, such as [\"tenant\", \"lower(email)\"]";
        let parts = value.get_ref().as_array().filter(|parts| !parts.is_empty());
        let Some(parts) = self.expect(parts, value, PARTS) else { return Vec::new() };
        let part = |(index, part): (usize, &Spanned<DeValue<'_>>)| {
            self.check_column(part, "a column or an expression of columns", (number, index + 1))
        };
        parts.iter().enumerate().filter_map(part).collect()
    }

    /// The hidden column of an expression: part `part` of check `number`.
    fn check_column(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        expected: &str,
        (number, part): (usize, usize),
    ) -> Option<ColumnSource> {
        let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty());
        let text = self.expect(text, value, expected)?;
        let mut builder = ColumnSpecBuilder::new(&self.text);
        EXPR.chars().chain([':']).for_each(|sign| builder.sign(sign));
        builder.push(text, value.span());
        builder.end_expression();
        "@hidden".chars().for_each(|sign| builder.sign(sign));
        Some(builder.done(Some(format!("check {}.{part}", number + 1)), value.span()))
    }
}
