//! Words that a column of the server would store as others.

use gusher::types::{Field, StorageType};

use super::super::table::MyColumn;

/// What a column would make of words that are known.
pub(super) fn changed(field: &Field, column: &MyColumn) -> Option<String> {
    let words =
        field.words().filter(|_| matches!(field.storage(), StorageType::Text | StorageType::Enum { .. }))?;
    match column.of.as_str() {
        "enum" => {
            let members = members(&column.type_text);
            let other = words.iter().find(|word| !members.iter().any(|member| member == *word))?;
            Some(match near(other, &members) {
                Some(member) => {
                    format!("which would store `{other}` as `{member}`; make the words that it has")
                }
                None => format!("which has no word `{other}`; make the words that it has"),
            })
        }
        "set" => {
            let members = members(&column.type_text);
            let other = words.iter().find(|word| !is_in_order(word, &members))?;
            Some(format!(
                "which does not store `{other}` as it is; make its words, each once and in its order"
            ))
        }
        "year" => {
            let other = words.iter().find(|word| word.len() != 4)?;
            Some(format!("which would store `{other}` as another year; make years of four digits"))
        }
        "char" => {
            let other = words.iter().find(|word| word.ends_with(' '))?;
            Some(format!("which leaves out the blank at the end of `{other}`; declare the column as varchar"))
        }
        _ => None,
    }
}

/// The word that a column would store in the place of another: one of the same letters, or that of a number.
fn near<'m>(word: &str, members: &'m [String]) -> Option<&'m String> {
    let same = |member: &&String| member.to_lowercase() == word.trim_end_matches(' ').to_lowercase();
    let numbered = || members.get(word.parse::<usize>().ok()?.checked_sub(1)?);
    members.iter().find(same).or_else(numbered)
}

/// Whether words with commas between them are those of a set, each once and in its order.
fn is_in_order(word: &str, members: &[String]) -> bool {
    let at = |part: &str| members.iter().position(|member| member == part);
    let places: Option<Vec<usize>> = word.split(',').map(at).collect();
    word.is_empty() || places.is_some_and(|places| places.is_sorted_by(|one, other| one < other))
}

/// The words of a type such as `enum('a','it''s')`.
fn members(type_text: &str) -> Vec<String> {
    let mut members = Vec::new();
    let mut signs = type_text.chars().skip_while(|sign| *sign != '(').peekable();
    while signs.by_ref().any(|sign| sign == '\'') {
        let mut member = String::new();
        while let Some(sign) = signs.next() {
            if sign == '\'' && signs.next_if_eq(&'\'').is_none() {
                break;
            }
            member.push(sign);
        }
        members.push(member);
    }
    members
}

#[cfg(test)]
mod tests {
    use super::super::changed::tests::column;
    use super::{changed, members};
    use gusher::types::{Dictionary, Field, TextPart};
    use std::sync::Arc;

    #[test]
    fn words_of_types_are_read() {
        assert_eq!(members("enum('a','it''s','b,c','')"), ["a", "it's", "b,c", ""]);
        assert!(members("varchar(9)").is_empty());
    }

    #[test]
    fn other_words_are_found() {
        let found = |words: &[&str], type_text: &str| {
            let dictionary = Arc::new(Dictionary::exactly(words.iter().map(|&word| word.to_owned())));
            changed(&Field::composed([TextPart { dictionary, after: "" }]), &column(type_text))
        };
        assert_eq!(found(&["a", "b"], "enum('a','b')"), None);
        assert!(found(&["A"], "enum('a','b')").is_some_and(|text| text.contains("`A` as `a`")));
        assert!(found(&["2"], "enum('a','b')").is_some_and(|text| text.contains("`2` as `b`")));
        assert!(found(&["c"], "enum('a','b')").is_some_and(|text| text.contains("no word `c`")));
        assert_eq!(found(&["a,b", "b", ""], "set('a','b')"), None);
        assert!(found(&["b,a"], "set('a','b')").is_some() && found(&["a,a"], "set('a','b')").is_some());
        assert!(found(&["98"], "year(4)").is_some() && found(&["1998"], "year(4)").is_none());
        assert!(found(&["a "], "char(4)").is_some() && found(&["a "], "varchar(4)").is_none());
    }
}
