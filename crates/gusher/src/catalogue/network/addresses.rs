//! Addresses in networks: `cidr`, `ipv4`, `ipv4.private`, `ipv4.public`, `ipv6`, `mac.address`, `port`.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use std::sync::Arc;

use crate::generators::phrase::{List, Phrase, part};
use crate::generators::{
    BuildResult, Constraint, ConstraintError, Generate, GeneratorSpec, MAX_VALUES, of_syntax,
};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, DataType, Dictionary, Field, Syntax};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("cidr", "an IPv4 network, such as 10.32.0.0/11", |_| {
        Ok(of_syntax(Arc::new(Cidr), Syntax::Cidr))
    }),
    GeneratorSpec::new("ipv4", "an IPv4 address", ipv4).optional(
        "NETWORK",
        "the network that it lies in; any of the 2^32 addresses by default",
        "ipv4:203.0.113.0/24",
    ),
    GeneratorSpec::new("ipv4.private", "an IPv4 address of a private network (RFC 1918)", |_| {
        Ok(Arc::new(Private))
    }),
    GeneratorSpec::new("ipv4.public", "an IPv4 address that the Internet routes to", |_| {
        Ok(Arc::new(Public))
    }),
    GeneratorSpec::new("ipv6", "an IPv6 address", ipv6).optional(
        "NETWORK",
        "the network that it lies in; 2000::/3, the global unicast addresses, by default",
        "ipv6:2001:db8::/32",
    ),
    GeneratorSpec::new(
        "mac.address",
        "a hardware address that no maker gives out: locally administered",
        mac_address,
    ),
    GeneratorSpec::new("port", "a TCP or UDP port, 1 to 65535", |_| Ok(Arc::new(Port))),
];

/// The address and the length of the prefix of `ADDRESS/BITS`, where the generator has a network.
fn network<A: FromStr>(
    constraint: Constraint<'_>,
    bits: u32,
    example: &str,
) -> Result<Option<(A, u32)>, ConstraintError> {
    let Some(text) = constraint.text else { return Ok(None) };
    let expected = || constraint.error(format!("expected a network such as {example}"));
    let (address, prefix) = text.split_once('/').ok_or_else(expected)?;
    let address = address.parse().map_err(|_| expected())?;
    let at = text.len() - prefix.len()..text.len();
    let prefix = prefix.parse().ok().filter(|&prefix: &u32| prefix <= bits && !text.ends_with("/+"));
    let prefix = prefix.ok_or_else(|| ConstraintError {
        at,
        in_spec: false,
        text: format!("expected a length of the prefix from 0 to {bits}"),
    })?;
    Ok(Some((address, prefix)))
}

/// `ipv4[:NETWORK]`
pub(crate) fn ipv4(constraint: Constraint<'_>) -> BuildResult {
    let (address, prefix) = network(constraint, 32, "203.0.113.0/24")?.unwrap_or((Ipv4Addr::UNSPECIFIED, 0));
    let mask = u32::MAX.checked_shr(prefix).unwrap_or(0);
    Ok(Arc::new(Ipv4 { base: u32::from(address) & !mask, prefix }))
}

/// The addresses that begin with the first `prefix` bits of `base`, whose others are 0.
#[derive(Debug)]
struct Ipv4 {
    base: u32,
    prefix: u32,
}

impl Generate for Ipv4 {
    fn field(&self) -> Field {
        DataType::Ipv4.into()
    }

    fn cardinality(&self) -> u64 {
        1 << (32 - self.prefix)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let shift = 32 + self.prefix;
        let fractions = draws.load(0);
        for (value, x) in values.ipv4s(fractions.len()).iter_mut().zip(fractions) {
            *value = self.base | x.checked_shr(shift).unwrap_or(0) as u32;
        }
    }
}

/// The private networks of RFC 1918, section 3, by their first address and their size.
const PRIVATE: [(u32, u64); 3] = [(0x0A00_0000, 1 << 24), (0xAC10_0000, 1 << 20), (0xC0A8_0000, 1 << 16)];

#[derive(Debug)]
struct Private;

impl Generate for Private {
    fn field(&self) -> Field {
        DataType::Ipv4.into()
    }

