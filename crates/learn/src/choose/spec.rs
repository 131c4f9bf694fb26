//! What a column of a schema file is made of: a generator or an expression, with its modifiers.

use toml_writer::{ToTomlKey as _, ToTomlValue as _};

/// A column as a schema file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What makes its values.
    pub source: Source,
    /// Whether no value comes twice.
    pub is_unique: bool,
    /// Whether it is only there for expressions to read.
    pub is_hidden: bool,
    /// The share of rows in which it is null.
    pub null: f64,
    /// The fewest and the most items, if its values are lists.
    pub list: Option<(u32, u32)>,
    /// The type that its values are stored as, where that is not the usual one.
    pub stored: Option<String>,
    /// The label of what it describes or of the link that it reads.
    pub of: Option<String>,
    /// Other modifiers, each with its value; one without a value has an empty one.
    pub settings: Vec<(&'static str, String)>,
}

/// What makes the values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A generator with its constraint as it is written on a command line; empty where it has none.
    Generator {
        /// Its name.
        name: String,
        /// Its constraint.
        constraint: String,
    },
    /// One of these words, each with its weight.
    Words(Vec<(String, u32)>),
    /// An expression over other columns.
    Expression(String),
    /// These fields, each a column by itself.
    Struct(Vec<ColumnChoice>),
    /// Items of this column, as many as `list` of the spec says.
    Items(Box<ColumnChoice>),
    /// Entries of a key and a value, as many as `list` of the spec says.
    Map(Box<ColumnChoice>, Box<ColumnChoice>),
}

impl Spec {
    /// A column of this generator, written as on the command line without any modifier: `int:1,100`.
    #[must_use]
    pub fn of(head: &str) -> Self {
        let (name, constraint) = head.split_once(':').unwrap_or((head, ""));
        Self::from(Source::Generator { name: name.into(), constraint: constraint.into() })
    }

    /// A column of one of these words, all as likely.
    #[must_use]
    pub fn words<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Self {
        Self::from(Source::Words(words.into_iter().map(|word| (word.into(), 1)).collect()))
    }

    /// A column that is computed.
    #[must_use]
    pub fn expression(text: impl Into<String>) -> Self {
        Self::from(Source::Expression(text.into()))
    }

