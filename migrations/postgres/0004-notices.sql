-- Whoever listens is told of a change as soon as it is committed; what has changed they read for themselves.
CREATE FUNCTION tell_of_data_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('signage_data', '');
  RETURN NULL;
END $$;

CREATE TRIGGER data_state_told AFTER UPDATE ON data_state
FOR EACH STATEMENT EXECUTE FUNCTION tell_of_data_state();
