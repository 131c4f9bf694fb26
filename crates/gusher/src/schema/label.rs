//! The thing that a column describes, by the column's name: `buyer_name` describes the buyer, `name` the row's main person.

/// The words of a column's name that select one of several things; every other word means the row's main
/// one. The list is part of what values follow from, and never changes.
const ROLES: [&str; 14] = [
    "author",
    "billing",
    "buyer",
    "child",
    "contact",
    "from",
    "manager",
    "parent",
    "recipient",
    "seller",
    "sender",
    "shipping",
    "spouse",
    "to",
];
/// Whether a label is a role, which is no typing error.
pub(super) fn is_role(label: &str) -> bool {
    ROLES.contains(&label)
}

/// A number after one of these belongs to it, as in `iso2`.
const NUMBERED: [&str; 3] = ["alpha", "code", "iso"];

/// The label of a column of this name: its roles and numbers in their order, and how many columns of the same name are
/// before it.
pub(super) fn label(name: &str, occurrence: u64) -> String {
    let words = words(name);
    let mut label = String::new();
    for (at, word) in words.iter().enumerate() {
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        let is_form = at > 0 && NUMBERED.contains(&&words[at - 1][..]);
        if is_number && !is_form || ROLES.contains(&&word[..]) {
            if !label.is_empty() {
                label.push('_');
            }
            label += word;
        }
    }
    if occurrence > 0 { format!("{label}#{occurrence}") } else { label }
}

/// The words of a name in lower case: it is split at punctuation, at capitals after small letters, and around numbers.
fn words(name: &str) -> Vec<String> {
    #[derive(Clone, Copy, PartialEq)]
    enum CharKind {
        Sign,
        Digit,
        Small,
        Capital,
    }
    let kind = |c: char| match c {
        _ if c.is_ascii_digit() => CharKind::Digit,
        _ if c.is_uppercase() => CharKind::Capital,
        _ if c.is_alphanumeric() => CharKind::Small,
        _ => CharKind::Sign,
    };
    let mut words = Vec::new();
    let mut last = CharKind::Sign;
    for c in name.chars() {
        let this = kind(c);
        let goes_on = this == last || (last, this) == (CharKind::Capital, CharKind::Small);
        if this != CharKind::Sign && !goes_on {
            words.push(String::new());
        }
        if let (true, Some(word)) = (this != CharKind::Sign, words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        last = this;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn roles_and_numbers_are_the_label() {
        for (name, expected) in [
            ("name", ""),
            ("customer_name", ""),
            ("work.email", ""),
            ("vorname", ""),
            ("buyer", "buyer"),
            ("buyer_email", "buyer"),
            ("BuyerEmail", "buyer"),
            ("buyerEmail", "buyer"),
            ("SELLER NAME", "seller"),
            ("billing-address2", "billing_2"),
            ("shipping.to.city", "shipping_to"),
            ("city1", "1"),
            ("iso2", ""),
            ("country_code3", ""),
            ("buyers", ""),
            ("tomato", ""),
            ("", ""),
        ] {
            assert_eq!(label(name, 0), expected, "{name}");
        }
        assert_eq!((label("name", 1), label("buyer", 2)), ("#1".into(), "buyer#2".into()));
    }
}
