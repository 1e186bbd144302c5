-- One row that tells whether keys, grants or menus have changed since one looked last. Heartbeats leave it alone, whereas
-- PRAGMA data_version changes with every commit. The version is random, so that it never comes back.
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

-- Not with the revision: a trigger on that would make SQLite take ten times as long for a change of many items. Groups
-- and items have triggers of their own.
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
