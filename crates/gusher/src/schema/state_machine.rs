//! State machines of `chain`: `new > paid > shipped | cancelled*0.1, shipped > returned*0.05 | kept`.

use std::ops::Range;

use crate::generators::ConstraintField;

/// States, and which follows which, how often.
#[derive(Debug, Clone, PartialEq)]
pub struct StateMachine {
    /// The states, in the order in which they are named.
    pub states: Vec<String>,
    /// Those that the first row of a parent may have.
    start: Choices,
    /// Those that follow each state; an end of the chain has none.
    next: Vec<Choices>,
}

/// States with the ends of their shares of all fractions, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
struct Choices(Vec<(u64, u32)>);

/// A state of a rule with its weight.
struct Alternative {
    state: u32,
    weight: f64,
}

/// What is wrong with a machine, and where in its fields.
pub(crate) struct MachineError {
    /// The bytes that are meant.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
}

impl Choices {
    fn new(alternatives: &[Alternative]) -> Choices {
        let total: f64 = alternatives.iter().map(|alternative| alternative.weight).sum();
        let mut sum = 0.0;
        let mut all: Vec<(u64, u32)> = (alternatives.iter())
            .map(|alternative| {
                sum += alternative.weight;
                // The cast cuts off at the end.
                ((sum / total * 18_446_744_073_709_551_616.0) as u64, alternative.state)
            })
            .collect();
        if let Some(last) = all.last_mut() {
            last.0 = u64::MAX;
        }
        Choices(all)
    }

    fn at(&self, bits: u64) -> Option<u32> {
        let found = self.0.iter().find(|(end, _)| bits < *end).or(self.0.last());
        found.map(|(_, state)| *state)
    }
}

impl StateMachine {
    /// Reads the rules of a chain, each a field.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(crate) fn parse(fields: &[ConstraintField]) -> Result<StateMachine, MachineError> {
        let mut states = Vec::new();
        let (mut start, mut next): (Option<Choices>, Vec<Vec<Alternative>>) = (None, Vec::new());
        for field in fields {
            let mut at = 0;
            let mut before: Vec<u32> = Vec::new();
            let steps: Vec<&str> = field.text.split('>').collect();
            if steps.len() < 2 && (fields.len() > 1 || !field.text.contains('|')) {
                return Err(wrong(
                    field,
                    0..field.text.len(),
                    "expected states that follow each other, such as new > paid > shipped",
                ));
            }
            for step in steps {
                let alternatives = alternatives(field, at, step, &mut states)?;
                at += step.len() + 1;
                next.resize_with(states.len(), Vec::new);
                for &state in &before {
                    for Alternative { state: to, weight } in &alternatives {
                        if next[state as usize].iter().any(|known| known.state == *to) {
                            let text = format!(
                                "`{}` follows `{}` twice",
                                states[*to as usize], states[state as usize]
                            );
                            return Err(wrong(field, at - step.len() - 1..at - 1, &text));
                        }
                        next[state as usize].push(Alternative { state: *to, weight: *weight });
                    }
                }
                start.get_or_insert_with(|| Choices::new(&alternatives));
                before = alternatives.iter().map(|alternative| alternative.state).collect();
            }
        }
        let next = next.iter().map(|alternatives| Choices::new(alternatives)).collect();
        Ok(StateMachine { states, start: start.unwrap_or_default(), next })
    }

    /// The states that the first row of a parent may have.
    pub fn first_states(&self) -> Vec<&str> {
        self.named(&self.start)
    }

    /// The states that may follow the one of this index; an end stays as it is.
    pub fn states_after(&self, state: usize) -> Vec<&str> {
        match self.next.get(state) {
            Some(next) if !next.0.is_empty() => self.named(next),
            _ => self.states.get(state).map(String::as_str).into_iter().collect(),
        }
    }

    fn named(&self, choices: &Choices) -> Vec<&str> {
        choices
            .0
            .iter()
            .filter_map(|(_, state)| self.states.get(*state as usize).map(String::as_str))
            .collect()
    }

    /// The state that follows one, or the first: an end stays as it is.
    pub(crate) fn next(&self, state: Option<u32>, bits: u64) -> u32 {
        match state {
            None => self.start.at(bits).unwrap_or(0),
            Some(state) => self.next[state as usize].at(bits).unwrap_or(state),
        }
    }
}

/// A diagnostic at some bytes of a field, or at all of it where it has escapes.
fn wrong(field: &ConstraintField, at: Range<usize>, message: &str) -> MachineError {
    let is_same = field.text.len() == field.at.len();
    let at = if is_same { field.at.start + at.start..field.at.start + at.end } else { field.at.clone() };
    MachineError { at, message: message.to_owned() }
}

/// The alternatives of a step, which begins at a byte of the field.
fn alternatives(
    field: &ConstraintField,
    start: usize,
    step: &str,
    states: &mut Vec<String>,
) -> Result<Vec<Alternative>, MachineError> {
    let (mut at, mut found) = (start, Vec::new());
    for text in step.split('|') {
        let span = at..at + text.len();
        at += text.len() + 1;
        let (name, weight) = text.split_once('*').map_or((text, None), |(name, weight)| (name, Some(weight)));
        let name = name.trim();
        let weight = weight.map_or(Some(1.0), |weight| weight.trim().parse().ok());
        let weight = weight.filter(|weight: &f64| *weight > 0.0 && weight.is_finite());
        let Some(weight) = weight else {
            return Err(wrong(field, span, "expected a weight above 0 after the *, such as cancelled*0.1"));
        };
        if name.is_empty() {
            return Err(wrong(field, span, "a state is missing"));
        }
        let state = states.iter().position(|known| known == name).unwrap_or_else(|| {
            states.push(name.to_owned());
            states.len() - 1
        });
        found.push(Alternative { state: state as u32, weight });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::StateMachine;
    use crate::generators::split_fields;

    fn parse(text: &str) -> Result<StateMachine, String> {
        StateMachine::parse(&split_fields(text))
            .map_err(|error| format!("{}: {}", &text[error.at.clone()], error.message))
    }

    #[test]
    fn states_follow_each_other_by_weight() {
        let machine = parse("new > paid > shipped | cancelled*0.25,paid > lost*0.75").unwrap();
        assert_eq!(machine.states, ["new", "paid", "shipped", "cancelled", "lost"]);
        let share = |part: f64| (part * 18_446_744_073_709_551_616.0) as u64;
        assert_eq!((machine.next(None, 5), machine.next(Some(0), 5)), (0, 1));
        for (bits, state) in [(0.0, 2), (0.49, 2), (0.51, 3), (0.62, 3), (0.63, 4), (0.99, 4)] {
            assert_eq!(machine.next(Some(1), share(bits)), state, "{bits}");
        }
        assert_eq!(
            (machine.first_states(), machine.states_after(1)),
            (vec!["new"], vec!["shipped", "cancelled", "lost"])
        );
        assert_eq!((machine.states_after(2), machine.states_after(9)), (vec!["shipped"], vec![]));
        assert_eq!((machine.next(Some(2), u64::MAX), machine.next(Some(1), u64::MAX)), (2, 4));
    }

    #[test]
    fn mistakes_are_reported_where_they_are() {
        for (text, error) in [
            ("new", "new: expected states"),
            ("new > paid*x", " paid*x: expected a weight"),
            ("new > > old", " : a state is missing"),
            ("a > b,a > b", " b: `b` follows `a` twice"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
