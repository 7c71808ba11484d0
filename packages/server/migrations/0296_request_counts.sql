-- Lists of releases are sorted by the hours and the number of their requests and filtered by whether these are of
-- companies that the release does not name (docs/decisions/0143). A release that is not in `counted_releases`, or has
-- changed since, is counted from its requests.
create table counted_releases (
  release_id integer constraint counted_releases_pk primary key,
  requests integer not null,
  -- Minutes.
  planned_time bigint not null
);

create table request_counts (
  release_id integer not null
    constraint request_counts_release_fk references counted_releases on delete cascade,
  idcomp integer not null,
  requests integer not null,
  constraint request_counts_pk primary key (release_id, idcomp)
);

-- Releases whose requests have changed since they were counted: appended, so that nobody waits for another.
create table request_count_changes (
  id bigint generated always as identity constraint request_count_changes_pk primary key,
  release_id integer not null
);
create index request_count_changes_by_release on request_count_changes (release_id);

-- Triggers, because whatever writes requests has to be seen: screens, imports, later migrations, the release before.
create function mark_request_counts() returns trigger language plpgsql as $$
begin
  insert into request_count_changes (release_id)
    select distinct release_id from changed where release_id is not null;
  return null;
end
$$;
create trigger requests_made_in_release after insert on requests referencing new table as changed
  for each statement execute function mark_request_counts();
create trigger requests_removed_from_release after delete on requests referencing old table as changed
  for each statement execute function mark_request_counts();

create function mark_changed_request_counts() returns trigger language plpgsql as $$
begin
  insert into request_count_changes (release_id)
    select distinct own.release_id
    from before join after on after.id = before.id
      cross join lateral (values (before.release_id), (after.release_id)) as own (release_id)
    where own.release_id is not null
      and (before.release_id, before.idcomp, before.planned_time, before.deleted_at is null)
        is distinct from (after.release_id, after.idcomp, after.planned_time, after.deleted_at is null);
  return null;
end
$$;
create trigger requests_changed_in_release after update on requests
  referencing old table as before new table as after
  for each statement execute function mark_changed_request_counts();

create function forget_request_counts() returns trigger language plpgsql as $$
begin
  delete from counted_releases;
  return null;
end
$$;
create trigger requests_of_releases_emptied after truncate on requests
  for each statement execute function forget_request_counts();

-- Releases that have to be counted from their requests.
create view uncounted_releases as
select changed.release_id from request_count_changes as changed
union
select release.id from releases as release
where not exists (select from counted_releases as counted where counted.release_id = release.id);

-- Both are exact at every moment: what has been counted, and the rest from the requests. Laterally, because the planner
-- would read the requests of a release before it looks whether it has to.
create view request_totals_for_releases as
select counted.release_id, counted.requests, counted.planned_time
from counted_releases as counted
where not exists (select from request_count_changes as changed where changed.release_id = counted.release_id)
union all
select uncounted.release_id, added.requests, added.planned_time
from uncounted_releases as uncounted
cross join lateral (
  select count(*)::integer as requests, coalesce(sum(request.planned_time), 0) as planned_time
  from requests as request
  where request.release_id = uncounted.release_id and request.deleted_at is null) as added;

create view request_counts_for_releases as
select counted.release_id, counted.idcomp, counted.requests
from request_counts as counted
where not exists (select from request_count_changes as changed where changed.release_id = counted.release_id)
union all
select uncounted.release_id, added.idcomp, added.requests
from uncounted_releases as uncounted
cross join lateral (
  select request.idcomp, count(*)::integer as requests
  from requests as request
  where request.release_id = uncounted.release_id and request.deleted_at is null
  group by request.idcomp) as added;
