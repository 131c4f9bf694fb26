//! How many different values there are, by `HyperLogLog` (Flajolet and others, 2007) with 4,096 registers: to about 2 %.

/// The bits of a hash that choose the register.
const BITS: u32 = 12;
const REGISTERS: usize = 1 << BITS;

/// For each register the longest run of zeros in the hashes that chose it, and one.
#[derive(Debug, Clone)]
pub(crate) struct Distinct {
    registers: Box<[u8; REGISTERS]>,
}

impl Default for Distinct {
    fn default() -> Distinct {
        Distinct { registers: Box::new([0; REGISTERS]) }
    }
}

impl Distinct {
    pub fn add(&mut self, hash: u64) {
        let register = &mut self.registers[(hash >> (64 - BITS)) as usize];
        let run = ((hash << BITS) | (1 << (BITS - 1))).leading_zeros() as u8 + 1;
        *register = run.max(*register);
    }

    pub fn merge(&mut self, other: &Distinct) {
        for (own, other) in self.registers.iter_mut().zip(other.registers.iter()) {
            *own = (*own).max(*other);
        }
    }

    /// About how many different hashes were added.
    pub fn estimate(&self) -> u64 {
        let registers = REGISTERS as f64;
        let sum: f64 = self.registers.iter().map(|&run| (-f64::from(run)).exp2()).sum();
        let alpha = 0.7213 / (1.0 + 1.079 / registers);
        let estimate = alpha * registers * registers / sum;
        let empty = self.registers.iter().filter(|&&run| run == 0).count();
        let is_small = estimate <= 2.5 * registers && empty > 0;
        (if is_small { registers * (registers / empty as f64).ln() } else { estimate }).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Distinct;
    use crate::hash::mix;

    #[test]
    fn estimates_are_close() {
        for count in [0, 1, 10, 1000, 5000, 10_000, 20_000, 100_000, 3_000_000u64] {
            let (mut one, mut two) = (Distinct::default(), Distinct::default());
            for value in 0..count {
                (if value % 3 == 0 { &mut one } else { &mut two }).add(mix(value + 1));
                two.add(mix(value / 2 + 1));
            }
            one.merge(&two);
            let error = one.estimate().abs_diff(count) as f64 / count.max(1) as f64;
            assert!(error < 0.06, "{count}: {}", one.estimate());
        }
    }
}
