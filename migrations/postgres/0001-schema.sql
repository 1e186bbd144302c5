-- Ids and names sort by their bytes, as on every engine. Timestamps that the API shows are text in UTC that ends in Z: timestamptz keeps
-- six digits of a second, and not how many there were. The times of outages, incidents and alerts are milliseconds since 1970.

-- Keys and menus

-- Users own API keys and are given access to devices.
CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL
);

-- A key is found by its hash; its id is what people, logs and commands call it.
CREATE TABLE api_keys (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  id text COLLATE "C" NOT NULL UNIQUE,
  prefix text,
  name text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scopes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(scopes) = 'array'),
  expires_at text CHECK (expires_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  revoked_at text CHECK (revoked_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  created_by text COLLATE "C"
);

CREATE INDEX api_keys_by_creator ON api_keys (created_by);
CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- When a key is revoked, by any program, the keys that it created are revoked as well. One statement revokes all generations, because
-- PostgreSQL limits how deep triggers nest.
CREATE FUNCTION revoke_created_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET revoked_at = NEW.revoked_at WHERE revoked_at IS NULL AND id IN (
    WITH RECURSIVE created (id) AS (
      SELECT id FROM api_keys WHERE created_by = NEW.id
      UNION
      SELECT k.id FROM created JOIN api_keys k ON k.created_by = created.id
    )
    SELECT id FROM created
  );
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_revoked AFTER UPDATE OF revoked_at ON api_keys
FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND pg_trigger_depth() = 0) EXECUTE FUNCTION revoke_created_keys();

-- The revision names one version of the menu with everything in it. No revision is used twice.
CREATE TABLE menus (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  location_name text,
  restaurant_name text,
  revision text NOT NULL DEFAULT gen_random_uuid()::text
);

CREATE TABLE api_key_menus (
  key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  menu_id text COLLATE "C" NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  PRIMARY KEY (key_id, menu_id)
);

CREATE INDEX api_key_menus_by_menu ON api_key_menus (menu_id);

-- The id of a group or an item is unique only within its menu, so every reference includes the menu. The id comes first in the primary
-- keys, so that PostgreSQL reads a menu by the index that has its order.
CREATE TABLE menu_groups (
  id text COLLATE "C" NOT NULL,
  menu_id text COLLATE "C" NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  parent_id text COLLATE "C",
  position integer NOT NULL,
  name text NOT NULL,
  description text,
  tags jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(tags) = 'array'),
  PRIMARY KEY (id, menu_id),
  CONSTRAINT menu_groups_parent FOREIGN KEY (menu_id, parent_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE
);

CREATE INDEX menu_groups_in_order ON menu_groups (menu_id, position, id);
CREATE INDEX menu_groups_by_parent ON menu_groups (parent_id, menu_id);

