//! Random templates that make sense, each a function of some bytes: for the tests, for fuzzing, and for comparing with
//! Go's own `text/template`.
#![allow(dead_code, reason = "not all who share this need all of it")]

/// The generators of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draws {
    /// Those whose values differ.
    Random,
    /// Those that always give the same.
    Pinned,
}

/// A template for these bytes.
pub fn template(data: &[u8], draws: Draws) -> String {
    let mut maker =
        Maker { data, at: 0, draws, depth: 0, loops: 0, names: 0, scope: Vec::new(), text: String::new() };
    maker.nodes(6);
    maker.text += "{{ define \"t\" }}<{{ . }}{{ range $i := Loop 2 }}{{ if eq $i 1 }}{{ $i }}{{ end }}";
    maker.text += "{{ else }}-{{ end }}>{{ end }}";
    maker.text
}

struct Maker<'a> {
    data: &'a [u8],
    at: usize,
    draws: Draws,
    depth: usize,
    /// How many surrounding loops may be left.
    loops: usize,
    /// How many variables have names so far.
    names: usize,
    /// The variables in sight: those that are numbers, then those that are texts.
    scope: Vec<(String, bool)>,
    text: String,
}

/// Blocks and values are nested this deep.
const DEEP: usize = 4;
/// Templates end when they are this long.
const LONG: usize = 4000;

