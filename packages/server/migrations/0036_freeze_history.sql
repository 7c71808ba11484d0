-- Closed days are history as well: who closed them, for whom and why, and who opened them again.
alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry', 'freeze',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'calendar', 'session'));
