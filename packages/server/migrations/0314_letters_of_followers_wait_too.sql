-- The agreement that a held letter to somebody who only follows it is about: such a letter is stored under its reader. It is
-- found by this when it is overtaken or not needed any more.
alter table letters add column agreement_id integer;
