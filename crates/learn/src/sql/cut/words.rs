//! What the words of a statement mean for where it ends.

/// How many words at its beginning tell what a statement is.
const HEAD: usize = 8;

/// The first words of a statement, and the blocks that are open in it.
#[derive(Debug, Default)]
pub(super) struct Words {
    head: Vec<String>,
    count: usize,
    is_procedural: bool,
    blocks: usize,
    last: LastWord,
}

/// The word before, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastWord {
    #[default]
    Other,
    Begin,
    End,
}

/// What a word does to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// Rows of values follow, which are counted.
    Values,
    /// Data follow that cannot be counted.
    Data,
}

impl Words {
    pub(super) fn block_depth(&self) -> usize {
        self.blocks
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether this word is the first of them.
    pub(super) fn starts_with(&self, word: &str) -> bool {
        self.head.first().is_some_and(|first| first == word)
    }

    /// Whether statements may stand in parentheses.
    pub(super) fn is_rule(&self) -> bool {
        self.starts_with("CREATE") && self.head.iter().take(4).any(|word| word == "RULE")
    }

    /// Takes the next word of the statement.
    pub(super) fn push(&mut self, word: &[u8], depth: usize, has_begin_blocks: bool) -> Effect {
        self.count += 1;
        if self.count <= HEAD {
            let word = String::from_utf8_lossy(word).to_ascii_uppercase();
            self.is_procedural |= self.begins_procedure(&word);
            self.head.push(word);
        }
        if self.is_procedural {
            self.follow_blocks(word, has_begin_blocks);
        }
        if depth == 0 && self.count > 1 && (self.starts_with("INSERT") || self.starts_with("REPLACE")) {
            return data_after(word);
        }
        Effect::None
    }

    /// Whether this word says that a body of statements may follow.
    fn begins_procedure(&self, word: &str) -> bool {
        const PROCEDURES: [&str; 5] = ["TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE"];
        const BEFORE: [&str; 6] = ["OR", "DEFINER", "TEMP", "TEMPORARY", "CONSTRAINT", "AGGREGATE"];
        PROCEDURES.contains(&word)
            && self.starts_with("CREATE")
            && self.head.get(1).is_none_or(|second| BEFORE.contains(&second.as_str()))
            && !self.head.iter().any(|word| word == "TABLE" || word == "VIEW")
    }

    fn follow_blocks(&mut self, word: &[u8], has_begin_blocks: bool) {
        let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
        let after_end = self.last == LastWord::End;
        let after_begin = self.last == LastWord::Begin;
        self.last = LastWord::Other;
        if is("BEGIN") {
            self.last = LastWord::Begin;
            self.blocks += usize::from(has_begin_blocks);
        } else if is("ATOMIC") && after_begin && !has_begin_blocks {
            self.blocks += 1;
        } else if is("END") {
            self.last = LastWord::End;
            self.blocks = self.blocks.saturating_sub(1);
        } else if is("CASE") && !after_end {
            self.blocks += 1;
        } else if after_end && ["IF", "LOOP", "WHILE", "REPEAT", "FOR"].iter().any(|word| is(word)) {
            // It did not close a block.
            self.blocks += 1;
        }
    }
}

/// What follows a word of an `INSERT`.
fn data_after(word: &[u8]) -> Effect {
    let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
    if is("VALUES") || is("VALUE") {
        Effect::Values
    } else if is("SELECT") || is("SET") || is("WITH") {
        Effect::Data
    } else {
        Effect::None
    }
}
