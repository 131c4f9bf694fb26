//! The registry of rungs, and how each is built and run.
