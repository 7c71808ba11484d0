-- Which moments the words of a notice name, and by whose clocks: who reads them lives by a clock the server knows nothing of.
-- Words of before stay as they are.
alter table notices add column moments jsonb not null default '[]'
  constraint notices_moments_are_a_list check (jsonb_typeof(moments) = 'array');
