-- An administrator has made another company of the person the first one instead of the company of this account: groups of a
-- sign-in that still give this company do not refuse the person (docs/decisions/0162).
alter table users add column passed_over boolean not null default false;
