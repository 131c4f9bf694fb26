//! Banks that there are not, their accounts, payment cards, and addresses of crypto currencies.

pub(super) mod bank;
pub(super) mod card;
pub(super) mod crypto;
