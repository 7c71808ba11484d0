-- The accounts that had the address when the letter was written, each with its company then (null: staff): people move to
-- other companies and get other addresses, and what was told to one company is neither lost to it nor told to the next
-- (docs/decisions/0085, 0141).
alter table deliveries add column readers jsonb;

create function readers_at(address text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'idcomp', person.idcomp) order by person.id), '[]')
  from users as person
  where lower(person.email) = lower(address) and person.deleted_at is null
$$;

-- A trigger, since processes of the release before, which answer beside this one, do not write it.
create function add_readers_of_letter() returns trigger language plpgsql as $$
begin
  new.readers := readers_at(new.target);
  return new;
end
$$;
create trigger deliveries_readers before insert on deliveries
  for each row when (new.kind = 'mail' and new.readers is null) execute function add_readers_of_letter();

-- Who had the address of a letter from before is not known: it counts for whoever has it today, as until now.
insert into installation as known (key, value) values ('deferred_ddl', '[
  {"table": "deliveries", "key": "id", "set": "readers = readers_at(target)",
   "where": "kind = ''mail'' and readers is null"},
  "CREATE INDEX deliveries_by_reader ON deliveries USING gin (readers jsonb_path_ops)"]')
on conflict (key) do update set value = known.value || excluded.value;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless, repeated_at, is_named, generation, readers
from deliveries;

-- A letter about a publication told of its releases though one was hidden since, or its company put on the
-- not-publishing list of another.
create or replace view dossier_letters as
select agreement.release_id, agreement.company_id, delivery.letter_id, delivery.target, delivery.state, delivery.at,
  delivery.readers
from deliveries as delivery
join agreements as agreement on agreement.id = delivery.entity_id
where delivery.entity = 'agreement' and delivery.letter_id is not null and delivery.state <> 'queued'
union all
select reached.release_id, reached.idcomp, delivery.letter_id, delivery.target, delivery.state, delivery.at,
  delivery.readers
from deliveries as delivery
join letters as letter on letter.id = delivery.letter_id
join reached_items as reached on reached.publication_id = delivery.entity_id
where delivery.entity = 'publication' and delivery.state <> 'queued'
  and (letter.release_ids is null or reached.release_id = any (letter.release_ids))
  -- Letters of old name no company.
  and (reached.idcomp = letter.idcomp or letter.idcomp is null
    and delivery.readers @> jsonb_build_array(jsonb_build_object('idcomp', reached.idcomp)));
