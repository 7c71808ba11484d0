-- Everything that was sent out in one list: failed first, then waiting, then what arrived – the order of the words –
-- and newest first among each.
create index deliveries_by_state on deliveries (state, id desc);
create index deliveries_by_moment on deliveries (at, id);
create index deliveries_by_target on deliveries using gin (translate(lower(target), 'ё', 'е') gin_trgm_ops);
create index letters_by_subject on letters using gin (translate(lower(subject), 'ё', 'е') gin_trgm_ops);
-- Whose address a letter went to.
create index users_by_email on users (lower(email));
