//! The values of a type: first those at its edges, then others by chance.

use gusher::types::of_half_bits;

use super::json::{float_text, hex, text};
use super::temporal::{date_text, time_text, timestamp_text};
use super::types::{Meaning, Physical, Type, Unit};

/// A value: its plain bytes without a length, and what it is in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub plain: Vec<u8>,
    pub json: String,
}

/// Numbers by chance: splitmix64.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64, file: &str) -> Random {
        // FNV-1a: each file has numbers of its own.
        let hash = file.bytes().fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ hash)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// A number between both, these included.
    fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = i128::from(most) - i128::from(least) + 1;
        (i128::from(least) + (i128::from(self.next()) % span)) as i64
    }
}

/// Makes the values of a type, one after the other.
pub(super) struct Values {
    of: &'static Type,
    random: Random,
    next: usize,
}

impl Values {
    /// Begins at an edge that the file decides on, so that small files differ.
    pub fn new(of: &'static Type, mut random: Random) -> Values {
        let next = random.below(16) as usize;
        Values { of, random, next }
    }

    /// The next value.
    pub fn leaf(&mut self) -> Leaf {
        self.next += 1;
        // Some come again, so that dictionaries are worth it.
        let again = self.random.below(4) == 0;
        let at = if again { self.random.below(8) as usize } else { self.next };
        match self.of.meaning {
            Meaning::Bool => {
                let value = self.random.below(2) == 1;
                Leaf { plain: vec![value.into()], json: value.to_string() }
            }
            Meaning::Int { bits, signed } => self.int(at, bits, signed),
            Meaning::Float16 => self.float16(at),
            Meaning::Float => self.float(at),
            Meaning::Double => self.double(at),
            Meaning::Decimal { precision, scale } => self.decimal(at, precision, scale),
            Meaning::Date => self.date(at),
            Meaning::Time(unit) => self.time(at, unit),
            Meaning::Timestamp(unit, utc) => self.timestamp(at, unit, utc),
            Meaning::Int96 => self.int96(at),
            Meaning::Text => self.text(at),
            Meaning::Enum => of_text(["RED", "GREEN", "BLUE", "", "ÜBER"][at % 5]),
            Meaning::Json => self.json(at),
            Meaning::Bson => self.bson(at),
            Meaning::Uuid => self.uuid(at),
            Meaning::Interval => self.interval(at),
            Meaning::Fixed => self.fixed(at),
            Meaning::Binary => self.binary(at),
            Meaning::Null => Leaf { plain: vec![0; 4], json: "null".into() },
        }
    }

    /// A number of the type's width.
    fn number(&self, n: i64, json: String) -> Leaf {
        let plain = match self.of.physical {
            Physical::Int32 => (n as i32).to_le_bytes().to_vec(),
            _ => n.to_le_bytes().to_vec(),
        };
        Leaf { plain, json }
    }

    /// A number of these at the edges, or by chance between both.
    fn pick(&mut self, at: usize, edges: &[i64], least: i64, most: i64) -> i64 {
        match edges.get(at % 16) {
            Some(edge) => *edge,
            None => self.random.between(least, most),
        }
    }

    fn int(&mut self, at: usize, bits: u8, signed: bool) -> Leaf {
        if bits == 64 && !signed {
            let edges = [0, u64::MAX, 1, 1 << 63, (1 << 63) - 1, (1 << 53) + 1];
            let n = edges.get(at % 16).copied().unwrap_or_else(|| self.random.next());
            return self.number(n as i64, n.to_string());
        }
        let (least, most) = match signed {
            true => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
            false => (0, (1 << bits) - 1),
        };
        let n = self.pick(at, &[least, most, 0, if signed { -1 } else { 1 }, most - 1], least, most);
        self.number(n, n.to_string())
    }

    fn float16(&mut self, at: usize) -> Leaf {
        const EDGES: [u16; 10] = [0, 0x8000, 0x3C00, 0xBC00, 0x0001, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00];
        let bits = EDGES.get(at % 16).copied().unwrap_or_else(|| (self.random.next() as u16) & 0x7BFF);
        Leaf { plain: bits.to_le_bytes().to_vec(), json: float_text(of_half_bits(bits)) }
    }

