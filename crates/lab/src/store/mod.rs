//! Runs, rungs, rounds and ticks in SQLite.
