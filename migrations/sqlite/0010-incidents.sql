-- What a service with CHANGES=on notices: devices that are silent, alone, with their whole site, or with a large part of the fleet
-- (the feed of heartbeats). Times are in milliseconds since 1970. The subject is the id of the device or of the site.
CREATE TABLE incidents (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('device', 'site', 'feed')),
  subject_id TEXT CHECK ((subject_id IS NULL) = (kind = 'feed')),
  started_at INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX incidents_by_end ON incidents (ended_at);

-- Its devices, each with its last heartbeat before, and the first one after. A device is silent in one incident at a time.
CREATE TABLE incident_devices (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  incident_id TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  returned_at INTEGER,
  PRIMARY KEY (device_id, incident_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_devices_by_incident ON incident_devices (incident_id, returned_at);
CREATE UNIQUE INDEX silent_devices ON incident_devices (device_id) WHERE returned_at IS NULL;

-- Where alerts are sent to. The token is what the receiver asks for, or the secret that signs messages.
CREATE TABLE alert_routes (
  id TEXT NOT NULL PRIMARY KEY,
  format TEXT NOT NULL CHECK (format IN ('slack', 'teams', 'discord', 'ntfy', 'pagerduty', 'webhook')),
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

-- Messages for them, from when they are due until they are sent or given up, which both end the next attempt.
CREATE TABLE alert_messages (
  id TEXT NOT NULL PRIMARY KEY,
  route_id TEXT NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('opened', 'resolved')),
  body TEXT NOT NULL CHECK (json_type(body) = 'object'),
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  sent_at INTEGER,
  last_result TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_messages_by_route ON alert_messages (route_id, created_at);
CREATE INDEX due_alert_messages ON alert_messages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- A route is told of an incident once, and of its end once.
CREATE TABLE alert_message_incidents (
  incident_id TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  route_id TEXT NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('opened', 'resolved')),
  message_id TEXT NOT NULL REFERENCES alert_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, route_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_message_incidents_by_message ON alert_message_incidents (message_id);
CREATE INDEX alert_message_incidents_by_route ON alert_message_incidents (route_id);

-- Until when nobody is told of a device or a site, or a route of anything.
CREATE TABLE alert_mutes (
  kind TEXT NOT NULL CHECK (kind IN ('device', 'site', 'route')),
  subject_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
