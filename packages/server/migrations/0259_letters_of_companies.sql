-- Letters of a publication belong to the company that they were written for, whoever their address belongs to today.
create view letters_for_publications as
select id, idcomp
from letters;

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
  and case
    when delivery.kind = 'ftp' then customer.idcomp = delivery.idcomp and exists (
      select from publication_files as given where given.publication_release_id = item.id and given.file_id = delivery.file_id)
    when letter.idcomp is not null then customer.idcomp = letter.idcomp
    -- Letters written before they named their company.
    else exists (
      select from publication_recipients as chosen join users as person on person.id = chosen.user_id
      where chosen.publication_id = item.publication_id and person.idcomp = customer.idcomp
        and lower(person.email) = lower(delivery.target)) end;
