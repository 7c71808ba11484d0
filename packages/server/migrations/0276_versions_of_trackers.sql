-- Counts how often a tracker was changed: what was read by its former fields is not stored.
alter table trackers add column version integer not null default 1;
