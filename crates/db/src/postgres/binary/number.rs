//! Numbers of any number of digits (`numeric_recv` in PostgreSQL's source): digits to the base of 10,000 around the point.

const BASE: u32 = 10_000;
const NEGATIVE: u16 = 0x4000;
/// The bytes of a length, and the numbers before the groups: how many there are, the weight of the first one, the sign, the scale.
const LEN: usize = 4;
const FIELDS: usize = 4;
/// Ten groups of digits before the point and ten after it have the 38 digits that a number has at most.
const MAX_GROUPS: usize = 20;

/// Appends an integral multiple of 10^-scale, after its length.
pub(super) fn put_numeric(n: i128, scale: u32, out: &mut Vec<u8>) {
    let (digits, weight, is_zero) = match u64::try_from(n.unsigned_abs()) {
        Ok(small) if scale <= 19 => small_groups(small, scale),
        _ => groups(n.unsigned_abs(), scale),
    };
    let digits = digits.as_slice();
    let sign = if n < 0 { NEGATIVE } else { 0 };
    let weight = if is_zero { 0 } else { weight };
    let len = (2 * (FIELDS + digits.len())) as u32;
    // One call, as each looks whether there is room.
    let mut bytes = [0; LEN + 2 * (FIELDS + MAX_GROUPS)];
    bytes[..LEN].copy_from_slice(&len.to_be_bytes());
    let fields = [digits.len() as u16, weight as u16, sign, scale as u16];
    for (bytes, field) in bytes[LEN..].chunks_exact_mut(2).zip(fields.iter().chain(digits)) {
        bytes.copy_from_slice(&field.to_be_bytes());
    }
    out.extend_from_slice(&bytes[..LEN + len as usize]);
}

/// The groups of a number without those that are 0 at both ends.
struct Groups {
    groups: [u16; MAX_GROUPS],
    first: usize,
    end: usize,
}

impl Groups {
    fn as_slice(&self) -> &[u16] {
        &self.groups[self.first..self.end]
    }

    /// Leaves out the groups at both ends that are 0. The weight of the first one that stays, and whether none does.
    fn trimmed(mut self, mut weight: i16) -> (Groups, i16, bool) {
        while self.end > self.first && self.groups[self.end - 1] == 0 {
            self.end -= 1;
        }
        while self.first < self.end && self.groups[self.first] == 0 {
            self.first += 1;
            weight -= 1;
        }
        let is_zero = self.first == self.end;
        (self, weight, is_zero)
    }
}

/// Makes the groups of a number of this type.
macro_rules! groups {
    ($name:ident, $number:ty, $ten:expr) => {
        fn $name(n: $number, scale: u32) -> (Groups, i16, bool) {
            let unit = <$number>::pow($ten, scale);
            let (mut integer, mut fraction) = (n / unit, n % unit);
            let base = <$number>::from(BASE);
            // Those before the point end in the middle.
            let mut groups = Groups { groups: [0; MAX_GROUPS], first: MAX_GROUPS / 2, end: MAX_GROUPS / 2 };
            while integer > 0 {
                groups.first -= 1;
                groups.groups[groups.first] = (integer % base) as u16;
                integer /= base;
            }
            let weight = (groups.end - groups.first) as i16 - 1;
            let mut left = scale;
            while left > 0 {
                let digit = match left.checked_sub(4) {
                    Some(below) => {
                        let unit = <$number>::pow($ten, below);
                        let digit = fraction / unit;
                        fraction %= unit;
                        left = below;
                        digit
                    }
                    None => {
                        let digit = fraction * <$number>::pow($ten, 4 - left);
                        left = 0;
                        digit
                    }
                };
                groups.groups[groups.end] = digit as u16;
                groups.end += 1;
            }
            groups.trimmed(weight)
        }
    };
}

groups!(small_groups, u64, 10);
groups!(groups, u128, 10);
