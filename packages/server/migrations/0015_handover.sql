-- A copy knows whose it is, how far it has come, and its whole path, file name included.
alter table deliveries add column idcomp integer constraint deliveries_company_fk references companies;
alter table deliveries add column copied bigint not null default 0;

update deliveries set
  target = case when named.n = 1 then named.path else named.path || ' (' || deliveries.file_id || ')' end,
  copied = case when deliveries.state = 'sent' then named.size else 0 end
from (
  select d.id, f.size, d.target || '/' || f.file_name as path,
    row_number() over (partition by d.target || '/' || f.file_name order by d.id) as n
  from deliveries as d join files as f on f.id = d.file_id
) as named
where named.id = deliveries.id;

-- No copy ever takes the place of another.
create unique index deliveries_copy_path_once on deliveries (target) where kind = 'ftp';

-- What a client company says of a release it was handed: that it has it, that it runs.
create table publication_receipts (
  publication_release_id integer not null constraint publication_receipts_item_fk references publication_releases,
  idcomp integer not null constraint publication_receipts_company_fk references companies,
  kind text not null constraint publication_receipts_kind check (kind in ('received', 'installed')),
  user_id integer not null constraint publication_receipts_user_fk references users,
  at timestamptz not null,
  constraint publication_receipts_pk primary key (publication_release_id, idcomp, kind)
);
create index publication_receipts_installed on publication_receipts (idcomp, at) where kind = 'installed';

-- The form of a publication as its person left it: one each.
create table publication_drafts (
  user_id integer constraint publication_drafts_pk primary key
    constraint publication_drafts_user_fk references users on delete cascade,
  draft jsonb not null,
  updated_at timestamptz not null
);
