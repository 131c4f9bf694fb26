-- Version 3: each rung says what took its bytes. Until then only the run did, which was not true of those with a drain of
-- their own, and of those that are rated in lines: a drain that does not look counts none.
ALTER TABLE rungs ADD COLUMN drain TEXT;

UPDATE rungs SET drain = (
  SELECT CASE WHEN rungs.name = 'c-splice' THEN 'splice'
              WHEN rungs.name = 'yes-pv' THEN 'pv'
              WHEN rungs.unit = 'lines' AND runs.drain <> 'pv' THEN 'lines'
              ELSE runs.drain END
  FROM runs WHERE runs.id = rungs.run AND runs.drain IS NOT NULL)
WHERE not_run IS NULL AND unit <> 'calls' AND (kind <> 'limit' OR name = 'limit-drain');
