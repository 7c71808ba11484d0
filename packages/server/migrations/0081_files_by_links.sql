-- Files that come by a letter's link are nobody's while they travel as well: there may be no account behind the address.
alter table uploads alter column user_id drop not null;
