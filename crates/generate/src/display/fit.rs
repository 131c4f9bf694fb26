//! From the widths that columns would have to those that fit: the widest are made narrower first, and where that would leave
//! too little of them, columns in the middle are folded away.

/// How wide a column of text is at least, before columns are folded away for it.
const MIN_TEXT: usize = 10;
/// The same of a column whose type says which table it refers to.
const MIN_KEY: usize = 16;
/// What is between two columns: a bar and the spaces around it.
pub(super) const BETWEEN: usize = 3;

/// How wide the parts of a column are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Its name.
    pub name: usize,
    /// Its type.
    pub type_text: usize,
    /// The widest of its values.
    pub cells: usize,
    /// Whether its values cannot be cut without saying something else: numbers, dates.
    pub is_rigid: bool,
    /// Whether its type says that it is a key.
    pub is_key: bool,
}

impl Column {
    /// How wide it would like to be.
    fn wanted(&self) -> usize {
        self.name.max(self.type_text).max(self.cells).max(1)
    }

    /// How wide it is at least.
    fn least(&self) -> usize {
        let least = self.wanted().min(MIN_TEXT);
        let least = if self.is_key { least.max(self.type_text.min(MIN_KEY)) } else { least };
        if self.is_rigid && self.is_key {
            self.cells.max(least)
        } else if self.is_rigid {
            self.cells.max(least.min(self.name.max(1)))
        } else {
            least
        }
    }
}

/// The columns that are shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fitted {
    /// Their indices and their widths.
    pub columns: Vec<(usize, usize)>,
    /// How many of them are before those that are folded away, where some are.
    pub fold: Option<usize>,
    /// Whether values that are wider than their column are cut.
    pub is_cut: bool,
}

/// Fits columns into lines of this width; `fold` is the width of what is shown in place of columns that are folded away.
pub(super) fn fit(columns: &[Column], width: Option<usize>, fold: usize) -> Fitted {
    let Some(width) = width else {
        let columns = columns.iter().map(Column::wanted).enumerate().collect();
        return Fitted { columns, fold: None, is_cut: false };
    };
    let count = columns.len();
    for shown in (1..=count).rev() {
        let (head, tail) = (shown.div_ceil(2), count - shown / 2);
        let indices: Vec<usize> = (0..head).chain(tail..count).collect();
        let is_folded = shown < count;
        let between = if is_folded { BETWEEN * shown + fold } else { BETWEEN * (shown - 1) };
        let available = width.saturating_sub(between);
        let shown_columns: Vec<Column> = indices.iter().map(|&index| columns[index]).collect();
        let least: usize = shown_columns.iter().map(Column::least).sum();
        if least <= available || shown == 1 {
            let widths = shrunk(&shown_columns, available);
            let columns = indices.into_iter().zip(widths).collect();
            return Fitted { columns, fold: is_folded.then_some(head), is_cut: true };
        }
    }
    Fitted { columns: Vec::new(), fold: None, is_cut: true }
}

/// The widths of columns that have so much together: none is narrower than another that was made narrower, unless it wants to be.
fn shrunk(columns: &[Column], available: usize) -> Vec<usize> {
    let at = |level: usize| columns.iter().map(move |column| level.clamp(column.least(), column.wanted()));
    let widest = columns.iter().map(Column::wanted).max().unwrap_or(0);
    let fits = |level: &usize| at(*level).sum::<usize>() <= available;
    let Some(level) = (1..=widest).rev().find(fits) else {
        // A single column that must be cut.
        return columns.iter().map(|column| column.wanted().min(available.max(1))).collect();
    };
    // What is left of the last step goes to the first ones that want it.
    let mut left = available - at(level).sum::<usize>();
    let mut widths: Vec<usize> = at(level).collect();
    for (width, column) in widths.iter_mut().zip(columns) {
        if left > 0 && *width < column.wanted() && *width == level {
            *width += 1;
            left -= 1;
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BETWEEN, Column, Fitted, fit};

    fn text(cells: usize) -> Column {
        Column { name: 4, type_text: 4, cells, is_rigid: false, is_key: false }
    }

    fn number(cells: usize) -> Column {
        Column { name: 2, type_text: 3, cells, is_rigid: true, is_key: false }
    }

    fn widths(fitted: &Fitted) -> Vec<usize> {
        fitted.columns.iter().map(|(_, width)| *width).collect()
    }

    #[test]
    fn the_widest_are_made_narrower_first() {
        let columns = [number(6), text(12), text(40), text(60)];
        assert_eq!(widths(&fit(&columns, Some(200), 1)), [6, 12, 40, 60]);
        assert_eq!(widths(&fit(&columns, Some(97), 1)), [6, 12, 35, 35]);
        assert_eq!(widths(&fit(&columns, Some(100), 1)), [6, 12, 37, 36]);
        assert_eq!(fit(&columns, Some(100), 1).fold, None);
        assert_eq!(widths(&fit(&columns, None, 1)), [6, 12, 40, 60]);
    }

    #[test]
    fn columns_in_the_middle_are_folded_away() {
        let columns = [text(20); 10];
        let fitted = fit(&columns, Some(80), 1);
        let shown: Vec<usize> = fitted.columns.iter().map(|(index, _)| *index).collect();
        assert_eq!((shown, fitted.fold), (vec![0, 1, 2, 7, 8, 9], Some(3)));
    }

    proptest! {
        /// Against all levels by hand: what fits is shown, and no line is longer than it may be.
        #[test]
        fn lines_fit(
            parts in proptest::collection::vec((1usize..30, 1usize..10, 0usize..50, any::<bool>()), 1..14),
            width in 10usize..220,
        ) {
            let columns: Vec<Column> = parts.iter().map(|&(name, type_text, cells, is_rigid)| Column { name, type_text, cells, is_rigid, is_key: cells == 7 }).collect();
            let fitted = fit(&columns, Some(width), 1);
            let shown = fitted.columns.len();
            let total: usize = widths(&fitted).iter().sum::<usize>() + BETWEEN * (shown - 1)
                + fitted.fold.map_or(0, |_| BETWEEN + 1);
            prop_assert!(total <= width, "{total} > {width}: {fitted:?}");
            for &(index, width) in &fitted.columns {
                prop_assert!(width >= 1 && width <= columns[index].wanted());
                prop_assert!(shown == 1 || width >= columns[index].least());
            }
            let all: usize = columns.iter().map(Column::wanted).sum::<usize>() + BETWEEN * (columns.len() - 1);
            let least: usize = columns.iter().map(Column::least).sum::<usize>() + BETWEEN * (columns.len() - 1);
            prop_assert_eq!(fitted.fold.is_none() && shown > 1, shown > 1 && least <= width);
            // Nothing is left over while a column is narrower than it wants to be.
            if all > width && shown > 1 {
                let is_full = total == width;
                let is_content = fitted.columns.iter().all(|&(index, width)| width == columns[index].wanted());
                prop_assert!(is_full || is_content, "{total} of {width}: {fitted:?}");
            }
        }
    }
}
