-- Work in the background. One process at a time does a job: its holder, until the lease ends. The holder gives the lease back
-- when it is done; if it has died, the lease ends by itself.
CREATE TABLE jobs (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT,
  lease_ends_at TEXT,
  last_run_at TEXT
) STRICT, WITHOUT ROWID;
