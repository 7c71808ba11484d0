-- Administrators say which statuses of requests end the work, and see it in the list.
create or replace view shared_request_statuses as
select id, name, "order", hidden_at, version, is_over
from request_statuses;
