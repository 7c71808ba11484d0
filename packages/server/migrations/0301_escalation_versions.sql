-- Two people may choose at once who of a company is asked when its recipients keep silent.
alter table company_escalations add column version integer not null default 1;
