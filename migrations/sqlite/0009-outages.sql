-- Since when it is known whether a device was silent: since its first heartbeat, or since it was added with one. In milliseconds
-- since 1970, like all times below.
ALTER TABLE devices ADD COLUMN recorded_since INTEGER;
UPDATE devices SET recorded_since = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE last_heartbeat_at IS NOT NULL;

CREATE TRIGGER devices_connected AFTER UPDATE OF last_heartbeat_at ON devices
WHEN OLD.last_heartbeat_at IS NULL AND NEW.last_heartbeat_at IS NOT NULL
BEGIN
  UPDATE devices SET recorded_since = CAST(round(unixepoch(NEW.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) WHERE id = NEW.id;
END;

-- The times in which no service accepted heartbeats, and when one did last. What devices did meanwhile is unknown.
CREATE TABLE service_absences (
  started_at INTEGER NOT NULL PRIMARY KEY,
  ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX service_absences_by_end ON service_absences (ended_at);

CREATE TABLE service_beats (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  last_at INTEGER NOT NULL
) STRICT;

-- A device was silent from one heartbeat to the next for more than five minutes, of which that much is known. Whoever writes the
-- heartbeat, the outage is in the same transaction. One that lasts is not stored: its start is the last heartbeat.
CREATE TABLE outages (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, started_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX outages_by_end ON outages (ended_at);

CREATE TRIGGER devices_returned AFTER UPDATE OF last_heartbeat_at ON devices
WHEN unixepoch(NEW.last_heartbeat_at, 'subsec') - unixepoch(OLD.last_heartbeat_at, 'subsec') > 300
BEGIN
  INSERT INTO outages (device_id, started_at, ended_at)
  SELECT NEW.id, gap.started_at, gap.ended_at
  FROM (
    SELECT
      CAST(round(unixepoch(OLD.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) AS started_at,
      CAST(round(unixepoch(NEW.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) AS ended_at
  ) AS gap
  WHERE gap.ended_at - gap.started_at - coalesce((
    SELECT sum(min(a.ended_at, gap.ended_at) - max(a.started_at, gap.started_at))
    FROM service_absences a
    WHERE a.ended_at > gap.started_at AND a.started_at < gap.ended_at
  ), 0) > 300000
  ON CONFLICT DO NOTHING;
END;
