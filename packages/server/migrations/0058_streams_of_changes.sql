-- Which live stream belongs to the browser that made the change: its screen has the answer of its call already.
alter table events add column stream_key text constraint events_stream_key_length check (length(stream_key) between 16 and 64);
