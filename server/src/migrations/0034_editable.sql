-- Parameters whose *editable* flag an administrator set; the others have what the code declares. Beside `param`, whose rows
-- are values: one that nobody changed has none, and keeps following the code's default.
create table system.param_editable (
  key      text primary key,
  editable boolean not null,
  set_by   text not null,
  set_at   timestamptz(3) not null
);
