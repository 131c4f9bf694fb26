//! Values of a running template, and the room that a row's texts and lists take.

use super::float;

/// A value. Small and copied: texts and lists are places in a [`Heap`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Value {
    /// Go's `nil`: no value at all.
    #[default]
    Nil,
    /// What `Null` gives: it is written as nothing.
    Null,
    Bool(bool),
    Int(i64),
    /// A byte of a text.
    Byte(u8),
    Float(f64),
    /// A number with this many digits behind the point, as a whole multiple of the last one.
    Decimal(i64, u8),
    Text(Text),
    /// Consecutive whole numbers.
    Ints {
        first: i64,
        len: u32,
    },
    /// Any values.
    List {
        start: u32,
        len: u32,
        /// How many lists may stand in one another in it, itself among them.
        depth: u16,
    },
    /// What the dot is at first: the row with its fields.
    Row,
}

/// A text: its place in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Text {
    start: u32,
    len: u32,
}

/// What is the same kind can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Nothing,
    Bool,
    Int,
    Byte,
    Float,
    Text,
    List,
    Row,
}

/// What the fields of the first dot say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowFields {
    pub row: u64,
    pub seed: Value,
    pub table: Text,
}

/// The texts and lists of a row. Those of the template itself stand in front and stay.
#[derive(Debug, Clone, Default)]
pub(super) struct Heap {
    pub bytes: Vec<u8>,
    pub items: Vec<Value>,
    fixed_bytes: usize,
    fixed_items: usize,
    pub row: RowFields,
    /// How much of texts and lists was gone through in this row, in bytes.
    touched: u64,
    /// Room for a text being made.
    scratch: Vec<u8>,
}

/// The most bytes of texts, and 16 times the most list items, that a row makes on its way.
pub(super) const MOST_TEXT: usize = 16 << 20;
/// The most lists in one another: what writes them goes as deep.
const MOST_DEPTH: u16 = 500;
/// Going through so many bytes takes about as long as a step.
const BYTES_A_STEP: u64 = 8;
const MOST_ITEMS: usize = MOST_TEXT / 16;
/// What is said where a row wants more.
pub(super) const TOO_MUCH_TEXT: &str = "one row makes more than 16 MiB of text";

/// Why a value could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused {
    /// The argument that is to blame, where it is one.
    pub arg: Option<usize>,
    pub text: String,
}

/// A value, or why it could not be made.
pub(super) type Outcome = Result<Value, Refused>;

impl Refused {
    /// This argument is to blame.
    pub fn at(arg: usize, text: impl Into<String>) -> Refused {
        Refused { arg: Some(arg), text: text.into() }
    }
}

impl From<String> for Refused {
    fn from(text: String) -> Refused {
        Refused { arg: None, text }
    }
}

impl From<&str> for Refused {
    fn from(text: &str) -> Refused {
        text.to_owned().into()
    }
}

impl From<Refused> for String {
    fn from(refused: Refused) -> String {
        refused.text
    }
}

impl Heap {
    /// Keeps what is there for good.
    pub fn fix(&mut self) {
        (self.fixed_bytes, self.fixed_items) = (self.bytes.len(), self.items.len());
    }

    /// Forgets the texts and lists of a row.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes.truncate(self.fixed_bytes);
        self.items.truncate(self.fixed_items);
        self.touched = 0;
    }

    /// Notes that so many bytes were gone through, or as much work as that: it counts as steps.
    #[inline]
    pub fn touch(&mut self, bytes: usize) {
        self.touched = self.touched.saturating_add(bytes as u64);
    }

    /// The steps that this work is worth.
    #[inline]
    pub fn worked(&self) -> u64 {
        self.touched / BYTES_A_STEP
    }

    pub fn get(&self, text: Text) -> &[u8] {
        &self.bytes[text.start as usize..(text.start + text.len) as usize]
    }

    /// Adds a text.
    pub fn text(&mut self, text: &[u8]) -> Outcome {
        self.room(text.len())?;
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        Ok(self.since(start))
    }

    /// Adds the text that `write` makes, which may look at all others.
    pub fn write(&mut self, write: impl FnOnce(&Heap, &mut Vec<u8>) -> Result<(), String>) -> Outcome {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let written = write(self, &mut scratch).map_err(Refused::from).and_then(|()| self.text(&scratch));
        self.touch(scratch.len());
        self.scratch = scratch;
        written
    }

    /// Checks that there is room for so many more bytes.
    pub fn room(&self, bytes: usize) -> Result<(), String> {
        let used = self.bytes.len() - self.fixed_bytes;
        if bytes > MOST_TEXT - used.min(MOST_TEXT) { Err(TOO_MUCH_TEXT.into()) } else { Ok(()) }
    }

    fn since(&self, start: usize) -> Value {
        Value::Text(Text { start: start as u32, len: (self.bytes.len() - start) as u32 })
    }

    /// A part of a text.
    pub fn part(text: Text, from: usize, to: usize) -> Value {
        Value::Text(Text { start: text.start + from as u32, len: (to - from) as u32 })
    }

    /// Adds a list.
    pub fn list(&mut self, items: &[Value]) -> Outcome {
        let start = self.items.len();
        if start - self.fixed_items + items.len() > MOST_ITEMS {
            return Err("one row makes lists of more than 1,048,576 items".into());
        }
        let depth = 1 + items.iter().map(|item| item.depth()).max().unwrap_or(0);
        if depth > MOST_DEPTH {
            return Err(format!("more than {MOST_DEPTH} lists in one another").into());
        }
        self.items.extend_from_slice(items);
        Ok(Value::List { start: start as u32, len: items.len() as u32, depth })
    }

    /// How many items a list has; `None` for what is none.
    pub fn len(&self, value: Value) -> Option<usize> {
        match value {
            Value::Ints { len, .. } | Value::List { len, .. } => Some(len as usize),
            _ => None,
        }
    }

    /// An item of a list that is known to have it.
    pub fn item(&self, list: Value, index: usize) -> Value {
        match list {
            Value::Ints { first, .. } => Value::Int(first + index as i64),
            Value::List { start, .. } => self.items[start as usize + index],
            _ => Value::Nil,
        }
    }

    /// Appends a value as an action writes it.
    pub fn plain(&self, value: Value, out: &mut Vec<u8>) {
        match value {
            Value::Nil => out.extend_from_slice(b"<nil>"),
            Value::Null => {}
            Value::Bool(value) => out.extend_from_slice(if value { b"true" } else { b"false" }),
            Value::Int(value) => integer(value, out),
            Value::Byte(value) => integer(i64::from(value), out),
            Value::Float(value) => float::write(out, value, b'g', None),
            Value::Decimal(units, scale) => decimal(units, scale, out),
            Value::Text(text) => out.extend_from_slice(self.get(text)),
            Value::Ints { .. } | Value::List { .. } => {
                out.push(b'[');
                for index in 0..self.len(value).unwrap_or(0) {
                    if index > 0 {
                        out.push(b' ');
                    }
                    self.plain(self.item(value, index), out);
                    // What is too long already is told by who asked for it.
                    if out.len() > MOST_TEXT {
                        break;
                    }
                }
                out.push(b']');
            }
            Value::Row => {
                out.push(b'{');
                unsigned(self.row.row, out);
                out.push(b' ');
                self.plain(self.row.seed, out);
                out.push(b' ');
                out.extend_from_slice(self.get(self.row.table));
                out.push(b'}');
            }
        }
    }

    /// The text of a field of the first dot.
    pub fn field(&self, field: Field) -> Value {
        match field {
            Field::Row => Value::Int(self.row.row as i64),
            Field::Seed => self.row.seed,
            Field::Table => Value::Text(self.row.table),
        }
    }
}

