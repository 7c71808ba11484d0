-- The directory's own verdict, whoever blocked the account first: an administrator cannot let in somebody whom the
-- directory has put out (docs/decisions/0114). `is_shut` says only whose block the account's block is.
alter table scim_people add column is_out boolean not null default false;

-- Verdicts of before, as far as they do not depend on the setting of groups; others come with the next report.
-- Reason: there is one row for each person of the directory, thousands at most, and only a report writes them.
update scim_people as p set is_out = true
where is_shut or not active or gone_at is not null
  or has_entered and (problem is not null or not exists (select from scim_members as m where m.person_id = p.id));

create or replace view scim_people_for_administration as
select user_id, external_id, is_shut, gone_at, is_out from scim_people;
