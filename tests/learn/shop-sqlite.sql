PRAGMA foreign_keys = on;
CREATE TABLE artists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  website VARCHAR(80),
  founded INTEGER CHECK (founded > 1900 AND founded <= 2025)
);
CREATE TABLE albums (
  id INTEGER PRIMARY KEY,
  artist_id INTEGER NOT NULL REFERENCES artists(id) ON DELETE CASCADE,
  title NVARCHAR(160) NOT NULL,
  released DATE,
  price NUMERIC(10,2) NOT NULL CHECK (price >= 0.99),
  format TEXT NOT NULL CHECK (format IN ('cd', 'vinyl', 'file')),
  UNIQUE (artist_id, title)
);
CREATE TABLE tracks (
  album_id INTEGER NOT NULL,
  track INTEGER NOT NULL,
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
  milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
  bytes INTEGER,
  PRIMARY KEY (album_id, track),
  FOREIGN KEY (album_id) REFERENCES albums
) WITHOUT ROWID;
CREATE TABLE ratings (
  album_id INTEGER NOT NULL REFERENCES albums,
  day DATE NOT NULL,
  stars INTEGER NOT NULL CHECK (stars IN (1, 2, 3, 5)),
  voter TEXT,
  guest TEXT,
  parent_id INTEGER,
  id INTEGER PRIMARY KEY,
  CHECK ((voter IS NULL) <> (guest IS NULL)),
  UNIQUE (album_id, day)
);
