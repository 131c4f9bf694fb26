//! Conditions on one variable: the usual ones take a single step.

use crate::function::{self, Function};
use crate::values::{Heap, Refusal, Value};

/// A test of a variable, for some tests against a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    Set,
    Odd,
    Even,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Test {
    /// The test that this function performs.
    pub fn named(function: &Function) -> Option<Test> {
        const ALL: [Test; 8] =
            [Test::Odd, Test::Even, Test::Eq, Test::Ne, Test::Lt, Test::Le, Test::Gt, Test::Ge];
        ALL.into_iter().find(|test| test.name() == function.name)
    }

    fn name(self) -> &'static str {
        match self {
            Test::Set => "not",
            Test::Odd => "Odd",
            Test::Even => "Even",
            Test::Eq => "eq",
            Test::Ne => "ne",
            Test::Lt => "lt",
            Test::Le => "le",
            Test::Gt => "gt",
            Test::Ge => "ge",
        }
    }

    /// Whether an integer passes.
    #[inline(always)]
    pub fn holds(self, value: i64, with: i64) -> bool {
        match self {
            Test::Set => value != 0,
            Test::Odd => value & 1 != 0,
            Test::Even => value & 1 == 0,
            Test::Eq => value == with,
            Test::Ne => value != with,
            Test::Lt => value < with,
            Test::Le => value <= with,
            Test::Gt => value > with,
            Test::Ge => value >= with,
        }
    }

    /// Whether any value passes, by the function that the test represents.
    pub fn of_any(self, heap: &mut Heap, value: Value, with: i32) -> Result<bool, Refusal> {
        let args = [value, Value::Int(i64::from(with))];
        let count = match self {
            Test::Set => return Ok(value.truth()),
            Test::Odd | Test::Even => 1,
            _ => 2,
        };
        let function = function::find(self.name()).ok_or("there is no such function")?;
        Ok(function.call(heap, &args[..count])?.truth())
    }
}

#[cfg(test)]
mod tests {
    use super::Test;
    use crate::values::{Heap, Value};

    #[test]
    fn a_test_agrees_with_its_function() {
        let all =
            [Test::Set, Test::Odd, Test::Even, Test::Eq, Test::Ne, Test::Lt, Test::Le, Test::Gt, Test::Ge];
        for test in all {
            for value in [-3, -2, 0, 1, 2, 5] {
                for with in [-2, 0, 2] {
                    let by_function = test.of_any(&mut Heap::default(), Value::Int(value), with);
                    assert_eq!(
                        by_function,
                        Ok(test.holds(value, i64::from(with))),
                        "{test:?} {value} {with}"
                    );
                }
            }
        }
    }
}
