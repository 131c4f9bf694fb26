//! The workshop on a machine of its own.
