-- Which remark a request that does not work has raised.
alter table test_results add column thread_id integer;
alter table test_results add constraint test_results_thread_fk foreign key (thread_id) references threads not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table test_results validate constraint test_results_thread_fk"]')
on conflict (key) do update set value = known.value || excluded.value;
