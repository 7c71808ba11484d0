-- An administrator does not end by hand what the groups of the directory give (docs/decisions/0162).
create or replace view scim_people_for_administration as
select user_id, external_id, is_shut, gone_at, is_out, active,
  coalesce((select array_agg(g.display_name) from scim_members as m join scim_groups as g on g.id = m.group_id
    where m.person_id = scim_people.id), '{}') as groups
from scim_people;
