-- Who looks at what now: a row for each open stream of live updates. Unlogged: after a crash nobody is
-- connected anyway. The person's name and company stand here as they were when the stream was opened.
create unlogged table presence (
  key text constraint presence_pk primary key constraint presence_key_length check (length(key) between 16 and 64),
  user_id integer not null constraint presence_user_fk references users,
  name text not null,
  idcomp integer,
  place text not null constraint presence_place_length check (length(place) <= 60),
  note text not null constraint presence_note_length check (length(note) <= 60),
  at timestamptz not null
);
create index presence_by_place on presence (place);
create index presence_by_at on presence (at);
