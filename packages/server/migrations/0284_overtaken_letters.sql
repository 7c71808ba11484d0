-- A held letter about the release that the end of its agreement has overtaken: the event of that end. It is sent only
-- if the end is undone.
alter table letters add column overtaken_by bigint;
