-- Looked through every few minutes: who has something a daily letter has not told of yet.
create index notices_undigested on notices (user_id) where read_at is null and not digested;
