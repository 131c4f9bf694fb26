//! How often each length of texts or lists comes, while all of them are short.

use super::Point;

/// Lengths from here on are not counted.
const END: usize = 2048;

/// A counter for each length below [`END`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Lengths {
    counts: Vec<u64>,
    /// Whether a length was not counted.
    is_partial: bool,
}

impl Lengths {
    pub fn add(&mut self, length: i64) {
        match self.counts.get_mut(length as usize) {
            Some(count) => *count += 1,
            None => self.add_longer(length),
        }
    }

    /// The longest length so far.
    #[cold]
    fn add_longer(&mut self, length: i64) {
        match usize::try_from(length) {
            Ok(length) if length < END => {
                self.counts.resize(length + 1, 0);
                self.counts[length] = 1;
            }
            _ => self.is_partial = true,
        }
    }

    pub fn merge(&mut self, other: &Lengths) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own += other;
        }
        self.is_partial |= other.is_partial;
    }

    /// The lengths, shortest first, if all of them were counted. Their rows are not known.
    pub fn points(&self) -> Option<Vec<Point>> {
        let counted = (0..).zip(&self.counts).filter(|(_, count)| **count > 0);
        let points = || counted.map(|(value, &count)| Point { value, count, row: 0 }).collect();
        (!self.is_partial).then(points)
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    #[test]
    fn lengths_are_counted_while_they_are_short() {
        let (mut one, mut two) = (Lengths::default(), Lengths::default());
        [3, 0, 3].into_iter().for_each(|length| one.add(length));
        [3, 2047].into_iter().for_each(|length| two.add(length));
        one.merge(&two);
        let counts = |lengths: &Lengths| {
            let points = lengths.points()?;
            Some(points.iter().map(|point| (point.value, point.count)).collect::<Vec<_>>())
        };
        assert_eq!(counts(&one), Some(vec![(0, 1), (3, 3), (2047, 1)]));
        two.add(2048);
        assert_eq!(counts(&two), None);
        one.merge(&two);
        assert_eq!(counts(&one), None);
    }
}
