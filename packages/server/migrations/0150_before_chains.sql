-- What happened between a release and a company before there were chains, or while a process of a former version still
-- wrote: a dossier says that it was, and that nothing proves it (docs/decisions/0085).
create view unchained_for_dossier as
select agreement.release_id, agreement.company_id, record.at
from agreements as agreement
join history as record on record.entity = 'agreement' and record.entity_id = agreement.id
where record.chain is null;