    fn cardinality(&self) -> u64 {
        PRIVATE.iter().map(|(_, size)| size).sum()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (unique, cardinality) = (draws.is_unique(), self.cardinality());
        let fractions = draws.load(0);
        for (value, x) in values.ipv4s(fractions.len()).iter_mut().zip(fractions) {
            let (base, index) = if unique {
                counted(bounded(*x, cardinality))
            } else {
                // Each network is as likely as the others, though 10.0.0.0/8 is sixteen times as large as the next.
                let (base, size) = PRIVATE[take_digit(x, 3) as usize];
                (base, bounded(*x, size))
            };
            *value = base | index as u32;
        }
    }
}

/// The network of the private address of this number, and its number in there.
fn counted(mut index: u64) -> (u32, u64) {
    for (base, size) in PRIVATE {
        if index < size {
            return (base, index);
        }
        index -= size;
    }
    (PRIVATE[0].0, 0)
}

/// The addresses that the Internet does not route to, by the first and the last address: IANA's registry of special-purpose addresses
/// (RFC 6890), without those that it calls globally reachable; multicast (RFC 5771) and class E (RFC 1112).
const SPECIAL: [(u32, u32); 14] = [
    (0x0000_0000, 0x00FF_FFFF),
    (0x0A00_0000, 0x0AFF_FFFF),
    (0x6440_0000, 0x647F_FFFF),
    (0x7F00_0000, 0x7FFF_FFFF),
    (0xA9FE_0000, 0xA9FE_FFFF),
    (0xAC10_0000, 0xAC1F_FFFF),
    (0xC000_0000, 0xC000_00FF),
    (0xC000_0200, 0xC000_02FF),
    (0xC058_6300, 0xC058_63FF),
    (0xC0A8_0000, 0xC0A8_FFFF),
    (0xC612_0000, 0xC613_FFFF),
    (0xC633_6400, 0xC633_64FF),
    (0xCB00_7100, 0xCB00_71FF),
    (0xE000_0000, 0xFFFF_FFFF),
];

/// For each of them how many public addresses lie before it.
const PUBLIC_BEFORE: [u32; SPECIAL.len()] = {
    let mut before = [0; SPECIAL.len()];
    let (mut index, mut special) = (0, 0);
    while index < SPECIAL.len() {
        before[index] = SPECIAL[index].0 - special;
        special += SPECIAL[index].1 - SPECIAL[index].0;
        // The last one ends where the addresses do.
        if index + 1 < SPECIAL.len() {
            special += 1;
        }
        index += 1;
    }
    before
};

/// How many public addresses there are.
const PUBLIC: u64 = PUBLIC_BEFORE[SPECIAL.len() - 1] as u64;

#[derive(Debug)]
struct Public;

impl Generate for Public {
    fn field(&self) -> Field {
        DataType::Ipv4.into()
    }

    fn cardinality(&self) -> u64 {
        PUBLIC
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        for (value, x) in values.ipv4s(fractions.len()).iter_mut().zip(fractions) {
            *value = public(bounded(*x, PUBLIC) as u32);
        }
    }
}

/// The public address of this number.
fn public(index: u32) -> u32 {
    // It comes after all special ones that have no more public ones before them.
    let behind = PUBLIC_BEFORE.partition_point(|&before| before <= index);
    match behind {
        0 => index,
        _ => SPECIAL[behind - 1].1 + 1 + (index - PUBLIC_BEFORE[behind - 1]),
    }
}

/// `ipv6[:NETWORK]`
pub(crate) fn ipv6(constraint: Constraint<'_>) -> BuildResult {
    let global = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
    let (address, prefix) = network(constraint, 128, "2001:db8::/32")?.unwrap_or(global);
    let mask = u128::MAX.checked_shr(prefix).unwrap_or(0);
    Ok(Arc::new(Ipv6 { base: u128::from(address) & !mask, prefix }))
}

/// The addresses that begin with the first `prefix` bits of `base`, whose others are 0.
#[derive(Debug)]
struct Ipv6 {
    base: u128,
    prefix: u32,
}

impl Generate for Ipv6 {
    fn field(&self) -> Field {
        DataType::Ipv6.into()
    }

