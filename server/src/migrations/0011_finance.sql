-- Orders, withdrawals, payouts and statements (docs/money.md).
create schema finance;

-- Orders and refunds.

create table finance.recharge_order (
  id                text primary key,
  user_id           bigint references users.app_user,
  product           text not null default '',
  tokens            bigint not null default 0,
  promo_tokens      bigint not null default 0,
  usd_cents         bigint not null default 0,
  gateway           text not null default '',
  gateway_reference text not null default '',
  fee_usd_cents     bigint not null default 0,
  state             text not null default 'not paid' check (state in ('not paid', 'success', 'failure')),
  refund            text not null default 'none' check (refund in ('none', 'refund', 'chargeback')),
  failure_reason    text not null default '',
  first_recharge    boolean not null default false,
  -- Null while only later events of it have arrived.
  created_at        timestamptz(3),
  paid_at           timestamptz(3),
  failed_at         timestamptz(3),
  refunded_at       timestamptz(3),
  -- The ledger's transfers; null while the money waits for other events.
  recharge_id       uuid,
  refund_id         uuid,
  -- What a refund could not recover, in tokens.
  debt_tokens       bigint not null default 0
);
create index recharge_order_user on finance.recharge_order (user_id, created_at desc, id desc);
create index recharge_order_created on finance.recharge_order (created_at desc, id desc);
create index recharge_order_paid on finance.recharge_order (paid_at desc, id desc) where paid_at is not null;
-- A user's first recharge.
create index recharge_order_first on finance.recharge_order (user_id, paid_at, id) where recharge_id is not null;

create index recharge_order_state on finance.recharge_order (state, created_at desc, id desc);
create index recharge_order_refund on finance.recharge_order (refund, created_at desc, id desc) where refund <> 'none';
create index recharge_order_gateway on finance.recharge_order (gateway, created_at desc, id desc);
create index recharge_order_product on finance.recharge_order (product, created_at desc, id desc);
create index recharge_order_firsts on finance.recharge_order (created_at desc, id desc) where first_recharge;

-- Refunds that staff asked for; the app does them. One at a time is open on an order.
create table finance.refund (
  id             uuid primary key,
  order_id       text not null references finance.recharge_order,
  usd_cents      bigint not null check (usd_cents > 0),
  reason         text not null check (reason <> ''),
  state          text not null check (state in ('waiting', 'asked', 'done', 'failed', 'dropped')),
  -- The request that a second member of staff decides.
  approval_id    uuid,
  asked_by       text not null,
  asked_at       timestamptz(3) not null,
  ended_at       timestamptz(3),
  failure_reason text not null default ''
);
create unique index refund_open on finance.refund (order_id) where state in ('waiting', 'asked');
create index refund_order on finance.refund (order_id, id desc);
create index refund_by on finance.refund (asked_by, asked_at) where approval_id is null;
create index refund_approval on finance.refund (approval_id) where approval_id is not null;

-- Chargebacks and statements.

-- Withdrawals and payouts.

create table finance.withdrawal (
  id           text primary key,
  user_id      bigint not null references users.app_user,
  bonus        bigint not null check (bonus > 0),
  usd_cents    bigint not null,
  method       text not null check (method in ('bank', 'usdt.trc20', 'usdt.erc20')),
  -- The payout account; shown masked.
  account      text not null,
  state        text not null default 'in review' check (state in
               ('in review', 'audit failed', 'withdrawing', 'success', 'failure', 'manual processing successful')),
  state_reason text not null default '',
  -- Why it is kept back (a ban); empty if it is not.
  held         text not null default '',
  -- The ledger's hold on the bonus.
  hold_id      uuid not null,
  requested_at timestamptz(3) not null,
  decided_at   timestamptz(3),
  version      int not null default 1
);
create index withdrawal_user on finance.withdrawal (user_id, requested_at desc, id desc);
-- Withdrawals that a ban keeps back or its end releases.
create index withdrawal_open on finance.withdrawal (user_id) where state in ('in review', 'withdrawing', 'failure');
create index withdrawal_state on finance.withdrawal (state, requested_at desc, id desc);
