-- When an item that is out of stock will be in stock again. There is a row only while such a time is set.
CREATE TABLE stock_returns (
  item_id TEXT NOT NULL PRIMARY KEY REFERENCES menu_items (id) ON DELETE CASCADE,
  at TEXT NOT NULL CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX stock_returns_by_time ON stock_returns (at);

-- Whoever puts an item back in stock, and however: its time is deleted, so that it does not end a later outage.
CREATE TRIGGER menu_items_returned AFTER UPDATE OF in_stock ON menu_items WHEN NEW.in_stock = 1
BEGIN
  DELETE FROM stock_returns WHERE item_id = NEW.id;
END;

-- Changes that were made over HTTP. Keys and menus may be deleted, so these refer to none. Values are JSON.
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
  new_value TEXT
) STRICT;

CREATE INDEX change_log_by_time ON change_log (at);
