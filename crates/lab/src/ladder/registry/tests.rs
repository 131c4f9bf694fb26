//! The registry says what it may.
