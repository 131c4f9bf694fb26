//! Templates.

use crate::flags::{Flag, Rule, Value};

const GROUP: &str = "Templates";

/// A template has one source.
const ONE_TEMPLATE: &[Rule] = &[Rule::OneOf("template", "one template is enough")];

/// A template in a file. It may be given once; all are kept, so that a second one is reported.
pub static TEMPLATE: Flag = Flag::new(
    GROUP,
    "template",
    "Write what a template makes of each row, instead of columns: Go's text/template; - is stdin",
)
.letter('T')
.value(Value::file("FILE").repeated())
.rules(ONE_TEMPLATE);

/// A template itself; as with files, a second one is reported.
pub static EXPRESSION: Flag = Flag::new(
    GROUP,
    "expression",
    "Write what this template makes of each row, as in '{{ Name }} <{{ Email }}>{{ println }}'",
)
.brief("Write a template, as in '{{ Name }}{{ println }}'")
.letter('e')
.value(Value::bytes("TEMPLATE").repeated())
.rules(ONE_TEMPLATE);

/// Why some flags mean nothing with a template.
pub const NO_TEMPLATE: &str = "the template says how rows are written";

/// The rules of flags that mean nothing with a template.
pub const WITHOUT_TEMPLATE: &[Rule] =
    &[Rule::Not(&TEMPLATE, NO_TEMPLATE), Rule::Not(&EXPRESSION, NO_TEMPLATE)];
