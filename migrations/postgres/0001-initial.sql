-- Users own API keys and are given access to devices. Ids and names sort by their bytes, as on every engine.
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
  revoked_at text CHECK (revoked_at ~ '^\d{4}-\d\d-\d\dT.*Z$')
);

CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- Timestamps are text in UTC that ends in Z: timestamptz keeps six digits of a second, and not how many there were.
-- Pages leave room for new versions of a row, which heartbeats write.
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
  created_at text NOT NULL CHECK (created_at ~ '^\d{4}-\d\d-\d\dT.*Z$')
) WITH (fillfactor = 85);

-- Devices are listed by name.
CREATE INDEX devices_by_name ON devices (name, id);
-- On the column and not on an expression of it: such an index cannot answer without the row. With the names in it, the
-- devices in one state can be sorted without reading their rows.
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);

CREATE TABLE device_access (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id text COLLATE "C" NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  level text COLLATE "C" NOT NULL CHECK (level IN ('read', 'update', 'publish')),
  PRIMARY KEY (user_id, device_id, level)
);

CREATE INDEX device_access_by_device ON device_access (device_id);

-- The revision names one version of the menu and everything in it, and never comes back.
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

CREATE TABLE menu_groups (
  id text COLLATE "C" PRIMARY KEY,
  menu_id text COLLATE "C" NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  parent_id text COLLATE "C" REFERENCES menu_groups (id) ON DELETE CASCADE,
  position integer NOT NULL,
  name text NOT NULL,
  description text,
  tags jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(tags) = 'array')
);

CREATE INDEX menu_groups_in_order ON menu_groups (menu_id, position, id);
CREATE INDEX menu_groups_by_parent ON menu_groups (parent_id);

-- A price is the JSON number that came in, to the last bit: numeric would make 8.10 of 8.1, and refuse 1e400.
CREATE TABLE menu_items (
  id text COLLATE "C" PRIMARY KEY,
  menu_id text COLLATE "C" NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  group_id text COLLATE "C" NOT NULL REFERENCES menu_groups (id) ON DELETE CASCADE,
  parent_id text COLLATE "C" REFERENCES menu_items (id) ON DELETE CASCADE,
  position integer NOT NULL,
  name text NOT NULL,
  description text,
  price double precision,
  calories double precision,
  tags jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(tags) = 'array'),
  in_stock boolean NOT NULL DEFAULT true
);

CREATE INDEX menu_items_in_order ON menu_items (menu_id, position, id);
CREATE INDEX menu_items_by_group ON menu_items (group_id);
CREATE INDEX menu_items_by_parent ON menu_items (parent_id);

-- Whoever writes, and however: a change under a menu gives the menu a new revision in the same transaction.
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

-- The version in this single row changes with every change of keys, grants or menus, but not with heartbeats. A
-- transaction updates it once.
CREATE TABLE data_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  changed_by xid8
);
INSERT INTO data_state DEFAULT VALUES;

CREATE FUNCTION change_data_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE data_state SET version = gen_random_uuid(), changed_by = pg_current_xact_id()
  WHERE changed_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;

CREATE TRIGGER users_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
FOR EACH STATEMENT EXECUTE FUNCTION change_data_state();
CREATE TRIGGER api_keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_keys
FOR EACH STATEMENT EXECUTE FUNCTION change_data_state();
CREATE TRIGGER api_key_menus_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_key_menus
FOR EACH STATEMENT EXECUTE FUNCTION change_data_state();
CREATE TRIGGER menus_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON menus
FOR EACH STATEMENT EXECUTE FUNCTION change_data_state();
