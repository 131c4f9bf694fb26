//! One comparison, list, pattern or call of a condition.

use sqlparser::ast::{BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments};

use super::super::number::Number;
use super::parse::{bare, column, literal};
use super::{Fact, Letters, Says};

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Equal,
    Differ,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

impl Compare {
    pub(super) fn of(operator: &BinaryOperator) -> Option<Self> {
        Some(match operator {
            BinaryOperator::Eq => Self::Equal,
            BinaryOperator::NotEq => Self::Differ,
            BinaryOperator::Lt => Self::Less,
            BinaryOperator::LtEq => Self::LessOrEqual,
            BinaryOperator::Gt => Self::More,
            BinaryOperator::GtEq => Self::MoreOrEqual,
            _ => return None,
        })
    }

    /// What holds where this does not.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Equal => Self::Differ,
            Self::Differ => Self::Equal,
            Self::Less => Self::MoreOrEqual,
            Self::LessOrEqual => Self::More,
            Self::More => Self::LessOrEqual,
            Self::MoreOrEqual => Self::Less,
        }
    }

    /// The same with its sides exchanged.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::LessOrEqual => Self::MoreOrEqual,
            Self::More => Self::Less,
            Self::MoreOrEqual => Self::LessOrEqual,
            same => same,
        }
    }
}

/// What makes this part of a condition true, or false where `wanted` is so.
pub(super) fn compared(expression: &Expr, wanted: bool) -> Option<Vec<Says>> {
    match expression {
        Expr::BinaryOp { left, op, right } => binary(left, op, right, wanted),
        Expr::Between { expr, negated: false, low, high } if wanted => {
            let mut says = sides(expr, Compare::MoreOrEqual, low)?;
            says.extend(sides(expr, Compare::LessOrEqual, high)?);
            Some(says)
        }
        Expr::Between { expr, low, negated, .. } if *negated == wanted => sides(expr, Compare::Less, low),
        Expr::InList { expr, list, negated } => {
            let words: Option<Vec<String>> = list.iter().map(literal).collect();
            listed(expr, words?, *negated != wanted)
        }
        Expr::AnyOp { left, compare_op: BinaryOperator::Eq, right, .. } => {
            listed(left, array(right)?, wanted)
        }
        Expr::AllOp { left, compare_op: BinaryOperator::NotEq, right } => {
            listed(left, array(right)?, !wanted)
        }
        Expr::Like { negated, expr, pattern, escape_char: None, .. } if *negated != wanted => {
            of(column(expr)?, Fact::Matches(like(&literal(pattern)?)))
        }
        Expr::SimilarTo { negated, expr, pattern, escape_char: None } if *negated != wanted => {
            let pattern = literal(pattern)?.replace('%', ".*").replace('_', ".");
            of(column(expr)?, Fact::Matches(format!("^(?:{pattern})$")))
        }
        Expr::RLike { negated, expr, pattern, .. } if *negated != wanted => {
            of(column(expr)?, Fact::Matches(literal(pattern)?))
        }
        Expr::IsDistinctFrom(left, right) if wanted => sides(left, Compare::Differ, right),
        Expr::Function(function) if wanted => call(function),
        Expr::Value(_) => match literal(expression)?.as_str() {
            "true" | "1" if wanted => Some(Vec::new()),
            "false" | "0" if !wanted => Some(Vec::new()),
            _ => None,
        },
        _ => None,
    }
}

/// What a condition says of one column.
fn of(name: String, fact: Fact) -> Option<Vec<Says>> {
    Some(vec![Says::Of(name, fact)])
}

fn binary(left: &Expr, op: &BinaryOperator, right: &Expr, wanted: bool) -> Option<Vec<Says>> {
    match op {
        BinaryOperator::PGRegexMatch | BinaryOperator::PGRegexIMatch | BinaryOperator::Regexp if wanted => {
            return of(column(left)?, Fact::Matches(literal(right)?));
        }
        BinaryOperator::PGLikeMatch if wanted => {
            return of(column(left)?, Fact::Matches(like(&literal(right)?)));
        }
        _ => {}
    }
    let compare = Compare::of(op)?;
    let compare = if wanted { compare } else { compare.negated() };
    sides(left, compare, right).or_else(|| sides(right, compare.turned(), left))
}

