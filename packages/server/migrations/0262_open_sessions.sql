-- What is counted as open is what still opens the product: an expired row opens nothing until it is swept away.
create or replace view entrances as
select user_id, 'session' as kind, token_hash as secret_hash, expires_at, last_seen_at from sessions
union all
select user_id, 'password_link', token_hash, expires_at, null from password_links
union all
select user_id, 'api_token', token_hash, expires_at, null from api_tokens where revoked_at is null
union all
select user_id, 'calendar_link', secret_hash, null, null from calendar_links
union all
select user_id, 'file_link', token_hash, expires_at, null from file_links;

create or replace view shared_sessions as
select user_id, last_seen_at, expires_at
from sessions;
