-- The id of a group or an item is unique within its menu only, so whatever refers to one names the menu as well. Lines of the
-- change log that are older do so if what they are about still exists.
ALTER TABLE change_log ADD COLUMN menu_id TEXT;
UPDATE change_log SET menu_id = CASE kind
  WHEN 'menu' THEN target_id
  WHEN 'group' THEN (SELECT menu_id FROM menu_groups WHERE id = target_id)
  ELSE (SELECT menu_id FROM menu_items WHERE id = target_id)
END;

-- Both trees lie on disk in the order in which they are read: by menu, then by position among siblings.
CREATE TABLE new_groups (
  menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  parent_id TEXT,
  name TEXT NOT NULL,
  description TEXT,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
  PRIMARY KEY (menu_id, position, id),
  UNIQUE (menu_id, id),
  FOREIGN KEY (menu_id, parent_id) REFERENCES new_groups (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_groups (menu_id, position, id, parent_id, name, description, tags)
SELECT menu_id, position, id, parent_id, name, description, tags FROM menu_groups;

CREATE TABLE new_items (
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
  FOREIGN KEY (menu_id, group_id) REFERENCES new_groups (menu_id, id) ON DELETE CASCADE,
  FOREIGN KEY (menu_id, parent_id) REFERENCES new_items (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_items
  (menu_id, position, id, group_id, parent_id, name, description, price, calories, tags, in_stock)
SELECT menu_id, position, id, group_id, parent_id, name, description, price, calories, tags, in_stock FROM menu_items;

CREATE TABLE new_returns (
  menu_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  at TEXT NOT NULL CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
  PRIMARY KEY (menu_id, item_id),
  FOREIGN KEY (menu_id, item_id) REFERENCES new_items (menu_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_returns (menu_id, item_id, at)
SELECT i.menu_id, r.item_id, r.at FROM stock_returns r JOIN menu_items i ON i.id = r.item_id;

-- A table that is dropped deletes its rows first, and those that refer to them. That is no change of a menu.
DROP TRIGGER menu_groups_deleted;
DROP TRIGGER menu_items_deleted;
DROP TRIGGER state_menu_groups_deleted;
DROP TRIGGER state_menu_items_deleted;
DROP TABLE stock_returns;
DROP TABLE menu_items;
DROP TABLE menu_groups;
ALTER TABLE new_groups RENAME TO menu_groups;
ALTER TABLE new_items RENAME TO menu_items;
ALTER TABLE new_returns RENAME TO stock_returns;

CREATE INDEX menu_groups_by_parent ON menu_groups (menu_id, parent_id);
CREATE INDEX menu_items_by_group ON menu_items (menu_id, group_id);
CREATE INDEX menu_items_by_parent ON menu_items (menu_id, parent_id);
CREATE INDEX stock_returns_by_time ON stock_returns (at);

-- Whoever writes, and however: a change under a menu gives the menu a new revision in the same transaction. An INSERT OR
-- REPLACE fires no delete trigger, but the row that it replaces is in the same menu.
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

-- Whoever puts an item back in stock, and however: its time is deleted, so that it does not end a later outage.
CREATE TRIGGER menu_items_returned AFTER UPDATE OF in_stock ON menu_items WHEN NEW.in_stock = 1
BEGIN
  DELETE FROM stock_returns WHERE menu_id = NEW.menu_id AND item_id = NEW.id;
END;

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

-- SQLite plans as if each menu had ten rows, and would read a whole menu again for each group and item that is deleted, to find what
-- is in it. These numbers make it use the indexes: the number of rows, then of rows that are equal in the first columns.
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
