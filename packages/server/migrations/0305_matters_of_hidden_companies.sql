-- A company that was hidden left what had been asked about its requests unread for good.
-- Reason: only unread notices that ask something are read, and few of them are of hidden companies.
update notices as n set read_at = now(), settled_at = now()
from requests as q
join companies as c on c.idcomp = q.idcomp and c.deleted_at is not null
where n.entity = 'request' and n.entity_id = q.id and n.matter like 'thread %' and n.read_at is null;
