//! The columns of a schema file: each a column spec of the command line, or keys that are converted to one.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use toml_writer::ToTomlValue as _;

use super::{KeyValue, Reader, entries, listed, nested};
use crate::catalogue::custom::choice::end_of_words;
use crate::generators::unescaped;
use crate::schema::escape::escape;
use crate::schema::grammar::EXPR;
use crate::schema::modifier::{MODIFIERS, ModifierHelp, Scope};
use crate::schema::source::{ColumnSource, ColumnSpecBuilder};

/// The keys of a column besides the modifiers.
const KEYS: [&str; 5] = ["name", "generator", "constraint", "expr", "case"];

/// A column's name with its span, where it is the key before the `=`.
type Name<'a, 'i> = Option<&'a Spanned<DeString<'i>>>;

impl Reader {
    /// A list of columns, or a table of them by name.
    pub(super) fn columns(&mut self, value: &Spanned<DeValue<'_>>) {
        match value.get_ref() {
            DeValue::Array(columns) if !columns.is_empty() => {
                for column in columns {
                    self.column(None, column);
                }
            }
            DeValue::Table(columns) if !columns.is_empty() => {
                for (name, column) in entries(columns) {
                    self.column(Some(name), column);
                }
            }
            DeValue::Array(_) | DeValue::Table(_) => {
                self.wrong(value.span(), "a table needs a column, such as \"id=seq\"");
            }
            _ => self.wrong(value.span(), "expected a list of columns, such as [\"id=seq\", \"name\"]"),
        }
    }

    fn column(&mut self, name: Name<'_, '_>, value: &Spanned<DeValue<'_>>) {
        if let Some(name) = name.filter(|name| name.get_ref().is_empty()) {
            self.wrong(name.span(), "a column needs a name");
        }
        let source = self.source(name, value);
        self.columns.extend(source);
    }

