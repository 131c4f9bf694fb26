-- Version 2: runs consist of rungs, rungs of rounds, rounds of ticks. docs/reference/bench-database.md describes each column.
ALTER TABLE runs RENAME TO old_runs;
ALTER TABLE ticks RENAME TO old_ticks;

CREATE TABLE machines (
  id INTEGER PRIMARY KEY,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL CHECK (cores >= 0),
  memory INTEGER,                -- bytes
  kernel TEXT NOT NULL,
  system TEXT,
  pipe_max_size INTEGER,         -- bytes
  pipe_user_pages_soft INTEGER,  -- pages
  mitigations TEXT,              -- one `name: state` a line
  governor TEXT,
  virtualization TEXT
);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('bench', 'buffer-sizes', 'meter')),
  started REAL NOT NULL,         -- Unix seconds
  ended REAL,                    -- Unix seconds
  machine INTEGER REFERENCES machines,
  command TEXT NOT NULL,
  version TEXT,
  drain TEXT,
  seconds REAL,
  rounds INTEGER,
  load REAL,
  pid INTEGER
);

CREATE TABLE rungs (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  place INTEGER NOT NULL,
  name TEXT,
  title TEXT NOT NULL,
  step TEXT,
  language TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('program', 'gush', 'peer', 'own', 'limit')),
  command TEXT NOT NULL,
  version TEXT,
  unit TEXT NOT NULL CHECK (unit IN ('bytes', 'lines', 'calls')),
  size INTEGER,                  -- in unit
  not_run TEXT,
  UNIQUE (run, place)
);

CREATE TABLE published (
  id INTEGER PRIMARY KEY,
  rung INTEGER NOT NULL REFERENCES rungs ON DELETE CASCADE,
  value REAL NOT NULL,           -- in unit a second
  unit TEXT NOT NULL CHECK (unit IN ('bytes', 'lines', 'calls')),
  note TEXT
);
CREATE INDEX published_of_a_rung ON published (rung);

CREATE TABLE rounds (
  id INTEGER PRIMARY KEY,
  rung INTEGER NOT NULL REFERENCES rungs ON DELETE CASCADE,
  phase TEXT NOT NULL CHECK (phase IN ('warm-up', 'measured', 'traced')),
  number INTEGER NOT NULL,
  started REAL NOT NULL,         -- Unix seconds
  wall REAL NOT NULL,            -- seconds
  bytes INTEGER NOT NULL,
  lines INTEGER,
  calls_made INTEGER,
  first_byte REAL,               -- seconds
  user REAL,                     -- seconds
  system REAL,                   -- seconds
  drain_cpu REAL,                -- seconds
  peak_memory INTEGER,           -- bytes
  voluntary_switches INTEGER,
  involuntary_switches INTEGER,
  system_calls INTEGER,
  write_calls INTEGER,
  trouble TEXT,
  UNIQUE (rung, phase, number)
);

CREATE TABLE ticks (
  round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
  elapsed REAL NOT NULL,         -- seconds
  bytes INTEGER NOT NULL,
  lines INTEGER,
  rate REAL                      -- as the meter showed it: in the rung's unit a second
);
CREATE INDEX ticks_of_a_round ON ticks (round, elapsed);

CREATE VIEW samples AS
SELECT runs.id AS run, rungs.id AS rung, rungs.place, rungs.name, rounds.id AS round, rounds.number, rungs.unit,
       CASE rungs.unit WHEN 'bytes' THEN rounds.bytes WHEN 'lines' THEN rounds.lines ELSE rounds.calls_made END
         / rounds.wall AS rate
FROM rounds JOIN rungs ON rungs.id = rounds.rung JOIN runs ON runs.id = rungs.run
WHERE rounds.phase = 'measured' AND rounds.trouble IS NULL AND rounds.wall > 0 AND rate IS NOT NULL;

CREATE VIEW medians AS
WITH ranked AS (
  SELECT *, row_number() OVER (PARTITION BY rung ORDER BY rate) AS rank, count(*) OVER (PARTITION BY rung) AS rounds
  FROM samples
)
SELECT run, rung, place, name, unit, rounds, min(rate) AS lowest,
       avg(CASE WHEN 2 * rank BETWEEN rounds AND rounds + 2 THEN rate END) AS median, max(rate) AS highest
FROM ranked GROUP BY rung;

-- A recording becomes a run of one rung and one round, all with its own number.
INSERT INTO runs (id, purpose, started, ended, command, pid)
SELECT id, 'meter', started, started + (SELECT max(elapsed) FROM old_ticks WHERE run = id), command, pid FROM old_runs;
INSERT INTO rungs (id, run, place, name, title, kind, command, unit, size)
SELECT id, id, 0, name, 'what passed the meter', 'own', command, unit, size FROM old_runs;
INSERT INTO rounds (id, rung, phase, number, started, wall, bytes, lines)
SELECT id, id, 'measured', 1, started, coalesce(max(elapsed), 0), coalesce(max(bytes), 0), max(lines)
FROM old_runs LEFT JOIN old_ticks ON run = id GROUP BY id;
INSERT INTO ticks (round, elapsed, bytes, lines, rate)
SELECT run, elapsed, bytes, lines, rate FROM old_ticks ORDER BY rowid;
DROP TABLE old_ticks;
DROP TABLE old_runs;
