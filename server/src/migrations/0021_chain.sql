-- USDT on chains: payers' addresses, the watcher's progress, deposits, payment instructions, wallets (docs/usdt.md).
-- Addresses and hashes are stored as the chains' JSON-RPC writes them: lower-case hexadecimal with 0x, on TRON, too.
create schema chain;

-- A configured extended public key, identified by its fingerprint. One per chain is in use.
create table chain.key (
  id           int generated always as identity primary key,
  chain        text not null check (chain in ('trc20', 'erc20')),
  fingerprint  text not null,
  -- The next unused index.
  next_index   int not null default 0,
  confirmed_at timestamptz(3) not null,
  confirmed_by text not null,
  retired_at   timestamptz(3),
  unique (chain, fingerprint)
);
create unique index key_in_use on chain.key (chain) where retired_at is null;

-- An address without an owner is a spare: derived, without history, not assigned yet.
create table chain.address (
  chain      text not null check (chain in ('trc20', 'erc20')),
  address    text not null,
  key_id     int not null references chain.key,
  index      int not null,
  owner_kind text check (owner_kind in ('agent', 'user')),
  owner_id   bigint,
  given_at   timestamptz(3),
  retired_at timestamptz(3),
  primary key (chain, address),
  unique (key_id, index),
  check ((owner_kind is null) = (owner_id is null) and (owner_kind is null) = (given_at is null))
);
create unique index address_of_owner on chain.address (chain, owner_kind, owner_id)
  where owner_kind is not null and retired_at is null;
create index address_spare on chain.address (chain, key_id, index) where owner_kind is null and retired_at is null;
create index address_given on chain.address (given_at) where given_at is not null;

-- The watcher's progress on a chain, and the state of its nodes.
create table chain.head (
  chain          text primary key check (chain in ('trc20', 'erc20')),
  number         bigint not null,
  hash           text not null,
  at             timestamptz(3) not null,
  finalized      bigint,
  -- The first block that was read.
  first          bigint not null,
  -- Zero transfers to our addresses (address poisoning).
  zero_transfers bigint not null default 0
);

-- Health of each node; `since` is when this state began.
create table chain.node (
  chain   text not null check (chain in ('trc20', 'erc20')),
  place   int not null,
  state   text not null check (state in ('well', 'behind', 'away', 'wrong')),
  problem text not null default '',
  number  bigint,
  since   timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (chain, place)
);

-- The newest blocks read; a reorganisation is detected by parent hashes.
create table chain.block (
  chain  text not null check (chain in ('trc20', 'erc20')),
  number bigint not null,
  hash   text not null,
  at     timestamptz(3) not null,
  primary key (chain, number)
);

create table chain.deposit (
  id              uuid primary key,
  chain           text not null check (chain in ('trc20', 'erc20')),
  transaction     text not null,
  -- The transfer's index among those of the token in its transaction's receipt.
  ordinal         int not null,
  block_number    bigint not null,
  block_hash      text not null,
  -- The block's time.
  at              timestamptz(3) not null,
  from_address    text not null,
  address         text not null,
  usdt_micros     bigint not null check (usdt_micros > 0),
  state           text not null default 'detected' check (state in
                  ('detected', 'confirming', 'credited', 'unmatched', 'matched', 'rejected', 'gone')),
  -- Why it is unmatched, or what it waits for beyond confirmations; a key of the contract's reasons.
  reason          text not null default '',
  owner_kind      text check (owner_kind in ('agent', 'user')),
  owner_id        bigint,
  -- The ledger transfer that credited the payer.
  transfer_id     uuid,
  -- For a credited deposit no longer on the chain: since when it is missing, and when it was given up.
  missing_since   timestamptz(3),
  vanished_at     timestamptz(3),
  -- A vanished deposit is an alarm until it is explained, or seen again.
  explained_by    text not null default '',
  explanation     text not null default '',
  explained_at    timestamptz(3),
  -- How often it was taken back and may be credited again, and the transfers that credited it until then.
  round           int not null default 0,
  past_transfers  uuid[] not null default '{}',
  approval_id     uuid references access.approval,
  decided_by      text not null default '',
  decision_reason text not null default '',
  detected_at     timestamptz(3) not null,
  settled_at      timestamptz(3),
  -- How many nodes held it when the chain's round settled it.
  nodes           int not null default 0,
  version         int not null default 1,
  unique (chain, transaction, ordinal)
);
create index deposit_one_node on chain.deposit (chain, settled_at) where nodes = 1;
create index deposit_at on chain.deposit (at desc, id desc);
create index deposit_state on chain.deposit (state, at desc, id desc);
create index deposit_chain on chain.deposit (chain, at desc, id desc);
create index deposit_owner on chain.deposit (owner_kind, owner_id, at desc, id desc);
create index deposit_address on chain.deposit (address, at desc, id desc);
-- Who paid from a wallet before.
create index deposit_from on chain.deposit (from_address) where state in ('credited', 'matched');
create index deposit_transaction on chain.deposit (transaction);
create index deposit_transfer on chain.deposit (transfer_id) where transfer_id is not null;
create index deposit_open on chain.deposit (chain, block_number) where state in ('detected', 'confirming');
create index deposit_block on chain.deposit (chain, block_number);
create index deposit_vanished on chain.deposit (chain) where vanished_at is not null;
create index deposit_again on chain.deposit (chain) where round > 0;
create index deposit_missing on chain.deposit (chain) where missing_since is not null and vanished_at is null;

