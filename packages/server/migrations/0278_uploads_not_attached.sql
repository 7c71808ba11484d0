-- Where files are attached, for who may have one: a person's own upload is theirs only until it is attached.
create view file_places_for_access as
select file_id
from file_places;
