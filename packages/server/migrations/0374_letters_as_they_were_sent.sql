-- The releases of its publication that a letter tells of; null for all that its company was handed.
alter table letters add column release_ids integer[];

-- Releases that a letter about a publication had to leave out when it was sent, because its company was not to get them just
-- then: it is told of them once it is.
create table letters_left_out (
  delivery_id integer not null constraint letters_left_out_delivery_fk references deliveries on delete cascade,
  release_id integer not null,
  idcomp integer not null,
  at timestamptz not null,
  -- Whether it was told of since is not known: the system was restored from a copy.
  is_unsure boolean not null default false,
  constraint letters_left_out_pk primary key (delivery_id, release_id)
);

create or replace view chains_for_deliveries as
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
left join letters as letter on letter.id = delivery.letter_id
where delivery.entity = 'publication' and release.is_visible_for_client
  and customer.idcomp <> all (item."notPublishingList")
  and (letter.release_ids is null or item.release_id = any (letter.release_ids))
  and case
    when delivery.kind = 'ftp' then customer.idcomp = delivery.idcomp and exists (
      select from publication_files as given where given.publication_release_id = item.id and given.file_id = delivery.file_id)
    when letter.idcomp is not null then customer.idcomp = letter.idcomp
    -- Letters written before they named their company.
    else exists (
      select from publication_recipients as chosen join users as person on person.id = chosen.user_id
      where chosen.publication_id = item.publication_id and person.idcomp = customer.idcomp
        and lower(person.email) = lower(delivery.target)) end;
