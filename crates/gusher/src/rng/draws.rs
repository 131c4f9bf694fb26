//! The fractions that a generator turns into values: one for each row of a batch and each draw.

use super::{Key, Permutation, Rows};

/// What the keys of locales are derived by.
const LOCALE: &str = "locale";
/// And those of places.
const PLACE: &str = "place";

/// The random fractions of one column for some rows.
///
/// A fraction is a `u64` x that represents x / 2^64. Under `@unique` the first draw is not random: it is the
/// row's own index in a permutation of the generator's cardinality, so that a generator that maps equal shares
/// of [0, 1) to different values is unique without knowing of it.
#[derive(Debug)]
pub struct Draws<'a> {
    key: Key,
    /// The key of the thing that several columns describe.
    shared: Key,
    /// The key that those of such things are derived from.
    scope: Key,
    /// The key of the locale of such a thing, where there are several.
    locale: Key,
    /// The key of the place of such a thing.
    place: Key,
    /// Where the draws are counted from.
    base: u64,
    rows: Rows<'a>,
    /// What the bits are computed from instead of the rows' numbers: these numbers, except for items of lists.
    counters: Rows<'a>,
    first: First<'a>,
    fractions: &'a mut [u64],
}

/// What the fractions of the first draw are.
#[derive(Debug, Clone, Copy)]
enum First<'a> {
    /// Random, as those of the others.
    Random,
    /// The rows' indices in a permutation.
    Permuted(&'a Permutation),
    /// The indices of values among all of them, each of which has an equal share.
    Chosen(&'a [u64]),
    /// Those of another column, or what follows from them.
    Given(&'a [u64]),
}

impl<'a> Draws<'a> {
    /// Draws for these rows, with a buffer of one fraction each.
    /// `shared` is the key of the thing that several columns describe; the same where they describe none.
    ///
    /// # Panics
    /// If the buffer does not have one fraction for each row.
    pub fn new(
        key: Key,
        shared: Key,
        rows: Rows<'a>,
        unique: Option<&'a Permutation>,
        fractions: &'a mut [u64],
    ) -> Draws<'a> {
        assert_eq!(rows.len(), fractions.len(), "there must be capacity for all rows");
        let first = unique.map_or(First::Random, First::Permuted);
        let locale = shared.derive(LOCALE);
        let place = shared.derive(PLACE);
        Draws { key, shared, scope: shared, locale, place, base: 0, rows, counters: rows, first, fractions }
    }

    /// The same, with the key that those of things that several fields of a struct describe are derived from.
    pub(crate) fn within(self, scope: Key) -> Draws<'a> {
        Draws { scope, ..self }
    }

    /// The same for a thing of this label: things of one label have one locale and one place, whatever their kinds.
    pub(crate) fn of_label(self, label: &str) -> Draws<'a> {
        let [locale, place] = [LOCALE, PLACE].map(|kind| self.scope.derive(kind).derive(label));
        Draws { locale, place, ..self }
    }

    /// The same with these numbers instead of the rows': rows that have the same number have the same draws.
    pub(crate) fn counted_by(self, counters: &'a [u64]) -> Draws<'a> {
        assert_eq!(self.rows.len(), counters.len(), "there must be a number for each row");
        Draws { counters: Rows::At(counters), ..self }
    }

    /// The same with these fractions as the first draw.
    pub(crate) fn given(self, fractions: &'a [u64]) -> Draws<'a> {
        Draws { first: First::Given(fractions), ..self }
    }

    /// The same draws, with a first one that chooses values by their indices: see [`index_fraction`](super::index_fraction).
    pub(crate) fn at_indices<'p>(&'p mut self, indices: &'p [u64]) -> Draws<'p> {
        Draws { first: First::Chosen(indices), ..self.from(0) }
    }

    /// The draws of a struct's field, which describes a thing together with others where it is `of` one: its kind and its
    /// label.
    pub(crate) fn field(&mut self, name: &str, of: Option<(&str, &str)>) -> Draws<'_> {
        let key = self.key.field(name);
        Draws {
            key,
            shared: of.map_or(key, |(entity, label)| self.scope.derive(entity).derive(label)),
            scope: self.scope,
            locale: self.scope.derive(LOCALE).derive(of.map_or("", |(_, label)| label)),
            place: self.scope.derive(PLACE).derive(of.map_or("", |(_, label)| label)),
            base: 0,
            rows: self.rows,
            counters: self.counters,
            first: First::Random,
            fractions: self.fractions,
        }
    }

    /// The draws of the items of lists: `rows` has the number of each item's row, and `counters` its [`Key::item`] by the
    /// key that [`Key::items`] gives. What items describe together they describe by themselves.
    pub(crate) fn items<'i>(
        &self,
        rows: &'i [u64],
        counters: &'i [u64],
        fractions: &'i mut [u64],
        of: Option<(&str, &str)>,
    ) -> Draws<'i> {
        let key = self.items_key();
        let shared = of.map_or(key, |(entity, label)| key.derive(entity).derive(label));
        let counters = Rows::At(counters);
        let label = of.map_or("", |(_, label)| label);
        Draws {
            counters,
            ..Draws::new(key, shared, Rows::At(rows), None, fractions).within(key).of_label(label)
        }
    }

    /// The bits that decide which rows are null.
    pub(crate) fn load_null(&mut self) -> &mut [u64] {
        self.key.derive("null").fill_bits(self.counters, self.fractions);
        self.fractions
    }

    /// The key of the items of these lists.
    pub(crate) fn items_key(&self) -> Key {
        self.key.items()
    }

    /// The rows that are asked for. They may be any: a value must depend on the number of its own row only. For the items of
    /// lists they are the lists' rows, one for each item.
    pub fn rows(&self) -> Rows<'a> {
        self.rows
    }

    /// What [`Key::bits`] takes for each of the rows: their numbers, except for the items of lists, which have a row in
    /// common and other bits each.
    pub fn counters(&self) -> Rows<'a> {
        self.counters
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.fractions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.fractions.is_empty()
    }

    /// Whether each value has an equal share of the first draw, because all must differ or are chosen by their indices.
    pub fn is_unique(&self) -> bool {
        matches!(self.first, First::Permuted(_) | First::Chosen(_))
    }

    /// The fractions of one draw, one for each row. What was loaded before is overwritten.
    #[inline]
    pub fn load(&mut self, draw: u64) -> &mut [u64] {
        match self.first {
            First::Permuted(permutation) if self.base + draw == 0 => {
                permutation.fill_fractions(self.rows, self.fractions);
            }
            First::Chosen(fractions) | First::Given(fractions) if self.base + draw == 0 => {
                self.fractions.copy_from_slice(fractions);
            }
            First::Random | First::Permuted(_) | First::Chosen(_) | First::Given(_) => {
                self.key.draw(self.base + draw).fill_bits(self.counters, self.fractions);
            }
        }
        self.fractions
    }

    /// The key of a draw after the first, for values that take the bits of several draws at a time: those of
    /// [`Draws::counters`].
    ///
    /// # Panics
    /// For the first draw, which may be an index in a permutation: [`Draws::load`] knows.
    pub fn key(&self, draw: u64) -> Key {
        assert!(self.base + draw > 0, "the first draw is not always random");
        self.key.draw(self.base + draw)
    }

    /// The fractions of one draw of the thing that this column and others describe: the same for all of them.
    #[inline]
    pub fn load_shared(&mut self, draw: u64) -> &mut [u64] {
        self.shared.draw(draw).fill_bits(self.counters, self.fractions);
        self.fractions
    }

    /// The key of one draw of the thing that this column and others describe, for the bits of [`Draws::counters`].
    pub(crate) fn shared_key(&self, draw: u64) -> Key {
        self.shared.draw(draw)
    }

    /// The bits that decide which locale each row has, of several.
    pub(crate) fn load_locale(&mut self) -> &mut [u64] {
        self.locale.fill_bits(self.counters, self.fractions);
        self.fractions
    }

    /// The draws of some of the rows, with the numbers and the [`Draws::counters`] of these.
    pub(crate) fn some<'s>(&self, rows: &'s [u64], counters: &'s [u64], fractions: &'s mut [u64]) -> Draws<'s>
    where
        'a: 's,
    {
        let (rows, counters) = (Rows::At(rows), Rows::At(counters));
        let Draws { key, shared, scope, locale, place, base, .. } = *self;
        let first = match self.first {
            First::Permuted(permutation) => First::Permuted(permutation),
            // Those are of all the rows.
            First::Random | First::Chosen(_) | First::Given(_) => First::Random,
        };
        Draws { key, shared, scope, locale, place, base, rows, counters, first, fractions }
    }

    /// The fractions that were loaded last, less the digits that were taken off since.
    pub fn loaded(&mut self) -> &mut [u64] {
        self.fractions
    }

    /// 64 bits that are the same for all rows: what a maker of ids draws once, when it starts.
    pub fn steady(&self, draw: u64) -> u64 {
        // No table has this row.
        self.key.draw(self.base + draw).bits(u64::MAX)
    }

    /// The key of the column, for values that follow from the draws of other rows.
    pub(crate) fn root(&self) -> Key {
        self.key
    }

    /// The draws of the place of the thing that this column describes.
    pub(crate) fn of_place(&mut self) -> Draws<'_> {
        let place = self.place;
        Draws { shared: place, ..self.from(0) }
    }

    /// The same draws, counted from `base` on: for a generator inside another one.
    pub fn from(&mut self, base: u64) -> Draws<'_> {
        Draws {
            key: self.key,
            shared: self.shared,
            scope: self.scope,
            locale: self.locale,
            place: self.place,
            base: self.base + base,
            rows: self.rows,
            counters: self.counters,
            first: self.first,
            fractions: self.fractions,
        }
    }
}
