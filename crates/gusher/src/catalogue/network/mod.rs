//! Networks: addresses, and the devices that have them.

pub(super) mod addresses;
pub(super) mod device;
