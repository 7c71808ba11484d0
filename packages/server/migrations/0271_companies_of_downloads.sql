-- Which company somebody downloaded, compared or opened for: people move to other companies, and what they did before
-- stays the former one's (docs/decisions/0141). Null: staff.
alter table file_downloads add column idcomp integer;
alter table publication_checks add column idcomp integer;
alter table publication_openings add column idcomp integer;
alter table file_downloads
  add constraint file_downloads_company_fk foreign key (idcomp) references companies not valid;
alter table publication_checks
  add constraint publication_checks_company_fk foreign key (idcomp) references companies not valid;
alter table publication_openings
  add constraint publication_openings_company_fk foreign key (idcomp) references companies not valid;

-- Processes of the release before, which answer beside this one, log downloads without it.
create function add_company_of_person() returns trigger language plpgsql as $$
begin
  new.idcomp := (select person.idcomp from users as person where person.id = new.user_id);
  return new;
end
$$;
create trigger file_downloads_company before insert on file_downloads
  for each row when (new.idcomp is null) execute function add_company_of_person();
