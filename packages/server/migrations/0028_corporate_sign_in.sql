-- Who of the company's own identity provider or directory a person is: found by the stable subject, which
-- outlives a change of name, login and address.
create table corporate_identities (
  provider text not null,
  subject text not null constraint corporate_identities_subject_length check (length(subject) between 1 and 500),
  user_id integer not null constraint corporate_identities_user_fk references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint corporate_identities_pk primary key (provider, subject),
  -- One person of the provider cannot become a second one here.
  constraint corporate_identities_user_once unique (provider, user_id)
);
create index corporate_identities_by_user on corporate_identities (user_id);

-- Where the browser goes to sign out at the provider as well; null where the session has no provider.
alter table sessions add column end_session_url text;

-- Until then the person's own password works although local sign-in is switched off: `npm run admin` gives an hour.
alter table users add column local_until timestamptz;