    /// The same, no value twice: without a distribution, which would favor some values.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.settings.retain(|(name, _)| *name != "dist");
        Self { is_unique: true, ..self }
    }

    /// The same, only to be read.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { is_hidden: true, ..self }
    }

    /// The same, stored as this type.
    #[must_use]
    pub fn stored(self, stored: impl Into<String>) -> Self {
        Self { stored: Some(stored.into()), ..self }
    }

    /// The same, null in this share of the rows.
    #[must_use]
    pub fn null(self, null: f64) -> Self {
        Self { null, ..self }
    }

    /// The same with one more modifier.
    #[must_use]
    pub fn with(mut self, modifier: &'static str, value: impl Into<String>) -> Self {
        self.settings.push((modifier, value.into()));
        self
    }

    /// Whether it consists of other columns.
    #[must_use]
    pub fn is_nested(&self) -> bool {
        matches!(self.source, Source::Struct(_) | Source::Items(_) | Source::Map(..))
    }

    /// Whether an expression makes it.
    #[must_use]
    pub fn is_expression(&self) -> bool {
        matches!(self.source, Source::Expression(_))
    }

    /// The value of `columns.NAME`, as TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        match self.short() {
            Some(short) => short.to_toml_value(),
            None => self.table(),
        }
    }

    /// As it is written on a command line, where that needs no escapes.
    #[must_use]
    pub fn short(&self) -> Option<String> {
        let plain = |text: &str| !text.contains(['\\', '@', '*', '"', '\'', '\n', '\r', '\t']);
        let mut text = match &self.source {
            Source::Generator { name, constraint } if plain(constraint) && name != "regex" => {
                if constraint.is_empty() { name.clone() } else { format!("{name}:{constraint}") }
            }
            Source::Words(words) => {
                let is_word = |word: &str| {
                    !word.is_empty()
                        && word.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c))
                        && word.trim() == word
                };
                if !words.iter().all(|(word, _)| is_word(word)) {
                    return None;
                }
                let entry = |(word, weight): &(String, u32)| match weight {
                    1 => word.clone(),
                    weight => format!("{word}*{weight}"),
                };
                format!("enum:{}", words.iter().map(entry).collect::<Vec<_>>().join(","))
            }
            Source::Generator { .. }
            | Source::Expression(_)
            | Source::Struct(_)
            | Source::Items(_)
            | Source::Map(..) => return None,
        };
        // Modifiers of lists depend on their order.
        let is_short = |value: &str| plain(value) && value.trim() == value;
        if self.list.is_some() || self.settings.iter().any(|(_, value)| !is_short(value)) {
            return None;
        }
        if self.is_unique {
            text += "@unique";
        }
        for (name, value) in &self.settings {
            text += &if value.is_empty() { format!("@{name}") } else { format!("@{name}={value}") };
        }
        if let Some(stored) = &self.stored {
            text += &format!("@type={stored}");
        }
        if let Some(of) = &self.of {
            if !plain(of) || of.contains(' ') {
                return None;
            }
            text += &format!("@of={of}");
        }
        if self.null > 0.0 {
            text += &format!("@null={}", share(self.null));
        }
        if self.is_hidden {
            text += "@hidden";
        }
        Some(text)
    }

    fn table(&self) -> String {
        let mut keys = match &self.source {
            Source::Generator { name, constraint } => {
                let mut keys = vec![format!("generator = {}", name.to_toml_value())];
                if !constraint.is_empty() {
                    keys.push(format!("constraint = {}", constraint.to_toml_value()));
                }
                keys
            }
            Source::Words(words) => {
                let list = |items: Vec<String>| format!("[{}]", items.join(", "));
                let mut keys = vec!["generator = \"enum\"".to_owned()];
                keys.push(format!(
                    "constraint = {}",
                    list(words.iter().map(|(word, _)| word.to_toml_value()).collect())
                ));
                if words.iter().any(|(_, weight)| *weight != 1) {
                    let weights = words.iter().map(|(_, weight)| weight.to_string()).collect();
                    keys.push(format!("weights = {}", list(weights)));
                }
                keys
            }
            Source::Expression(text) => vec![format!("expr = {}", text.to_toml_value())],
            Source::Struct(fields) => {
                let field = |field: &ColumnChoice| {
                    let spec = field.spec.as_ref()?.to_toml();
                    Some(format!("{} = {spec}", field.name.to_toml_key()))
                };
                let fields: Vec<String> = fields.iter().filter_map(field).collect();
                vec![format!("struct = {{ {} }}", fields.join(", "))]
            }
            Source::Items(item) => vec![format!("item = {}", of_part(item))],
            Source::Map(key, value) => {
                vec![format!("map = {{ key = {}, value = {} }}", of_part(key), of_part(value))]
            }
        };
        if self.is_unique {
            keys.push("unique = true".into());
        }
        for (name, value) in &self.settings {
            let value = if value.is_empty() { "true".into() } else { value.to_toml_value() };
            keys.push(format!("{} = {value}", name.to_toml_key()));
        }
        if let Some((min, max)) = self.list {
            keys.push(format!("list = [{min}, {max}]"));
        }
        if let Some(stored) = &self.stored {
            keys.push(format!("type = {}", stored.to_toml_value()));
        }
        if let Some(of) = &self.of {
            keys.push(format!("of = {}", of.to_toml_value()));
        }
        if self.null > 0.0 {
            keys.push(format!("null = {}", share(self.null)));
        }
        if self.is_hidden {
            keys.push("hidden = true".into());
        }
        format!("{{ {} }}", keys.join(", "))
    }
}

