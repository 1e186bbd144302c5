-- Work in the background. One process at a time does a job: its holder, until the lease ends. The holder gives the lease back
-- when it is done; if it has died, the lease ends by itself.
CREATE TABLE jobs (
  name text COLLATE "C" PRIMARY KEY,
  holder text,
  lease_ends_at text COLLATE "C",
  last_run_at text COLLATE "C"
);
