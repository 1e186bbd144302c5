-- The id of a group or an item is unique within its menu only, so whatever refers to one names the menu as well. Lines of the
-- change log that are older do so if what they are about still exists.
ALTER TABLE change_log ADD COLUMN menu_id text COLLATE "C";
UPDATE change_log SET menu_id = CASE kind
  WHEN 'menu' THEN target_id
  WHEN 'group' THEN (SELECT menu_id FROM menu_groups WHERE id = target_id)
  ELSE (SELECT menu_id FROM menu_items WHERE id = target_id)
END;

-- What takes long comes first, because menus can be read meanwhile. The id comes first in these indexes, so that a tree is still
-- read by the index that has its order.
CREATE UNIQUE INDEX menu_groups_by_id ON menu_groups (id, menu_id);
CREATE UNIQUE INDEX menu_items_by_id ON menu_items (id, menu_id);
CREATE INDEX new_groups_by_parent ON menu_groups (parent_id, menu_id);
CREATE INDEX new_items_by_group ON menu_items (group_id, menu_id);
CREATE INDEX new_items_by_parent ON menu_items (parent_id, menu_id);
ALTER TABLE menu_groups
  ADD CONSTRAINT menu_groups_parent FOREIGN KEY (menu_id, parent_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE;
ALTER TABLE menu_items
  ADD CONSTRAINT menu_items_group FOREIGN KEY (menu_id, group_id) REFERENCES menu_groups (menu_id, id) ON DELETE CASCADE,
  ADD CONSTRAINT menu_items_parent FOREIGN KEY (menu_id, parent_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE;

ALTER TABLE stock_returns ADD COLUMN menu_id text COLLATE "C";
UPDATE stock_returns r SET menu_id = i.menu_id FROM menu_items i WHERE i.id = r.item_id;
ALTER TABLE stock_returns
  DROP CONSTRAINT stock_returns_pkey,
  DROP CONSTRAINT stock_returns_item_id_fkey,
  ALTER COLUMN menu_id SET NOT NULL,
  ADD PRIMARY KEY (item_id, menu_id),
  ADD CONSTRAINT stock_returns_item FOREIGN KEY (menu_id, item_id) REFERENCES menu_items (menu_id, id) ON DELETE CASCADE;

ALTER TABLE menu_items
  DROP CONSTRAINT menu_items_group_id_fkey,
  DROP CONSTRAINT menu_items_parent_id_fkey,
  DROP CONSTRAINT menu_items_pkey,
  ADD CONSTRAINT menu_items_pkey PRIMARY KEY USING INDEX menu_items_by_id;
ALTER TABLE menu_groups
  DROP CONSTRAINT menu_groups_parent_id_fkey,
  DROP CONSTRAINT menu_groups_pkey,
  ADD CONSTRAINT menu_groups_pkey PRIMARY KEY USING INDEX menu_groups_by_id;
DROP INDEX menu_groups_by_parent, menu_items_by_group, menu_items_by_parent;
ALTER INDEX new_groups_by_parent RENAME TO menu_groups_by_parent;
ALTER INDEX new_items_by_group RENAME TO menu_items_by_group;
ALTER INDEX new_items_by_parent RENAME TO menu_items_by_parent;

CREATE OR REPLACE FUNCTION cancel_stock_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_returns r USING changed c WHERE c.in_stock AND r.menu_id = c.menu_id AND r.item_id = c.id;
  RETURN NULL;
END $$;
