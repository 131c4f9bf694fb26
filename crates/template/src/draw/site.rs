//! Calls that draw values, and the keys that the values depend on.

use gusher::internal::fragment::Keys;
use gusher::rng::Key;

/// A call that draws values: its keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    key: Key,
    later: Key,
    shared: Key,
    later_shared: Key,
    /// The iteration that it begins with: not 0 in an unrolled loop.
    first: u64,
}

impl Site {
    /// The site after `ordinal` others of its kind. `entity` is the kind of thing that the generator describes together with
    /// others, and the label of that thing.
    pub fn new(table: Key, kind: &str, ordinal: u64, entity: Option<(&str, &str)>) -> Site {
        let key = table.derive(kind).draw(ordinal);
        let shared = entity.map_or(key, |(entity, which)| table.derive(entity).derive(which));
        Site { key, later: key.derive("turn"), shared, later_shared: shared.derive("turn"), first: 0 }
    }

    /// The key of the values that the site draws when it is reached in a row for the `iteration`-th time, from 0.
    #[inline]
    pub fn key(&self, iteration: u64) -> Key {
        let iteration = self.first + iteration;
        if iteration == 0 { self.key } else { self.later.draw(iteration) }
    }

    /// The same with the key of the thing that the site describes together with others.
    pub fn keys(&self, iteration: u64) -> Keys {
        let iteration_in_row = self.first + iteration;
        let shared = match iteration_in_row {
            0 => self.shared,
            later => self.later_shared.draw(later),
        };
        Keys { own: self.key(iteration), shared }
    }

    /// The same site, from this iteration on.
    pub fn at_iteration(self, first: u64) -> Site {
        Site { first, ..self }
    }
}
