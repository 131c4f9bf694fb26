//! Rounds in alternation, each child drained, ticked and accounted for.
