-- The service counts the sizes itself, for all entries of a change at once. The previous version does not.
DROP TRIGGER change_log_measured;
CREATE TRIGGER change_log_measured AFTER INSERT ON change_log WHEN NEW.bytes_so_far = 0
BEGIN
  UPDATE change_log
  SET bytes_so_far = (SELECT max(bytes_so_far) FROM change_log)
    + 150 + octet_length(concat(NEW.target_id, NEW.name, NEW.old_value, NEW.new_value))
  WHERE id = NEW.id;
END;
