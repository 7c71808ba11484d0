-- The registry as a place of work: numbers given once, what each person has seen, whom a comment names.

-- The last number given in a year; the row's lock keeps two entries from getting the same one.
create table registry_numbers (
  year integer constraint registry_numbers_pk primary key,
  last integer not null constraint registry_numbers_positive check (last > 0)
);
insert into registry_numbers (year, last)
select substring(number from 3 for 4)::integer, max(substring(number from 8)::integer)
from registry_entries where number ~ '^Р-\d{4}-\d+$' group by 1;

-- A visit ends after half an hour without the registry; previous_at is when the one before ended.
-- What was said before first_at is nobody's unread mail.
create table registry_visits (
  user_id integer constraint registry_visits_pk primary key
    constraint registry_visits_user_fk references users on delete cascade,
  first_at timestamptz not null,
  previous_at timestamptz,
  last_at timestamptz not null
);

-- Up to which comment a person has read an entry.
create table registry_reads (
  user_id integer not null constraint registry_reads_user_fk references users on delete cascade,
  entry_id integer not null constraint registry_reads_entry_fk references registry_entries on delete cascade,
  comment_id integer not null constraint registry_reads_comment_fk references registry_comments,
  constraint registry_reads_pk primary key (user_id, entry_id)
);

create table registry_mentions (
  comment_id integer not null constraint registry_mentions_comment_fk references registry_comments on delete cascade,
  user_id integer not null constraint registry_mentions_user_fk references users on delete cascade,
  constraint registry_mentions_pk primary key (comment_id, user_id)
);

alter table registry_entries add column search_text text not null generated always as
  (translate(lower(number || ' ' || title || ' ' || description), 'ё', 'е')) stored;
create index registry_entries_search on registry_entries using gin (search_text gin_trgm_ops);

-- Counts under any filters never leave this index.
create index registry_entries_list on registry_entries (id)
  include (idcomp, step_id, priority, responsible_id, boss_id, created_at, updated_at)
  where deleted_at is null;
create index registry_entries_by_update on registry_entries (updated_at, id) where deleted_at is null;
create index registry_comments_by_moment on registry_comments (created_at, entry_id);
create index history_by_moment on history (entity, at, entity_id);
