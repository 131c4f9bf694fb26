//! Software: what programs are developed with, and what they log.

pub(super) mod development;
pub(super) mod log;
