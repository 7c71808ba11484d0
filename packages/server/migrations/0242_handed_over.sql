-- The companies that got a release in a publication: those on the not-publishing list at that time did not, although
-- the form of the publication may still have named them.
create view handed_items as
select item.id as publication_release_id, item.publication_id, item.release_id, customer.idcomp
from publication_customers as customer
join publication_releases as item on item.id = customer.publication_release_id
where customer.idcomp <> all (item."notPublishingList");

create or replace view handed_to as
select item.release_id, item.idcomp
from handed_items as item
join publications as publication on publication.id = item.publication_id
where publication.deleted_at is null;
