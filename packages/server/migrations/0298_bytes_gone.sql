-- When the bytes of a deleted file were removed from the store; until then the nightly sweeping tries to remove them.
alter table files add column bytes_gone_at timestamptz;
