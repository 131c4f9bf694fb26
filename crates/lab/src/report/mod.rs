//! What is shown of a run: tables for a terminal, charts and a page, all made from what was stored.
