-- The scope that a letter told of, if it had changed again while the letter waited; null when it is that of the event.
alter table letters add column told_sha text;
