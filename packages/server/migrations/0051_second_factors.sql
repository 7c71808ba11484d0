-- What a person shows beside the password: an application that counts codes, or a passkey (docs/decisions/0048).
create table second_factors (
  id integer generated always as identity constraint second_factors_pk primary key,
  user_id integer not null constraint second_factors_user_fk references users on delete cascade,
  kind text not null constraint second_factors_kind check (kind in ('totp', 'passkey')),
  name text not null constraint second_factors_name_length check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Of an application: what it counts from, sealed, and the last step of 30 s whose code was taken.
  secret text,
  last_step bigint,
  -- Of a passkey: what its answers are checked by, and the host it was made for.
  credential_id text constraint second_factors_credential_once unique,
  public_key bytea,
  counter bigint,
  transports text[],
  host text,
  constraint second_factors_shape check (
    case kind
      when 'totp' then secret is not null and last_step is not null and credential_id is null
      else secret is null and credential_id is not null and public_key is not null and counter is not null
        and transports is not null and host is not null
    end
  )
);
create index second_factors_by_user on second_factors (user_id);

-- Codes for a day without them, each good once: a used one is deleted.
create table recovery_codes (
  user_id integer not null constraint recovery_codes_user_fk references users on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pk primary key (user_id, code_hash)
);

-- What was asked a few minutes ago and is answered once: by a passkey at the sign-in, or by what is being set up.
create table factor_challenges (
  challenge_hash bytea not null constraint factor_challenges_pk primary key,
  user_id integer not null constraint factor_challenges_user_fk references users on delete cascade,
  purpose text not null constraint factor_challenges_purpose check (purpose in ('sign_in', 'passkey', 'totp')),
  -- Of an application that is being set up: what it will count from, sealed.
  secret text,
  expires_at timestamptz not null
);
create index factor_challenges_by_user on factor_challenges (user_id, expires_at);

-- Opened by the own password and nothing else: where a second factor is demanded, it opens the setting up of one only.
alter table sessions add column password_only boolean not null default false;
update sessions s set password_only = true
  where end_session_url is null
    and exists (select from users u where u.id = s.user_id and u.password_hash is not null)
    and not exists (select from corporate_identities c where c.user_id = s.user_id);