    fn float(&mut self, at: usize) -> Leaf {
        let edges = [
            0.0,
            -0.0,
            1.5,
            -1.5,
            f32::from_bits(1),
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        let by_chance = |random: &mut Random| random.between(-1 << 24, 1 << 24) as f32 / 1024.0;
        let value = edges.get(at % 16).copied().unwrap_or_else(|| by_chance(&mut self.random));
        Leaf { plain: value.to_le_bytes().to_vec(), json: float_text(value.into()) }
    }

    fn double(&mut self, at: usize) -> Leaf {
        let edges = [
            0.0,
            -0.0,
            0.1,
            -1.5,
            f64::from_bits(1),
            f64::MAX,
            f64::MIN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let by_chance = |random: &mut Random| random.between(-1 << 53, 1 << 53) as f64 / 1000.0;
        let value = edges.get(at % 16).copied().unwrap_or_else(|| by_chance(&mut self.random));
        Leaf { plain: value.to_le_bytes().to_vec(), json: float_text(value) }
    }

    fn decimal(&mut self, at: usize, precision: u32, scale: u32) -> Leaf {
        let most = 10i128.pow(precision) - 1;
        let edges = [0, most, -most, 1, -1, 127, 128, -128, -129, 255, 256];
        let n = match edges.get(at % 16) {
            Some(edge) => *edge,
            None => (i128::from(self.random.next()) << 60 ^ i128::from(self.random.next())) % (most + 1),
        };
        let json = format!("\"{}\"", decimal_text(n, scale));
        let bytes = n.to_be_bytes();
        let plain = match self.of.physical {
            Physical::Int32 => (n as i32).to_le_bytes().to_vec(),
            Physical::Int64 => (n as i64).to_le_bytes().to_vec(),
            Physical::Fixed(len) => bytes[16 - len..].to_vec(),
            _ => shortest(&bytes).to_vec(),
        };
        Leaf { plain, json }
    }

    fn date(&mut self, at: usize) -> Leaf {
        // 0001-01-01, 9999-12-31, 2024-02-29, 2000-02-29, 1900-03-01, 1582-10-15.
        let edges = [0, -719_162, 2_932_896, 19_782, 11_016, -25_508, -141_427, -1];
        let days = self.pick(at, &edges, -30_000, 40_000);
        self.number(days, format!("\"{}\"", date_text(days)))
    }

    fn time(&mut self, at: usize, unit: Unit) -> Leaf {
        let most = 86_400 * unit.per_second() - 1;
        let n = self.pick(at, &[0, most, 1, 3600 * unit.per_second()], 0, most);
        self.number(n, format!("\"{}\"", time_text(n, unit)))
    }

    fn timestamp(&mut self, at: usize, unit: Unit, utc: bool) -> Leaf {
        let second = unit.per_second();
        let leap = 1_709_251_199 * second;
        let edges = match unit {
            // The smallest number means that there is none to some readers.
            Unit::Nanos => [0, -1, 1, leap, i64::MIN + 1, i64::MAX, -second],
            Unit::Millis | Unit::Micros => {
                [0, -1, 1, leap, -62_135_596_800 * second, 253_402_300_800 * second - 1, -second]
            }
        };
        let n = self.pick(at, &edges, -1_000_000_000 * second, 4_000_000_000 * second);
        self.number(n, format!("\"{}\"", timestamp_text(n, unit, utc)))
    }

    fn int96(&mut self, at: usize) -> Leaf {
        /// The Julian number of 1970-01-01, and the nanoseconds of a day.
        const EPOCH: i64 = 2_440_588;
        const DAY: i64 = 86_400_000_000_000;
        let edges =
            [0, -1, 1, 1_709_251_199_000_000_000, -9_000_000_000_000_000_000, 9_000_000_000_000_000_000];
        let n = self.pick(at, &edges, -1_000_000_000_000_000_000, 4_000_000_000_000_000_000);
        let mut plain = n.rem_euclid(DAY).to_le_bytes().to_vec();
        plain.extend(((n.div_euclid(DAY) + EPOCH) as u32).to_le_bytes());
        Leaf { plain, json: format!("\"{}\"", timestamp_text(n, Unit::Nanos, false)) }
    }

    fn text(&mut self, at: usize) -> Leaf {
        let long = "The quick brown fox jumps over the lazy dog. ".repeat(7);
        let edges = [
            "",
            "a",
            "é",
            "日本語",
            "😀",
            "\u{10FFFF}",
            "a\"b\\c\n\t",
            "\u{FEFF}x",
            &long,
            "\u{7F}\u{80}",
            "null",
        ];
        match edges.get(at % 16) {
            Some(edge) => of_text(edge),
            None => of_text(&format!("word {}", self.random.below(10_000))),
        }
    }

    fn json(&mut self, at: usize) -> Leaf {
        let edges = ["{}", "[]", "null", "\"text\"", "{\"a\":[1,2.5,\"x\"],\"b\":null}", "-1e3", "true"];
        match edges.get(at % 16) {
            Some(edge) => of_text(edge),
            None => of_text(&format!("{{\"n\":{}}}", self.random.below(10_000))),
        }
    }

    /// A document without fields, or with a field of 32 bits.
    fn bson(&mut self, at: usize) -> Leaf {
        if at.is_multiple_of(8) {
            return of_bytes(vec![5, 0, 0, 0, 0]);
        }
        let mut bytes = vec![12, 0, 0, 0, 0x10, b'a', 0];
        bytes.extend((self.random.next() as u32).to_le_bytes());
        bytes.push(0);
        of_bytes(bytes)
    }

    fn uuid(&mut self, at: usize) -> Leaf {
        let bits = match at % 16 {
            0 => 0,
            1 => u128::MAX,
            _ => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
        };
        let digits = format!("{bits:032x}");
        let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        Leaf { plain: bits.to_be_bytes().to_vec(), json: format!("\"{}\"", parts.join("-")) }
    }

    fn interval(&mut self, at: usize) -> Leaf {
        let most = i32::MAX as u32;
        let parts = match at % 16 {
            0 => [0, 0, 0],
            1 => [most, most, u32::MAX],
            2 => [1, 0, 0],
            3 => [0, 1, 0],
            4 => [0, 0, 1],
            _ => [30, 60, 90_000_000].map(|n| self.random.below(n) as u32),
        };
        let [months, days, milliseconds] = parts;
        Leaf {
            plain: parts.iter().flat_map(|part| part.to_le_bytes()).collect(),
            json: format!("{{\"months\":{months},\"days\":{days},\"milliseconds\":{milliseconds}}}"),
        }
    }

    fn fixed(&mut self, at: usize) -> Leaf {
        let Physical::Fixed(len) = self.of.physical else { return of_bytes(Vec::new()) };
        of_bytes(match at % 16 {
            0 => vec![0; len],
            1 => vec![u8::MAX; len],
            _ => (0..len).map(|_| self.random.next() as u8).collect(),
        })
    }

    fn binary(&mut self, at: usize) -> Leaf {
        let len = match at % 16 {
            0 => 0,
            1 => 300,
            _ => self.random.below(12) as usize,
        };
        of_bytes((0..len).map(|_| self.random.next() as u8).collect())
    }
}

fn of_text(value: &str) -> Leaf {
    Leaf { plain: value.as_bytes().to_vec(), json: text(value) }
}

fn of_bytes(plain: Vec<u8>) -> Leaf {
    Leaf { json: format!("\"{}\"", hex(&plain)), plain }
}

/// The fewest bytes that a number has, with its sign.
fn shortest(bytes: &[u8; 16]) -> &[u8] {
    let sign = if bytes[0] & 0x80 == 0 { 0 } else { u8::MAX };
    let is_needed = |at: usize| bytes[at] != sign || (bytes[at + 1] ^ sign) & 0x80 != 0;
    let start = (0..15).find(|at| is_needed(*at)).unwrap_or(15);
    &bytes[start..]
}

/// A multiple of 10^-scale.
fn decimal_text(n: i128, scale: u32) -> String {
    let (digits, sign) = (n.unsigned_abs().to_string(), if n < 0 { "-" } else { "" });
    if scale == 0 {
        return format!("{sign}{digits}");
    }
    let digits = format!("{digits:0>width$}", width = scale as usize + 1);
    let (before, after) = digits.split_at(digits.len() - scale as usize);
    format!("{sign}{before}.{after}")
}

#[cfg(test)]
mod tests {
    use super::{decimal_text, shortest};

    #[test]
    fn numbers_are_written_as_they_are() {
        assert_eq!(decimal_text(-5, 2), "-0.05");
        assert_eq!(decimal_text(12_345, 4), "1.2345");
        assert_eq!(decimal_text(7, 0), "7");
        for n in [0i128, 127, 128, -128, -129, 255, 256, i128::MAX, i128::MIN] {
            let bytes = n.to_be_bytes();
            let short = shortest(&bytes);
            let mut long = [if n < 0 { 255 } else { 0 }; 16];
            long[16 - short.len()..].copy_from_slice(short);
            assert_eq!(long, bytes, "{n}");
        }
        assert_eq!(shortest(&128i128.to_be_bytes()), [0, 128]);
    }
}
