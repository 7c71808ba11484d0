-- Whether a person has sent the delivery, or sent it again: such an attempt does not count among those after which the
-- product gives up.
alter table webhook_tries add column is_by_hand boolean not null default false;
