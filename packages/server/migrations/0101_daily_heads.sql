-- Once a day a sum over the heads of all chains (docs/decisions/0086): it stands in letters, copies and dossiers, so that a
-- chain written anew from its beginning no longer fits what has left the house.
create table daily_heads (
  day date constraint daily_heads_pk primary key,
  at timestamptz not null,
  chains integer not null,
  hash bytea not null constraint daily_heads_hash check (length(hash) = 32)
);

create function keep_daily_heads() returns trigger language plpgsql as $$
begin
  raise exception 'daily heads are only added to: % refused', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger daily_heads_kept before update or delete on daily_heads
  for each statement execute function keep_daily_heads();
