//! What all keywords that apply to a value say together.

use super::resolve::Part;
use crate::choose::Number;
use crate::document::Json;

/// A type of JSON; an integer is one by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Null,
    Bool,
    Integer,
    Number,
    Text,
    Array,
    Object,
}

/// All of them, those that are preferred first.
pub const TYPES: [Type; 7] =
    [Type::Object, Type::Text, Type::Integer, Type::Number, Type::Bool, Type::Array, Type::Null];

impl Type {
    /// The type of this name.
    pub fn named(name: &str) -> Option<Type> {
        Some(match name {
            "null" => Type::Null,
            "boolean" => Type::Bool,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => Type::Text,
            "array" => Type::Array,
            "object" => Type::Object,
            _ => return None,
        })
    }

    /// The type of a value.
    pub fn of(value: &Json) -> Type {
        match value {
            Json::Null => Type::Null,
            Json::Bool(_) => Type::Bool,
            Json::Number(digits) => match Number::parse(digits) {
                Some(number) if number.floor(0) == number.ceil(0) => Type::Integer,
                _ => Type::Number,
            },
            Json::Text(_) => Type::Text,
            Json::List(_) => Type::Array,
            Json::Object(_) => Type::Object,
        }
    }
}

/// The names that an object may have, as one schema lists them.
#[derive(Clone, Debug)]
pub struct Closed<'d> {
    pub names: Vec<&'d str>,
    pub patterns: Vec<&'d str>,
}

/// A choice that is still open.
#[derive(Clone, Debug)]
pub enum Group<'d> {
    /// One of these, and none of the others where it is the only one that may hold.
    Branches { branches: Vec<Part<'d>>, is_only: bool },
    /// A condition with what holds if it does, and if it does not.
    If { condition: Part<'d>, then: Option<Part<'d>>, otherwise: Option<Part<'d>> },
}

/// What all keywords that apply to a value say together.
#[derive(Clone, Debug)]
pub struct Shape<'d> {
    /// The types that it may have, in the order of the document where it says one.
    pub types: Vec<Type>,
    /// Whether a keyword names types.
    pub is_typed: bool,
    pub values: Option<Vec<&'d Json>>,
    pub none_of: Vec<&'d Json>,
    pub min: Option<(String, bool)>,
    pub max: Option<(String, bool)>,
    pub step: Option<String>,
    pub min_length: u32,
    pub max_length: Option<u32>,
    pub patterns: Vec<&'d str>,
    pub format: Option<&'d str>,
    pub items: Vec<Part<'d>>,
    pub prefix: Vec<&'d [Json]>,
    pub prefix_document: usize,
    pub contains: Vec<Part<'d>>,
    pub min_items: u32,
    pub max_items: Option<u32>,
    pub is_distinct: bool,
    /// The fields with all schemas that apply to each.
    pub properties: Vec<(&'d str, Vec<Part<'d>>)>,
    pub required: Vec<&'d str>,
    pub forbidden: Vec<&'d str>,
    pub closed: Vec<Closed<'d>>,
    pub additional: Vec<Part<'d>>,
    pub pattern_properties: Vec<(&'d str, Part<'d>)>,
    pub names: Vec<Part<'d>>,
    pub dependents: Vec<(&'d str, &'d Json, usize)>,
    pub min_properties: u32,
    pub max_properties: Option<u32>,
    pub title: Option<&'d str>,
    pub groups: Vec<Group<'d>>,
    /// The schemas that it consists of, by their addresses: those that it may not have in it again.
    pub entered: Vec<usize>,
    pub doubts: Vec<String>,
    /// Whether null is one of its alternatives.
    pub may_be_null: bool,
}

