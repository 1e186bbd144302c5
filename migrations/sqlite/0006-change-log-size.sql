-- The size of all entries up to this one, also of those that were deleted since: the log keeps the newest of them. What an
-- entry takes besides its texts is estimated.
ALTER TABLE change_log ADD COLUMN bytes_so_far INTEGER NOT NULL DEFAULT 0;

UPDATE change_log SET bytes_so_far = sizes.total
FROM (
  SELECT id, sum(150 + octet_length(concat(target_id, name, old_value, new_value))) OVER (ORDER BY id) AS total
  FROM change_log
) AS sizes
WHERE sizes.id = change_log.id;

CREATE INDEX change_log_by_size ON change_log (bytes_so_far);

CREATE TRIGGER change_log_measured AFTER INSERT ON change_log
BEGIN
  UPDATE change_log
  SET bytes_so_far = (SELECT max(bytes_so_far) FROM change_log)
    + 150 + octet_length(concat(NEW.target_id, NEW.name, NEW.old_value, NEW.new_value))
  WHERE id = NEW.id;
END;
