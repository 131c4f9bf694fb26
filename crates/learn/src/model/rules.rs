//! What a document of schemas allows of a value, beside its type.

/// The bounds of a value. Numbers are decimal texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The smallest number, and whether it is included.
    pub min: Option<(String, bool)>,
    /// The largest number, and whether it is included.
    pub max: Option<(String, bool)>,
    /// The number that all numbers are a multiple of.
    pub step: Option<String>,
    /// The fewest characters of a text.
    pub min_length: u32,
    /// The most characters of a text.
    pub max_length: Option<u32>,
    /// A regular expression that is found in each text.
    pub pattern: Option<String>,
    /// What texts are, by the names of JSON Schema's `format`.
    pub format: Option<String>,
}
