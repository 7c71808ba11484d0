-- The account that its person signed in with until its company was hidden: it is the one again once the company is shown
-- (docs/decisions/0162).
alter table users add column first_when_shown boolean not null default false;
