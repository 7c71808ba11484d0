-- When companies work is asked for by every release and list of questions: it is remembered (platform/memory.ts).
create trigger company_calendars_remembered after insert or update or delete or truncate on company_calendars
  for each statement execute function tell_of_change();
create trigger freezes_remembered after insert or update or delete or truncate on freezes
  for each statement execute function tell_of_change();
