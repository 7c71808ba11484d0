-- Since when a letter or a copy has been waiting: `at` moves with every attempt. Null for what the release before has
-- queued, which has waited since `at` at least.
alter table deliveries add column queued_at timestamptz;
