-- Whether its reader still wants a notice is asked again when its letter leaves: what kind of notice it is in their settings,
-- and whether it asks something of them, so that it comes whether they follow the thing or not. Empty in what the release
-- before wrote: that is sent as it was.
alter table letters
  add column notice_kind text,
  add column is_direct boolean;

alter table notices
  add column is_direct boolean;

create or replace view notice_settings_for_letters as
select user_id, kind, letter, digest
from notice_settings;

create or replace view notices_for_letters as
select id, user_id, entity, entity_id, text, read_at, event_id, kind, is_direct
from notices;
