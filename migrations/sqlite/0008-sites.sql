-- A site is a place with devices, such as a restaurant. Its opening hours are JSON; without them, it is always open. No response
-- contains sites, so they do not change the data version.
CREATE TABLE sites (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  hours TEXT CHECK (json_type(hours) = 'object')
) STRICT, WITHOUT ROWID;

ALTER TABLE devices ADD COLUMN site_id TEXT REFERENCES sites (id) ON DELETE SET NULL;

-- Only of devices with a site: all others need no entry.
CREATE INDEX devices_by_site ON devices (site_id) WHERE site_id IS NOT NULL;