-- A price is a double, as numbers in JSON are, so that it is returned exactly as it was received. Pages leave room for a new version of
-- each row. An update of prices or stock then writes no index, even if it changes all items of a menu. `menu_id` has no foreign key of its
-- own: the group of an item is in the same menu, and checking the menu of each item would take a fifth of the time of an insert.
CREATE TABLE menu_items (
  id text COLLATE "C" NOT NULL,
  menu_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  parent_id text COLLATE "C",
  position integer NOT NULL,
  name text NOT NULL,
  description text,
  price double precision,
  calories double precision,
  tags jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(tags) = 'array'),
  in_stock boolean NOT NULL DEFAULT true,
  PRIMARY KEY (id, menu_id),
  CONSTRAINT menu_items_group FOREIGN KEY (menu_id, group_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE,
  CONSTRAINT menu_items_parent FOREIGN KEY (menu_id, parent_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE INDEX menu_items_in_order ON menu_items (menu_id, position, id);
CREATE INDEX menu_items_by_group ON menu_items (group_id, menu_id);
-- Few items are part of another one.
CREATE INDEX menu_items_by_parent ON menu_items (parent_id, menu_id) WHERE parent_id IS NOT NULL;

-- When an item that is out of stock will be in stock again. There is a row only while such a time is set.
CREATE TABLE restocks (
  item_id text COLLATE "C" NOT NULL,
  menu_id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL CHECK (at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  PRIMARY KEY (item_id, menu_id),
  CONSTRAINT restocks_item FOREIGN KEY (menu_id, item_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE
);

CREATE INDEX restocks_by_time ON restocks (at);

-- When any program puts an item back in stock, its time is deleted. Otherwise, that time could restock an item that is sold out again.
CREATE FUNCTION cancel_restocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM restocks r USING changed c WHERE c.in_stock AND r.menu_id = c.menu_id AND r.item_id = c.id;
  RETURN NULL;
END $$;

CREATE TRIGGER menu_items_restocked AFTER UPDATE ON menu_items REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION cancel_restocks();

-- Changes of menus: by keys, by commands such as "import", or by the service itself (then `key_id` and `command` are NULL). There are no
-- foreign keys, because keys and menus may be deleted. Values are JSON. `bytes_so_far` is the estimated size of all rows up to and including
-- this one, also of those deleted since: the newest rows are kept, up to a total size.
CREATE TABLE change_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at text COLLATE "C" NOT NULL CHECK (at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  key_id text COLLATE "C",
  action text NOT NULL,
  kind text NOT NULL,
  target_id text NOT NULL,
  name text NOT NULL,
  field text,
  old_value text,
  new_value text,
  command text,
  menu_id text COLLATE "C",
  bytes_so_far bigint NOT NULL DEFAULT 0
);

CREATE INDEX change_log_by_time ON change_log (at);
CREATE INDEX change_log_by_size ON change_log (bytes_so_far);

CREATE FUNCTION measure_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bytes_so_far := coalesce((SELECT max(bytes_so_far) FROM change_log), 0)
    + 150 + octet_length(concat(NEW.target_id, NEW.name, NEW.old_value, NEW.new_value));
  RETURN NEW;
END $$;

CREATE TRIGGER change_log_measured BEFORE INSERT ON change_log
FOR EACH ROW EXECUTE FUNCTION measure_change();

-- A change of anything in a menu, by any writer, gives the menu a new revision in the same transaction.
CREATE FUNCTION revise_menu() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := gen_random_uuid()::text;
  RETURN NEW;
END $$;

CREATE TRIGGER menus_revised BEFORE UPDATE OF id, name, location_name, restaurant_name ON menus
FOR EACH ROW EXECUTE FUNCTION revise_menu();

CREATE FUNCTION revise_menus_of_changed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE menus SET revision = gen_random_uuid()::text WHERE id IN (SELECT menu_id FROM changed);
  RETURN NULL;
END $$;

CREATE TRIGGER menu_groups_inserted AFTER INSERT ON menu_groups REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_groups_updated_from AFTER UPDATE ON menu_groups REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_groups_updated_to AFTER UPDATE ON menu_groups REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_groups_deleted AFTER DELETE ON menu_groups REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();

CREATE TRIGGER menu_items_inserted AFTER INSERT ON menu_items REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_items_updated_from AFTER UPDATE ON menu_items REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_items_updated_to AFTER UPDATE ON menu_items REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();
CREATE TRIGGER menu_items_deleted AFTER DELETE ON menu_items REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION revise_menus_of_changed_rows();

CREATE FUNCTION revise_all_menus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE menus SET revision = gen_random_uuid()::text;
  RETURN NULL;
END $$;

CREATE TRIGGER menu_groups_truncated AFTER TRUNCATE ON menu_groups EXECUTE FUNCTION revise_all_menus();
CREATE TRIGGER menu_items_truncated AFTER TRUNCATE ON menu_items EXECUTE FUNCTION revise_all_menus();

-- The version in this single row changes with every change of keys, grants or menus, by any writer, but not with heartbeats.
-- Each transaction updates it once. Groups and items change it through the revisions of their menus.
CREATE TABLE content_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  changed_by xid8
);
INSERT INTO content_version DEFAULT VALUES;

CREATE FUNCTION change_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE content_version SET version = gen_random_uuid(), changed_by = pg_current_xact_id()
  WHERE changed_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;

CREATE TRIGGER users_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
FOR EACH STATEMENT EXECUTE FUNCTION change_content_version();
CREATE TRIGGER api_keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_keys
FOR EACH STATEMENT EXECUTE FUNCTION change_content_version();
CREATE TRIGGER api_key_menus_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_key_menus
FOR EACH STATEMENT EXECUTE FUNCTION change_content_version();
CREATE TRIGGER menus_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON menus
FOR EACH STATEMENT EXECUTE FUNCTION change_content_version();

-- Devices

-- A site is a place with devices, such as a restaurant. Its opening hours are JSON, as text, which keeps the order of its fields;
-- without them, it is always open. No cached response contains sites, so they do not change the content version.
CREATE TABLE sites (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  timezone text NOT NULL,
  hours text CHECK (jsonb_typeof(hours::jsonb) = 'object')
);

-- Opening hours may be long, so services cache them. Each change of the hours, by any program, creates a new version, which tells
-- whether the cached hours are still valid. A site that is always open has no version.
CREATE TABLE site_hours_versions (
  site_id text COLLATE "C" PRIMARY KEY REFERENCES sites (id) ON UPDATE CASCADE ON DELETE CASCADE,
  version text NOT NULL
);

CREATE FUNCTION note_site_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.hours IS NULL THEN
    DELETE FROM site_hours_versions WHERE site_id = NEW.id;
  ELSE
    INSERT INTO site_hours_versions (site_id, version) VALUES (NEW.id, gen_random_uuid()::text)
    ON CONFLICT (site_id) DO UPDATE SET version = excluded.version;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER site_hours_changed AFTER INSERT OR UPDATE OF hours ON sites
FOR EACH ROW EXECUTE FUNCTION note_site_hours();

-- Pages leave room for the new versions of rows that heartbeats write. `recorded_since` says since when it is known whether a device was
-- silent: since its first heartbeat, or since it was added with one. There is no index on `site_id`: each heartbeat would write it as
-- well, and sites are deleted and counted seldom.
CREATE TABLE devices (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  timezone text NOT NULL,
  screen_resolution text NOT NULL DEFAULT '1920x1080',
  screen_orientation text NOT NULL DEFAULT 'normal',
  registered_at text CHECK (registered_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  published_at text CHECK (published_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  last_heartbeat_at text COLLATE "C" CHECK (last_heartbeat_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  offline_startup boolean NOT NULL DEFAULT false,
  offline_startup_delay_minutes bigint NOT NULL DEFAULT 5,
  open_dev_tools boolean NOT NULL DEFAULT false,
  updated_at text NOT NULL CHECK (updated_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  created_at text NOT NULL CHECK (created_at ~ '^\d{4}-\d\d-\d\dT.*Z$'),
  site_id text COLLATE "C" REFERENCES sites (id) ON DELETE SET NULL,
  recorded_since bigint
) WITH (fillfactor = 85);

-- Devices are listed by name.
CREATE INDEX devices_by_name ON devices (name, id);
-- The index has the column itself: with an expression of it, PostgreSQL would also read the rows. It has the names, so that the devices
-- in one state are sorted without reading their rows.
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);

CREATE TABLE device_access (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  level text COLLATE "C" NOT NULL CHECK (level IN ('read', 'update', 'publish')),
  PRIMARY KEY (user_id, device_id, level)
);

CREATE INDEX device_access_by_device ON device_access (device_id);

-- Times in which no service accepted heartbeats. What devices did meanwhile is unknown.
CREATE TABLE service_absences (
  started_at bigint PRIMARY KEY,
  ended_at bigint NOT NULL
);
CREATE INDEX service_absences_by_end ON service_absences (ended_at);

-- When a service last recorded that it accepts heartbeats.
CREATE TABLE service_presence (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  last_at bigint NOT NULL
);

-- The times between two heartbeats of a device in which it was silent for more than five minutes. The current outage of a device has no
-- row: it began at the last heartbeat.
CREATE TABLE outages (
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  started_at bigint NOT NULL,
  ended_at bigint NOT NULL,
  PRIMARY KEY (device_id, started_at)
);
CREATE INDEX outages_by_end ON outages (ended_at);

CREATE FUNCTION milliseconds_of(at text) RETURNS bigint LANGUAGE sql STABLE STRICT AS $$
  SELECT floor(extract(epoch FROM at::timestamptz) * 1000)::bigint
$$;

-- The first heartbeat of a device, by any writer, begins its record.
CREATE FUNCTION begin_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_since := milliseconds_of(NEW.last_heartbeat_at);
  RETURN NEW;
END $$;

CREATE TRIGGER devices_connected BEFORE UPDATE OF last_heartbeat_at ON devices
FOR EACH ROW WHEN (OLD.last_heartbeat_at IS NULL AND NEW.last_heartbeat_at IS NOT NULL)
EXECUTE FUNCTION begin_record();

-- A heartbeat, by any program, stores the outage that it ends in the same transaction. The device was silent if the time between the two
-- heartbeats contains more than five minutes in a row that no absence covers.
-- * Shorter parts before and after an absence are not added up, because nobody knows whether the device was silent in between.
-- * Absences overlap if the clock was set back between them.
-- * The current absence has no row yet. It begins with the last presence in `service_presence`, and counts once that is more than a minute
--   old, for at most a day: if heartbeats arrive for longer than that, another program writes them.
-- * The code has the same times: five minutes in `device/online.ts`, a minute in `service-presence.ts`, a day in `outages/repository.ts`.
CREATE FUNCTION record_outage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  silent_from bigint := milliseconds_of(OLD.last_heartbeat_at);
  silent_to bigint := milliseconds_of(NEW.last_heartbeat_at);
BEGIN
  INSERT INTO outages (device_id, started_at, ended_at)
  SELECT NEW.id, silent_from, silent_to
  WHERE EXISTS (
    SELECT 1 FROM (
      SELECT
        max(absence.ended_at) OVER (ORDER BY absence.started_at) AS known_from,
        lead(absence.started_at, 1, silent_to) OVER (ORDER BY absence.started_at) AS known_to
      FROM (
        SELECT silent_from AS started_at, silent_from AS ended_at
        UNION ALL
        SELECT a.started_at, a.ended_at FROM service_absences a
        WHERE a.ended_at > silent_from AND a.started_at < silent_to
        UNION ALL
        SELECT b.last_at, b.last_at + 86400000 FROM service_presence b
        WHERE b.last_at + 86400000 > silent_from AND b.last_at < silent_to - 60000
      ) AS absence
    ) AS part
    WHERE part.known_to - part.known_from > 300000
  )
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER devices_returned AFTER UPDATE OF last_heartbeat_at ON devices
FOR EACH ROW WHEN (NEW.last_heartbeat_at::timestamptz - OLD.last_heartbeat_at::timestamptz > interval '300 s')
EXECUTE FUNCTION record_outage();

-- Alerts

-- What a service with CHANGES=on notices: devices that are silent, alone, with their whole site, or with a large part of the fleet
-- (the feed of heartbeats). `subject_id` is the id of the device or site. `subject_name` is its name when the incident was opened, so that
-- the name is known after it is deleted. An unstable device has had outage after outage; its incident begins with the first of them.
CREATE TABLE incidents (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('device', 'site', 'feed')),
  subject_id text COLLATE "C" CHECK ((subject_id IS NULL) = (kind = 'feed')),
  started_at bigint NOT NULL,
  opened_at bigint NOT NULL,
  ended_at bigint,
  is_unstable integer NOT NULL DEFAULT 0 CHECK (is_unstable IN (0, 1)),
  subject_name text COLLATE "C"
);
CREATE INDEX incidents_by_end ON incidents (ended_at);

-- The devices of an incident, each with its last heartbeat before it and the first one after it. A device that was still silent when the
-- incident ended has `silent_at_end` = 1; it is then in another incident. A device is silent in one incident at a time.
CREATE TABLE incident_devices (
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  incident_id text COLLATE "C" NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  started_at bigint NOT NULL,
  returned_at bigint,
  silent_at_end integer NOT NULL DEFAULT 0 CHECK (silent_at_end IN (0, 1)),
  PRIMARY KEY (device_id, incident_id)
);
CREATE INDEX incident_devices_by_incident ON incident_devices (incident_id, returned_at);
CREATE UNIQUE INDEX silent_devices ON incident_devices (device_id) WHERE returned_at IS NULL AND silent_at_end = 0;

-- Where alerts are sent to. The token is what the receiver asks for, or the secret that signs messages. The table accepts any format, so
-- that a new one needs no migration.
CREATE TABLE alert_routes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  format text NOT NULL,
  url text NOT NULL,
  token text,
  delay_seconds integer,
  site_id text COLLATE "C",
  created_at bigint NOT NULL,
  failing_since bigint,
  off_since bigint
);

-- The messages to the routes, from when they are due. Sending a message and giving it up both set `next_attempt_at` to NULL.
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

-- The incidents of each message. A route is told of an incident once, and of its end once.
CREATE TABLE alert_message_incidents (
  incident_id text COLLATE "C" NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  route_id text COLLATE "C" NOT NULL REFERENCES alert_routes (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('opened', 'resolved')),
  message_id text COLLATE "C" NOT NULL REFERENCES alert_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, route_id, kind)
);
CREATE INDEX alert_message_incidents_by_message ON alert_message_incidents (message_id);
CREATE INDEX alert_message_incidents_by_route ON alert_message_incidents (route_id);

-- Until when no alerts are sent about a device or a site, or to a route.
CREATE TABLE alert_mutes (
  kind text NOT NULL CHECK (kind IN ('device', 'site', 'route')),
  subject_id text COLLATE "C" NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (kind, subject_id)
);
CREATE INDEX alert_mutes_by_end ON alert_mutes (until);

-- Jobs

-- Work in the background. One process at a time runs a job: its holder, until the lease ends. The holder gives the lease back when the
-- run ends; if the holder has died, the lease ends by itself. `failed_at` is when the job last failed, and NULL after a success.
CREATE TABLE jobs (
  name text COLLATE "C" PRIMARY KEY,
  holder text,
  lease_ends_at text COLLATE "C",
  last_run_at text COLLATE "C",
  failed_at text COLLATE "C"
);

-- The newest primary of this database. A standby has this row by replication, even if its primary is not reachable. A primary of the
-- same system with a lower timeline was replaced, and must not be used any more.
CREATE TABLE latest_primary (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  system_identifier text COLLATE "C" NOT NULL,
  timeline bigint NOT NULL
);
