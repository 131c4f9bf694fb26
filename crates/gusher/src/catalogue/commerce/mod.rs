//! Shops and companies: what they sell, at which price, and who works there.

pub(super) mod company;
pub(super) mod jobs_and_prices;
pub(super) mod product;
