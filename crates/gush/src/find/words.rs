//! The words of a text.

/// The words of a text in small letters, and what they are together.
#[derive(Debug, Clone, Default)]
pub struct Words {
    list: Vec<String>,
    joined: String,
}

impl Words {
    /// The words, one by one.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// What they are together, as one.
    pub fn joined(&self) -> &str {
        &self.joined
    }

    /// Whether they are these, but for words that say nothing.
    pub fn is_equal(&self, terms: &[String]) -> bool {
        let own: Vec<&String> =
            self.list.iter().filter(|word| terms.contains(word) || !STOP.contains(&word.as_str())).collect();
        own.len() == terms.len() && own.iter().zip(terms).all(|(own, term)| stem(own) == stem(term))
    }

    /// Whether all of these are among them.
    pub fn has_all(&self, terms: &[String]) -> bool {
        terms.iter().all(|term| self.list.iter().any(|word| stem(word) == stem(term)))
    }
}

/// Words that say nothing about what is looked for.
pub const STOP: [&str; 30] = [
    "a",
    "an",
    "the",
    "of",
    "in",
    "on",
    "to",
    "for",
    "and",
    "or",
    "with",
    "by",
    "is",
    "my",
    "as",
    "at",
    "i",
    "want",
    "need",
    "how",
    "do",
    "make",
    "create",
    "generate",
    "generator",
    "random",
    "fake",
    "some",
    "that",
    "from",
];

/// The words of a text: `creditCard` and `credit_card` are two, `e-mail` is one.
pub fn split(text: &str) -> Words {
    let mut list: Vec<String> = Vec::new();
    let (mut word, mut before) = (String::new(), ' ');
    for char in text.chars() {
        let is_hump = char.is_uppercase() && before.is_lowercase();
        if is_hump || !char.is_alphanumeric() && !matches!(char, '-' | '\'' | '’') {
            list.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        }
        before = char;
    }
    list.extend((!word.is_empty()).then_some(word));
    let joined = list.concat();
    Words { list, joined }
}

/// A word without the ending of the plural.
pub fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one,
        _ => word,
    }
}
