//! The registry of functions that compute: Go's own, and the helpers. What draws values is in `draw/`.

use Takes as T;

use super::{arithmetic, compare, sequence, texts};
use crate::values::Kind::{self, Bool, Byte, Float, Int, List, Text};
use crate::values::{Heap, Outcome, Refusal, Value, article};

/// A function that gives the same for the same arguments.
#[derive(Debug)]
pub(crate) struct Function {
    pub name: &'static str,
    /// How to call it.
    pub form: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The minimum and the maximum number of arguments.
    pub count: (usize, usize),
    /// What each argument must be; the last one holds for all after it too.
    pub takes: &'static [Takes],
    /// What it gives, where that is always the same kind.
    pub gives: Option<Kind>,
    pub run: fn(&mut Heap, &[Value]) -> Outcome,
}

/// What an argument must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Any,
    Int,
    Number,
    Text,
}

const MANY: usize = usize::MAX;

macro_rules! functions {
    ($($name:literal $form:literal $about:literal $min:literal..$max:expr, [$($takes:expr),*], $gives:expr, $run:expr;)*) => {
        /// All of them, by name.
        pub(crate) static FUNCTIONS: &[Function] = &[$(Function {
            name: $name,
            form: $form,
            about: $about,
            count: ($min, $max),
            takes: &[$($takes),*],
            gives: $gives,
            run: $run,
        },)*];
    };
}

functions! {
    "Add" "A B …" "the sum" 2..MANY, [T::Number], None, arithmetic::add;
    "Div" "A B" "the quotient; of two whole numbers, without the rest" 2..2, [T::Number], None, arithmetic::div;
    "Even" "N" "whether a whole number is even" 1..1, [T::Int], Some(Bool), arithmetic::even;
    "JSON" "VALUE" "the value as JSON" 1..1, [T::Any], Some(Text), texts::json;
    "Join" "SEPARATOR VALUE …" "the values, and those in lists, with the separator between them" 1..MANY, [T::Text, T::Any], Some(Text), texts::join;
    "List" "VALUE …" "a list of the values" 0..MANY, [T::Any], Some(List), sequence::list;
    "Lower" "VALUE" "in lower case" 1..1, [T::Any], Some(Text), texts::lower;
    "Mod" "A B" "the rest of a division, with the sign of A" 2..2, [T::Number], None, arithmetic::modulo;
    "Mul" "A B …" "the product" 2..MANY, [T::Number], None, arithmetic::mul;
    "Odd" "N" "whether a whole number is odd" 1..1, [T::Int], Some(Bool), arithmetic::odd;
    "Pad" "WIDTH [FILL] VALUE" "padded at the end to WIDTH characters, or at the beginning where WIDTH is negative" 2..3, [T::Int, T::Any], Some(Text), texts::pad;
    "Repeat" "COUNT VALUE" "the value, COUNT times" 2..2, [T::Int, T::Any], Some(Text), texts::repeat;
    "Replace" "OLD NEW VALUE" "the value with each OLD replaced by NEW" 3..3, [T::Text, T::Text, T::Any], Some(Text), texts::replace;
    "Sub" "A B" "the difference" 2..2, [T::Number], None, arithmetic::sub;
    "Title" "VALUE" "with a capital at the beginning of each word" 1..1, [T::Any], Some(Text), texts::title;
    "Upper" "VALUE" "in upper case" 1..1, [T::Any], Some(Text), texts::upper;
    "eq" "A B …" "whether A equals one of the others" 1..MANY, [T::Any], Some(Bool), compare::eq;
    "ge" "A B" "whether A is B or more" 2..2, [T::Any], Some(Bool), compare::ge;
    "gt" "A B" "whether A is more than B" 2..2, [T::Any], Some(Bool), compare::gt;
    "html" "VALUE …" "escaped for HTML" 0..MANY, [T::Any], Some(Text), texts::html;
    "index" "LIST N …" "the item at index N, from 0; of a text, the byte" 1..MANY, [T::Any], None, sequence::index;
    "js" "VALUE …" "escaped for JavaScript" 0..MANY, [T::Any], Some(Text), texts::js;
    "le" "A B" "whether A is B or less" 2..2, [T::Any], Some(Bool), compare::le;
    "len" "LIST" "how many items it has; of a text, how many bytes" 1..1, [T::Any], Some(Int), sequence::len;
    "lt" "A B" "whether A is less than B" 2..2, [T::Any], Some(Bool), compare::lt;
    "ne" "A B" "whether A differs from B" 2..2, [T::Any], Some(Bool), compare::ne;
    "not" "VALUE" "true for what is false, zero or empty" 1..1, [T::Any], Some(Bool), compare::not;
    "print" "VALUE …" "the values as text" 0..MANY, [T::Any], Some(Text), texts::print;
    "printf" "FORMAT VALUE …" "the values as Go's fmt formats them" 1..MANY, [T::Text, T::Any], Some(Text), texts::printf;
    "println" "VALUE …" "the values as text, with a line end" 0..MANY, [T::Any], Some(Text), texts::println;
    "slice" "LIST FROM TO" "a part, up to but without TO" 1..4, [T::Any], None, sequence::slice;
    "urlquery" "VALUE …" "escaped for the query of a URL" 0..MANY, [T::Any], Some(Text), texts::urlquery;
}

/// The function of this name.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.binary_search_by_key(&name, |function| function.name).ok().map(|at| &FUNCTIONS[at])
}

impl Takes {
    /// Whether a value of this kind will do.
    pub fn accepts(self, kind: Kind) -> bool {
        match self {
            Takes::Any => true,
            Takes::Int => matches!(kind, Int | Byte),
            Takes::Number => matches!(kind, Int | Byte | Float),
            Takes::Text => kind == Text,
        }
    }

    pub fn wanted(self) -> &'static str {
        match self {
            Takes::Any => "a value",
            Takes::Int => "a whole number",
            Takes::Number => "a number",
            Takes::Text => "a text",
        }
    }
}

impl Function {
    /// What the argument at this index must be.
    pub fn taken(&self, index: usize) -> Takes {
        self.takes[index.min(self.takes.len() - 1)]
    }

    /// What is wrong with this number of arguments, if anything is.
    pub fn miscounted(&self, found: usize) -> Option<String> {
        miscounted(self.name, self.form, self.count, found)
    }

    /// Calls it.
    #[inline]
    pub fn call(&self, heap: &mut Heap, args: &[Value]) -> Outcome {
        for (index, arg) in args.iter().enumerate() {
            let taken = self.taken(index);
            if taken != Takes::Any && !taken.accepts(arg.kind()) {
                return Err(Refusal::at(index, self.refused(index, arg.type_name())));
            }
        }
        (self.run)(heap, args)
    }

    /// What to say of an argument of the wrong type.
    pub fn refused(&self, index: usize, found: &str) -> String {
        let wanted = self.taken(index).wanted();
        format!(
            "{} wants {wanted}, not {}; the form is {} {}",
            self.name,
            article(found),
            self.name,
            self.form
        )
    }
}

/// What is wrong with this number of arguments, if anything is.
pub(crate) fn miscounted(name: &str, form: &str, (min, max): (usize, usize), found: usize) -> Option<String> {
    let what = match found {
        found if found < min => "an argument is missing",
        found if found > max => "one argument too many",
        _ => return None,
    };
    Some(format!("{what}; the form is {name} {form}"))
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    #[test]
    fn functions_are_sorted_and_say_what_they_take() {
        assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name));
        for function in FUNCTIONS {
            assert!(!function.takes.is_empty() && function.count.0 <= function.count.1, "{}", function.name);
        }
    }
}
