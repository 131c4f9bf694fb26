//! Random inputs, each a function of some bytes: columns, expressions and schema files, of which most make some sense. For the
//! tests and for fuzzing.
#![allow(dead_code, reason = "not all who share this need all of it")]

use std::fmt::Write;

use gusher::catalogue::GENERATORS;
use gusher::schema::MODIFIERS;

#[path = "pools.rs"]
mod pools;

use pools::{FUNCTIONS, KEYS, LISTS, LITERALS, NAMES, NUMBERS, OPERATORS, TEXTS, TIMES, TYPES};

/// What chooses: the bytes one after the other, and zeros where they are at their end.
pub struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
}

/// Values are nested this deep.
const DEEP: usize = 4;

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes, at: 0 }
    }

    /// One of n, up to 65,536; the first one if no bytes are left.
    pub fn choose(&mut self, count: usize) -> usize {
        let mut byte = || {
            self.at += 1;
            self.bytes.get(self.at - 1).map_or(0, |&byte| usize::from(byte))
        };
        let low = byte();
        if count > 256 { (byte() << 8 | low) % count } else { low % count }
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.choose(of.len())]
    }

    /// True once in n times.
    fn seldom(&mut self, times: usize) -> bool {
        self.choose(times) == times - 1
    }

    /// Something between commas.
    fn piece(&mut self) -> String {
        match self.choose(4) {
            0 => self.one(&NUMBERS).to_owned(),
            1 => self.one(&TEXTS).to_owned(),
            2 => self.one(&TIMES).to_owned(),
            _ => format!("{}*{}", self.one(&TEXTS), self.one(&NUMBERS)),
        }
    }

    fn pieces(&mut self) -> String {
        let count = 1 + self.choose(4);
        let pieces: Vec<String> = (0..count).map(|_| self.piece()).collect();
        pieces.join(self.one(&[",", ",", ",", ":", ";", "|", ".."]))
    }

    /// A generator, mostly with the constraint of its example or without one.
    fn generator(&mut self) -> String {
        let spec = &GENERATORS[self.choose(GENERATORS.len())];
        match self.choose(8) {
            0..=2 => spec.name.to_owned(),
            3..=5 => spec.example().to_owned(),
            6 => format!("{}:{}", spec.name, self.pieces()),
            _ => format!(
                "{}:{}",
                self.one(&["int", "decimal", "enum", "regex", "date", "seq", "hist"]),
                self.pieces()
            ),
        }
    }

    fn modifier(&mut self) -> String {
        let name = MODIFIERS[self.choose(MODIFIERS.len())].name;
        match self.choose(8) {
            0 => format!("@{name}"),
            1 => format!("@null={}", self.one(&["0", "0.5", "1", "2"])),
            2 => format!("@list={}", self.one(&LISTS)),
            3 => format!("@{name}={}", self.pieces()),
            4 => "@unique".to_owned(),
            5 => format!("@locale={}", self.one(&["de_DE", "ja_JP", "en_US*2,fr_FR", "world", "x"])),
            6 => {
                format!("@dist={}", self.one(&["normal:45,12", "zipf:1.5", "exp:1", "hist:0*3,1*1e300", "x"]))
            }
            _ => format!("@{name}={}", self.piece()),
        }
    }

    /// A generator and its modifiers.
    fn spec(&mut self) -> String {
        let mut spec = self.generator();
        while self.choose(3) == 2 {
            spec += &self.modifier();
        }
        spec
    }

    /// A column as an argument of the command line.
    fn column(&mut self) -> String {
        let name = self.one(&NAMES);
        match self.choose(8) {
            0 => self.spec(),
            1 | 2 => format!("{name}=expr:{}", self.expression(DEEP)),
            3 if self.seldom(4) => self.pieces(),
            _ => format!("{name}={}", self.spec()),
        }
    }

    /// An expression of SQL over columns with these [names](NAMES).
    fn expression(&mut self, deep: usize) -> String {
        let next = deep.saturating_sub(1);
        let kinds = if deep == 0 { 3 } else { 11 };
        match self.choose(kinds) {
            0 => self.one(&NAMES).to_owned(),
            1 => self.one(&NUMBERS).to_owned(),
            2 => self.one(&LITERALS).to_owned(),
            3 | 4 => {
                let operator = self.one(&OPERATORS);
                format!("({} {operator} {})", self.expression(next), self.expression(next))
            }
            5..=7 => {
                let name = self.one(&FUNCTIONS);
                let count = [1, 2, 1, 3, 0, 2][self.choose(6)];
                let args: Vec<String> = (0..count).map(|_| self.expression(next)).collect();
                format!("{name}({})", args.join(","))
            }
            8 => format!("{}::{}", self.expression(next), self.one(&TYPES)),
            9 => {
                let [test, yes, no] = [(); 3].map(|()| self.expression(next));
                format!("case when {test} then {yes} else {no} end")
            }
            _ => format!(
                "{} {}",
                self.expression(next),
                self.one(&["is null", "is not null", "in (1, null)", "desc"])
            ),
        }
    }

    /// A column of a schema file, as an inline table of TOML.
    fn value(&mut self, deep: usize, parents: &[&str]) -> String {
        let next = deep.saturating_sub(1);
        let parent = parents.get(self.choose(4)).copied().unwrap_or("t0");
        match self.choose(if deep == 0 { 4 } else { 9 }) {
            0 | 1 => quoted(&self.spec()),
            2 => quoted(&format!("ref:{parent}.{}", self.one(&NAMES))),
            3 => {
                let kind = self.one(&[
                    "sum", "count", "min", "max", "first", "after", "before", "nth", "avg", "between",
                ]);
                quoted(&format!("{kind}:{parent}.{}{}", self.one(&NAMES), self.one(&["", ",90d", ",b"])))
            }
            4 => format!("{{ expr = {} }}", quoted(&self.expression(3))),
            5 | 6 => {
                let (lengths, item) = (self.one(&LISTS), self.value(next, parents));
                format!("{{ list = [{lengths}], item = {item}, null = 0.1 }}")
            }
            7 => {
                let count = 1 + self.choose(3);
                let fields = (0..count).map(|at| format!("f{at} = {}", self.value(next, parents)));
                let fields = fields.collect::<Vec<_>>().join(", ");
                format!(
                    "{{ {}struct = {{ {fields} }} }}",
                    self.one(&["", "", "list = [0, 3], ", "list = 1000, "])
                )
            }
            _ => format!(
                "{{ generator = {}, {} = {} }}",
                quoted(&self.generator()),
                self.one(&KEYS),
                quoted(&self.piece())
            ),
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Columns as arguments of the command line.
pub fn columns(bytes: &[u8]) -> Vec<String> {
    let mut choices = Choices::new(bytes);
    let count = 1 + choices.choose(5);
    (0..count).map(|_| choices.column()).collect()
}

/// An expression after columns that it may name: `a` to `d` and `id`.
pub fn expression(bytes: &[u8]) -> Vec<String> {
    let mut choices = Choices::new(bytes);
    let mut args: Vec<String> = ["a", "b", "c", "d", "id"]
        .into_iter()
        .zip(["int:-9,9", "enum:x,,yz", "decimal:-1,5,2@null=0.3", "datetime", "seq"])
        .map(|(name, usual)| {
            let is_usual = choices.choose(3) < 2;
            format!("{name}={}", if is_usual { usual.to_owned() } else { choices.spec() })
        })
        .collect();
    args.push(format!("e=expr:{}", choices.expression(DEEP)));
    args
}

/// A schema file of a few tables.
pub fn schema_file(bytes: &[u8]) -> String {
    let mut choices = Choices::new(bytes);
    let mut text = String::from("seed = 7\nnow = 2024-05-06\n");
    let tables = ["t0", "t1", "t2"];
    let count = 1 + choices.choose(3);
    for (index, table) in tables[..count].iter().enumerate() {
        let parents = &tables[..index];
        let each = choices.one(&["1", "0", "int:0,3", "poisson:2", "hist:0*3,1*1e300", "zipf:1.1", "9", "x"]);
        let rows = match parents {
            [.., parent] if !choices.seldom(3) => {
                format!("{{ per = \"{parent}\", each = {} }}", quoted(each))
            }
            _ => choices.one(&["1", "5", "20", "0", "\"10\""]).to_owned(),
        };
        let _ = write!(text, "[table.{table}]\nrows = {rows}\ncolumns.id = \"seq\"\n");
        for name in ["a", "b", "c", "d"] {
            if !choices.seldom(4) {
                let _ = writeln!(text, "columns.{name} = {}", choices.value(DEEP, parents));
            }
        }
    }
    // One in eight has a piece taken out, or twice.
    if choices.seldom(8) {
        let letters: Vec<char> = text.chars().collect();
        let (start, len) = (choices.choose(letters.len()), choices.choose(12));
        let piece = start..letters.len().min(start + len);
        let twice = choices.seldom(2);
        let middle = if twice { &letters[piece.start..] } else { &letters[piece.end..] };
        text = letters[..piece.end * usize::from(twice) + piece.start * usize::from(!twice)]
            .iter()
            .chain(middle)
            .collect();
    }
    text
}
