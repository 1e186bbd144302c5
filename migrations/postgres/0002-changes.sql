-- When an item that is out of stock will be in stock again. There is a row only while such a time is set.
CREATE TABLE stock_returns (
  item_id text COLLATE "C" PRIMARY KEY REFERENCES menu_items (id) ON DELETE CASCADE,
  at text COLLATE "C" NOT NULL CHECK (at ~ '^\d{4}-\d\d-\d\dT.*Z$')
);

CREATE INDEX stock_returns_by_time ON stock_returns (at);

-- Whoever puts an item back in stock, and however: its time is deleted, so that it does not end a later outage.
CREATE FUNCTION cancel_stock_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_returns WHERE item_id IN (SELECT id FROM changed WHERE in_stock);
  RETURN NULL;
END $$;

CREATE TRIGGER menu_items_returned AFTER UPDATE ON menu_items REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION cancel_stock_returns();

-- Changes that were made over HTTP. Keys and menus may be deleted, so these refer to none. Values are JSON.
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
  new_value text
);

CREATE INDEX change_log_by_time ON change_log (at);
