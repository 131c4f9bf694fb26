//! What is known of a column's values.

/// Counts over the values of a column, or of a sample of them.
///
/// What a file may say of them is decided where it is written: here stand the source's values, secrets included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// How many rows were looked at.
    pub rows: u64,
    /// The share of them that is null, from 0 to 1.
    pub null_share: f64,
    /// How many values differ, and whether that was counted or estimated.
    pub distinct: Option<Distinct>,
    /// Whether that is an estimate, and no value came twice that is known.
    pub is_estimated: bool,
    /// The commonest values with their shares of all rows, the commonest first.
    pub common: Vec<Common>,
    /// The smallest and the largest value, as the source writes them. Of numbers and times, never of texts.
    pub range: Option<(String, String)>,
    /// Values at equal shares of the rows that are not null, from the smallest to the largest; of numbers and times.
    pub quantiles: Vec<String>,
    /// The fewest and the most characters of a text, or items of a list.
    pub length: Option<(u64, u64)>,
    /// A pattern that every text has, as a regular expression.
    pub pattern: Option<String>,
    /// What all values are, where that is known.
    pub form: Option<TextForm>,
    /// How days and times are written where that is not ISO 8601, as `strftime` names it: `%d.%m.%Y`.
    pub format: Option<String>,
    /// How numbers are written where that is not just their digits with a point.
    pub written: Option<NumberForm>,
    /// Whether the values rise with the rows.
    pub is_sorted: bool,
    /// The most decimal places of numbers, where they are written without an exponent.
    pub places: Option<u32>,
    /// The share of values that are no number, and of those that are infinite, from 0 to 1.
    pub nan_share: f64,
    /// See `nan_share`.
    pub infinite_share: f64,
    /// The most months, days and seconds of spans of time.
    pub spans: Option<[i64; 3]>,
    /// The smallest hashes of its values, at most [`MAX_KEY_HASHES`], in their order: of columns of files that may be keys, or refer to one.
    pub key_hashes: Vec<u64>,
    /// Numbers of rows, each with how many values are in as many of them, from the smallest on: of columns that refer to another table.
    pub repeats: Vec<(u64, u64)>,
}

/// As many hashes of a key's values are kept.
pub const MAX_KEY_HASHES: usize = 1024;

/// How the numbers of a column are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberForm {
    /// What is before each of them, such as a sign of money.
    pub prefix: String,
    /// What is behind each of them, such as a percent sign.
    pub suffix: String,
    /// Whether a comma is before their decimals.
    pub has_comma: bool,
    /// Whether their digits are divided into groups.
    pub has_groups: bool,
}

/// Words that mean yes and no, in languages that files are often written in.
const TRUTHS: [[&str; 2]; 12] = [
    ["true", "false"],
    ["t", "f"],
    ["yes", "no"],
    ["y", "n"],
    ["on", "off"],
    ["ja", "nein"],
    ["j", "n"],
    ["wahr", "falsch"],
    ["oui", "non"],
    ["o", "n"],
    ["vrai", "faux"],
    ["si", "no"],
];

/// The words in the order of their letters, if they are those of one pair of words for yes and no, in any spelling and both of them there.
#[must_use]
pub fn truth_words(words: impl IntoIterator<Item = String>) -> Option<Vec<String>> {
    // Each word has at most three usual spellings: `yes`, `Yes`, `YES`.
    let mut words: Vec<String> = words.into_iter().take(7).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('í', "i")).collect();
    let is_pair = |pair: &&[&str; 2]| {
        lower.iter().all(|word| pair.contains(&word.as_str()))
            && pair.iter().all(|one| lower.iter().any(|word| word == one))
    };
    words.sort_unstable();
    (words.len() <= 6 && TRUTHS.iter().any(|pair| is_pair(&pair))).then_some(words)
}

/// What all values of a column are, by what they look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// Addresses of mail.
    Email,
    /// Addresses of the web.
    Url,
    /// UUIDs.
    Uuid {
        /// The version that all of them have.
        version: Option<u8>,
        /// Whether some have capital letters.
        has_capitals: bool,
    },
    /// ULIDs.
    Ulid,
    /// Object ids of `MongoDB`.
    ObjectId,
    /// Addresses of hosts, all of version 4 of the protocol.
    Ipv4,
    /// Addresses of hosts, all of version 6.
    Ipv6,
    /// Addresses of network cards.
    MacAddress,
}

/// A number of different values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distinct {
    /// How many: at least, or by an estimate, where that is not exact.
    pub count: u64,
    /// Whether every value was looked at.
    pub is_exact: bool,
}

/// One of the commonest values.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// As the source writes it.
    pub value: String,
    /// Its share of all rows, from 0 to 1.
    pub share: f64,
}
