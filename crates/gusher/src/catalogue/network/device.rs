//! Devices in a network: `device.user.agent` `device.platform` `device.browser` `device.ipv4` `device.mac`.

use std::sync::{Arc, LazyLock};

use super::addresses::{FIRST_OCTETS, LAST_OCTETS, OCTETS};
use crate::generators::facts::Thing;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Generate, GeneratorSpec, Properties, of_syntax};
use crate::rng::Draws;
use crate::types::{Array, DataType, Dictionary, Field, Syntax};

const ENTITY: &str = "device";
/// Why there is no `@unique`.
const PART: &str = "a part of a device that other columns may describe too";

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("device.browser", "the browser of the row's device, such as Firefox", |_| agent(2))
        .entity(ENTITY),
    GeneratorSpec::new(
        "device.ipv4",
        "the address of the row's device in the private network 10.0.0.0/8 (RFC 1918)",
        |_| Ok(Arc::new(Address)),
    )
    .entity(ENTITY),
    GeneratorSpec::new(
        "device.mac",
        "the hardware address of the row's device, that no maker gives out: locally administered",
        |_| mac(),
    )
    .entity(ENTITY),
    GeneratorSpec::new(
        "device.platform",
        "the operating system of the row's device, such as Android",
        |_| agent(1),
    )
    .entity(ENTITY),
    GeneratorSpec::new("device.user.agent", "what the browser of the row's device calls itself", |_| {
        agent(0)
    })
    .entity(ENTITY),
];

/// The user agents of browsers: the agent's text, its platform, its name.
const AGENTS: &str = include_str!("../../../words/devices.tsv");
const ADDRESS: u64 = 1;

/// The draws of a device: its browser; its address; its hardware address.
static DEVICE: LazyLock<Thing> = LazyLock::new(|| {
    let octets =
        [FIRST_OCTETS.len(), OCTETS.len(), OCTETS.len(), OCTETS.len(), OCTETS.len(), LAST_OCTETS.len()];
    Thing::new([&[AGENTS.lines().count()], &[1 << 24], &octets])
});

/// A column of [`AGENTS`].
fn agent(which: usize) -> BuildResult {
    let (dictionary, indices) =
        Dictionary::indexed(AGENTS.lines().filter_map(|line| line.split('\t').nth(which)));
    Ok(Arc::new(DEVICE.column(PART).mapped(part(&Arc::new(dictionary), ""), 0, 0, indices)))
}

/// `device.mac`
fn mac() -> BuildResult {
    let column = DEVICE.column(PART).entry(part(&FIRST_OCTETS, ""), 2, 0);
    let column = (1..5).fold(column, |column, at| column.entry(part(&OCTETS, ""), 2, at));
    Ok(of_syntax(Arc::new(column.entry(part(&LAST_OCTETS, ""), 2, 5)), Syntax::MacAddr))
}

/// `device.ipv4`
#[derive(Debug)]
struct Address;

impl Generate for Address {
    fn field(&self) -> Field {
        DataType::Ipv4.into()
    }

    fn cardinality(&self) -> u64 {
        1 << 24
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load_shared(ADDRESS);
        for (value, x) in values.ipv4s(fractions.len()).iter_mut().zip(fractions) {
            *value = 0x0A00_0000 | (*x >> 40) as u32;
        }
    }
}
