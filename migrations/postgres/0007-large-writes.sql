-- Few items are part of another one.
CREATE INDEX new_items_by_parent ON menu_items (parent_id, menu_id) WHERE parent_id IS NOT NULL;
DROP INDEX menu_items_by_parent;
ALTER INDEX new_items_by_parent RENAME TO menu_items_by_parent;

-- Pages leave room for a new version of each row, so that a change of prices or stock need not write the indexes, even if it is
-- one of all items of a menu. Existing pages are filled as they are until their rows are written.
ALTER TABLE menu_items SET (fillfactor = 50);
