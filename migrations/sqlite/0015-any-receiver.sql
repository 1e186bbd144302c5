-- The service knows what a route may send: a new format changes no table.
CREATE TABLE new_routes (
  id TEXT NOT NULL PRIMARY KEY,
  format TEXT NOT NULL,
  url TEXT NOT NULL,
  token TEXT,
  after_seconds INTEGER,
  site_id TEXT,
  quiet_from TEXT,
  quiet_to TEXT CHECK ((quiet_to IS NULL) = (quiet_from IS NULL)),
  timezone TEXT CHECK ((timezone IS NULL) = (quiet_from IS NULL)),
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  disabled_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO new_routes (id, format, url, token, after_seconds, site_id, quiet_from, quiet_to, timezone, created_at, failing_since, disabled_at)
SELECT id, format, url, token, after_seconds, site_id, quiet_from, quiet_to, timezone, created_at, failing_since, disabled_at FROM alert_routes;

DROP TABLE alert_routes;
ALTER TABLE new_routes RENAME TO alert_routes;
