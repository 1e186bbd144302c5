-- Which devices are online is asked of many at once. Without the Z, texts of different precision compare as the
-- times that they name.
CREATE INDEX devices_by_heartbeat ON devices (rtrim(last_heartbeat_at, 'Z'));
