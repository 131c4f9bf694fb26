//! Chooses few combinations of which each two values of any two axes that go together are in one.

use super::axes::{AXES, go_together, sizes};

/// Which pairs are in no combination yet.
struct Open {
    sizes: [usize; AXES],
    /// By both axes: by both values.
    pairs: Vec<Vec<bool>>,
}

impl Open {
    fn all() -> Open {
        let sizes = sizes();
        let pair = |(one, other): (usize, usize)| {
            let each = |at: usize| (0..sizes[other]).map(move |with| go_together((one, at), (other, with)));
            (0..sizes[one]).flat_map(each).collect()
        };
        Open { sizes, pairs: axes().map(pair).collect() }
    }

    /// Where a pair is, the axes of which are in order.
    fn slot(&mut self, (one, at): (usize, usize), (other, with): (usize, usize)) -> &mut bool {
        let (one, at, other, with) =
            if one < other { (one, at, other, with) } else { (other, with, one, at) };
        let index = one * (2 * AXES - one - 1) / 2 + other - one - 1;
        &mut self.pairs[index][at * self.sizes[other] + with]
    }

    /// The first pair that is in no combination, and its index.
    fn first(&self) -> Option<[(usize, usize); 2]> {
        axes().zip(&self.pairs).find_map(|((one, other), pairs)| {
            let at = pairs.iter().position(|is_open| *is_open)?;
            Some([(one, at / self.sizes[other]), (other, at % self.sizes[other])])
        })
    }
}

/// All pairs of axes.
fn axes() -> impl Iterator<Item = (usize, usize)> {
    (0..AXES).flat_map(|one| (one + 1..AXES).map(move |other| (one, other)))
}

/// Values for axes, some of which are still free.
#[derive(Clone)]
struct Choice {
    fixed: [Option<usize>; AXES],
    /// The values that go with those that are fixed.
    domains: [Vec<usize>; AXES],
}

impl Choice {
    fn free(sizes: &[usize; AXES]) -> Choice {
        Choice { fixed: [None; AXES], domains: sizes.map(|size| (0..size).collect()) }
    }

    /// The same with this value, unless another axis has no value left.
    fn with(&self, axis: usize, value: usize) -> Option<Choice> {
        let mut next = self.clone();
        next.fixed[axis] = Some(value);
        next.domains[axis] = vec![value];
        for (other, domain) in next.domains.iter_mut().enumerate().filter(|(other, _)| *other != axis) {
            domain.retain(|with| match axis < other {
                true => go_together((axis, value), (other, *with)),
                false => go_together((other, *with), (axis, value)),
            });
        }
        next.domains.iter().all(|domain| !domain.is_empty()).then_some(next)
    }

    /// The rest of the values, those first that bring most pairs that are open.
    fn complete(&self, open: &mut Open, turn: usize) -> Option<[usize; AXES]> {
        let Some(axis) = (0..AXES).find(|axis| self.fixed[*axis].is_none()) else {
            return Some(self.fixed.map(Option::unwrap_or_default));
        };
        let mut gain = |value: usize| {
            let fixed = self.fixed.iter().enumerate().filter_map(|(other, with)| Some((other, (*with)?)));
            fixed.filter(|pair| *open.slot((axis, value), *pair)).count()
        };
        let domain = &self.domains[axis];
        let turned = (0..domain.len()).map(|at| domain[(at + turn) % domain.len()]);
        let mut values: Vec<(usize, usize)> = turned.map(|value| (gain(value), value)).collect();
        values.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        values.into_iter().find_map(|(_, value)| self.with(axis, value)?.complete(open, turn))
    }
}

/// The combinations, each with the index of a value for each axis.
pub(super) fn combinations() -> Vec<[usize; AXES]> {
    let (mut open, mut found) = (Open::all(), Vec::new());
    while let Some([one, other]) = open.first() {
        let start = Choice::free(&open.sizes).with(one.0, one.1);
        let start = start.and_then(|start| start.with(other.0, other.1));
        match start.and_then(|start| start.complete(&mut open, found.len())) {
            Some(values) => {
                for (a, b) in axes() {
                    *open.slot((a, values[a]), (b, values[b])) = false;
                }
                found.push(values);
            }
            // Nothing else goes with both.
            None => *open.slot(one, other) = false,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{AXES, Choice, axes, combinations, go_together, sizes};

    #[test]
    fn each_pair_that_goes_together_is_in_a_combination() {
        let found = combinations();
        assert!((300..600).contains(&found.len()), "{}", found.len());
        for values in &found {
            assert!(axes().all(|(one, other)| go_together((one, values[one]), (other, values[other]))));
        }
        let sizes = sizes();
        let mut impossible = 0;
        for (one, other) in axes() {
            for (at, with) in (0..sizes[one]).flat_map(|at| (0..sizes[other]).map(move |with| (at, with))) {
                if !go_together((one, at), (other, with))
                    || found.iter().any(|values| values[one] == at && values[other] == with)
                {
                    continue;
                }
                // A value of a third axis is missing.
                let both = Choice::free(&sizes).with(one, at).and_then(|first| first.with(other, with));
                assert!(both.is_none(), "axis {one}: {at}, axis {other}: {with}");
                impossible += 1;
            }
        }
        assert!(impossible < 60, "{impossible}");
        assert_eq!(AXES, found[0].len());
    }
}
