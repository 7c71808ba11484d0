-- Signing in and out is history like any other: of the person, or of nobody when no such login is known.
alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'calendar', 'session'));

-- All of it in one log, latest first, of any kinds or any people, page by page however long it is.
drop index history_by_moment;
create index history_by_moment on history (entity, at, id) include (entity_id);
create index history_by_doer on history (user_id, at, id);
create index history_search on history using gin (
  translate(lower(left(coalesce(address, '') || ' ' || coalesce(note, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 400)),
    'ё', 'е') gin_trgm_ops);

create index requests_deleted on requests (deleted_at) where deleted_at is not null;
