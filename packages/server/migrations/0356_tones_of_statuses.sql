-- Administrators choose the colour of a status of requests, and see it in the list.
create or replace view shared_request_statuses as
select id, name, "order", hidden_at, version, is_over, tone
from request_statuses;
