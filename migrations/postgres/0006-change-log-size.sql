-- The size of all entries up to this one, also of those that were deleted since: the log keeps the newest of them. What an
-- entry takes besides its texts is estimated.
ALTER TABLE change_log ADD COLUMN bytes_so_far bigint NOT NULL DEFAULT 0;

UPDATE change_log SET bytes_so_far = sizes.total
FROM (
  SELECT id, sum(150 + octet_length(concat(target_id, name, old_value, new_value))) OVER (ORDER BY id) AS total
  FROM change_log
) AS sizes
WHERE sizes.id = change_log.id;

CREATE INDEX change_log_by_size ON change_log (bytes_so_far);

CREATE FUNCTION measure_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bytes_so_far := coalesce((SELECT max(bytes_so_far) FROM change_log), 0)
    + 150 + octet_length(concat(NEW.target_id, NEW.name, NEW.old_value, NEW.new_value));
  RETURN NEW;
END $$;

CREATE TRIGGER change_log_measured BEFORE INSERT ON change_log
FOR EACH ROW EXECUTE FUNCTION measure_change();
