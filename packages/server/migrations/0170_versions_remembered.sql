-- The map of versions is remembered whole (docs/decisions/0081): what it is read from says when it has changed. A
-- publication's parts are written with it, and its sets stay as they were.
create trigger publications_remembered
  after insert or update of deleted_at, withdrawn_at or delete or truncate on publications
  for each statement execute function tell_of_change();
create trigger publication_receipts_remembered after insert or update or delete or truncate on publication_receipts
  for each statement execute function tell_of_change();
create trigger publication_checks_remembered after insert or update or delete or truncate on publication_checks
  for each statement execute function tell_of_change();
create trigger file_downloads_remembered after insert or update or delete or truncate on file_downloads
  for each statement execute function tell_of_change();
create trigger files_remembered after update of version or truncate on files
  for each statement execute function tell_of_change();
create trigger releases_remembered
  after update of title, is_visible_for_client, deleted_at or delete or truncate on releases
  for each statement execute function tell_of_change();
create trigger not_publishing_list_remembered after insert or update or delete or truncate on not_publishing_list
  for each statement execute function tell_of_change();
create trigger company_modules_remembered after insert or update or delete or truncate on company_modules
  for each statement execute function tell_of_change();
