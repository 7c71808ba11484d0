-- Links of letters that ask for a client's word. Only the hash is kept, as of sessions.
create table approval_tokens (
  token_hash bytea constraint approval_tokens_pk primary key,
  agreement_id integer not null constraint approval_tokens_agreement_fk references agreements,
  user_id integer constraint approval_tokens_user_fk references users,
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint approval_tokens_one_addressee check ((user_id is null) <> (address is null))
);
create index approval_tokens_by_agreement on approval_tokens (agreement_id);

-- Whoever answers by a letter sent to an extra address has no account: the address stands for the person.
alter table history alter column user_id drop not null;
alter table history add column address text;
alter table history add constraint history_one_doer check ((user_id is null) <> (address is null));