/// A column, or its length or case, compared with a literal or another column.
fn sides(left: &Expr, compare: Compare, right: &Expr) -> Option<Vec<Says>> {
    if let Some(name) = column(left) {
        if let Some(other) = column(right) {
            return columns(name, compare, other);
        }
        if let Some(text) = literal(right) {
            return literals(name, compare, &text);
        }
        if let Some(letters) = letters(right, &name).filter(|_| compare == Compare::Equal) {
            return of(name, Fact::Case(letters));
        }
        let is_trimmed =
            matches!(bare(right), Expr::Trim { expr, .. } if column(expr).as_ref() == Some(&name));
        if is_trimmed && compare == Compare::Equal {
            return Some(Vec::new());
        }
        let is_call = matches!(bare(right), Expr::Function(_));
        return (compare == Compare::Equal && !is_call)
            .then(|| vec![Says::Equal(name, bare(right).to_string())]);
    }
    if let (Some((name, case)), Compare::Equal) = (cased(left), compare) {
        return of(name, Fact::OneOf(in_case(vec![literal(right)?], case)?));
    }
    if let Some(name) = length_of(left) {
        return length(name, compare, literal(right)?.parse().ok()?);
    }
    if let Some(name) = items_of(left) {
        return items(name, compare, literal(right)?.parse().ok()?);
    }
    // `trim(x) <> ''`
    if let Expr::Trim { expr, .. } = bare(left) {
        return (compare == Compare::Differ && literal(right)?.is_empty())
            .then_some(vec![Says::Of(column(expr)?, Fact::MinLength(1))]);
    }
    None
}

fn columns(one: String, compare: Compare, other: String) -> Option<Vec<Says>> {
    let order = |less, more, is_strict| Some(vec![Says::Order { less, more, is_strict }]);
    match compare {
        Compare::Less => order(one, other, true),
        Compare::LessOrEqual => order(one, other, false),
        Compare::More => order(other, one, true),
        Compare::MoreOrEqual => order(other, one, false),
        Compare::Differ => Some(vec![Says::Differ(one, other)]),
        Compare::Equal => Some(vec![Says::Equal(one, format!("\"{}\"", other.replace('"', "\"\"")))]),
    }
}

fn literals(name: String, compare: Compare, text: &str) -> Option<Vec<Says>> {
    match compare {
        Compare::Equal => return of(name, Fact::OneOf(vec![text.to_owned()])),
        Compare::Differ if text.is_empty() => return of(name, Fact::MinLength(1)),
        Compare::Differ => return of(name, Fact::NoneOf(vec![text.to_owned()])),
        _ => {}
    }
    if let Some(number) = Number::parse(text) {
        return of(
            name,
            match compare {
                Compare::More => Fact::Min(number, false),
                Compare::MoreOrEqual => Fact::Min(number, true),
                Compare::Less => Fact::Max(number, false),
                _ => Fact::Max(number, true),
            },
        );
    }
    let is_day = text.len() >= 10 && text.as_bytes()[4] == b'-' && text[..4].parse::<u16>().is_ok();
    match compare {
        _ if !is_day => None,
        Compare::More | Compare::MoreOrEqual => {
            of(name, Fact::From(text.to_owned(), compare == Compare::MoreOrEqual))
        }
        _ => of(name, Fact::Until(text.to_owned(), compare == Compare::LessOrEqual)),
    }
}

fn length(name: String, compare: Compare, number: u32) -> Option<Vec<Says>> {
    match compare {
        Compare::Equal => Some(vec![
            Says::Of(name.clone(), Fact::MinLength(number)),
            Says::Of(name, Fact::MaxLength(number)),
        ]),
        Compare::More => of(name, Fact::MinLength(number + 1)),
        Compare::MoreOrEqual => of(name, Fact::MinLength(number)),
        Compare::Less => of(name, Fact::MaxLength(number.checked_sub(1)?)),
        Compare::LessOrEqual => of(name, Fact::MaxLength(number)),
        Compare::Differ if number == 0 => of(name, Fact::MinLength(1)),
        Compare::Differ => None,
    }
}

fn listed(expression: &Expr, words: Vec<String>, is_in: bool) -> Option<Vec<Says>> {
    if let (Some((name, case)), true) = (cased(expression), is_in) {
        return of(name, Fact::OneOf(in_case(words, case)?));
    }
    let fact = if is_in { Fact::OneOf(words) } else { Fact::NoneOf(words) };
    of(column(expression)?, fact)
}

/// The column of `lower(x)` or `upper(x)`, and the case.
fn cased(expression: &Expr) -> Option<(String, Letters)> {
    let Expr::Function(function) = bare(expression) else { return None };
    let [argument] = arguments(function)?[..] else { return None };
    let name = column(argument)?;
    letters(expression, &name).map(|letters| (name, letters))
}

