-- What a process has in hand that is done outside of any transaction: a letter, a copy, a webhook's delivery. Who has
-- it says so again and again; of a process that died it is free a moment later. Unlogged: after a crash nobody has anything.
create unlogged table taken_work (
  kind text not null constraint taken_work_kind_length check (length(kind) between 1 and 30),
  id integer not null,
  holder uuid not null,
  until timestamptz not null,
  constraint taken_work_pk primary key (kind, id)
);
