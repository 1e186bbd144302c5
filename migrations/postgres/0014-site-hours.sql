-- Opening hours may be long: services keep what they have read of them. The version tells whether that still holds, without reading
-- them: each change of the hours gives another one. A site that is always open has none.
CREATE TABLE site_hours_versions (
  site_id text COLLATE "C" PRIMARY KEY REFERENCES sites (id) ON UPDATE CASCADE ON DELETE CASCADE,
  version text NOT NULL
);
INSERT INTO site_hours_versions (site_id, version)
SELECT id, gen_random_uuid()::text FROM sites WHERE hours IS NOT NULL;

CREATE FUNCTION note_site_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.hours IS NULL THEN
    DELETE FROM site_hours_versions WHERE site_id = NEW.id;
  ELSE
    INSERT INTO site_hours_versions (site_id, version) VALUES (NEW.id, gen_random_uuid()::text)
    ON CONFLICT (site_id) DO UPDATE SET version = excluded.version;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER site_hours_changed AFTER INSERT OR UPDATE OF hours ON sites
FOR EACH ROW EXECUTE FUNCTION note_site_hours();
