-- What words of a file were said to mean, by the source they come from: offered again for its next file.
create table import_values (
  source text not null,
  field text not null constraint import_values_field
    check (field in ('status', 'type', 'priority', 'urgency', 'isPaid', 'company', 'module', 'author')),
  word text not null constraint import_values_word_length check (length(word) between 1 and 200),
  -- The id of the thing; null: the default.
  choice integer,
  at timestamptz not null,
  constraint import_values_pk primary key (source, field, word)
);
