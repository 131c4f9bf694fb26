//! The numbers of rows that wait to be written, in little memory: each as its distance from the one before, seven bits a byte.

/// Ascending numbers of rows.
#[derive(Debug, Default)]
pub(crate) struct RowList {
    bytes: Vec<u8>,
    last: u64,
    count: u64,
}

impl RowList {
    /// Adds a row after all others.
    #[inline]
    pub fn push(&mut self, row: u64) {
        let mut distance = row.wrapping_sub(self.last);
        while distance >= 0x80 {
            self.bytes.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        self.bytes.push(distance as u8);
        (self.last, self.count) = (row, self.count + 1);
    }

    /// How many rows there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Moves the first `count` rows to the end of `rows`.
    pub fn take(&mut self, count: u64, rows: &mut Vec<u64>) {
        let (mut last, mut at) = (0u64, 0);
        for _ in 0..count.min(self.count) {
            let (mut distance, mut shift) = (0, 0);
            loop {
                let byte = self.bytes[at];
                at += 1;
                distance |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            last = last.wrapping_add(distance);
            rows.push(last);
        }
        let left = self.count - count.min(self.count);
        if left == 0 {
            *self = RowList { bytes: std::mem::take(&mut self.bytes), ..RowList::default() };
            return self.bytes.clear();
        }
        // What is left counts from 0 again.
        let mut rest = Vec::new();
        let mut others = RowList { bytes: self.bytes.split_off(at), last: self.last, count: left };
        others.take_from(last, &mut rest);
        *self = RowList::default();
        rest.into_iter().for_each(|row| self.push(row));
    }

    /// Moves all rows to the end of `rows`; the first distance is that from `last`.
    fn take_from(&mut self, last: u64, rows: &mut Vec<u64>) {
        let before = rows.len();
        let count = self.count;
        // All of them: nothing is left that would have to be moved.
        self.take(count, rows);
        rows[before..].iter_mut().for_each(|row| *row = row.wrapping_add(last));
    }
}

#[cfg(test)]
mod tests {
    use super::RowList;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_come_back_in_order(distances in prop::collection::vec(prop_oneof![0u64..200, 0u64..1 << 40], 0..200), cuts in prop::collection::vec(0u64..50, 0..20)) {
            let mut all = Vec::new();
            let mut list = RowList::default();
            let mut row = 0;
            for distance in distances {
                row += distance;
                list.push(row);
                all.push(row);
            }
            let mut found = Vec::new();
            for cut in cuts {
                list.take(cut, &mut found);
                prop_assert_eq!(found.len() as u64 + list.count(), all.len() as u64);
            }
            list.push(1 << 50);
            all.push(1 << 50);
            list.take(u64::MAX, &mut found);
            prop_assert_eq!(found, all);
            prop_assert_eq!((list.count(), list.bytes()), (0, 0));
        }
    }
}
