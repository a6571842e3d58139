-- The ledger: double entry, append-only, one row per leg (docs/ledger.md). Only `server/src/ledger/` touches it.
-- Amounts are credit-positive integers in the smallest unit: tokens, bonus, USD micros, USDT micros.
create schema ledger;

-- Owned accounts keep a balance and a version, and no balance may fall below its floor. Platform accounts take part in every
-- gift and keep no balance, which would be a hot row; a job folds their entries.
create table ledger.account (
  id          bigint generated always as identity primary key,
  owner       text   not null,
  purpose     text   not null check (purpose in (
    'paid', 'promo', 'bonus', 'debt', 'stock', 'payable', 'issue', 'burn', 'adjust', 'redeem', 'rounding', 'suspense', 'fx',
    'cash.gateway', 'cash.bank', 'cash.usdt.trc20', 'cash.usdt.erc20', 'revenue', 'deferredTokens', 'bonusLiability', 'anchorCost',
    'commissionCost', 'promoCost', 'feeCost', 'feeIncome', 'chargebackLoss', 'penaltyIncome'
  )),
  currency    text   not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  derived     boolean not null,
  floor       bigint,
  posted      bigint not null default 0,
  reserved    bigint not null default 0 check (reserved >= 0),
  -- Deferred revenue behind the tokens of a paid wallet or a stock, at average cost.
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  version     bigint not null default 0,
  unique (owner, purpose, currency),
  constraint overdraft check (floor is null or posted - reserved >= floor),
  constraint derived_keeps_nothing check (not derived or (posted = 0 and reserved = 0 and cost_micros = 0 and version = 0))
) with (fillfactor = 70);
create index account_held on ledger.account (id) where reserved <> 0;
-- For filters of entries by account.
create index account_purpose on ledger.account (purpose, currency, id);
-- The platform accounts of the chart (server/src/ledger/ledger.accounts.ts), so that no transaction that may roll back creates one. A
-- new one needs a migration; a test compares both lists.
insert into ledger.account (owner, purpose, currency, derived) values
  ('platform', 'issue', 'TOKEN', true),
  ('platform', 'issue', 'BONUS', true),
  ('platform', 'promo', 'TOKEN', true),
  ('platform', 'burn', 'TOKEN', true),
  ('platform', 'adjust', 'TOKEN', true),
  ('platform', 'adjust', 'BONUS', true),
  ('platform', 'redeem', 'BONUS', true),
  ('platform', 'rounding', 'BONUS', true),
  ('platform', 'rounding', 'USD', true),
  ('platform', 'suspense', 'USDT', true),
  ('platform', 'fx', 'USD', true),
  ('platform', 'fx', 'USDT', true),
  ('platform', 'cash.gateway', 'USD', true),
  ('platform', 'cash.bank', 'USD', true),
  ('platform', 'cash.usdt.trc20', 'USDT', true),
  ('platform', 'cash.usdt.erc20', 'USDT', true),
  ('platform', 'revenue', 'USD', true),
  ('platform', 'deferredTokens', 'USD', true),
  ('platform', 'bonusLiability', 'USD', true),
  ('platform', 'anchorCost', 'USD', true),
  ('platform', 'commissionCost', 'USD', true),
  ('platform', 'promoCost', 'USD', true),
  ('platform', 'feeCost', 'USD', true),
  ('platform', 'feeIncome', 'USD', true),
  ('platform', 'chargebackLoss', 'USD', true),
  ('platform', 'penaltyIncome', 'USD', true)
on conflict do nothing;

-- A calendar month of the platform's zone that was closed, or is being closed; a month without a row is open. Months are closed in order,
-- so everything before the last `ends_at` is closed. Later changes of the zone don't move them.
create table ledger.month (
  month       date primary key check (extract(day from month) = 1),
  starts_at   timestamptz(3) not null,
  ends_at     timestamptz(3) not null unique check (ends_at > starts_at),
  -- `closing` until no earlier transaction can post into it any more, and all its entries are folded.
  state       text not null check (state in ('closing', 'closed')),
  asked_by    text not null,
  approved_by text not null,
  approved_at timestamptz(3) not null,
  closed_at   timestamptz(3),
  xid         xid8 not null default kit.xid(),
  check (asked_by <> approved_by),
  check ((state = 'closed') = (closed_at is not null))
);

-- True if the time in a transfer's id is more than ten minutes from its booking, so that a span of ids misses it.
create function ledger.id_time_differs(id uuid, booked_at timestamptz) returns boolean language sql immutable parallel safe as $$
  select (booked_at - to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0))
         not between interval '-10 minutes' and interval '10 minutes'
$$;

create table ledger.transfer (
  id           uuid not null,
  -- Of the request, to recognise an id that is sent again with other content.
  request_hash bytea not null,
  kind         text not null,
  phase        text not null check (phase in ('single', 'hold', 'post', 'void')),
  hold_id      uuid,
  reference    text not null,
  -- The catalogue code of a refusal; null when accepted. Refused transfers are stored, too.
  refused      int,
  actor        text not null,
  occurred_at  timestamptz(3) not null,
  -- When it counts in the books: `occurred_at`, or the first instant that is not closed.
  booked_at    timestamptz(3) not null,
  recorded_at  timestamptz(3) not null,
  xid          xid8 not null default kit.xid(),
  primary key (id),
  check ((phase in ('post', 'void')) = (hold_id is not null))
) partition by range (id);
create index transfer_kind on ledger.transfer (kind, id desc);
create index transfer_reference on ledger.transfer (reference, id desc);
-- Transfers that a span of ids misses.
create index transfer_id_time_differs on ledger.transfer (booked_at, id) where ledger.id_time_differs(id, booked_at);

