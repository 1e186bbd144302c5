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
  revoked_at TEXT CHECK (revoked_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- Timestamps are text in UTC that ends in Z, so that no digit is lost.
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
  created_at TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z')
) STRICT, WITHOUT ROWID;

-- Devices are listed by name. The heartbeat is not in this index, so that each is written once.
CREATE INDEX devices_by_name ON devices (name, id);
-- On the column and not on an expression of it: in a table without rowids, SQLite would read each row as well. With the
-- names in it, the devices in one state can be sorted without reading their rows.
CREATE INDEX devices_by_heartbeat ON devices (last_heartbeat_at, name, id);

CREATE TABLE device_access (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  level TEXT NOT NULL CHECK (level IN ('read', 'update', 'publish')),
  PRIMARY KEY (user_id, device_id, level)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_access_by_device ON device_access (device_id);

-- The revision names one version of the menu and everything in it, and never comes back.
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

-- Both trees lie on disk in the order in which they are read: by menu, then by position among siblings.
CREATE TABLE menu_groups (
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  parent_id TEXT REFERENCES menu_groups (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
  PRIMARY KEY (menu_id, position, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX menu_groups_by_parent ON menu_groups (parent_id);

CREATE TABLE menu_items (
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  group_id TEXT NOT NULL REFERENCES menu_groups (id) ON DELETE CASCADE,
  parent_id TEXT REFERENCES menu_items (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT,
  price REAL,
  calories REAL,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
  in_stock INTEGER NOT NULL DEFAULT 1 CHECK (in_stock IN (0, 1)),
  PRIMARY KEY (menu_id, position, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX menu_items_by_group ON menu_items (group_id);
CREATE INDEX menu_items_by_parent ON menu_items (parent_id);

-- Whoever writes, and however: a change under a menu gives the menu a new revision in the same transaction.
-- An INSERT OR REPLACE fires no delete trigger: the insert triggers look for the row that is replaced themselves.
CREATE TRIGGER menus_revised AFTER UPDATE OF id, name, location_name, restaurant_name ON menus
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = NEW.id;
END;

CREATE TRIGGER menu_groups_inserted BEFORE INSERT ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8)))
  WHERE id IN (NEW.menu_id, (SELECT menu_id FROM menu_groups WHERE id = NEW.id));
END;

CREATE TRIGGER menu_groups_updated AFTER UPDATE ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id IN (OLD.menu_id, NEW.menu_id);
END;

CREATE TRIGGER menu_groups_deleted AFTER DELETE ON menu_groups
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = OLD.menu_id;
END;

CREATE TRIGGER menu_items_inserted BEFORE INSERT ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8)))
  WHERE id IN (NEW.menu_id, (SELECT menu_id FROM menu_items WHERE id = NEW.id));
END;

CREATE TRIGGER menu_items_updated AFTER UPDATE ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id IN (OLD.menu_id, NEW.menu_id);
END;

CREATE TRIGGER menu_items_deleted AFTER DELETE ON menu_items
BEGIN
  UPDATE menus SET revision = lower(hex(randomblob(8))) WHERE id = OLD.menu_id;
END;

-- The version in this single row changes with every change of keys, grants or menus. Heartbeats do not change it, whereas
-- PRAGMA data_version changes with every commit. It is random, so that no version is ever used twice.
CREATE TABLE data_state (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  version TEXT NOT NULL
) STRICT;
INSERT INTO data_state (only_row, version) VALUES (1, hex(randomblob(8)));

CREATE TRIGGER state_users_inserted AFTER INSERT ON users
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_users_updated AFTER UPDATE ON users
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_users_deleted AFTER DELETE ON users
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;

CREATE TRIGGER state_api_keys_inserted AFTER INSERT ON api_keys
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_api_keys_updated AFTER UPDATE ON api_keys
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_api_keys_deleted AFTER DELETE ON api_keys
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;

CREATE TRIGGER state_api_key_menus_inserted AFTER INSERT ON api_key_menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_api_key_menus_updated AFTER UPDATE ON api_key_menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_api_key_menus_deleted AFTER DELETE ON api_key_menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;

-- Not on the revision: a trigger on it would make a change of many items take ten times as long. Groups and items have
-- triggers of their own.
CREATE TRIGGER state_menus_inserted AFTER INSERT ON menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menus_updated AFTER UPDATE OF id, name, location_name, restaurant_name ON menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menus_deleted AFTER DELETE ON menus
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;

CREATE TRIGGER state_menu_groups_inserted AFTER INSERT ON menu_groups
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menu_groups_updated AFTER UPDATE ON menu_groups
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menu_groups_deleted AFTER DELETE ON menu_groups
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;

CREATE TRIGGER state_menu_items_inserted AFTER INSERT ON menu_items
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menu_items_updated AFTER UPDATE ON menu_items
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
CREATE TRIGGER state_menu_items_deleted AFTER DELETE ON menu_items
BEGIN UPDATE data_state SET version = hex(randomblob(8)); END;
