-- The newest primary of this database. It is replicated, so a standby knows of it even if its primary is not reachable: a primary
-- of a lower timeline of the same system was replaced, and must not be used any more.
CREATE TABLE latest_primary (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  system_identifier text COLLATE "C" NOT NULL,
  timeline bigint NOT NULL
);