/// What the first dot knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Row,
    Seed,
    Table,
}

/// The fields by their names.
pub(super) const FIELDS: [(&str, Field); 3] =
    [("Row", Field::Row), ("Seed", Field::Seed), ("Table", Field::Table)];

pub(super) fn integer(value: i64, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    unsigned(value.unsigned_abs(), out);
}

pub(super) fn unsigned(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// A decimal with all its digits.
pub(super) fn decimal(units: i64, scale: u8, out: &mut Vec<u8>) {
    if units < 0 {
        out.push(b'-');
    }
    let power = 10u64.pow(u32::from(scale.min(19)));
    let value = units.unsigned_abs();
    unsigned(value / power, out);
    if scale > 0 {
        out.push(b'.');
        let mut rest = value % power;
        let start = out.len();
        out.resize(start + usize::from(scale), b'0');
        for digit in out[start..].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
}

impl Kind {
    /// What Go calls the types of this kind.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Nothing => "nil",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Byte => "uint8",
            Kind::Float => "float64",
            Kind::Text => "string",
            Kind::List => "[]interface {}",
            Kind::Row => "template.Row",
        }
    }
}

impl Value {
    pub fn kind(self) -> Kind {
        match self {
            Value::Nil | Value::Null => Kind::Nothing,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Byte(_) => Kind::Byte,
            Value::Float(_) | Value::Decimal(..) => Kind::Float,
            Value::Text(_) => Kind::Text,
            Value::Ints { .. } | Value::List { .. } => Kind::List,
            Value::Row => Kind::Row,
        }
    }

    /// What Go calls its type.
    pub fn type_name(self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Byte(_) => "uint8",
            Value::Float(_) | Value::Decimal(..) => "float64",
            Value::Text(_) => "string",
            Value::Ints { .. } => "[]int",
            Value::List { .. } => "[]interface {}",
            Value::Row => "template.Row",
        }
    }

    /// Whether `if` takes it for true: what is not zero and not empty.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Nil | Value::Null => false,
            Value::Bool(value) => value,
            Value::Int(value) | Value::Decimal(value, _) => value != 0,
            Value::Byte(value) => value != 0,
            Value::Float(value) => value != 0.0,
            Value::Text(text) => text.len > 0,
            Value::Ints { len, .. } | Value::List { len, .. } => len > 0,
            Value::Row => true,
        }
    }

    /// The number as a float.
    pub fn as_float(self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(value as f64),
            Value::Byte(value) => Some(f64::from(value)),
            Value::Float(value) => Some(value),
            // Both are exact up to 2^53 and 10^22, so that the quotient is the nearest float.
            Value::Decimal(units, scale) => Some(units as f64 / POWERS[usize::from(scale.min(18))]),
            _ => None,
        }
    }

    /// How many lists stand in one another in it, at most.
    fn depth(self) -> u16 {
        match self {
            Value::Ints { .. } => 1,
            Value::List { depth, .. } => depth,
            _ => 0,
        }
    }

    /// The whole number that it is.
    pub fn as_int(self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(value),
            Value::Byte(value) => Some(i64::from(value)),
            _ => None,
        }
    }
}

const POWERS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

impl Text {
    pub fn len(self) -> usize {
        self.len as usize
    }
}
