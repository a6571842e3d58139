-- The operation log: append-only, hash-chained in blocks that are sealed after the fact, so that no writer waits.
create schema log;

create table log.entry (
  -- UUIDv7 of the moment: a span of time is a span of ids.
  id         uuid not null,
  at         timestamptz(3) not null,
  xid        xid8 not null default pg_current_xact_id(),
  staff_id   int,
  username   text not null,
  union_id   int,
  ip         text not null,
  menu_key   text,
  operation  text not null,
  target     text not null,
  content    text not null,
  reason     text not null,
  before     jsonb,
  after      jsonb,
  request_id text not null,
  primary key (id)
) partition by range (id);
create index entry_xid on log.entry (xid);
create index entry_username on log.entry (username, id desc);
create index entry_operation on log.entry (operation, id desc);
create index entry_menu on log.entry (menu_key, id desc);
create index entry_content on log.entry using gin (content gin_trgm_ops);

create trigger keep before update or delete or truncate on log.entry
  for each statement execute function kit.refuse_change();
select kit.ensure_months('log.entry', ((now() at time zone 'UTC') - interval '1 month')::date, 15, true);

-- A block holds the entries with xid_from <= xid < xid_to, in the order of (xid, id).
create table log.block (
  number    int primary key,
  xid_from  xid8 not null,
  xid_to    xid8 not null,
  rows      int not null,
  previous  bytea not null,
  hash      bytea not null,
  sealed_at timestamptz(3) not null,
  check (xid_from < xid_to)
);
create trigger keep before update or delete or truncate on log.block
  for each statement execute function kit.refuse_change();