impl Shape<'_> {
    /// Any value.
    pub fn any() -> Self {
        Shape {
            types: TYPES.to_vec(),
            is_typed: false,
            values: None,
            none_of: Vec::new(),
            min: None,
            max: None,
            step: None,
            min_length: 0,
            max_length: None,
            patterns: Vec::new(),
            format: None,
            items: Vec::new(),
            prefix: Vec::new(),
            prefix_document: 0,
            contains: Vec::new(),
            min_items: 0,
            max_items: None,
            is_distinct: false,
            properties: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            closed: Vec::new(),
            additional: Vec::new(),
            pattern_properties: Vec::new(),
            names: Vec::new(),
            dependents: Vec::new(),
            min_properties: 0,
            max_properties: None,
            title: None,
            groups: Vec::new(),
            entered: Vec::new(),
            doubts: Vec::new(),
            may_be_null: false,
        }
    }

    /// Leaves the types that are among these. An integer is a number.
    pub fn restrict(&mut self, given: &[Type]) {
        let has = |of: Type| given.contains(&of);
        let mut left: Vec<Type> = Vec::new();
        let mine = |of: Type, types: &[Type]| {
            types.contains(&of) || (of == Type::Integer && types.contains(&Type::Number))
        };
        for &one in given {
            if mine(one, &self.types) && !left.contains(&one) {
                left.push(one);
            } else if one == Type::Number && self.types.contains(&Type::Integer) {
                left.push(Type::Integer);
            }
        }
        if !has(Type::Number) {
            left.retain(|of| *of != Type::Number);
        }
        self.types = left;
        self.is_typed = true;
    }

    /// Whether no value can be of it.
    pub fn is_impossible(&self) -> bool {
        let number = |bound: &Option<(String, bool)>| {
            let (text, is_included) = bound.as_ref()?;
            Some((Number::parse(text)?, *is_included))
        };
        let no_number = match (number(&self.min), number(&self.max)) {
            (Some((min, low)), Some((max, high))) => min > max || (min == max && !(low && high)),
            _ => false,
        };
        let no_text = self.max_length.is_some_and(|max| max < self.min_length);
        let no_list = self.max_items.is_some_and(|max| max < self.min_items);
        let no_object = self.required.iter().any(|name| self.is_forbidden(name))
            || self
                .max_properties
                .is_some_and(|max| max < self.min_properties || (max as usize) < self.required.len());
        self.values.as_ref().is_some_and(|values| !values.iter().any(|value| self.allows(value)))
            || self.types.iter().all(|of| match of {
                Type::Integer | Type::Number => no_number,
                Type::Text => no_text,
                Type::Array => no_list,
                Type::Object => no_object,
                Type::Null | Type::Bool => false,
            })
    }

    /// Whether an object may not have a field of this name.
    pub fn is_forbidden(&self, name: &str) -> bool {
        let is_open = |closed: &Closed<'_>| {
            closed.names.contains(&name) || closed.patterns.iter().any(|pattern| matches(pattern, name))
        };
        self.forbidden.contains(&name) || !self.closed.iter().all(is_open)
    }

    /// Whether a value may be one of it, as far as its own keywords say.
    pub fn allows(&self, value: &Json) -> bool {
        let of = Type::of(value);
        let has_type =
            self.types.contains(&of) || (of == Type::Integer && self.types.contains(&Type::Number));
        let compare = |bound: &Option<(String, bool)>, digits: &str, is_min: bool| {
            let Some((text, is_included)) = bound else { return true };
            let (Some(bound), Some(number)) = (Number::parse(text), Number::parse(digits)) else {
                return true;
            };
            (*is_included && number == bound) || if is_min { number > bound } else { number < bound }
        };
        let fits = match value {
            Json::Number(digits) => compare(&self.min, digits, true) && compare(&self.max, digits, false),
            Json::Text(text) => {
                let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
                length >= self.min_length
                    && self.max_length.is_none_or(|max| length <= max)
                    && self.patterns.iter().all(|pattern| matches(pattern, text))
            }
            Json::List(items) => {
                items.len() >= self.min_items as usize
                    && self.max_items.is_none_or(|max| items.len() <= max as usize)
            }
            Json::Object(fields) => {
                let has = |name: &&str| fields.iter().any(|(field, _)| field == *name);
                self.required.iter().all(has) && !fields.iter().any(|(name, _)| self.is_forbidden(name))
            }
            Json::Null | Json::Bool(_) => true,
        };
        let is_listed = self.values.as_ref().is_none_or(|values| values.contains(&value));
        has_type && fits && is_listed && !self.none_of.contains(&value)
    }
}

/// Whether a text has the pattern somewhere in it; a pattern that is not understood holds.
pub fn matches(pattern: &str, text: &str) -> bool {
    regex_lite::Regex::new(pattern).is_ok_and(|regex| regex.is_match(text))
}