impl Maker<'_> {
    /// One of n; the first where the bytes are at their end.
    fn choose(&mut self, count: usize) -> usize {
        let byte = self.data.get(self.at).map_or(0, |&byte| usize::from(byte));
        self.at += 1;
        byte % count
    }

    fn is_over(&self) -> bool {
        self.at >= self.data.len() || self.text.len() > LONG
    }

    fn nodes(&mut self, most: usize) {
        let scope = self.scope.len();
        for _ in 0..=self.choose(most) {
            if !self.is_over() {
                self.node();
            }
        }
        self.scope.truncate(scope);
    }

    fn node(&mut self) {
        let deep = self.depth >= DEEP;
        match self.choose(18) {
            0 => {
                let text = ["a", " ", "\n", "é", "-"][self.choose(5)];
                self.text += text;
            }
            1 | 2 => {
                let value = self.number();
                self.text += &format!("{{{{ {value} }}}}");
            }
            3 => {
                let value = self.text_value();
                self.text += &format!("{{{{ {value} }}}}");
            }
            4 | 5 => self.declare(),
            6 => self.set(),
            7 => self.piped(),
            8 => {
                let value = self.number();
                self.text += &format!("{{{{ template \"t\" {value} }}}}");
            }
            9 if self.loops > 0 => {
                let (condition, keyword) = (self.condition(), ["break", "continue"][self.choose(2)]);
                self.text += &format!("{{{{ if {condition} }}}}{{{{ {keyword} }}}}{{{{ end }}}}");
            }
            10 if self.loops > 0 && self.choose(3) == 0 => {
                let keyword = ["{{ break }}", "{{ continue }}"][self.choose(2)];
                self.text += keyword;
            }
            _ if deep => self.text += "x",
            11 | 12 => self.branches("if"),
            13 => self.branches("with"),
            _ => self.range(),
        }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("$v{}", self.names)
    }

    /// A variable that is a number, or a text.
    fn known(&mut self, is_number: bool) -> Option<String> {
        let known: Vec<String> =
            self.scope.iter().filter(|(_, kind)| *kind == is_number).map(|(name, _)| name.clone()).collect();
        if known.is_empty() { None } else { Some(known[self.choose(known.len())].clone()) }
    }

    fn declare(&mut self) {
        let name = self.name();
        let is_number = self.choose(4) > 0;
        let value = if is_number { self.number() } else { self.text_value() };
        self.text += &format!("{{{{ {name} := {value} }}}}");
        self.scope.push((name, is_number));
    }

    fn set(&mut self) {
        let is_number = self.choose(4) > 0;
        let Some(name) = self.known(is_number) else { return self.declare() };
        let value = if is_number { self.number() } else { self.text_value() };
        let text = match self.choose(3) {
            0 => format!("{{{{ ({name} = {value}) | print {name} }}}}"),
            _ => format!("{{{{ {name} = {value} }}}}"),
        };
        self.text += &text;
    }

    fn piped(&mut self) {
        let (first, second) = (self.number(), self.number());
        let function = ["or", "and", "print", "eq", "lt", "Add", "printf \"%d.%v\"", "Sub"][self.choose(8)];
        let text = match self.choose(3) {
            0 => format!("{{{{ {first} | {function} {second} }}}}"),
            1 => format!("{{{{ {first} | {function} {second} | print \"=\" }}}}"),
            _ => format!("{{{{ print ({first} | {function} {second}) }}}}"),
        };
        self.text += &text;
    }

    fn inside(&mut self, most: usize) {
        self.depth += 1;
        self.nodes(most);
        self.depth -= 1;
    }

    /// `if` or `with`, some of whose branches declare what the later ones see.
    fn branches(&mut self, keyword: &str) {
        let scope = self.scope.len();
        self.text += &format!("{{{{ {keyword} ");
        for branch in 0.. {
            if self.choose(3) == 0 {
                let (name, value) = (self.name(), self.number());
                self.text += &format!("{name} := {value}");
                self.scope.push((name, true));
            } else {
                let condition = self.condition();
                self.text += &condition;
            }
            self.text += " }}";
            self.inside(3);
            if branch == 2 || self.choose(2) == 0 {
                break;
            }
            self.text += &format!("{{{{ else {keyword} ");
        }
        if self.choose(2) == 0 {
            self.text += "{{ else }}";
            self.inside(3);
        }
        self.text += "{{ end }}";
        self.scope.truncate(scope);
    }

    fn range(&mut self) {
        let scope = self.scope.len();
        let turns = ["0", "1", "2", "3", "4", "65"][self.choose(6)];
        let number = self.number();
        let over = match self.choose(6) {
            0 if self.draws == Draws::Random => "Loop (Int 0 3)".into(),
            1 if self.draws == Draws::Random => "Loop 1 3".into(),
            2 => format!("Loop (Mod (or {number} 0) 3 | and 2)"),
            3 => "List 5 7".into(),
            4 => turns.to_owned(),
            _ => format!("Loop {turns}"),
        };
        let is_number = over == turns;
        let count = self.choose(if is_number { 2 } else { 3 });
        let names: Vec<String> = (0..count).map(|_| self.name()).collect();
        let declared = if names.is_empty() { String::new() } else { format!("{} := ", names.join(", ")) };
        self.text += &format!("{{{{ range {declared}{over} }}}}");
        self.scope.extend(names.iter().map(|name| (name.clone(), true)));
        self.loops += 1;
        self.inside(4);
        self.loops -= 1;
        self.scope.truncate(scope);
        if self.choose(3) == 0 {
            self.text += "{{ else }}";
            self.inside(2);
        }
        self.text += "{{ end }}";
    }

    fn number(&mut self) -> String {
        let pinned = self.draws == Draws::Pinned;
        self.depth += 1;
        let simple = self.depth > DEEP + 2;
        let value = match self.choose(if simple { 5 } else { 12 }) {
            0 => ["0", "1", "2", "3", "7"][self.choose(5)].to_owned(),
            1 => "$.Row".into(),
            2 | 3 => self.known(true).unwrap_or_else(|| "5".into()),
            4 if pinned => "(Int 4 4)".into(),
            4 => "(Int 0 9)".into(),
            5 => format!("(Add {} {})", self.number(), self.number()),
            6 => format!("(Mod {} 3)", self.number()),
            7 => format!("(len {})", self.text_value()),
            8 => format!("(or {} {})", self.number(), self.number()),
            9 => format!("(and {} {})", self.number(), self.number()),
            10 => format!("({} | or {})", self.number(), self.number()),
            _ => format!("(index (List {} {}) 1)", self.number(), self.number()),
        };
        self.depth -= 1;
        value
    }

    fn text_value(&mut self) -> String {
        self.depth += 1;
        let value = match self.choose(if self.depth > DEEP + 2 { 3 } else { 7 }) {
            0 => ["\"\"", "\"ab\"", "`é`"][self.choose(3)].to_owned(),
            1 => self.known(false).unwrap_or_else(|| "\"c\"".into()),
            2 => "$.Table".into(),
            3 => format!("(print {} {})", self.number(), self.text_value()),
            4 => format!("(printf \"%d-%s\" {} {})", self.number(), self.text_value()),
            5 => format!("({} | Upper)", self.text_value()),
            _ => "(Enum \"tea\")".into(),
        };
        self.depth -= 1;
        value
    }

    fn condition(&mut self) -> String {
        let pinned = self.draws == Draws::Pinned;
        self.depth += 1;
        let value = match self.choose(if self.depth > DEEP + 2 { 3 } else { 9 }) {
            0 => ["true", "false", "0", "1", "\"\""][self.choose(5)].to_owned(),
            1 => self.number(),
            2 => ["(Odd $.Row)", "(Even $.Row)"][self.choose(2)].into(),
            3 => format!("(eq {} {})", self.number(), self.number()),
            4 => format!("(lt {} {})", self.number(), self.number()),
            5 => format!("(not {})", self.condition()),
            6 => format!("(or {} {})", self.condition(), self.condition()),
            7 => format!("(and {} {})", self.condition(), self.condition()),
            _ if pinned => "(Bool 1.0)".into(),
            _ => "Bool".into(),
        };
        self.depth -= 1;
        value
    }
}
