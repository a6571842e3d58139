-- The operation log: append-only, hash-chained in blocks that are sealed after the fact, so that no writer waits.
create schema log;

create table log.entry (
  -- UUIDv7 of the time: a time span is an id span.
  id         uuid not null,
  at         timestamptz(3) not null,
  -- How the entry is written and hashed (`log/log.chain.ts`); a later release may write another, and still verifies this one.
  format     smallint not null default 1,
  xid        xid8 not null default kit.xid(),
  staff_id   int,
  username   text not null,
  -- The guild leader or top-up agent who made the entry; they see no others.
  union_id   int,
  agent_id   int,
  ip         text not null,
  menu_key   text,
  operation  text not null,
  target     text not null,
  content    text not null,
  reason     text not null,
  before     jsonb,
  after      jsonb,
  request_id text not null,
  -- The salted hash of each personal word, by field; a mark stands in the word's place. Null for an entry without such words.
  personal   jsonb,
  primary key (id)
) partition by range (id);
create index entry_xid on log.entry (xid);
create index entry_username on log.entry (username, id desc);
create index entry_operation on log.entry (operation, id desc);
create index entry_menu on log.entry (menu_key, id desc);
create index entry_union on log.entry (union_id, id desc) where union_id is not null;
create index entry_agent on log.entry (agent_id, id desc) where agent_id is not null;
create index entry_content on log.entry using gin (content gin_trgm_ops);

-- The personal words of entries. Erasing a person deletes rows here; what is sealed stays as it is (`log/personal.ts`).
create table log.personal (
  entry   uuid not null,
  -- `content/0`, `target`, `reason`, `ip`, or a JSON pointer that begins with `before` or `after`.
  field   text not null,
  -- Whose word it is, as in the targets of entries: `user 7`.
  subject text not null,
  value   text not null,
  salt    bytea not null,
  primary key (entry, field)
) partition by range (entry);
create index personal_subject on log.personal (subject);
create index personal_value on log.personal using gin (value gin_trgm_ops);

-- A block holds the entries with xid_from <= xid < xid_to, in the order of (xid, id). Blocks leave no gap between them,
-- so that an entry forged into the past is found. `log/log.chain.ts` describes the hash.
create table log.block (
  number    int primary key,
  xid_from  xid8 not null,
  xid_to    xid8 not null,
  rows      int not null,
  previous  bytea not null,
  hash      bytea not null,
  sealed_at timestamptz(3) not null,
  -- The hash under a key that is not in the database, and the id of that key in the key file.
  key       text not null,
  seal      bytea not null,
  check (xid_from < xid_to)
);
