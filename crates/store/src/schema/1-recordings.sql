-- Version 1: what `gush meter --record` made before there was a version. A file of those times has these already.
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, started REAL NOT NULL, pid INTEGER NOT NULL, name TEXT,
                                 unit TEXT NOT NULL, size INTEGER, command TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS ticks (run INTEGER NOT NULL REFERENCES runs, elapsed REAL NOT NULL, bytes INTEGER NOT NULL,
                                  lines INTEGER, rate REAL NOT NULL);
CREATE INDEX IF NOT EXISTS ticks_of_a_run ON ticks (run, elapsed);
