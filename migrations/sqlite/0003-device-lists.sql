-- Devices are listed by name. Heartbeats are not in this index: each would have to be written twice.
CREATE INDEX devices_by_name ON devices (name, id);

-- Of an index on an expression SQLite goes on to each row, in a table without rowids: on the column it need not, and
-- with the names in it, devices in one state can be put in their order without a look at them.
DROP INDEX devices_by_heartbeat;
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);

-- How many devices there are, and how many of them somebody may read, need not be counted again until this changes.
-- Heartbeats leave it alone.
CREATE TABLE device_lists (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  version TEXT NOT NULL
) STRICT;
INSERT INTO device_lists (only_row, version) VALUES (1, hex(randomblob(8)));

CREATE TRIGGER devices_came AFTER INSERT ON devices
BEGIN UPDATE device_lists SET version = hex(randomblob(8)); END;
CREATE TRIGGER devices_went AFTER DELETE ON devices
BEGIN UPDATE device_lists SET version = hex(randomblob(8)); END;
CREATE TRIGGER device_access_given AFTER INSERT ON device_access
BEGIN UPDATE device_lists SET version = hex(randomblob(8)); END;
CREATE TRIGGER device_access_changed AFTER UPDATE ON device_access
BEGIN UPDATE device_lists SET version = hex(randomblob(8)); END;
CREATE TRIGGER device_access_taken AFTER DELETE ON device_access
BEGIN UPDATE device_lists SET version = hex(randomblob(8)); END;