    /// A column, or none where it cannot be identified; problems are reported.
    pub(super) fn source(
        &mut self,
        name: Name<'_, '_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<ColumnSource> {
        let keyed = match value.get_ref() {
            DeValue::String(spec) => {
                let mut builder = ColumnSpecBuilder::new(&self.text);
                builder.push(spec, value.span());
                let name = name.map(|name| name.get_ref().to_string());
                return Some(builder.done(name, value.span()));
            }
            DeValue::Table(keys) if listed::is_listed(keys) => {
                self.listed(name, keys, value.span()).map(Some)
            }
            DeValue::Table(keys) if nested::is_nested(keys) => self.nested(name, keys, value.span()),
            DeValue::Table(keys) => self.keyed(name, keys, value.span()).map(Some),
            _ => Err((
                value.span(),
                "expected a column, such as \"int:1,100\" or { name = \"n\", generator = \"int\" }".into(),
            )),
        };
        keyed.map_err(|(at, text)| self.wrong(at, text)).ok().flatten()
    }

    /// A column as keys. The error is why the column cannot be identified; other problems are reported.
    fn keyed(
        &mut self,
        name: Name<'_, '_>,
        keys: &DeTable<'_>,
        column_span: Range<usize>,
    ) -> Result<ColumnSource, (Range<usize>, String)> {
        let Some(generator) = keys.get("generator") else {
            if let Some(expression) = keys.get(EXPR) {
                return self.expression(name, keys, expression, column_span);
            }
            if let Some((key, value)) = entries(keys).into_iter().find(|(key, _)| is_type(key.get_ref())) {
                let text =
                    format!("this key is called generator; write generator = {}", shown(value.get_ref()));
                return Err((key.span(), text));
            }
            return Err(match name {
                Some(name) if !keys.keys().any(|key| KEYS.contains(&key.get_ref().as_ref())) => {
                    (name.span(), "a generator is missing; a name with a dot in it needs quotes".into())
                }
                Some(name) => (name.span(), "a generator is missing, such as generator = \"int\"".into()),
                None => (column_span, "a generator is missing, such as generator = \"int\"".into()),
            });
        };
        let Some(text) = generator.get_ref().as_str() else {
            return Err((generator.span(), "expected the name of a generator, such as \"int\"".into()));
        };
        let mut builder = ColumnSpecBuilder::new(&self.text);
        builder.push(text, generator.span());
        if let Some(constraint) = keys.get("constraint") {
            let has_weights = keys.get("weights").is_some();
            self.constraint((text, has_weights), constraint, &mut builder)?;
        }
        let mut given = name.map(|name| name.get_ref().to_string());
        // The list comes first: a null is that of the lists, wherever its key is.
        let mut entries = entries(keys);
        entries.sort_by_key(|(key, _)| key.get_ref() != "list");
        for (key, value) in entries {
            match key.get_ref().as_ref() {
                "generator" | "constraint" => {}
                EXPR => {
                    self.wrong(
                        key.span(),
                        "a column has a generator or an expression; leave one of them out",
                    );
                }
                "name" if name.is_some() => {
                    self.wrong(key.span(), "the column has a name already, before the `=`");
                }
                "name" => given = self.name(value).or(given),
                _ => self.modifier((key, value), &mut builder),
            }
        }
        // Without a name it has the generator's, even if that has special characters.
        let given = given.or_else(|| Some(text.split([':', '@']).next().unwrap_or(text).to_owned()));
        Ok(builder.done(given, column_span))
    }

    /// A column that is computed.
    fn expression(
        &mut self,
        name: Name<'_, '_>,
        keys: &DeTable<'_>,
        expression: &Spanned<DeValue<'_>>,
        column_span: Range<usize>,
    ) -> Result<ColumnSource, (Range<usize>, String)> {
        let Some(text) = expression.get_ref().as_str() else {
            return Err((expression.span(), "expected an expression, such as \"quantity * price\"".into()));
        };
        let mut builder = ColumnSpecBuilder::new(&self.text);
        EXPR.chars().chain([':']).for_each(|sign| builder.sign(sign));
        builder.push(text, expression.span());
        builder.end_expression();
        let mut given = name.map(|name| name.get_ref().to_string());
        for (key, value) in entries(keys) {
            match key.get_ref().as_ref() {
                EXPR => {}
                "constraint" => self.wrong(key.span(), "an expression has no constraint; leave this out"),
                "name" if name.is_some() => {
                    self.wrong(key.span(), "the column has a name already, before the `=`");
                }
                "name" => given = self.name(value).or(given),
                _ => self.modifier((key, value), &mut builder),
            }
        }
        match given {
            Some(name) => Ok(builder.done(Some(name), column_span)),
            None => Err((column_span, "an expression needs a name, such as name = \"total\"".into())),
        }
    }

    pub(super) fn name(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let name = value.get_ref().as_str().filter(|name| !name.is_empty());
        self.expect(name, value, "the name of the column").map(str::to_owned)
    }

    /// A text in the syntax of the command line, or a list of literal fields. The generator may have its weights
    /// elsewhere.
    fn constraint(
        &mut self,
        (generator, has_weights): (&str, bool),
        value: &Spanned<DeValue<'_>>,
        builder: &mut ColumnSpecBuilder,
    ) -> Result<(), (Range<usize>, String)> {
        if generator.contains([':', '@']) {
            return Err((value.span(), "the generator has its constraint already, after the colon".into()));
        }
        let fields = match value.get_ref() {
            DeValue::String(text) => {
                builder.sign(':');
                builder.push(&with_signs(text), value.span());
                return Ok(());
            }
            DeValue::Array(fields) => fields.iter().collect(),
            _ => vec![value],
        };
        let mut texts = Vec::new();
        for (at, field) in fields.into_iter().enumerate() {
            builder.sign(if at == 0 { ':' } else { ',' });
            let Some(text) = plain(field.get_ref()) else {
                return Err((field.span(), "expected a text, a number or a date".into()));
            };
            builder.push(&escape(&text), field.span());
            texts.push(escape(&text));
        }
        if generator == "enum" && !has_weights && !texts.is_empty() {
            end_of_words(&texts.join(",")).chars().for_each(|sign| builder.sign(sign));
        }
        Ok(())
    }

    pub(super) fn modifier(&mut self, (key, value): KeyValue<'_, '_>, builder: &mut ColumnSpecBuilder) {
        let name = key.get_ref().as_ref();
        if name == "case" {
            return self.case(value, builder);
        }
        let Some(help) = MODIFIERS.iter().find(|help| help.name == name) else {
            if let Some(text) = instead(name, value.get_ref()) {
                return self.wrong(key.span(), text);
            }
            let known: Vec<_> = KEYS.into_iter().chain(MODIFIERS.iter().map(|help| help.name)).collect();
            let advice = format!("a column has {}", known.join(", "));
            return self.unknown(key, &known, &advice);
        };
        let ModifierHelp { value: Some(form), .. } = help else {
            match value.get_ref() {
                DeValue::Boolean(true) => {
                    builder.sign('@');
                    builder.push(name, key.span());
                }
                DeValue::Boolean(false) => {}
                _ => self.wrong(value.span(), "expected true or false"),
            }
            return;
        };
        let texts = match value.get_ref() {
            DeValue::Array(fields) => fields.iter().map(|field| plain(field.get_ref())).collect(),
            DeValue::Boolean(_) => None,
            other => plain(other).map(|text| vec![text]),
        };
        let expected = match name {
            "null" => NO_SHARE.into(),
            _ => format!("a value of the form {form}"),
        };
        let Some(texts) = self.expect(texts, value, &expected) else { return };
        if let (true, Some(share)) = (name == "null", value.get_ref().as_str().and_then(share)) {
            return self.wrong(value.span(), format!("expected {NO_SHARE}; write null = {share}"));
        }
        builder.sign('@');
        builder.push(name, key.span());
        builder.sign('=');
        let separator = if matches!(name, "dirty" | "list") { "," } else { ":" };
        builder.push(&escape(&texts.join(separator)), value.span());
    }

    /// The modifiers that change the case take no value; the value of this key selects one.
    fn case(&mut self, value: &Spanned<DeValue<'_>>, builder: &mut ColumnSpecBuilder) {
        let cases = || MODIFIERS.iter().filter(|help| help.scope == Scope::Text).map(|help| help.name);
        let case = value.get_ref().as_str().and_then(|name| cases().find(|case| *case == name));
        let expected = cases().map(|case| format!("\"{case}\"")).collect::<Vec<_>>().join(" or ");
        if let Some(case) = self.expect(case, value, &expected) {
            builder.sign('@');
            builder.push(case, value.span());
        }
    }
}

const NO_SHARE: &str = "a probability from 0 to 1, such as 0.05";

/// Per cent, or a number in quotes, as the share that it means.
fn share(text: &str) -> Option<f64> {
    let percent = text.trim().strip_suffix('%')?.trim().parse::<f64>().ok()?;
    (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
}

/// Whether other programs use this key for the generator.
fn is_type(key: &str) -> bool {
    matches!(key, "type" | "kind" | "gen" | "datatype" | "data_type" | "provider" | "faker")
}

/// The key to write instead of one of other programs.
fn instead(key: &str, value: &DeValue<'_>) -> Option<String> {
    let value = shown(value);
    Some(match key {
        key if is_type(key) => "the generator is given already; leave this out".into(),
        "min" | "minimum" | "from" | "start" => {
            format!("there is no such key; the range is the constraint, constraint = [{value}, MAX]")
        }
        "max" | "maximum" | "to" | "end" => {
            format!("there is no such key; the range is the constraint, constraint = [MIN, {value}]")
        }
        "range" | "args" | "arguments" | "params" | "options" => {
            format!("there is no such key; write constraint = {value}")
        }
        "values" | "choices" | "enum" | "items" => {
            format!("there is no such key; write generator = \"enum\", constraint = {value}")
        }
        "nullable" | "nulls" | "null_rate" | "probability" => {
            "there is no such key; write null = 0.1 for a tenth of the rows".into()
        }
        "distinct" | "primary_key" => "there is no such key; write unique = true".into(),
        _ => return None,
    })
}

/// A value as TOML, for a message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_toml_value(),
        DeValue::Array(values) => {
            let values: Vec<String> = values.iter().map(|value| shown(value.get_ref())).collect();
            format!("[{}]", values.join(", "))
        }
        DeValue::Table(_) => "…".into(),
        other => plain(other).unwrap_or_default(),
    }
}

/// The text of a value that is neither a list nor a table.
pub(super) fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(time) => Some(time.to_string()),
        DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// A constraint in the syntax of the command line, where an @ begins no modifier, as nothing can follow.
fn with_signs(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut start = 0;
    for at in unescaped(text, '@') {
        escaped.push_str(&text[start..at]);
        escaped.push('\\');
        start = at;
    }
    escaped.push_str(&text[start..]);
    escaped
}
