//! What samples say: pure functions.
