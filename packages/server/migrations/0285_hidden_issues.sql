-- Since when the key of its tracker may not see a task. It stays as it was read before, and is still asked for.
alter table issues add column hidden_at timestamptz;