/// The words that are in this case already: of others no text has the case.
fn in_case(words: Vec<String>, case: Letters) -> Option<Vec<String>> {
    let is_so = |word: &String| match case {
        Letters::Lower => *word == word.to_lowercase(),
        Letters::Upper => *word == word.to_uppercase(),
    };
    let words: Vec<String> = words.into_iter().filter(is_so).collect();
    (!words.is_empty()).then_some(words)
}

/// The texts of an array that is written out.
fn array(expression: &Expr) -> Option<Vec<String>> {
    match bare(expression) {
        Expr::Array(array) => array.elem.iter().map(literal).collect(),
        Expr::Cast { expr, .. } => array(expr),
        // PostgreSQL's literal: '{a,b}'.
        other => {
            let text = literal(other)?;
            let inner = text.strip_prefix('{')?.strip_suffix('}')?;
            Some(inner.split(',').map(|word| word.trim_matches('"').to_owned()).collect())
        }
    }
}

/// The column of `length(x)` and its kind.
fn length_of(expression: &Expr) -> Option<String> {
    let Expr::Function(function) = bare(expression) else { return None };
    let is_length = ["length", "char_length", "character_length", "octet_length", "len"]
        .contains(&name(function).as_str());
    let [argument] = arguments(function)?[..] else { return None };
    match bare(argument) {
        Expr::Trim { expr, .. } if is_length => column(expr),
        Expr::Function(inner)
            if is_length && ["btrim", "trim", "lower", "upper"].contains(&name(inner).as_str()) =>
        {
            column(arguments(inner)?.first()?)
        }
        argument if is_length => column(argument),
        _ => None,
    }
}

/// The column of `cardinality(x)` and `array_length(x, 1)`.
fn items_of(expression: &Expr) -> Option<String> {
    let Expr::Function(function) = bare(expression) else { return None };
    match (name(function).as_str(), &arguments(function)?[..]) {
        ("cardinality", [list]) => column(list),
        ("array_length", [list, dimension]) if literal(dimension)? == "1" => column(list),
        _ => None,
    }
}

fn items(name: String, compare: Compare, number: u32) -> Option<Vec<Says>> {
    match compare {
        Compare::Equal => {
            Some(vec![Says::Of(name.clone(), Fact::MinItems(number)), Says::Of(name, Fact::MaxItems(number))])
        }
        Compare::More => of(name, Fact::MinItems(number.checked_add(1)?)),
        Compare::MoreOrEqual => of(name, Fact::MinItems(number)),
        Compare::Less => of(name, Fact::MaxItems(number.checked_sub(1)?)),
        Compare::LessOrEqual => of(name, Fact::MaxItems(number)),
        Compare::Differ if number == 0 => of(name, Fact::MinItems(1)),
        Compare::Differ => None,
    }
}

/// The case of `lower(x)` and `upper(x)`.
fn letters(expression: &Expr, of: &str) -> Option<Letters> {
    let Expr::Function(function) = bare(expression) else { return None };
    let [argument] = arguments(function)?[..] else { return None };
    match name(function).as_str() {
        "lower" if column(argument)? == of => Some(Letters::Lower),
        "upper" if column(argument)? == of => Some(Letters::Upper),
        _ => None,
    }
}

fn call(function: &Function) -> Option<Vec<Says>> {
    match name(function).as_str() {
        "json_valid" => of(column(arguments(function)?.first()?)?, Fact::Json),
        "regexp_like" => match arguments(function)?[..] {
            [text, pattern] => of(column(text)?, Fact::Matches(literal(pattern)?)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn name(function: &Function) -> String {
    function
        .name
        .0
        .last()
        .map(|part| part.to_string().trim_matches(['"', '`']).to_lowercase())
        .unwrap_or_default()
}

pub(super) fn arguments(function: &Function) -> Option<Vec<&Expr>> {
    let FunctionArguments::List(list) = &function.args else { return None };
    let argument = |argument| match argument {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref expression)) => Some(expression),
        _ => None,
    };
    list.args.iter().map(argument).collect()
}

/// What matches any text in a pattern of LIKE.
pub const ANY: &str = "[a-z0-9]{0,8}";

/// A pattern of LIKE as a regular expression.
fn like(pattern: &str) -> String {
    let mut regex = String::from("^");
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        match c {
            '%' => regex += ANY,
            '_' => regex += "[a-z0-9]",
            '\\' => regex += &escaped(characters.next().unwrap_or('\\')),
            c => regex += &escaped(c),
        }
    }
    regex + "$"
}

fn escaped(c: char) -> String {
    if c.is_alphanumeric() || " _-/@,:;".contains(c) { c.to_string() } else { format!("\\{c}") }
}
