-- A site is a place with devices, such as a restaurant. Its opening hours are JSON, as text, which keeps the order of its fields;
-- without them, it is always open. No response contains sites, so they do not change the data version.
CREATE TABLE sites (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  timezone text NOT NULL,
  hours text CHECK (jsonb_typeof(hours::jsonb) = 'object')
);

ALTER TABLE devices ADD COLUMN site_id text COLLATE "C" REFERENCES sites (id) ON DELETE SET NULL;

-- No index on it: each heartbeat would write it as well, and sites are deleted and counted seldom.
