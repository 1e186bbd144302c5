-- What a service with CHANGES=on notices: devices that are silent, alone, with their whole site, or with a large part of the fleet
-- (the feed of heartbeats). Times are in milliseconds since 1970. The subject is the id of the device or of the site.
CREATE TABLE incidents (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('device', 'site', 'feed')),
  subject_id text COLLATE "C" CHECK ((subject_id IS NULL) = (kind = 'feed')),
  started_at bigint NOT NULL,
  opened_at bigint NOT NULL,
  ended_at bigint
);
CREATE INDEX incidents_by_end ON incidents (ended_at);

-- Its devices, each with its last heartbeat before, and the first one after. A device is silent in one incident at a time.
CREATE TABLE incident_devices (
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  incident_id text COLLATE "C" NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  started_at bigint NOT NULL,
  returned_at bigint,
  PRIMARY KEY (device_id, incident_id)
);
CREATE INDEX incident_devices_by_incident ON incident_devices (incident_id, returned_at);
CREATE UNIQUE INDEX silent_devices ON incident_devices (device_id) WHERE returned_at IS NULL;

-- Where alerts are sent to. The token is what the receiver asks for, or the secret that signs messages.
CREATE TABLE alert_routes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  format text NOT NULL CHECK (format IN ('slack', 'teams', 'discord', 'ntfy', 'pagerduty', 'webhook')),
  url text NOT NULL,
  token text,
  after_seconds integer,
  site_id text COLLATE "C",
  quiet_from text,
  quiet_to text CHECK ((quiet_to IS NULL) = (quiet_from IS NULL)),
  timezone text CHECK ((timezone IS NULL) = (quiet_from IS NULL)),
  created_at bigint NOT NULL,
  failing_since bigint,
  disabled_at bigint
);

-- Messages for them, from when they are due until they are sent or given up, which both end the next attempt.
CREATE TABLE alert_messages (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  route_id text COLLATE "C" NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('opened', 'resolved')),
  body text NOT NULL CHECK (jsonb_typeof(body::jsonb) = 'object'),
  created_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at bigint,
  sent_at bigint,
  last_result text
);
CREATE INDEX alert_messages_by_route ON alert_messages (route_id, created_at);
CREATE INDEX due_alert_messages ON alert_messages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- A route is told of an incident once, and of its end once.
CREATE TABLE alert_message_incidents (
  incident_id text COLLATE "C" NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  route_id text COLLATE "C" NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('opened', 'resolved')),
  message_id text COLLATE "C" NOT NULL REFERENCES alert_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, route_id, kind)
);
CREATE INDEX alert_message_incidents_by_message ON alert_message_incidents (message_id);
CREATE INDEX alert_message_incidents_by_route ON alert_message_incidents (route_id);

-- Until when nobody is told of a device or a site, or a route of anything.
CREATE TABLE alert_mutes (
  kind text NOT NULL CHECK (kind IN ('device', 'site', 'route')),
  subject_id text COLLATE "C" NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (kind, subject_id)
);
