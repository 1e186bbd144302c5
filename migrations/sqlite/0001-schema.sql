-- Timestamps that the API shows are text in UTC that ends in Z, so that no digit is lost. The times of outages, incidents and alerts are
-- milliseconds since 1970.

-- Keys and menus

-- Users own API keys and are given access to devices.
CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A key is found by its hash; its id is what people, logs and commands call it.
CREATE TABLE api_keys (
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  id TEXT NOT NULL UNIQUE,
  prefix TEXT,
  name TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scopes TEXT NOT NULL DEFAULT '[]' CHECK (json_type(scopes) = 'array'),
  expires_at TEXT CHECK (expires_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  revoked_at TEXT CHECK (revoked_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  created_by TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX api_keys_by_creator ON api_keys (created_by);
CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- When a key is revoked, by any program, the keys that it created are revoked as well.
CREATE TRIGGER api_keys_revoked AFTER UPDATE OF revoked_at ON api_keys WHEN NEW.revoked_at IS NOT NULL
BEGIN
  UPDATE api_keys SET revoked_at = NEW.revoked_at WHERE revoked_at IS NULL AND id IN (
    WITH RECURSIVE created (id) AS (
      SELECT id FROM api_keys WHERE created_by = NEW.id
      UNION
      SELECT k.id FROM created JOIN api_keys k ON k.created_by = created.id
    )
    SELECT id FROM created
  );
END;

-- The revision names one version of the menu with everything in it. No revision is used twice.
CREATE TABLE menus (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  location_name TEXT,
  restaurant_name TEXT,
  revision TEXT NOT NULL DEFAULT (lower(hex(randomblob(8))))
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key_menus (
  key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  PRIMARY KEY (key_id, menu_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_menus_by_menu ON api_key_menus (menu_id);

-- Groups and items are stored in the order in which they are read: by menu, then by position among siblings. The id of a group or an item
-- is unique only within its menu, so every reference includes the menu.
CREATE TABLE menu_groups (
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  parent_id TEXT,
  name TEXT NOT NULL,
  description TEXT,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
  PRIMARY KEY (menu_id, position, id),
  UNIQUE (menu_id, id),
  FOREIGN KEY (menu_id, parent_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX menu_groups_by_parent ON menu_groups (menu_id, parent_id);

CREATE TABLE menu_items (
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  parent_id TEXT,
  name TEXT NOT NULL,
  description TEXT,
  price REAL,
  calories REAL,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
  in_stock INTEGER NOT NULL DEFAULT 1 CHECK (in_stock IN (0, 1)),
  PRIMARY KEY (menu_id, position, id),
  UNIQUE (menu_id, id),
  FOREIGN KEY (menu_id, group_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE,
  FOREIGN KEY (menu_id, parent_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX menu_items_by_group ON menu_items (menu_id, group_id);
CREATE INDEX menu_items_by_parent ON menu_items (menu_id, parent_id);

-- When an item that is out of stock will be in stock again. There is a row only while such a time is set.
CREATE TABLE restocks (
  menu_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  at TEXT NOT NULL CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  PRIMARY KEY (menu_id, item_id),
  FOREIGN KEY (menu_id, item_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX restocks_by_time ON restocks (at);

-- When any program puts an item back in stock, its time is deleted. Otherwise, that time could restock an item that is sold out again.
CREATE TRIGGER menu_items_restocked AFTER UPDATE OF in_stock ON menu_items WHEN NEW.in_stock = 1
BEGIN
  DELETE FROM restocks WHERE menu_id = NEW.menu_id AND item_id = NEW.id;
END;

-- Changes of menus: by keys, by commands such as "import", or by the service itself (then `key_id` and `command` are NULL). There are no
-- foreign keys, because keys and menus may be deleted. Values are JSON. `bytes_so_far` is the estimated size of all rows up to and including
-- this one, also of those deleted since: the newest rows are kept, up to a total size.
CREATE TABLE change_log (
  id INTEGER NOT NULL PRIMARY KEY,
  at TEXT NOT NULL CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  key_id TEXT,
  action TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  name TEXT NOT NULL,
  field TEXT,
  old_value TEXT,
  new_value TEXT,
  command TEXT,
  menu_id TEXT,
  bytes_so_far INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX change_log_by_time ON change_log (at);
CREATE INDEX change_log_by_size ON change_log (bytes_so_far);

CREATE TRIGGER change_log_measured AFTER INSERT ON change_log
BEGIN
  UPDATE change_log
  SET bytes_so_far = (SELECT max(bytes_so_far) FROM change_log)
    + 150 + octet_length(concat(NEW.target_id, NEW.name, NEW.old_value, NEW.new_value))
  WHERE id = NEW.id;
END;

-- A change of anything in a menu, by any writer, gives the menu a new revision in the same transaction. An INSERT OR REPLACE fires no
-- delete trigger, but the row that it replaces is in the same menu, so the insert trigger is enough.
CREATE TRIGGER menus_revised AFTER UPDATE OF id, name, location_name, restaurant_name ON menus
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = NEW.id;
END;

CREATE TRIGGER menu_groups_inserted AFTER INSERT ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = NEW.menu_id;
END;
CREATE TRIGGER menu_groups_updated AFTER UPDATE ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id IN (OLD.menu_id, NEW.menu_id);
END;
CREATE TRIGGER menu_groups_deleted AFTER DELETE ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = OLD.menu_id;
END;

CREATE TRIGGER menu_items_inserted AFTER INSERT ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = NEW.menu_id;
END;
CREATE TRIGGER menu_items_updated AFTER UPDATE ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id IN (OLD.menu_id, NEW.menu_id);
END;
CREATE TRIGGER menu_items_deleted AFTER DELETE ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = OLD.menu_id;
END;

-- The version in this single row changes with every change of keys, grants or menus, by any writer. Heartbeats do not change it, whereas
-- PRAGMA data_version changes with every commit. It is random, so that no version is ever used twice.
CREATE TABLE content_version (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  version TEXT NOT NULL
) STRICT;
INSERT INTO content_version (only_row, version) VALUES (1, hex(randomblob(8)));

CREATE TRIGGER content_version_users_inserted AFTER INSERT ON users
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_users_updated AFTER UPDATE ON users
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_users_deleted AFTER DELETE ON users
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

CREATE TRIGGER content_version_api_keys_inserted AFTER INSERT ON api_keys
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_api_keys_updated AFTER UPDATE ON api_keys
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_api_keys_deleted AFTER DELETE ON api_keys
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

CREATE TRIGGER content_version_api_key_menus_inserted AFTER INSERT ON api_key_menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_api_key_menus_updated AFTER UPDATE ON api_key_menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_api_key_menus_deleted AFTER DELETE ON api_key_menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

-- The update trigger leaves out the revision: otherwise, a change of many items would take ten times as long. Groups and items have
-- triggers of their own.
CREATE TRIGGER content_version_menus_inserted AFTER INSERT ON menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menus_updated AFTER UPDATE OF id, name, location_name, restaurant_name ON menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menus_deleted AFTER DELETE ON menus
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

CREATE TRIGGER content_version_menu_groups_inserted AFTER INSERT ON menu_groups
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menu_groups_updated AFTER UPDATE ON menu_groups
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menu_groups_deleted AFTER DELETE ON menu_groups
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

CREATE TRIGGER content_version_menu_items_inserted AFTER INSERT ON menu_items
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menu_items_updated AFTER UPDATE ON menu_items
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;
CREATE TRIGGER content_version_menu_items_deleted AFTER DELETE ON menu_items
BEGIN UPDATE content_version SET version = hex(randomblob(8)); END;

-- Devices

-- A site is a place with devices, such as a restaurant. Its opening hours are JSON; without them, it is always open. No cached response
-- contains sites, so they do not change the content version. The table has row ids because hours may be long: in a table WITHOUT ROWID,
-- SQLite would read whole rows to find one.
CREATE TABLE sites (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  hours TEXT CHECK (json_type(hours) = 'object')
) STRICT;

-- Opening hours may be long, so services cache them. Each change of the hours, by any program, creates a new version, which tells
-- whether the cached hours are still valid. A site that is always open has no version.
CREATE TABLE site_hours_versions (
  site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON UPDATE CASCADE ON DELETE CASCADE,
  version TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- These triggers do not rely on the foreign key, which other programs may not enforce, such as the shell of SQLite. INSERT OR REPLACE
-- fires no delete trigger, so the insert trigger also deletes the old version.
CREATE TRIGGER site_hours_inserted AFTER INSERT ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id = NEW.id;
  INSERT INTO site_hours_versions (site_id, version)
  SELECT NEW.id, hex(randomblob(16)) WHERE NEW.hours IS NOT NULL;
END;
CREATE TRIGGER site_hours_updated AFTER UPDATE OF id, hours ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id IN (OLD.id, NEW.id);
  INSERT INTO site_hours_versions (site_id, version)
  SELECT NEW.id, hex(randomblob(16)) WHERE NEW.hours IS NOT NULL;
END;
CREATE TRIGGER site_hours_deleted AFTER DELETE ON sites
BEGIN
  DELETE FROM site_hours_versions WHERE site_id = OLD.id;
END;

-- `recorded_since` says since when it is known whether a device was silent: since its first heartbeat, or since it was added with one.
CREATE TABLE devices (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  screen_resolution TEXT NOT NULL DEFAULT '1920x1080',
  screen_orientation TEXT NOT NULL DEFAULT 'normal',
  registered_at TEXT CHECK (registered_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  published_at TEXT CHECK (published_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  last_heartbeat_at TEXT CHECK (last_heartbeat_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  offline_startup INTEGER NOT NULL DEFAULT 0 CHECK (offline_startup IN (0, 1)),
  offline_startup_delay_minutes INTEGER NOT NULL DEFAULT 5,
  open_dev_tools INTEGER NOT NULL DEFAULT 0 CHECK (open_dev_tools IN (0, 1)),
  updated_at TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  created_at TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  site_id TEXT REFERENCES sites (id) ON DELETE SET NULL,
  recorded_since INTEGER
) STRICT, WITHOUT ROWID;

-- Devices are listed by name. The last heartbeat is not in this index, so that a heartbeat does not write it.
CREATE INDEX devices_by_name ON devices (name, id);
-- The index has the column itself: with an expression of it, SQLite would also read each row of a table without rowids. It has the
-- names, so that the devices in one state are sorted without reading their rows.
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);
CREATE INDEX devices_by_site ON devices (site_id) WHERE site_id IS NOT NULL;

CREATE TABLE device_access (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  level TEXT NOT NULL CHECK (level IN ('read', 'update', 'publish')),
  PRIMARY KEY (user_id, device_id, level)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_access_by_device ON device_access (device_id);

-- Times in which no service accepted heartbeats. What devices did meanwhile is unknown.
CREATE TABLE service_absences (
  started_at INTEGER NOT NULL PRIMARY KEY,
  ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX service_absences_by_end ON service_absences (ended_at);

-- When a service last recorded that it accepts heartbeats.
CREATE TABLE service_presence (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  last_at INTEGER NOT NULL
) STRICT;

-- The times between two heartbeats of a device in which it was silent for more than five minutes. The current outage of a device has no
-- row: it began at the last heartbeat.
CREATE TABLE outages (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, started_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX outages_by_end ON outages (ended_at);

-- The first heartbeat of a device, by any writer, begins its record.
CREATE TRIGGER devices_connected AFTER UPDATE OF last_heartbeat_at ON devices
WHEN OLD.last_heartbeat_at IS NULL AND NEW.last_heartbeat_at IS NOT NULL
BEGIN
  UPDATE devices SET recorded_since = CAST(round(unixepoch(NEW.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) WHERE id = NEW.id;
END;

-- A heartbeat, by any program, stores the outage that it ends in the same transaction. The device was silent if the time between the two
-- heartbeats contains more than five minutes in a row that no absence covers.
-- * Shorter parts before and after an absence are not added up, because nobody knows whether the device was silent in between.
-- * Absences overlap if the clock was set back between them.
-- * The current absence has no row yet. It begins with the last presence in `service_presence`, and counts once that is more than a minute
--   old, for at most a day: if heartbeats arrive for longer than that, another program writes them.
-- * The + keeps SQLite from using the primary key, so that it uses the index of the ends: few absences end so late.
-- * The code has the same times: five minutes in `device/online.ts`, a minute in `service-presence.ts`, a day in `outages/repository.ts`.
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
  WHERE EXISTS (
    SELECT 1 FROM (
      SELECT
        max(absence.ended_at) OVER (ORDER BY absence.started_at) AS known_from,
        lead(absence.started_at, 1, gap.ended_at) OVER (ORDER BY absence.started_at) AS known_to
      FROM (
        SELECT gap.started_at AS started_at, gap.started_at AS ended_at
        UNION ALL
        SELECT a.started_at, a.ended_at FROM service_absences a
        WHERE a.ended_at > gap.started_at AND +a.started_at < gap.ended_at
        UNION ALL
        SELECT b.last_at, b.last_at + 86400000 FROM service_presence b
        WHERE b.last_at + 86400000 > gap.started_at AND b.last_at < gap.ended_at - 60000
      ) AS absence
    ) AS part
    WHERE part.known_to - part.known_from > 300000
  )
  ON CONFLICT DO NOTHING;
END;

-- Alerts

-- What a service with CHANGES=on notices: devices that are silent, alone, with their whole site, or with a large part of the fleet
-- (the feed of heartbeats). `subject_id` is the id of the device or site. `subject_name` is its name when the incident was opened, so that
-- the name is known after it is deleted. An unstable device has had outage after outage; its incident begins with the first of them.
CREATE TABLE incidents (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('device', 'site', 'feed')),
  subject_id TEXT CHECK ((subject_id IS NULL) = (kind = 'feed')),
  started_at INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER,
  is_unstable INTEGER NOT NULL DEFAULT 0 CHECK (is_unstable IN (0, 1)),
  subject_name TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX incidents_by_end ON incidents (ended_at);

-- The devices of an incident, each with its last heartbeat before it and the first one after it. A device that was still silent when the
-- incident ended has `silent_at_end` = 1; it is then in another incident. A device is silent in one incident at a time.
CREATE TABLE incident_devices (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  incident_id TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  returned_at INTEGER,
  silent_at_end INTEGER NOT NULL DEFAULT 0 CHECK (silent_at_end IN (0, 1)),
  PRIMARY KEY (device_id, incident_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX incident_devices_by_incident ON incident_devices (incident_id, returned_at);
CREATE UNIQUE INDEX silent_devices ON incident_devices (device_id) WHERE returned_at IS NULL AND silent_at_end = 0;

-- Where alerts are sent to. The token is what the receiver asks for, or the secret that signs messages. The table accepts any format, so
-- that a new one needs no migration.
CREATE TABLE alert_routes (
  id TEXT NOT NULL PRIMARY KEY,
  format TEXT NOT NULL,
  url TEXT NOT NULL,
  token TEXT,
  delay_seconds INTEGER,
  site_id TEXT,
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  off_since INTEGER
) STRICT, WITHOUT ROWID;

-- The messages to the routes, from when they are due. Sending a message and giving it up both set `next_attempt_at` to NULL.
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

-- The incidents of each message. A route is told of an incident once, and of its end once.
CREATE TABLE alert_message_incidents (
  incident_id TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  route_id TEXT NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('opened', 'resolved')),
  message_id TEXT NOT NULL REFERENCES alert_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, route_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_message_incidents_by_message ON alert_message_incidents (message_id);
CREATE INDEX alert_message_incidents_by_route ON alert_message_incidents (route_id);

-- Until when no alerts are sent about a device or a site, or to a route.
CREATE TABLE alert_mutes (
  kind TEXT NOT NULL CHECK (kind IN ('device', 'site', 'route')),
  subject_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_mutes_by_end ON alert_mutes (until);

-- Jobs

-- Work in the background. One process at a time runs a job: its holder, until the lease ends. The holder gives the lease back when the
-- run ends; if the holder has died, the lease ends by itself. `failed_at` is when the job last failed, and NULL after a success.
CREATE TABLE jobs (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT,
  lease_ends_at TEXT,
  last_run_at TEXT,
  failed_at TEXT
) STRICT, WITHOUT ROWID;

-- Statistics

-- Without statistics, SQLite assumes that each menu has ten rows. For each group and item that is deleted, it would read the whole menu to
-- find what is inside. These numbers make it use the indexes: the number of rows, then of rows that are equal in the first columns.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('menu_groups', 'menu_groups', '100000 100 10 1'),
  ('menu_groups', 'sqlite_autoindex_menu_groups_2', '100000 100 1'),
  ('menu_groups', 'menu_groups_by_parent', '100000 100 3'),
  ('menu_items', 'menu_items', '1000000 1000 10 1'),
  ('menu_items', 'sqlite_autoindex_menu_items_2', '1000000 1000 1'),
  ('menu_items', 'menu_items_by_group', '1000000 1000 10'),
  ('menu_items', 'menu_items_by_parent', '1000000 1000 3');
ANALYZE sqlite_schema;
