-- A device was silent if one part of the time between two heartbeats, of which all is known, is longer than five minutes. Known parts
-- before and after an absence are not added up: whether it was silent in between is unknown. Absences overlap if the clock was set
-- back between them. The one that lasts is noted only when it is over: it counts once no service has said for a minute that it is
-- there, and for a day, since whoever brings heartbeats for longer is another program.
CREATE OR REPLACE FUNCTION record_outage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  silent_from bigint := milliseconds_of(OLD.last_heartbeat_at);
  silent_to bigint := milliseconds_of(NEW.last_heartbeat_at);
BEGIN
  INSERT INTO outages (device_id, started_at, ended_at)
  SELECT NEW.id, silent_from, silent_to
  WHERE EXISTS (
    SELECT 1 FROM (
      SELECT
        max(absence.ended_at) OVER (ORDER BY absence.started_at) AS known_from,
        lead(absence.started_at, 1, silent_to) OVER (ORDER BY absence.started_at) AS known_to
      FROM (
        SELECT silent_from AS started_at, silent_from AS ended_at
        UNION ALL
        SELECT a.started_at, a.ended_at FROM service_absences a
        WHERE a.ended_at > silent_from AND a.started_at < silent_to
        UNION ALL
        SELECT b.last_at, b.last_at + 86400000 FROM service_beats b
        WHERE b.last_at + 86400000 > silent_from AND b.last_at < silent_to - 60000
      ) AS absence
    ) AS part
    WHERE part.known_to - part.known_from > 300000
  )
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