-- A batch of instructions taken to the owner's wallet.
create table chain.instruction_batch (
  number      int generated always as identity primary key,
  chain       text not null check (chain in ('trc20', 'erc20')),
  usdt_micros bigint not null,
  lines       int not null,
  taken_by    text not null,
  taken_at    timestamptz(3) not null,
  -- How often its file was generated.
  times       int not null default 1
);

create table chain.instruction (
  id           int generated always as identity primary key,
  payout_id    text not null,
  payout_batch int references finance.payout_batch,
  payee_name   text not null,
  payee_id     text not null,
  chain        text not null check (chain in ('trc20', 'erc20')),
  address      text not null,
  usdt_micros  bigint not null check (usdt_micros > 0),
  state        text not null default 'signing' check (state in
               ('signing', 'broadcast', 'success', 'failure', 'manual processing successful')),
  -- Why it is blocked or failed; a key of the contract's reasons.
  reason       text not null default '',
  -- End of the waiting period of a new or changed address.
  not_before   timestamptz(3) not null,
  batch        int references chain.instruction_batch,
  -- The wallet's transaction, with its account and nonce.
  transaction  text,
  sender       text,
  nonce        bigint,
  -- The transfer that proves it.
  ordinal      int,
  created_at   timestamptz(3) not null,
  broadcast_at timestamptz(3),
  ended_at     timestamptz(3),
  version      int not null default 1,
  check ((state = 'success') = (ordinal is not null))
);
-- A transfer proves one instruction, and a payout has at most one active instruction.
create unique index instruction_proof on chain.instruction (chain, transaction, ordinal) where ordinal is not null;
create unique index instruction_live on chain.instruction (payout_id) where state in ('signing', 'broadcast', 'success');
create index instruction_created on chain.instruction (created_at desc, id desc);
create index instruction_state on chain.instruction (state, created_at desc, id desc);
create index instruction_paid on chain.instruction (ended_at) where state = 'success';
create index instruction_of_batch on chain.instruction (batch, created_at desc, id desc);
create index instruction_of_payouts on chain.instruction (payout_batch, created_at desc, id desc);
create index instruction_payout on chain.instruction (payout_id);
create index instruction_payee on chain.instruction (payee_id, chain, address);
create index instruction_address on chain.instruction (address, created_at desc, id desc);
create index instruction_transaction on chain.instruction (transaction);

-- Since when a payee uses an address.
create table chain.payee (
  payee_id text not null,
  chain    text not null check (chain in ('trc20', 'erc20')),
  address  text not null,
  since    timestamptz(3) not null,
  primary key (payee_id, chain, address)
);

-- The platform's own wallets.
create table chain.wallet (
  chain          text not null check (chain in ('trc20', 'erc20')),
  address        text not null,
  name           text not null,
  registered_at  timestamptz(3) not null,
  registered_by  text not null,
  -- Its balance when it was registered.
  opening_micros bigint not null default 0,
  primary key (chain, address)
);

-- Outflows from our addresses: to a wallet of ours (a sweep), by an instruction (a payment), or elsewhere, which is an alarm.
create table chain.outflow (
  id           uuid primary key,
  chain        text not null check (chain in ('trc20', 'erc20')),
  transaction  text not null,
  ordinal      int not null,
  block_number bigint not null,
  block_hash   text not null,
  at           timestamptz(3) not null,
  from_address text not null,
  to_address   text not null,
  usdt_micros  bigint not null,
  kind         text not null check (kind in ('sweep', 'payment', 'elsewhere')),
  -- It has been explained.
  explained_by text not null default '',
  explanation  text not null default '',
  explained_at timestamptz(3),
  unique (chain, transaction, ordinal)
);
create index outflow_at on chain.outflow (at desc, id desc);
create index outflow_kind on chain.outflow (kind, at desc, id desc);
create index outflow_from on chain.outflow (chain, from_address);
create index outflow_to on chain.outflow (chain, to_address);
create index outflow_alarm on chain.outflow (chain) where kind = 'elsewhere' and explained_at is null;
create index outflow_block on chain.outflow (chain, block_number);

-- An address's balance on the chain, and the balance the watcher expected at that time.
create table chain.balance (
  chain           text not null check (chain in ('trc20', 'erc20')),
  address         text not null,
  usdt_micros     bigint not null,
  expected_micros bigint not null,
  block_number    bigint not null,
  at              timestamptz(3) not null,
  primary key (chain, address)
);
create index balance_amount on chain.balance (usdt_micros desc, address);
create index balance_differs on chain.balance (chain) where usdt_micros <> expected_micros;

-- Addresses with movements since their balance was read; they are read first.
create table chain.moved (
  chain   text not null check (chain in ('trc20', 'erc20')),
  address text not null,
  primary key (chain, address)
);
create index balance_read on chain.balance (chain, at);

-- Fees of a chain as finance enters them, in USD.
create table chain.gas (
  id          uuid primary key,
  chain       text not null check (chain in ('trc20', 'erc20')),
  usd_cents   bigint not null check (usd_cents > 0),
  note        text not null,
  transfer_id uuid not null,
  entered_by  text not null,
  at          timestamptz(3) not null,
  -- It was entered wrongly; `reversal_id` is the transfer.
  reversed_by    text not null default '',
  reversed_at    timestamptz(3),
  reverse_reason text not null default '',
  reversal_id    uuid,
  check ((reversed_at is null) = (reversal_id is null))
);
create index gas_at on chain.gas (at desc, id desc);
