-- Moving in: imports of what an old console holds (docs/moving-in.md).
create schema moving;

-- One import: files are received, checked, applied by two members of staff, and undone as a whole.
create table moving.import (
  id             int generated always as identity primary key,
  state          text not null default 'loading'
                 check (state in ('loading', 'checking', 'checked', 'applying', 'halted', 'applied', 'undoing', 'undone', 'discarded')),
  -- Which application this is: what was undone can be applied again, under ids of its own.
  run            int not null default 0,
  -- The moment of the openings; null until it is applied, if none was named.
  at             timestamptz(3),
  -- Records and faults by kind, as the last check found them, and what the files' `totals` say.
  found          jsonb not null default '{}',
  declared       jsonb not null default '{}',
  records        int not null default 0,
  faults         int not null default 0,
  -- How tokens without a price of their own and bonus are valued; set as it is applied.
  tokens_per_usd int,
  bonus_per_usd  int,
  -- Which part of the kinds is being applied or undone, and up to which record; written with the records themselves.
  stage          text not null default '',
  after_file     smallint not null default 0,
  after_line     int not null default 0,
  done           int not null default 0,
  -- How far an application came that stopped: undoing takes back this much. Empty: all of it.
  reached_stage  text not null default '',
  reached_file   smallint not null default 0,
  reached_line   int not null default 0,
  -- What has been booked from the opening accounts so far.
  opened_tokens     bigint not null default 0,
  opened_bonus      bigint not null default 0,
  opened_usd_micros bigint not null default 0,
  -- What stopped, and why: a key of the faults, and the record.
  halted_from    text not null default '' check (halted_from in ('', 'applying', 'undoing')),
  halted_fault   text not null default '',
  halted_record  text not null default '',
  made_by        text not null,
  made_at        timestamptz(3) not null,
  touched_at     timestamptz(3) not null,
  asked_by       text not null default '',
  approved_by    text not null default '',
  applied_at     timestamptz(3),
  undone_by      text not null default '',
  undone_at      timestamptz(3),
  version        int not null default 1,
  check (asked_by = '' or asked_by <> approved_by),
  check ((state = 'halted') = (halted_from <> ''))
);
create index import_made on moving.import (made_at desc, id desc);
-- What the job works on, and what is left to be removed.
create index import_working on moving.import (id) where state in ('checking', 'applying', 'undoing');
-- One at a time is applied or undone, so that what it stops at is not another's.
create unique index import_applying on moving.import ((true)) where state in ('applying', 'undoing');

-- A file arrives in parts; the incomplete line at the end of the last part waits for the next.
create table moving.file (
  import_id int not null references moving.import on delete cascade,
  file      smallint not null,
  name      text not null,
  bytes     bigint not null default 0,
  parts     int not null default 0,
  lines     int not null default 0,
  carry     bytea not null default '',
  -- Columns of a CSV file; empty for NDJSON.
  header    text[] not null default '{}',
  complete  boolean not null default false,
  primary key (import_id, file),
  unique (import_id, name)
);

-- The records that could be read.
create table moving.record (
  import_id int not null references moving.import on delete cascade,
  kind      text not null check (kind in ('user', 'guild', 'member', 'agent', 'order', 'withdrawal')),
  file      smallint not null,
  line      int not null,
  -- The record's own key, unique within its kind.
  key       text not null,
  data      jsonb not null,
  primary key (import_id, kind, file, line)
);
create index record_key on moving.record (import_id, kind, key);

-- What stands in the way, line by line: of reading, or of checking records against each other and the platform.
create table moving.fault (
  id        bigint generated always as identity primary key,
  import_id int not null references moving.import on delete cascade,
  found_by  text not null check (found_by in ('reading', 'checking')),
  file      smallint not null,
  line      int not null,
  kind      text not null,
  key       text not null,
  fault     text not null,
  field     text not null,
  detail    text not null
);
create index fault_import on moving.fault (import_id, id);

-- What an import made, so that undoing removes this and nothing else. Rows that were there before are left.
create table moving.made (
  import_id int not null references moving.import on delete cascade,
  kind      text not null check (kind in ('user', 'guild', 'member', 'agent', 'order', 'withdrawal')),
  key       text not null,
  primary key (import_id, kind, key)
);

-- When users of an old console first paid: what they pay here is no first payment.
create table finance.first_payment (
  user_id   bigint primary key references users.app_user,
  at        timestamptz(3) not null,
  -- Of the import.
  import_id int not null references moving.import
);
create index first_payment_import on finance.first_payment (import_id);

alter table ledger.account drop constraint account_purpose_check;
alter table ledger.account add constraint account_purpose_check check (purpose in (
  'paid', 'promo', 'bonus', 'debt', 'stock', 'payable', 'issue', 'burn', 'adjust', 'redeem', 'rounding', 'suspense', 'fx',
  'cash.gateway', 'cash.bank', 'cash.usdt.trc20', 'cash.usdt.erc20', 'revenue', 'deferredTokens', 'bonusLiability', 'anchorCost',
  'commissionCost', 'promoCost', 'feeCost', 'feeIncome', 'chargebackLoss', 'penaltyIncome', 'opening'
));
-- What was there before the platform was.
insert into ledger.account (owner, purpose, currency, derived) values
  ('platform', 'opening', 'TOKEN', true),
  ('platform', 'opening', 'BONUS', true),
  ('platform', 'opening', 'USD', true)
on conflict do nothing;

insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in) values
  (20119, 'system.import', 100, 'menu', '{"en": "Import", "cn": "数据导入"}', '/sys/import', 'send', 1, 19, true)
on conflict do nothing;
-- Administrators read and write, analysts read, as they do every menu.
insert into access.role_menu (role_id, menu_id, permission)
select id, 20119, case name when 'Administrator' then 3 else 1 end from access.role where name in ('Administrator', 'Analyst')
on conflict do nothing;
