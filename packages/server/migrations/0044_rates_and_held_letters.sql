-- What each person has done lately, by kind of call (rate-limiter-flexible). Nothing is lost with it: a crash gives everybody a new start.
create unlogged table rates (
  key text constraint rates_pk primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null: never.
  expire bigint
);
create index rates_by_expiry on rates (expire);

-- Letters that wait for what follows them, so that many events of one kind about one thing make one letter.
create table held_letters (
  -- `agreement`, its id, and which of its events: `agreement.remarked`.
  entity text not null,
  entity_id integer not null,
  topic text not null,
  -- What is collected, in order; empty while only the last letter is remembered.
  event_ids integer[] not null default '{}',
  -- Who else hears of it by a letter, with what they are told last: { user id: what a notice says }.
  notices jsonb not null default '{}',
  -- When the last letter left.
  sent_at timestamptz,
  -- Since when and until when it waits.
  since timestamptz,
  due_at timestamptz,
  constraint held_letters_pk primary key (entity, entity_id, topic),
  constraint held_letters_wait check ((since is null) = (due_at is null) and (cardinality(event_ids) = 0) = (due_at is null))
);
create index held_letters_by_due on held_letters (due_at);
