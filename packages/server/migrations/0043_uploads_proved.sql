-- What each piece of an upload was when it came (sha256, hex), held against what is stored at the end;
-- empty where a piece came before this was kept.
alter table uploads add column digests text[] not null default '{}';

-- Since when nobody may go on with it: first its bytes go, then the row. Whoever dies between leaves the row to the sweeping.
alter table uploads add column given_up_at timestamptz;

create index uploads_by_person on uploads (user_id);
