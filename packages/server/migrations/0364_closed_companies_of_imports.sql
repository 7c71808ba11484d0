-- The companies without people that imports have given what was private elsewhere, whatever they are called by now.
create table import_closed_companies (
  idcomp integer not null constraint import_closed_companies_pk primary key
    constraint import_closed_companies_company_fk references companies
);

insert into import_closed_companies (idcomp)
select idcomp from companies where namecomp = 'Импорт: не для клиентов';
