-- When a job failed last, if it was not done since.
ALTER TABLE jobs ADD COLUMN failed_at text COLLATE "C";
