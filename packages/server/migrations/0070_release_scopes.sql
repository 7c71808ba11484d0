-- What a company agrees to is the release's scope (docs/decisions/0060): plain text and references that its people can
-- read. A text is taken apart once, when it is saved; rows of former versions are filled behind the product, and read
-- the slow way until then.

-- The words of rich text, line by line; formatting is left out, a picture is told by its being there.
create function plain_text(html text) returns text immutable parallel safe language sql
return case
  when html !~ '[<&[:space:]]' then html
  else btrim(
    regexp_replace(
      regexp_replace(
        replace(replace(replace(replace(replace(
          regexp_replace(
            regexp_replace(
              regexp_replace(html, '<img[^>]*>', '[рисунок]', 'gi'),
              '<(br|hr|/p|/li|/tr|/h[1-6]|/div|/blockquote|/pre|/table)[^>]*>', chr(10), 'gi'),
            '<[^>]*>', '', 'g'),
          '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'),
        '[ \t\u00a0]+', ' ', 'g'),
      '\s*\n\s*', chr(10), 'g'),
    E' \n\r\t')
end;

alter table releases add column plain_description text, add column plain_terms text;
alter table requests add column plain_description text;

create function keep_plain_release() returns trigger language plpgsql as $$
begin
  new.plain_description := plain_text(new.description);
  new.plain_terms := plain_text(new.terms);
  return new;
end
$$;
create function keep_plain_request() returns trigger language plpgsql as $$
begin
  new.plain_description := plain_text(new.description);
  return new;
end
$$;

create trigger releases_plain_made before insert on releases
  for each row when (new.description <> '' or new.terms <> '') execute function keep_plain_release();
create trigger releases_plain_saved before update of description, terms on releases
  for each row when (new.description is distinct from old.description or new.terms is distinct from old.terms)
  execute function keep_plain_release();
create trigger requests_plain_made before insert on requests
  for each row when (new.description <> '') execute function keep_plain_request();
create trigger requests_plain_saved before update of description on requests
  for each row when (new.description is distinct from old.description) execute function keep_plain_request();

-- The scopes of companies that a release names, as if it were visible, as canonical JSON (RFC 8785: to_json writes a text
-- as JSON.stringify does); all that stands in one is read once for all. What stands in it changes with its format alone.
create function scopes_of(release integer, companies integer[])
returns table (idcomp integer, format smallint, body text)
stable language sql
begin atomic
  with texts as materialized (
    select to_json(coalesce(r.plain_description, plain_text(r.description)))::text as description,
      to_json(coalesce(r.plain_terms, plain_text(r.terms)))::text as terms
    from releases as r where r.id = release
  ), chosen as materialized (
    select m.idmod, '{"idmod":' || m.idmod || ',"namemod":' || to_json(m.namemod)::text
      || ',"system":' || to_json(s.namesys)::text || '}' as json
    from release_modules as rm join modules as m on m.idmod = rm.idmod join systems as s on s.idsys = m.idsys
    where rm.release_id = release
  ), own_modules as materialized (
    select used.idcomp, string_agg(chosen.json, ',' order by chosen.idmod) as json
    from company_modules as used join chosen on chosen.idmod = used.idmod
    where used.idcomp = any(companies)
    group by used.idcomp
  ), own_requests as materialized (
    select q.idcomp, string_agg('{"id":' || q.id
        || ',"text":' || to_json(coalesce(q.plain_description, plain_text(q.description)))::text
        || ',"title":' || to_json(q.e_title)::text || '}', ',' order by q.id) as json
    from requests as q
    where q.release_id = release and q.deleted_at is null and q.idcomp = any(companies)
      and exists (select from company_modules as used where used.idcomp = q.idcomp and used.idmod = q.idmod)
    group by q.idcomp
  ), bodies as materialized (
    select named.idcomp, '{"description":' || texts.description || ',"modules":[' || coalesce(own_modules.json, '')
      || '],"requests":[' || coalesce(own_requests.json, '') || '],"terms":' || texts.terms || '}' as body
    from release_companies as named
    cross join texts
    left join own_modules on own_modules.idcomp = named.idcomp
    left join own_requests on own_requests.idcomp = named.idcomp
    where named.release_id = release and named.idcomp = any(companies)
  )
  select bodies.idcomp, 1::smallint, bodies.body from bodies;
end;

create function sha256_of(body text) returns text immutable language sql
return encode(sha256(convert_to(body, 'UTF8')), 'hex');

-- What was agreed to, each text once.
create table scopes (
  sha256 text constraint scopes_pk primary key constraint scopes_sha256_shape check (sha256 ~ '^[0-9a-f]{64}$'),
  format smallint not null,
  body text not null
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name;
end
$$;
create trigger scopes_written_once before update or delete on scopes
  for each statement execute function refuse_change();

-- Keeps the present scope of a company. Null when the release does not name it.
create function keep_scope(release integer, company integer) returns text volatile language sql
begin atomic
  with present as materialized (
    select sha256_of(scope.body) as sha256, scope.format, scope.body from scopes_of(release, array[company]) as scope
  ), kept as (
    insert into scopes (sha256, format, body) select present.sha256, present.format, present.body from present
    on conflict do nothing
  )
  select present.sha256 from present;
end;

alter table agreements
  -- The client's yes.
  add column agreed_sha text,
  -- What staff have settled last.
  add column accepted_sha text,
  -- What the client's side was written of last.
  add column told_sha text,
  -- What was looked at last, and since when it is not what was settled.
  add column seen_sha text,
  add column scope_changed_at timestamptz,
  -- As it was when the release was published to the company.
  add column frozen_sha text;

create table scope_decisions (
  id integer generated by default as identity constraint scope_decisions_pk primary key,
  agreement_id integer not null constraint scope_decisions_agreement_fk references agreements,
  "from" text constraint scope_decisions_from_fk references scopes,
  "to" text not null constraint scope_decisions_to_fk references scopes,
  -- `anew`, `tell`, `ignore` are staff's; `returned`: it is again what was agreed; `upgrade`: of the day of the upgrade.
  kind text not null constraint scope_decisions_kind check (kind in ('anew', 'tell', 'ignore', 'returned', 'upgrade')),
  reason text not null default '',
  "by" integer constraint scope_decisions_by_fk references users,
  at timestamptz not null
);
create index scope_decisions_by_agreement on scope_decisions (agreement_id, id);

-- Releases in which something of a scope has changed since somebody looked: appended, so that nobody waits for another.
create table scope_checks (
  id bigint generated always as identity constraint scope_checks_pk primary key,
  release_id integer not null
);
create index scope_checks_by_release on scope_checks (release_id);

-- Triggers, because whatever writes these tables has to be seen: screens, imports, a restore, the release before.
create function mark_release() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.release_id is not null then
    insert into scope_checks (release_id) values (old.release_id);
  end if;
  if tg_op <> 'DELETE' and new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id) then
    insert into scope_checks (release_id) values (new.release_id);
  end if;
  return null;
end
$$;
create function mark_own_release() returns trigger language plpgsql as $$
begin
  insert into scope_checks (release_id) values (new.id);
  return null;
end
$$;
create function mark_releases_of_company() returns trigger language plpgsql as $$
begin
  insert into scope_checks (release_id)
  select a.release_id from agreements as a
  where a.company_id = coalesce(new.idcomp, old.idcomp) and a.deleted_at is null and a.frozen_sha is null;
  return null;
end
$$;
create function mark_releases_of_modules() returns trigger language plpgsql as $$
begin
  insert into scope_checks (release_id)
  select distinct rm.release_id
  from release_modules as rm
  join modules as m on m.idmod = rm.idmod
  join agreements as a on a.release_id = rm.release_id and a.deleted_at is null and a.frozen_sha is null
  where (tg_table_name = 'modules' and to_jsonb(new) -> 'idmod' = to_jsonb(m.idmod))
    or (tg_table_name = 'systems' and to_jsonb(new) -> 'idsys' = to_jsonb(m.idsys));
  return null;
end
$$;
create trigger requests_scope_made after insert on requests
  for each row when (new.release_id is not null) execute function mark_release();
create trigger requests_scope_changed after update on requests
  for each row when ((old.release_id is not null or new.release_id is not null) and (
    new.release_id is distinct from old.release_id or new.e_title <> old.e_title
    or new.description is distinct from old.description or new.deleted_at is distinct from old.deleted_at
    or new.idcomp <> old.idcomp or new.idmod <> old.idmod))
  execute function mark_release();
create trigger releases_scope_changed after update on releases
  for each row when (new.description <> old.description or new.terms <> old.terms) execute function mark_own_release();
create trigger release_modules_scope_changed after insert or delete on release_modules
  for each row execute function mark_release();
create trigger release_companies_scope_changed after insert on release_companies
  for each row execute function mark_release();
create trigger company_modules_scope_changed after insert or delete on company_modules
  for each row execute function mark_releases_of_company();
create trigger modules_scope_changed after update on modules
  for each row when (new.namemod <> old.namemod or new.idsys <> old.idsys) execute function mark_releases_of_modules();
create trigger systems_scope_changed after update on systems
  for each row when (new.namesys <> old.namesys) execute function mark_releases_of_modules();

-- Agreed ones of which somebody has to look whether their scope is still what was agreed; all others' is.
create view scopes_in_doubt as
select a.id, a.release_id, a.company_id, a.agreed_sha, a.accepted_sha,
  coalesce(a.scope_changed_at, a.sent_at, a.updated_at) as since
from agreements as a
where a.deleted_at is null and a.by_rivc and a.agreed_sha is not null and a.frozen_sha is null
  and (a.seen_sha is null
    or (a.seen_sha <> a.agreed_sha and a.seen_sha is distinct from a.accepted_sha)
    or exists (select from scope_checks as mark where mark.release_id = a.release_id));

-- Of these companies of a release (null: of all) those whose scope is not what was agreed, nor what was settled since.
create function scope_changes_of(release integer, companies integer[])
returns table (agreement_id integer, company_id integer, since timestamptz, agreed_sha text, scope_sha text, body text)
stable language sql
begin atomic
  with asked as materialized (
    select a.id, a.company_id, a.agreed_sha, a.accepted_sha, a.since
    from scopes_in_doubt as a
    where a.release_id = release and (companies is null or a.company_id = any(companies))
  )
  select asked.id, asked.company_id, asked.since, asked.agreed_sha, sha256_of(present.body), present.body
  from scopes_of(release, array(select asked.company_id from asked)) as present
  join asked on asked.company_id = present.idcomp
  join scopes as agreed on agreed.sha256 = asked.agreed_sha
  left join scopes as accepted on accepted.sha256 = asked.accepted_sha
  -- Bodies and not sums: that is a tenth of the work.
  where present.body <> agreed.body and present.body is distinct from accepted.body;
end;

create view scopes_for_releases as
select sha256, format, body
from scopes;

create or replace view shared_agreements as
select id, author_id, by_client, by_rivc, cancel_reason, company_id, created_at, deleted_at,
  "isPublishedOnTestEnv", "recipientsExtra", release_id, "releaseDate", "releaseTime", remark, sent_at,
  updated_at, version, agreed_sha, accepted_sha, told_sha
from agreements;

-- What was agreed before this is given the scope of the day of the upgrade, and marked.
insert into installation as known (key, value) values ('deferred_ddl', '[
  {"table": "releases", "key": "id", "set": "plain_description = plain_text(description), plain_terms = plain_text(terms)",
   "where": "plain_description is null and (description <> '''' or terms <> '''')"},
  {"table": "requests", "key": "id", "set": "plain_description = plain_text(description)",
   "where": "plain_description is null and description <> ''''"},
  {"table": "agreements", "key": "id", "set": "told_sha = keep_scope(release_id, company_id)",
   "where": "by_rivc and told_sha is null and deleted_at is null"},
  {"table": "agreements", "key": "id", "set": "seen_sha = told_sha", "where": "seen_sha is null and told_sha is not null"},
  {"table": "agreements", "key": "id", "set": "agreed_sha = told_sha, accepted_sha = told_sha",
   "where": "by_client and agreed_sha is null and deleted_at is null"},
  "insert into scope_decisions (agreement_id, \"to\", kind, reason, at) select id, agreed_sha, ''upgrade'', ''На момент обновления'', now() from agreements as agreement where agreed_sha is not null and not exists (select from scope_decisions as known where known.agreement_id = agreement.id)",
  "update agreements as agreement set frozen_sha = agreed_sha where agreed_sha is not null and frozen_sha is null and exists (select from handed_to as handed where handed.release_id = agreement.release_id and handed.idcomp = agreement.company_id)"]')
on conflict (key) do update set value = known.value || excluded.value;
