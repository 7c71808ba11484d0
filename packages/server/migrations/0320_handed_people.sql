-- Who has had a publication in hand, and for which company: opened its page, downloaded or verified one of its files, or
-- confirmed that it arrived. When it is withdrawn they are told, though nobody had named them as recipients.
create view handed_people as
select publication_id, user_id, idcomp from publication_openings
union
select publication_id, user_id, idcomp from publication_checks
union
select item.publication_id, receipt.user_id, receipt.idcomp
from publication_receipts as receipt
join publication_releases as item on item.id = receipt.publication_release_id
union
select item.publication_id, log.user_id, log.idcomp
from publication_releases as item
join handed_packages as package on package.publication_release_id = item.id
join shared_file_downloads as log on log.file_id = package.file_id and log.idcomp = package.idcomp;
