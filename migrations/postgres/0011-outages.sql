CREATE FUNCTION milliseconds_of(at text) RETURNS bigint LANGUAGE sql STABLE STRICT AS $$
  SELECT floor(extract(epoch FROM at::timestamptz) * 1000)::bigint
$$;

-- Since when it is known whether a device was silent: since its first heartbeat, or since it was added with one. In milliseconds
-- since 1970, like all times below.
ALTER TABLE devices ADD COLUMN recorded_since bigint;
UPDATE devices SET recorded_since = floor(extract(epoch FROM now()) * 1000) WHERE last_heartbeat_at IS NOT NULL;

CREATE FUNCTION begin_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_since := milliseconds_of(NEW.last_heartbeat_at);
  RETURN NEW;
END $$;

CREATE TRIGGER devices_connected BEFORE UPDATE OF last_heartbeat_at ON devices
FOR EACH ROW WHEN (OLD.last_heartbeat_at IS NULL AND NEW.last_heartbeat_at IS NOT NULL)
EXECUTE FUNCTION begin_record();

-- The times in which no service accepted heartbeats, and when one did last. What devices did meanwhile is unknown.
CREATE TABLE service_absences (
  started_at bigint PRIMARY KEY,
  ended_at bigint NOT NULL
);
CREATE INDEX service_absences_by_end ON service_absences (ended_at);

CREATE TABLE service_beats (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  last_at bigint NOT NULL
);

-- A device was silent from one heartbeat to the next for more than five minutes, of which that much is known. Whoever writes the
-- heartbeat, the outage is in the same transaction. One that lasts is not stored: its start is the last heartbeat.
CREATE TABLE outages (
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  started_at bigint NOT NULL,
  ended_at bigint NOT NULL,
  PRIMARY KEY (device_id, started_at)
);
CREATE INDEX outages_by_end ON outages (ended_at);

CREATE FUNCTION record_outage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  silent_from bigint := milliseconds_of(OLD.last_heartbeat_at);
  silent_to bigint := milliseconds_of(NEW.last_heartbeat_at);
BEGIN
  INSERT INTO outages (device_id, started_at, ended_at)
  SELECT NEW.id, silent_from, silent_to
  WHERE silent_to - silent_from - coalesce((
    SELECT sum(least(a.ended_at, silent_to) - greatest(a.started_at, silent_from))
    FROM service_absences a
    WHERE a.ended_at > silent_from AND a.started_at < silent_to
  ), 0) > 300000
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER devices_returned AFTER UPDATE OF last_heartbeat_at ON devices
FOR EACH ROW WHEN (NEW.last_heartbeat_at::timestamptz - OLD.last_heartbeat_at::timestamptz > interval '300 s')
EXECUTE FUNCTION record_outage();
