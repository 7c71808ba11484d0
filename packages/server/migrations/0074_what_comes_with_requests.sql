-- A request of such a status asks for nothing any more: whoever puts it into a release is told.
alter table request_statuses add column is_over boolean not null default false;
-- Reason: a list of a dozen rows that administrators keep.
update request_statuses set is_over = true where name in ('Закрыта', 'Отклонена');

-- Days on which nobody installs: readiness says of an agreed day that it lies in them.
create view freezes_for_releases as
select idcomp, date_from, date_to, reason
from freezes;
