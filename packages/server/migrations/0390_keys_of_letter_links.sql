-- What is written by the link of a letter may be sent again when its answer was lost. Whoever got the letter at a plain
-- address has no account: their keys are kept under 0, which is nobody's id.
alter table idempotency_keys drop constraint idempotency_keys_user_fk;
