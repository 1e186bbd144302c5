-- Nobody is told of an incident before all of its devices are stored, which may take several transactions.
ALTER TABLE incidents ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1 CHECK (is_whole IN (0, 1));
-- A device that has had outage after outage. The incident begins with the first of them.
ALTER TABLE incidents ADD COLUMN is_unstable INTEGER NOT NULL DEFAULT 0 CHECK (is_unstable IN (0, 1));
-- The name of the device or site when it was opened: what is deleted has none any more.
ALTER TABLE incidents ADD COLUMN subject_name TEXT;

-- Whether a device was still silent when the incident ended. It then belongs to another one.
ALTER TABLE incident_devices ADD COLUMN remained INTEGER NOT NULL DEFAULT 0 CHECK (remained IN (0, 1));
DROP INDEX silent_devices;
CREATE UNIQUE INDEX silent_devices ON incident_devices (device_id) WHERE returned_at IS NULL AND remained = 0;