impl From<Source> for Spec {
    fn from(source: Source) -> Self {
        Self {
            source,
            is_unique: false,
            is_hidden: false,
            null: 0.0,
            list: None,
            stored: None,
            of: None,
            settings: Vec::new(),
        }
    }
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnChoice {
    /// Its name.
    pub name: String,
    /// What makes it; none where the file leaves it out.
    pub spec: Option<Spec>,
    /// The type that the source gives it; empty for a column that only others read.
    pub type_text: String,
    /// Why it is made so.
    pub reason: String,
    /// What is not sure, each in a few words.
    pub doubts: Vec<String>,
    /// What to take instead where the program refuses it, the last one first.
    pub fallbacks: Vec<Spec>,
}

impl ColumnChoice {
    /// A column that is made so.
    #[must_use]
    pub fn new(name: impl Into<String>, spec: Spec, reason: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            spec: Some(spec),
            type_text: String::new(),
            reason: reason.into(),
            doubts: Vec::new(),
            fallbacks: Vec::new(),
        }
    }

    /// One of these values, each written as JSON.
    #[must_use]
    pub fn literals(name: &str, values: &[String], reason: &str) -> Self {
        Self::new(name, Spec::words(values.to_vec()).stored("json"), reason)
    }

    /// The columns that it consists of.
    #[must_use]
    pub fn parts(&self) -> Vec<&ColumnChoice> {
        match self.spec.as_ref().map(|spec| &spec.source) {
            Some(Source::Struct(fields)) => fields.iter().collect(),
            Some(Source::Items(item)) => vec![item],
            Some(Source::Map(key, value)) => vec![key, value],
            Some(Source::Generator { .. } | Source::Words(_) | Source::Expression(_)) | None => Vec::new(),
        }
    }

    /// The part of this name, to change it.
    pub fn part_mut(&mut self, name: &str) -> Option<&mut ColumnChoice> {
        match self.spec.as_mut().map(|spec| &mut spec.source)? {
            Source::Struct(fields) => fields.iter_mut().find(|field| field.name == name),
            Source::Items(item) => Some(item),
            Source::Map(key, _) if name == "key" => Some(key),
            Source::Map(_, value) => Some(value),
            Source::Generator { .. } | Source::Words(_) | Source::Expression(_) => None,
        }
    }

    /// How many of it and its parts are not sure.
    #[must_use]
    pub fn count_doubts(&self) -> usize {
        let own = usize::from(!self.doubts.is_empty());
        own + self.parts().into_iter().map(Self::count_doubts).sum::<usize>()
    }

    /// The same with one more doubt.
    #[must_use]
    pub fn doubt(mut self, doubt: impl Into<String>) -> Self {
        self.doubts.push(doubt.into());
        self
    }
}

/// An item, a key or a value, which is never left out.
fn of_part(part: &ColumnChoice) -> String {
    part.spec.as_ref().map_or_else(|| "\"word\"".to_owned(), Spec::to_toml)
}

/// A share with at most three decimal places, none of which is a 0 at the end.
pub fn share(share: f64) -> String {
    let text = format!("{:.3}", share.clamp(0.001, 1.0));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_no_escapes_is_written_short() {
        let cases = [
            (Spec::of("int:1,100").unique().null(0.1), r#""int:1,100@unique@null=0.1""#),
            (Spec::words(["new", "paid"]), r#""enum:new,paid""#),
            (Spec::words(["a,b", "c*3"]), r#"{ generator = "enum", constraint = ["a,b", "c*3"] }"#),
            (Spec::of("regex:[a-z]{3}"), r#"{ generator = "regex", constraint = "[a-z]{3}" }"#),
            (Spec::expression("a || 'x'").hidden(), r#"{ expr = "a || 'x'", hidden = true }"#),
            (Spec::of("seq"), r#""seq""#),
        ];
        for (spec, text) in cases {
            assert_eq!(spec.to_toml(), text);
        }
    }
}
