-- Whether the date that is set is the one that was withdrawn: another date set since is an ordinary draft, and a date that is
-- asked about anew is not withdrawn any more.
alter table agreements add column is_date_withdrawn boolean not null default false;

-- Reason: dates that were withdrawn before this column existed hold no day, either.
update agreements set is_date_withdrawn = true
where withdrawn_at is not null and heard_at is null and not by_rivc
  -- Rows with a day of no calendar accept no change until somebody corrects it (0054).
  and ("releaseDate" between '2000-01-01' and '2100-12-31' or "releaseDate" is null);

-- A trigger, because imports, restores and the release before write these columns too.
create function mark_withdrawn_date() returns trigger language plpgsql as $$
begin
  new.is_date_withdrawn := new.withdrawn_at is not null and new.heard_at is null and not new.by_rivc;
  -- Nobody has been asked anew since the withdrawal.
  if tg_op = 'UPDATE' and old.withdrawn_at is not null and old.heard_at is null and not old.by_rivc then
    new.is_date_withdrawn := new.is_date_withdrawn and old.is_date_withdrawn
      and (new."releaseDate", new."releaseTime") is not distinct from (old."releaseDate", old."releaseTime");
  end if;
  return new;
end $$;
create trigger agreements_withdrawn_date
  before insert or update of "releaseDate", "releaseTime", withdrawn_at, heard_at, by_rivc on agreements
  for each row execute function mark_withdrawn_date();
