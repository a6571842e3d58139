-- Months of the log and of the ledger's entries that stand in files instead of the database (`npm run months`).
create table kit.detached_month (
  what        text not null check (what in ('log', 'ledger')),
  month       date not null check (extract(day from month) = 1),
  rows        bigint not null,
  -- Of the file, and the hash of its lines.
  bytes       bigint not null,
  file        text not null,
  sha256      text not null,
  -- Business time.
  detached_at timestamptz(3) not null,
  primary key (what, month)
);

-- The hash of each entry that stands in a file, with which the chain is verified without it.
create table log.detached_entry (
  id   uuid primary key,
  xid  xid8 not null,
  hash bytea not null
);
create index detached_entry_xid on log.detached_entry (xid);

-- What left with a month of the ledger's entries, so that the rest can be verified without them: by account, and by when it is booked. Each owned
-- account's last entry of the month stays, as whatever follows is compared with it.
create table ledger.detached_account (
  month       date not null,
  account_id  bigint not null references ledger.account,
  entries     bigint not null,
  amount      numeric(38, 0) not null,
  reserved    numeric(38, 0) not null,
  cost_micros numeric(38, 0) not null,
  primary key (account_id, month)
);
create table ledger.detached_booked (
  month    date not null,
  slot     timestamptz(0) not null,
  holder   text not null check (holder in ('platform', 'user', 'agent', 'guild', 'promoter')),
  purpose  text not null,
  currency text not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  debit    numeric(38, 0) not null,
  credit   numeric(38, 0) not null,
  entries  bigint not null,
  primary key (slot, holder, purpose, currency, month)
);
