-- Devices are listed by name. Heartbeats are not in this index: each would have to be written twice.
CREATE INDEX devices_by_name ON devices (name, id);

-- Of an index on an expression SQLite goes on to each row, in a table without rowids: on the column it need not, and
-- with the names in it, devices in one state can be put in their order without a look at them.
DROP INDEX devices_by_heartbeat;
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);
