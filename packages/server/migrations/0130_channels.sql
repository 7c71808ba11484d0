-- Channels of messengers among the webhooks (docs/decisions/0097): what they are told is words, and only of one release or of one
-- company where that is named.
alter table webhooks
  -- own: numbers, signed; slack: a message, as Slack, Mattermost and Rocket.Chat take it.
  add column format text not null default 'own',
  add column release_id integer,
  add column company_id integer;
alter table webhooks
  add constraint webhooks_format check (format in ('own', 'slack')) not valid,
  add constraint webhooks_about_one check (
    (release_id is null or company_id is null) and (format = 'slack' or (release_id is null and company_id is null))
  ) not valid,
  add constraint webhooks_release_fk foreign key (release_id) references releases not valid,
  add constraint webhooks_company_fk foreign key (company_id) references companies not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table webhooks validate constraint webhooks_format",
  "alter table webhooks validate constraint webhooks_about_one",
  "alter table webhooks validate constraint webhooks_release_fk",
  "alter table webhooks validate constraint webhooks_company_fk"]')
on conflict (key) do update set value = known.value || excluded.value;
