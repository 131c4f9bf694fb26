-- Version 4: recordings that belong together, as those of one pipeline, have a name in common.
ALTER TABLE runs ADD COLUMN grouped_as TEXT;

-- Until then the end of a recording was told as its start plus the time of its end, both since 1970.
UPDATE runs SET ended = ended - started WHERE purpose = 'meter' AND ended - started > 1e9;
