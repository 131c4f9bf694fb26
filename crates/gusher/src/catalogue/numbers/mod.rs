//! Numbers: `int`, `decimal`, `double`, `float`, `real`, `bool`, `seq`; evenly, or by a distribution.

mod bool;
mod decimal;
mod double;
mod float;
mod int;
mod seq;
mod totalled;
pub(super) mod vector;
mod walk;
mod wide;

use crate::generators::GeneratorSpec;

pub(crate) use int::Int;

/// The modifiers that numbers take.
pub(super) const NUMBER: &[&str] = &["clamp", "dist", "with"];
/// Those that exact numbers take.
const TOTALLED: &[&str] = &["clamp", "dist", "sum", "with"];
/// Those that floating-point numbers take.
const FLOAT: &[&str] = &["clamp", "dist", "inf", "nan", "negzero", "with"];

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("bool", "true or false", bool::bool).optional(
        "P",
        "probability of true, 0.5 by default",
        "bool:0.9",
    ),
    GeneratorSpec::new("decimal", "a number with decimal places, uniform by default", decimal::decimal)
        .optional(
            "MIN,MAX,PLACES",
            "both ends included, 0 to 1000 by default, with 2 decimal places or as many as given; \
             with @dist the distribution is cut off at the ends that are given",
            "decimal:1,500,2",
        )
        .modifiers(TOTALLED),
    GeneratorSpec::new(
        "double",
        "a number with decimal places; normal with mean 0 and deviation 1000 by default",
        decimal::double,
    )
    .optional(
        "MIN,MAX,DIGITS",
        "even between the two, both included, with 4 digits or as many as said",
        "double:0,99.99,2",
    )
    .modifiers(NUMBER),
    GeneratorSpec::new("float", "a floating-point number of 64 bits, uniform by default", float::double)
        .optional(
            "MIN,MAX",
            "both ends included, 0 to 1 by default; with @dist the distribution is cut off at the ends that are given",
            "float:-90,90",
        )
        .modifiers(FLOAT),
    GeneratorSpec::new("half", "a floating-point number of 16 bits, uniform by default", float::half)
        .optional("MIN,MAX", "as those of float; 65504 is the largest", "half:0,100")
        .modifiers(FLOAT),
    GeneratorSpec::new("int", "a whole number", int::int)
        .optional(
            "MIN,MAX",
            "both included, 0 to 1000 by default; a MIN alone above that goes to MIN + 1000; with @dist the distribution is cut off at the ends that are given",
            "int:1,6",
        )
        .modifiers(TOTALLED),
    GeneratorSpec::new("real", "a floating-point number of 32 bits, uniform by default", float::single)
        .optional("MIN,MAX", "as those of float", "real:0,100")
        .modifiers(FLOAT),
    GeneratorSpec::new("seq", "a series by row number: 1, 2, 3 …", seq::seq).optional(
        "START,STEP",
        "first value and distance, both 1 by default",
        "seq:1000,10",
    )
    .modifiers(&["sparse"]),
    GeneratorSpec::new("walk", "a random walk by row number, of which any row can be made alone", walk::walk)
        .optional(
            "START,STEP,PLACES",
            "the first value, the standard deviation of a step and the decimal places: 100, 1 and 2 by default; @trend is what each \
             row adds, @season a wave, as in 24:5 for one of 24 rows and height 5",
            "walk:20,0.5,1",
        )
        .modifiers(&["season", "trend"]),
];

#[cfg(test)]
mod counts_tests;
#[cfg(test)]
mod tests;
