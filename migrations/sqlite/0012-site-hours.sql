-- Opening hours may be long. To find a row of a table WITHOUT ROWID, SQLite reads the whole of the rows that it compares with it, so
-- sites become a table with row ids.
CREATE TABLE new_sites (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  hours TEXT CHECK (json_type(hours) = 'object')
) STRICT;
INSERT INTO new_sites (id, name, timezone, hours) SELECT id, name, timezone, hours FROM sites;
DROP TABLE sites;
ALTER TABLE new_sites RENAME TO sites;

-- Services keep what they have read of hours. The version tells whether that still holds, without reading them: each change of the
-- hours gives another one. A site that is always open has none.
CREATE TABLE site_hours_versions (
  site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON UPDATE CASCADE ON DELETE CASCADE,
  version TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO site_hours_versions (site_id, version)
SELECT id, hex(randomblob(16)) FROM sites WHERE hours IS NOT NULL;

-- Other programs may not enforce foreign keys: the shell of SQLite does not, unless it is told to. A row that they replace fires no
-- trigger for its end.
CREATE TRIGGER site_hours_inserted AFTER INSERT ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id = NEW.id;
  INSERT INTO site_hours_versions (site_id, version)
  SELECT NEW.id, hex(randomblob(16)) WHERE NEW.hours IS NOT NULL;
END;
CREATE TRIGGER site_hours_updated AFTER UPDATE OF id, hours ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id IN (OLD.id, NEW.id);
  INSERT INTO site_hours_versions (site_id, version)
  SELECT NEW.id, hex(randomblob(16)) WHERE NEW.hours IS NOT NULL;
END;
CREATE TRIGGER site_hours_deleted AFTER DELETE ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id = OLD.id;
END;
