-- A device was silent if one part of the time between two heartbeats, of which all is known, is longer than five minutes. Known parts
-- before and after an absence are not added up: whether it was silent in between is unknown. Absences overlap if the clock was set
-- back between them. The one that lasts is noted only when it is over: it counts once no service has said for a minute that it is
-- there, and for a day, since whoever brings heartbeats for longer is another program. The + makes SQLite use the index of the ends: few of these are as late.
DROP TRIGGER devices_returned;
CREATE TRIGGER devices_returned AFTER UPDATE OF last_heartbeat_at ON devices
WHEN unixepoch(NEW.last_heartbeat_at, 'subsec') - unixepoch(OLD.last_heartbeat_at, 'subsec') > 300
BEGIN
  INSERT INTO outages (device_id, started_at, ended_at)
  SELECT NEW.id, gap.started_at, gap.ended_at
  FROM (
    SELECT
      CAST(round(unixepoch(OLD.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) AS started_at,
      CAST(round(unixepoch(NEW.last_heartbeat_at, 'subsec') * 1000) AS INTEGER) AS ended_at
  ) AS gap
  WHERE EXISTS (
    SELECT 1 FROM (
      SELECT
        max(absence.ended_at) OVER (ORDER BY absence.started_at) AS known_from,
        lead(absence.started_at, 1, gap.ended_at) OVER (ORDER BY absence.started_at) AS known_to
      FROM (
        SELECT gap.started_at AS started_at, gap.started_at AS ended_at
        UNION ALL
        SELECT a.started_at, a.ended_at FROM service_absences a
        WHERE a.ended_at > gap.started_at AND +a.started_at < gap.ended_at
        UNION ALL
        SELECT b.last_at, b.last_at + 86400000 FROM service_beats b
        WHERE b.last_at + 86400000 > gap.started_at AND b.last_at < gap.ended_at - 60000
      ) AS absence
    ) AS part
    WHERE part.known_to - part.known_from > 300000
  )
  ON CONFLICT DO NOTHING;
END;
