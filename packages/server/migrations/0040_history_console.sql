-- Whoever runs a command on the server has no account: the command's name stands for the person.
alter table history drop constraint history_via;
alter table history add constraint history_via
  check (via in ('screen', 'letter', 'on_behalf', 'import', 'demo', 'schedule', 'console'));
