-- What of the publications a client company may know, in one place: it is a customer of a visible
-- release and on the not-publishing list neither when it was published nor now.
create view open_publication_items as
select item.id as publication_release_id, item.publication_id, item.release_id, customer.idcomp
from publication_customers as customer
join publication_releases as item on item.id = customer.publication_release_id
join publications on publications.id = item.publication_id and publications.deleted_at is null
join releases on releases.id = item.release_id and releases.is_visible_for_client and releases.deleted_at is null
where customer.idcomp <> all (item."notPublishingList")
  and not exists (
    select from not_publishing_list as listed
    where listed.release_id = item.release_id and listed.idcomp = customer.idcomp);
