-- A person sees the own sessions: each has a number, the browser it was opened by and the address it came from.
alter table sessions add column id bigint generated always as identity;
alter table sessions add constraint sessions_id_once unique (id);
alter table sessions add column user_agent text not null default ''
  constraint sessions_user_agent_length check (length(user_agent) <= 400);
alter table sessions add column address text not null default ''
  constraint sessions_address_length check (length(address) <= 100);

create index file_links_by_user on file_links (user_id);

-- Whatever acts in a person's name without a password being asked. A new kind of it stands here and is ended by
-- whoever listens to 'user.shut_out': where one is left over, access is not ended and the change is refused.
create view entrances as
select user_id, 'session' as kind, token_hash as secret_hash from sessions
union all
select user_id, 'password_link', token_hash from password_links
union all
select user_id, 'api_token', token_hash from api_tokens where revoked_at is null
union all
select user_id, 'calendar_link', secret_hash from calendar_links
union all
select user_id, 'file_link', token_hash from file_links;
