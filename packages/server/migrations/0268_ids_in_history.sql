-- The ids of the things that a change names by their titles, which change later. Rows from before this migration have none.
alter table history add column refs jsonb;
