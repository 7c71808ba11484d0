-- What a person changed lately is read by moments as well: the index of the log does for both.
drop index history_by_person;

-- Only what is said in words is looked for by words; most of the history is numbers and yes or no.
drop index history_search;
create index history_search on history using gin (
  translate(lower(left(coalesce(address, '') || ' ' || coalesce(note, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 400)),
    'ё', 'е') gin_trgm_ops)
  where address is not null or note is not null
    or jsonb_typeof(before) in ('string', 'array', 'object') or jsonb_typeof(after) in ('string', 'array', 'object');