    fn cardinality(&self) -> u64 {
        1u64.checked_shl(128 - self.prefix).map_or(MAX_VALUES, |values| values.min(MAX_VALUES))
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let upper = draws.load(0);
        let ids = values.ids(upper.len());
        for (id, x) in ids.iter_mut().zip(upper) {
            *id = u128::from(*x) << 64;
        }
        for (id, x) in ids.iter_mut().zip(draws.load(1)) {
            *id = self.base | (*id | u128::from(*x)).checked_shr(self.prefix).unwrap_or(0);
        }
    }
}

/// `cidr`: a network whose prefix has 8 to 30 bits, each length as likely as another.
#[derive(Debug)]
struct Cidr;

const SHORTEST: u32 = 8;
const LONGEST: u32 = 30;

impl Generate for Cidr {
    fn field(&self) -> Field {
        let length = Field::int64(i64::from(SHORTEST), i64::from(LONGEST));
        Field::joined([(DataType::Ipv4.into(), "/"), (length, "")])
    }

    /// 2^8 + 2^9 + … + 2^30 networks.
    fn cardinality(&self) -> u64 {
        (2 << LONGEST) - (1 << SHORTEST)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (unique, cardinality) = (draws.is_unique(), self.cardinality());
        let fractions = draws.load(0);
        let len = fractions.len();
        let [addresses, lengths] = values.joined(2) else { unreachable!("two parts were asked for") };
        let (addresses, lengths) = (addresses.ipv4s(len), lengths.ints(len));
        for ((address, length), x) in addresses.iter_mut().zip(lengths).zip(fractions) {
            let (bits, prefix) = if unique {
                // The networks one length after the other: those of n bits from 2^n - 2^8 on.
                let index = bounded(*x, cardinality) + (1 << SHORTEST);
                let bits = index.ilog2();
                (bits, index - (1 << bits))
            } else {
                let bits = SHORTEST + take_digit(x, u64::from(LONGEST - SHORTEST + 1)) as u32;
                (bits, *x >> (64 - bits))
            };
            *address = (prefix << (32 - bits)) as u32;
            *length = i64::from(bits);
        }
    }
}

/// The octets with a colon after, and those that may come first and last.
pub(in crate::catalogue) static OCTETS: List = List::new(|| octets(|_| true, ":"));
pub(in crate::catalogue) static LAST_OCTETS: List = List::new(|| octets(|_| true, ""));
/// Of the lowest two bits of the first octet (IEEE 802, section 8.4) one says that no maker gave the address out, and
/// the other that it is a group's.
pub(in crate::catalogue) static FIRST_OCTETS: List = List::new(|| octets(|octet| octet & 0b11 == 0b10, ":"));

fn octets(keep: fn(u8) -> bool, after: &str) -> Arc<Dictionary> {
    let octets = (0..=255u8).filter(|&octet| keep(octet));
    Arc::new(Dictionary::exactly(octets.map(|octet| format!("{octet:02x}{after}"))))
}

/// `mac.address`: six octets of two digits.
pub(crate) fn mac_address(_: Constraint<'_>) -> BuildResult {
    let middle = || part(&OCTETS, "");
    let parts = vec![part(&FIRST_OCTETS, ""), middle(), middle(), middle(), middle(), part(&LAST_OCTETS, "")];
    Ok(of_syntax(Arc::new(Phrase::new(parts)), Syntax::MacAddr))
}

/// `port`: 0 is reserved.
#[derive(Debug)]
struct Port;

const PORTS: u64 = 65_535;

impl Generate for Port {
    fn field(&self) -> Field {
        Field::int64(1, PORTS as i64)
    }

    fn cardinality(&self) -> u64 {
        PORTS
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = 1 + bounded(*x, PORTS) as i64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PUBLIC, SPECIAL, public};

    /// The public addresses are counted without gaps: from the one before each block of special ones to the one after it.
    #[test]
    fn public_addresses_are_all_that_are_not_special() {
        let special: u64 = SPECIAL.iter().map(|(first, last)| u64::from(last - first) + 1).sum();
        assert_eq!(PUBLIC + special, 1 << 32);
        let mut index = 0;
        for pair in SPECIAL.windows(2) {
            assert_eq!(public(index), pair[0].1 + 1);
            index += pair[1].0 - pair[0].1 - 1;
            assert_eq!(public(index - 1), pair[1].0 - 1);
        }
        assert_eq!(u64::from(index), PUBLIC);
    }
}
