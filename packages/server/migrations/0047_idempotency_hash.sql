-- What a key was first used for: the method, the address and the body. Null in rows kept before it was.
alter table idempotency_keys
  add column request_hash text constraint idempotency_keys_hash check (request_hash ~ '^[0-9a-f]{64}$');
