-- What happened between a release and a company is a chain (docs/decisions/0063): each of its records names the one before
-- by its hash. Rows from before this migration, and those of other things, stand without one.

-- chain: `release/company`. salt goes with the texts when they are erased; digests are what is left of them then.
alter table history
  add column chain text,
  add column seq integer,
  add column prev bytea,
  add column hash bytea,
  add column salt bytea,
  add column digests jsonb;

-- Where each chain ends. No reference to releases and companies: whoever writes a record would wait for their rows. The key
-- is the only unique one: of two first writers one would meet the other's row in a second index, which `on conflict` does not
-- look at, and fail.
create table chain_heads (
  chain text constraint chain_heads_pk primary key,
  release_id integer not null,
  company_id integer not null,
  seq integer not null constraint chain_heads_seq check (seq >= 0),
  hash bytea not null constraint chain_heads_hash check (length(hash) = 32)
);

-- Things whose history is of one chain as a whole. A thing more is a branch more.
create view chained_for_platform as
select 'agreement' as entity, id as entity_id, release_id, company_id
from agreements;

-- Letters and copies, with the chains of what they are about.
create view chains_for_deliveries as
select delivery.id as delivery_id, agreement.release_id, agreement.company_id
from deliveries as delivery
join agreements as agreement on agreement.id = delivery.entity_id
where delivery.entity = 'agreement'
union all
select delivery.id, item.release_id, customer.idcomp
from deliveries as delivery
join publication_releases as item on item.publication_id = delivery.entity_id
join publication_customers as customer on customer.publication_release_id = item.id
join releases as release on release.id = item.release_id
where delivery.entity = 'publication' and release.is_visible_for_client
  and customer.idcomp <> all (item."notPublishingList")
  and case delivery.kind
    when 'ftp' then customer.idcomp = delivery.idcomp and exists (
      select from publication_files as given where given.publication_release_id = item.id and given.file_id = delivery.file_id)
    else exists (
      select from publication_recipients as chosen join users as person on person.id = chosen.user_id
      where chosen.publication_id = item.publication_id and person.idcomp = customer.idcomp
        and lower(person.email) = lower(delivery.target)) end;

create view files_for_deliveries as
select id, file_name
from files;

-- Only added to. What has just been written is sealed once, by the end of its transaction, and texts can be erased by law.
create function keep_history() returns trigger language plpgsql as $$
declare has_chains boolean;
begin
  if tg_op = 'TRUNCATE' then
    execute format('select exists (select from %I.%I where chain is not null)', tg_table_schema, tg_table_name)
      into has_chains;
    if not has_chains then return null; end if;
  elsif tg_op = 'UPDATE' then
    if (old.id, old.entity, old.entity_id, old.field, old.title, old.user_id, old.via, old.at, old.chain)
      is not distinct from (new.id, new.entity, new.entity_id, new.field, new.title, new.user_id, new.via, new.at, new.chain)
    then
      if old.chain is not null and old.hash is null and new.hash is not null
        and (old.before, old.after, old.note, old.address, old.digests)
          is not distinct from (new.before, new.after, new.note, new.address, new.digests)
      then return new; end if;
      if (old.seq, old.prev, old.hash) is not distinct from (new.seq, new.prev, new.hash)
        and new.salt is null and new.digests is not null and new.note is null
        and new.before = 'null' and new.after = 'null' and coalesce(new.address, '') = ''
        and (old.digests is null or old.digests = new.digests)
      then return new; end if;
    end if;
  end if;
  raise exception 'history is only added to: % refused', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger history_kept before update or delete on history for each row execute function keep_history();
create trigger history_kept_whole before truncate on history for each statement execute function keep_history();

-- A chain only grows.
create function keep_chain() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.chain = new.chain and old.release_id = new.release_id and old.company_id = new.company_id
      and (new.seq > old.seq or (new.seq = old.seq and new.hash = old.hash))
    then return new; end if;
  end if;
  raise exception 'a chain only grows: % refused', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger chain_heads_kept before update or delete on chain_heads for each row execute function keep_chain();

-- Records of one chain. None has one yet, but the history is long: built behind the running product.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX history_by_chain ON history (chain, id) WHERE chain IS NOT NULL"]')
on conflict (key) do update set value = known.value || excluded.value;