-- A hold is resolved once, so its id is the key.
create table ledger.hold_resolution (
  hold_id     uuid not null,
  transfer_id uuid not null,
  phase       text not null check (phase in ('post', 'void')),
  primary key (hold_id)
) partition by range (hold_id);

create table ledger.entry (
  transfer_id    uuid not null,
  line           smallint not null,
  account_id     bigint not null,
  currency       text not null,
  amount         bigint not null,
  reserved       bigint not null,
  cost_micros    bigint not null,
  -- Null on platform accounts, which keep no balance.
  posted_after   bigint,
  reserved_after bigint,
  version        bigint,
  recorded_at    timestamptz(3) not null,
  xid            xid8 not null default kit.xid(),
  primary key (transfer_id, line),
  check (amount <> 0 or reserved <> 0),
  check ((version is null) = (posted_after is null) and (version is null) = (reserved_after is null))
) partition by range (transfer_id);
-- New entries of platform accounts, for the fold.
create index entry_derived on ledger.entry (xid) where version is null;
-- New entries of owned accounts, for the jobs that read them.
create index entry_owned on ledger.entry (xid) where version is not null;
create index entry_account on ledger.entry (account_id, recorded_at desc, version desc) where version is not null;
-- An account's entries in the order in which they happened.
create index entry_statement on ledger.entry (account_id, transfer_id desc, line desc);
-- Open holds by account.
create index entry_held on ledger.entry (account_id, transfer_id) where reserved > 0;

-- Platform accounts by day; each entry is folded once (kit.reader stores how far).
create table ledger.folded (
  account_id bigint not null references ledger.account,
  day        date   not null,
  debit      numeric(38, 0) not null default 0,
  credit     numeric(38, 0) not null default 0,
  entries    bigint not null default 0,
  primary key (account_id, day)
);

-- All accounts by when entries are booked, each entry once, in the same step as `ledger.folded`: platform accounts one by one, owned ones
-- by kind of owner and purpose. A slot is a quarter of an hour, since every zone's months begin at one.
create table ledger.booked (
  slot     timestamptz(0) not null,
  holder   text not null check (holder in ('platform', 'user', 'agent', 'guild', 'promoter')),
  purpose  text not null,
  currency text not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  debit    numeric(38, 0) not null,
  credit   numeric(38, 0) not null,
  entries  bigint not null,
  primary key (slot, holder, purpose, currency)
);
-- The same by UTC day.
create table ledger.booked_day (
  day      date not null,
  holder   text not null check (holder in ('platform', 'user', 'agent', 'guild', 'promoter')),
  purpose  text not null,
  currency text not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  debit    numeric(38, 0) not null,
  credit   numeric(38, 0) not null,
  entries  bigint not null,
  primary key (day, holder, purpose, currency)
);

-- Progress of the job that verifies new entries.
create table ledger.verified (
  one     boolean primary key default true check (one),
  entries bigint not null default 0,
  -- When the newest verified entry was recorded.
  until   timestamptz(3)
);
insert into ledger.verified default values;

create table ledger.finding (
  id       bigint generated always as identity primary key,
  rule     text not null,
  subject  text not null,
  detail   text not null,
  found_at timestamptz(3) not null
);

-- A batch to post, the argument of `ledger.post`: arrays instead of rows, since they are faster to read. Elements
-- with the same index belong together.
create type ledger.batch as (
  actor           text,
  recorded_at     timestamptz,
  -- The transfers; refused ones have a code and no legs. The lowest and highest id limit the partitions to search.
  lowest_id       uuid,
  highest_id      uuid,
  ids             uuid[],
  hashes          bytea[],
  kinds           text[],
  phases          text[],
  hold_ids        uuid[],
  reference_texts text[],
  refusals        int[],
  occurred_at     timestamptz[],
  -- Owned accounts in id order, named `owner/purpose/currency`, with the balances the batch was planned on.
  account_ids     bigint[],
  account_names   text[],
  posted          bigint[],
  reserved        bigint[],
  cost_micros     bigint[],
  -- Platform accounts in id order.
  platform_ids    bigint[],
  platform_names  text[],
  -- The legs in the order of their transfers: the index of the transfer, the leg's number within it, and the index of the
  -- account, where platform accounts follow the owned ones.
  leg_transfers   int[],
  leg_lines       smallint[],
  leg_accounts    int[],
  leg_amounts     bigint[],
  leg_reserves    bigint[],
  leg_costs       bigint[],
  -- The transfers' actors where they are not all the batch's; null otherwise.
  actors          text[]
);

-- The secret with which `ledger.post` marks what it writes (`ledger.is_posting`). Nobody but the owner can read it.
create table ledger.posting_key (
  one boolean primary key default true check (one),
  key uuid not null
);
insert into ledger.posting_key (key) values (gen_random_uuid());
