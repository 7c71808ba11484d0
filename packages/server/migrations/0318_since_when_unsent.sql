-- Since when an agreement has been waiting to be sent again: the last time it lost the approval of staff by a move, a
-- withdrawal or a restore. Null of agreements that this has not happened to since, and of what the release before changes.
alter table agreements add column unsent_at timestamptz;
