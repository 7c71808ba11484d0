-- The modules that can be chosen: neither they nor their system are hidden. Every room asks this view instead of checking the two.
create view living_modules as
select m.idmod
from modules as m
join systems as sy on sy.idsys = m.idsys
where m.deleted_at is null and sy.deleted_at is null;
