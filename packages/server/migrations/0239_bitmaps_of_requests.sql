-- Charts count a million requests by bitmaps (docs/decisions/0136): for each segment of 8192 ids and each value of a
-- column, one bit for each request that says whether it has the value. A segment without bitmaps, or with a change that
-- they do not have yet, is counted from its requests.
create table request_segments (
  -- The ids divided by 8192.
  segment integer constraint request_segments_pk primary key,
  -- When the first and the last of its requests were created; null if all of them are deleted.
  first_at timestamptz,
  last_at timestamptz
);

create table request_bitmaps (
  segment integer not null constraint request_bitmaps_segment_fk references request_segments on delete cascade,
  dimension text not null,
  value integer not null,
  bits bit(8192) not null,
  constraint request_bitmaps_pk primary key (segment, dimension, value)
);

-- Segments that have changed since their bitmaps were made: appended, so that nobody waits for another.
create table request_segment_changes (
  id bigint generated always as identity constraint request_segment_changes_pk primary key,
  segment integer not null
);

-- Triggers, because whatever writes requests has to be seen: screens, imports, later migrations, the release before.
create function mark_request_segments() returns trigger language plpgsql as $$
begin
  insert into request_segment_changes (segment) select distinct changed.id / 8192 from changed;
  return null;
end
$$;
create trigger requests_made_in_segment after insert on requests referencing new table as changed
  for each statement execute function mark_request_segments();
create trigger requests_changed_in_segment after update on requests referencing new table as changed
  for each statement execute function mark_request_segments();
create trigger requests_removed_from_segment after delete on requests referencing old table as changed
  for each statement execute function mark_request_segments();

create function forget_request_segments() returns trigger language plpgsql as $$
begin
  delete from request_segments;
  return null;
end
$$;
create trigger requests_emptied after truncate on requests
  for each statement execute function forget_request_segments();
