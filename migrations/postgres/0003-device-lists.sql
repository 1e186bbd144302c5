-- Devices are listed by name.
CREATE INDEX devices_by_name ON devices (name, id);

-- An index on an expression of a column cannot answer without the row, as one on the column can. With the names in it,
-- devices in one state can be put in their order without a look at them.
DROP INDEX devices_by_heartbeat;
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);

-- How many devices there are, and how many of them somebody may read, need not be counted again until this changes.
-- Heartbeats leave it alone.
CREATE TABLE device_lists (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version text NOT NULL DEFAULT gen_random_uuid()::text
);
INSERT INTO device_lists DEFAULT VALUES;

CREATE FUNCTION change_device_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_lists SET version = gen_random_uuid()::text;
  RETURN NULL;
END $$;

CREATE TRIGGER devices_changed AFTER INSERT OR DELETE OR TRUNCATE ON devices
FOR EACH STATEMENT EXECUTE FUNCTION change_device_lists();
CREATE TRIGGER device_access_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON device_access
FOR EACH STATEMENT EXECUTE FUNCTION change_device_lists();
