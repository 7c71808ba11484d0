-- A held letter that was due when a copy was restored: it may have been sent after the copy was made, so a person decides
-- about it (docs/decisions/0022).
alter table held_letters add column is_unsure boolean not null default false;
