//! Drives `gush rows`.
