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
  -- The return that stands, or the newest one: its kind, its moment, and when a chargeback was won. All are in `order_return`.
  refund            text not null default 'none' check (refund in ('none', 'refund', 'chargeback')),
  failure_reason    text not null default '',
  first_recharge    boolean not null default false,
  -- Null while only later events of it have arrived.
  created_at        timestamptz(3),
  paid_at           timestamptz(3),
  failed_at         timestamptz(3),
  refunded_at       timestamptz(3),
  -- The ledger's transfer; null while the money waits for other events.
  recharge_id       uuid,
  -- What that return could not recover, in tokens.
  debt_tokens       bigint not null default 0,
  -- The buyer's channel when the order was created.
  channel           text not null default '',
  -- What the buyer paid, in the smallest unit of their currency; null if the app sent only US dollars.
  currency          text,
  amount_minor      bigint,
  -- The gateway's name for the card or account that paid; empty if it gives none.
  payer_reference   text not null default '',
  reversed_at       timestamptz(3),
  -- When the gateway reported a chargeback as decided for us; each ends the chargeback that stood then.
  reversals         timestamptz(3)[] not null default '{}'
);
create index recharge_order_user on finance.recharge_order (user_id, created_at desc, id desc) include (state);
-- Whose orders: small enough to stay in memory, since counting the orders of a country's users looks into it thousands of times.
create index recharge_order_whose on finance.recharge_order (user_id) where created_at is not null;
-- With the user, so that the orders of a day are counted by their users' country without the table.
create index recharge_order_created on finance.recharge_order (created_at desc, id desc) include (user_id);
create index recharge_order_refunded on finance.recharge_order (refunded_at desc, id desc) where refunded_at is not null;
-- What the list of returned orders counts.
create index recharge_order_returned on finance.recharge_order (refunded_at desc, id desc)
  where refunded_at is not null and reversed_at is null and created_at is not null;
-- Days of payment pass all their orders: whose they are, and that they are complete, is read here.
create index recharge_order_paid on finance.recharge_order (paid_at desc, id desc) include (user_id, created_at)
  where paid_at is not null;
-- What a deposit without an owner may pay.
create index recharge_order_unpaid on finance.recharge_order (usd_cents, created_at) where state = 'not paid';
-- A user's first recharge.
create index recharge_order_first on finance.recharge_order (user_id, paid_at, id) where recharge_id is not null;

create index recharge_order_state on finance.recharge_order (state, created_at desc, id desc);
create index recharge_order_refund on finance.recharge_order (refund, created_at desc, id desc) where refund <> 'none';
create index recharge_order_gateway on finance.recharge_order (gateway, created_at desc, id desc);
create index recharge_order_product on finance.recharge_order (product, created_at desc, id desc);
create index recharge_order_channel on finance.recharge_order (channel, created_at desc, id desc);
-- The order of a transfer.
create index recharge_order_recharge on finance.recharge_order (recharge_id) where recharge_id is not null;
-- Orders by a gateway's reference, as in its statement, and by period.
create index recharge_order_reference on finance.recharge_order (gateway, gateway_reference) where gateway_reference <> '';
create index recharge_order_payer on finance.recharge_order (payer_reference, created_at desc, id desc) where payer_reference <> '';
create index recharge_order_gateway_paid on finance.recharge_order (gateway, paid_at, id) where paid_at is not null;
create index recharge_order_firsts on finance.recharge_order (created_at desc, id desc) where first_recharge;

-- Returns of an order: its refunds and chargebacks. One at most stands at a time (`recharges/recharges.rules.ts`): a chargeback that was won makes
-- room for the next.
create table finance.order_return (
  -- Derived from order, kind and moment.
  id          uuid primary key,
  order_id    text not null references finance.recharge_order,
  -- In order of arrival.
  n           smallint not null,
  kind        text not null check (kind in ('refund', 'chargeback')),
  at          timestamptz(3) not null,
  -- False if nothing of the price was left to return at that moment.
  counts      boolean not null,
  -- The ledger's transfers; null while the money waits for other events.
  transfer_id uuid,
  debt_tokens bigint not null default 0,
  reversed_at timestamptz(3),
  reverse_id  uuid,
  unique (order_id, kind, at),
  check (counts or (transfer_id is null and reversed_at is null)),
  check (reversed_at is null or kind = 'chargeback'),
  check (reverse_id is null or (transfer_id is not null and reversed_at is not null))
);
-- At most one stands.
create unique index order_return_standing on finance.order_return (order_id) where counts and reversed_at is null;
create index order_return_at on finance.order_return (at, id) where counts;
create index order_return_reversed on finance.order_return (reversed_at) where reversed_at is not null;
create index order_return_transfer on finance.order_return (transfer_id) where transfer_id is not null;
create index order_return_reverse on finance.order_return (reverse_id) where reverse_id is not null;

-- Refunds requested by staff; the app executes them. At most one is open per order.
create table finance.refund (
  id             uuid primary key,
  order_id       text not null references finance.recharge_order,
  usd_cents      bigint not null check (usd_cents > 0),
  reason         text not null check (reason <> ''),
  state          text not null check (state in ('waiting', 'asked', 'done', 'failed', 'dropped')),
  -- The request that a second member of staff decides.
  approval_id    uuid references access.approval,
  asked_by       text not null,
  asked_at       timestamptz(3) not null,
  ended_at       timestamptz(3),
  failure_reason text not null default ''
);
create unique index refund_open on finance.refund (order_id) where state in ('waiting', 'asked');
create index refund_order on finance.refund (order_id, id desc);
create index refund_approval on finance.refund (approval_id) where approval_id is not null;

-- Chargebacks and statements.

-- A recharge that was reversed: by the payer's bank, or refunded after its tokens were spent. Unspent tokens were taken from the wallet;
-- the rest is owed, until recharges repay it or two members of staff write it off.
create table finance.chargeback (
  -- That of its return.
  id                 uuid primary key,
  order_id           text not null references finance.recharge_order,
  kind               text not null check (kind in ('chargeback', 'refund')),
  user_id            bigint not null references users.app_user,
  payer_reference    text not null default '',
  -- The order's price; 0 if the order had been refunded before, since both share one limit.
  usd_cents          bigint not null check (usd_cents >= 0),
  taken_tokens       bigint not null check (taken_tokens >= 0),
  -- The initial debt, and how it was resolved.
  debt_tokens        bigint not null check (debt_tokens >= 0),
  repaid_tokens      bigint not null default 0 check (repaid_tokens >= 0),
  written_off_tokens bigint not null default 0 check (written_off_tokens >= 0),
  -- Cancelled because the gateway decided for us.
  released_tokens    bigint not null default 0 check (released_tokens >= 0),
  owed_tokens        bigint not null generated always as
                     (debt_tokens - repaid_tokens - written_off_tokens - released_tokens) stored check (owed_tokens >= 0),
  state              text not null check (state in ('open', 'debt', 'recovered', 'contested', 'written off', 'reversed')),
  -- Null if nothing was posted.
  transfer_id        uuid,
  at                 timestamptz(3) not null,
  version            int not null default 1
);
alter table guilds.deduction add foreign key (chargeback_id) references finance.chargeback;
create index chargeback_order on finance.chargeback (order_id);
create index chargeback_at on finance.chargeback (at desc, id desc);
create index chargeback_state on finance.chargeback (state, at desc, id desc);
create index chargeback_kind on finance.chargeback (kind, at desc, id desc);
create index chargeback_usd on finance.chargeback (usd_cents desc, id desc);
create index chargeback_owed on finance.chargeback (owed_tokens desc, id desc);
create index chargeback_user on finance.chargeback (user_id, at desc, id desc);
create index chargeback_payer on finance.chargeback (payer_reference, at desc, id desc) where payer_reference <> '';
-- Debts, oldest first, in the order in which recharges repay them.
create index chargeback_debts on finance.chargeback (user_id, at, id) where owed_tokens > 0;

-- A chargeback's history.
create table finance.chargeback_event (
  id            bigint generated always as identity primary key,
  chargeback_id uuid not null references finance.chargeback,
  at            timestamptz(3) not null,
  what          text not null check (what in
                ('arrived', 'debt', 'contested', 'lost', 'repaid', 'undone', 'written off', 'reversed')),
  tokens        bigint not null default 0,
  -- The decider; empty if it came from the app.
  by            text not null default '',
  reason        text not null default '',
  transfer_id   uuid,
  -- The order that repaid it.
  order_id      text
);
create index chargeback_event_of on finance.chargeback_event (chargeback_id, id);
create index chargeback_event_transfer on finance.chargeback_event (transfer_id) where transfer_id is not null;

-- How a gateway's or bank's statement is read: which column holds what (contract, `statementSettings`).
create table finance.statement_mapping (
  id         int generated always as identity primary key,
  name       text not null,
  gateway    text not null,
  settings   jsonb not null,
  updated_by text not null,
  updated_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index statement_mapping_name on finance.statement_mapping (kit.name_key(name));

-- A gateway's statement: it is loaded in parts, matched, reviewed, and confirmed or discarded. At most one is open per gateway.
create table finance.statement (
  id            int generated always as identity primary key,
  gateway       text not null,
  file_name     text not null,
  mapping_name  text not null,
  settings      jsonb not null,
  -- The period, in the platform's zone.
  from_day      date not null,
  to_day        date not null check (to_day >= from_day),
  from_at       timestamptz(3) not null,
  until_at      timestamptz(3) not null,
  state         text not null default 'loading' check (state in ('loading', 'matching', 'draft', 'confirmed', 'discarded', 'failed')),
  state_reason  text not null default '',
  -- Received so far: parts, the incomplete line at the end of the last part, and a hash chain over the parts.
  bytes         bigint not null default 0,
  parts         int not null default 0,
  carry         bytea not null default '',
  hash          bytea not null default '',
  -- The columns of the header, once read.
  header        text[] not null default '{}',
  lines         int not null default 0,
  unreadable    int not null default 0,
  -- In the smallest unit: sums of the lines, balances as entered and according to the lines.
  amount_sum    bigint not null default 0,
  fee_sum       bigint not null default 0,
  opening       bigint,
  closing       bigint,
  first_balance bigint,
  last_balance  bigint,
  -- The first line's amount minus its fee.
  first_net     bigint not null default 0,
  -- Lines are matched in parts, by reference: how many, and up to which reference; null once all are.
  matched       int not null default 0,
  matched_to    text default '',
  -- Counts of lines and orders by result, and warnings.
  counts        jsonb not null default '{}',
  warnings      text[] not null default '{}',
  made_by       text not null,
  made_at       timestamptz(3) not null,
  -- When the last part arrived.
  touched_at    timestamptz(3) not null,
  confirmed_by  text not null default '',
  confirmed_at  timestamptz(3),
  reason        text not null default '',
  version       int not null default 1
);
create index statement_made on finance.statement (made_at desc, id desc);
create unique index statement_open on finance.statement (gateway) where state in ('loading', 'matching', 'draft');
create unique index statement_hash on finance.statement (hash) where state in ('draft', 'matching', 'confirmed');
create index statement_period on finance.statement (gateway, from_day) where state = 'confirmed';

-- No foreign keys here and on matches: they would cost a million look-ups a statement. Both are written under the statement's lock only,
-- matches from the lines themselves, and statements are never deleted.
create table finance.statement_line (
  statement_id   int not null,
  line           int not null,
  reference      text not null,
  -- Positive: paid to us; negative: returned.
  amount_minor   bigint not null,
  currency       text not null,
  fee_minor      bigint not null,
  at             timestamptz(3),
  -- What could not be parsed; empty if all was.
  fault          text not null default '' check (fault in ('', 'amount', 'fee', 'date', 'reference', 'currency')),
  -- The kind of difference; null if the line agrees with an order.
  result         text check (result in ('amount', 'split', 'theirs', 'unreadable')),
  -- The suggested order.
  suggested_id   text,
  suggested_item text,
  primary key (statement_id, line)
);
create index statement_line_result on finance.statement_line (statement_id, result, line) where result is not null;
create index statement_line_suggested on finance.statement_line (suggested_id, statement_id) where suggested_id is not null;
create index statement_line_reference on finance.statement_line (statement_id, reference, line);

-- Matches lines with orders' payments, refunds and reversals. A split payment has several lines, numbered from 1.
create table finance.statement_match (
  statement_id int not null,
  line         int not null,
  order_id     text not null,
  -- An order's second return is `refund 2`.
  item         text not null check (item ~ '^(payment|refund|reversal)( [0-9]+)?$'),
  part         smallint not null default 0,
  primary key (statement_id, line)
);
create unique index statement_match_order on finance.statement_match (order_id, item, part);

-- Differences between a confirmed statement and our orders, until closed with a reason.
create table finance.statement_difference (
  id             bigint generated always as identity primary key,
  statement_id   int not null references finance.statement,
  gateway        text not null,
  kind           text not null check (kind in ('amount', 'split', 'theirs', 'ours', 'unreadable')),
  reference      text not null,
  line           int,
  order_id       text,
  item           text,
  ours_minor     bigint,
  theirs_minor   bigint,
  currency       text not null,
  at             timestamptz(3),
  -- An item only on our side counts as missing from then on; before, the next statement may have it.
  due_at         timestamptz(3),
  suggested_id   text,
  suggested_item text,
  state          text not null default 'open' check (state in ('open', 'accepted', 'found', 'closed')),
  closed_by      text not null default '',
  closed_at      timestamptz(3),
  reason         text not null default '',
  version        int not null default 1
);
create index difference_newest on finance.statement_difference (id desc);
create index difference_statement on finance.statement_difference (statement_id, id desc);
create index difference_state on finance.statement_difference (state, id desc);
create index difference_kind on finance.statement_difference (kind, id desc);
create index difference_reference on finance.statement_difference (reference, id desc);
create index difference_order on finance.statement_difference (order_id, item) where order_id is not null;

-- Actions and comments of staff on a difference.
create table finance.difference_note (
  id            bigint generated always as identity primary key,
  difference_id bigint not null references finance.statement_difference,
  at            timestamptz(3) not null,
  by            text not null,
  what          text not null check (what in ('note', 'proposed', 'accepted', 'closed', 'reopened', 'found')),
  text          text not null default ''
);
create index difference_note_of on finance.difference_note (difference_id, id);

-- Withdrawals and payouts.

-- Payout accounts of users. Sealed; `digest`, a hash with a key outside the database, identifies equal accounts.
create table finance.payee_account (
  id            int generated always as identity primary key,
  user_id       bigint not null references users.app_user,
  kind          text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  digest        text not null,
  sealed        text not null,
  last_four     text not null,
  -- Start of the waiting period before it can be paid to.
  first_used_at timestamptz(3) not null
);
create unique index payee_account_one on finance.payee_account (user_id, digest);
create index payee_account_digest on finance.payee_account (digest);

create table finance.withdrawal (
  id            text primary key,
  user_id       bigint not null references users.app_user,
  bonus         bigint not null check (bonus > 0),
  usd_cents     bigint not null,
  -- What it repaid of the user's debt as it passed, and the ledger's transfer; 0 again once its bonus was released. The rest is paid.
  debt_tokens   bigint not null default 0 check (debt_tokens >= 0),
  debt_cents    bigint not null default 0 check (debt_cents between 0 and usd_cents),
  debt_id       uuid check ((debt_id is null) = (debt_cents = 0)),
  net_cents     bigint not null generated always as (usd_cents - debt_cents) stored,
  -- The account's kind.
  method        text not null check (method in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  account_id    int not null references finance.payee_account,
  state         text not null default 'in review' check (state in
                ('in review', 'audit failed', 'withdrawing', 'success', 'failure', 'manual processing successful')),
  state_reason  text not null default '',
  -- Why it is held back (a ban); empty if it is not.
  held          text not null default '',
  -- The ledger's hold on the bonus.
  hold_id       uuid not null,
  requested_at  timestamptz(3) not null,
  -- When it was passed or refused, and by whom.
  decided_at    timestamptz(3),
  decided_by    text not null default '',
  decided_by_id int references access.staff,
  -- The second member of staff who approved it, if required.
  second_by_id  int references access.staff,
  -- The request that a second member of staff decides: to pass it, or to pay it by hand.
  approval_id   uuid references access.approval,
  -- When it was paid, or when its money was released after a failure.
  ended_at      timestamptz(3),
  released_at   timestamptz(3),
  reference     text not null default '',
  proof_file_id uuid references files.file,
  -- Who paid it by hand.
  paid_by       text not null default '',
  -- The claim: by which account, and until when.
  claimed_by    int references access.staff,
  claimed_until timestamptz(3),
  -- The decision that has not taken effect yet; the state is still in review, and nobody claims it.
  decision_id   uuid references access.decision check (decision_id is null or (state = 'in review' and claimed_by is null)),
  -- Staff who skipped it.
  skipped_by    int[] not null default '{}',
  risk_score    int not null default 0,
  risk_reasons  text[] not null default '{}',
  risk_at       timestamptz(3),
  version       int not null default 1,
  check (second_by_id is null or second_by_id <> decided_by_id),
  check ((claimed_by is null) = (claimed_until is null)),
  check (released_at is null or state = 'failure')
);
create index withdrawal_user on finance.withdrawal (user_id, requested_at desc, id desc) include (state, ended_at);
create index withdrawal_requested on finance.withdrawal (requested_at desc, id desc);
-- Withdrawals that a ban holds back or its end releases.
create index withdrawal_open on finance.withdrawal (user_id)
  where state in ('in review', 'withdrawing') or (state = 'failure' and released_at is null);
create index withdrawal_state on finance.withdrawal (state, requested_at desc, id desc);
-- The newest are not paid yet: along `withdrawal_requested` a page of paid ones passes all of those.
create index withdrawal_success on finance.withdrawal (requested_at desc, id desc) where state = 'success';
create index withdrawal_method on finance.withdrawal (method, requested_at desc, id desc);
create index withdrawal_amount on finance.withdrawal (usd_cents desc, id desc);
create index withdrawal_held on finance.withdrawal (requested_at desc, id desc) where held <> '';
create index withdrawal_risk on finance.withdrawal (risk_score desc, requested_at, id) where state = 'in review';
create index withdrawal_waiting on finance.withdrawal (requested_at, id) where state = 'in review';
create index withdrawal_claimed on finance.withdrawal (claimed_by) where state = 'in review' and claimed_by is not null;
-- One for each reason, so that its withdrawals are read in the list's order, and counted without the table.
do $$
declare
  reason text;
begin
  foreach reason in array array['marketAudit', 'underAge', 'sharedAccount', 'circle', 'chargebacks', 'sharedDevices', 'fewSenders',
                                'promotional', 'reports', 'velocity', 'newAccount', 'newPayee', 'first'] loop
    execute format('create index %I on finance.withdrawal (requested_at desc, id desc) where risk_reasons @> array[%L]',
                   'withdrawal_risk_' || lower(reason), reason);
  end loop;
end $$;
create index withdrawal_account on finance.withdrawal (account_id);
create index withdrawal_passed on finance.withdrawal (decided_by_id, decided_at) where decided_by_id is not null;
-- Debts taken, for the reconciliation.
create index withdrawal_debt on finance.withdrawal (debt_id) where debt_id is not null;
create index withdrawal_paying on finance.withdrawal (decided_at, id) where state = 'withdrawing';
create index withdrawal_paid on finance.withdrawal (ended_at) include (requested_at) where state in ('success', 'manual processing successful');
create index withdrawal_by_hand on finance.withdrawal (paid_by, ended_at) where paid_by <> '';
create index withdrawal_proof on finance.withdrawal (proof_file_id) where proof_file_id is not null;

-- Payouts sent together: one method, one currency. Its number is its id.
create table finance.payout_batch (
  id          int generated always as identity primary key,
  kind        text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  -- Its payouts are payment instructions on a connected chain, created at its approval: there is no file, and the chain proves them.
  on_chain    boolean not null default false,
  -- Waiting for approval, ready, sent, all payouts ended; or dropped unsent.
  state       text not null default 'waiting' check (state in ('waiting', 'approved', 'sent', 'done', 'dropped')),
  lines       int not null check (lines > 0),
  usd_cents   bigint not null check (usd_cents > 0),
  -- A hash of its payouts, accounts and amounts, checked before sending.
  control     text not null,
  note        text not null default '',
  approval_id uuid references access.approval,
  made_by     text not null,
  made_by_id  int not null references access.staff,
  made_at     timestamptz(3) not null,
  approved_by    text not null default '',
  approved_by_id int references access.staff,
  approved_at timestamptz(3),
  sent_by     text not null default '',
  sent_at     timestamptz(3),
  -- How often it was sent.
  sent_times  int not null default 0,
  done_at     timestamptz(3),
  version     int not null default 1,
  check (approved_by_id is null or approved_by_id <> made_by_id)
);
create index payout_batch_made on finance.payout_batch (made_at desc, id desc);
create index payout_batch_state on finance.payout_batch (state, made_at desc, id desc);
create index payout_batch_kind on finance.payout_batch (kind, made_at desc, id desc);
create index payout_batch_maker on finance.payout_batch (made_by, made_at desc, id desc);

create table finance.payout (
  id            uuid primary key,
  batch_id      int not null references finance.payout_batch,
  source        text not null check (source in ('withdrawal', 'guild.request', 'guild.week', 'agent', 'promoter')),
  source_id     text not null,
  payee_id      text not null,
  payee_name    text not null,
  usd_cents     bigint not null check (usd_cents > 0),
  -- The payout account when the batch was created; `seal_owner` owns the sealed text.
  kind          text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  -- The value of 1 USDT in cents then: a chain pays the amount at this rate.
  usdt_cents    int not null check (usdt_cents > 0),
  sealed        text not null,
  seal_owner    text not null,
  last_four     text not null,
  -- Since when the payee has used it, if known.
  account_since timestamptz(3),
  state         text not null default 'waiting' check (state in ('waiting', 'paid', 'failed', 'dropped')),
  reference     text not null default '',
  proof_file_id uuid references files.file,
  reason        text not null default '',
  ended_by      text not null default '',
  ended_at      timestamptz(3),
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'paid' or reference <> '')
);
create index payout_batch_lines on finance.payout (batch_id, id);
-- A payable has at most one active payout.
create unique index payout_live on finance.payout (source, source_id) where state = 'waiting';
create index payout_payee on finance.payout (payee_id);
create index payout_source on finance.payout (source, source_id, id);
create index payout_reference on finance.payout (reference) where reference <> '';
create index payout_proof on finance.payout (proof_file_id) where proof_file_id is not null;
create index payout_paid on finance.payout (ended_at) where state = 'paid';

-- The columns that a bank or wallet provider expects in its file.
create table finance.payout_mapping (
  id         int generated always as identity primary key,
  name       text not null,
  kind       text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  columns    jsonb not null,
  delimiter  text not null default ',' check (delimiter in (',', ';', '|')),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_by text not null,
  updated_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index payout_mapping_name on finance.payout_mapping (kit.name_key(name));
create index payout_mapping_created on finance.payout_mapping (created_at desc, id desc);

-- Rules that a withdrawal must meet before it passes; changed by two members of staff, then locked for 48 hours.
create table finance.payout_policy (
  id           int generated always as identity primary key,
  name         text not null,
  rule         text not null check (rule in ('velocity', 'share', 'destination')),
  settings     jsonb not null,
  -- Whose payouts it applies to.
  payees       text[] not null check (payees <> '{}' and payees <@ array['user', 'guild', 'agent', 'promoter']),
  enabled      boolean not null default true,
  -- The change waiting for a second member of staff.
  approval_id  uuid references access.approval,
  locked_until timestamptz(3),
  changed_by   text not null default '',
  changed_at   timestamptz(3) not null,
  version      int not null default 1,
  check (rule <> 'share' or payees = '{user}')
);
create unique index payout_policy_name on finance.payout_policy (kit.name_key(name));

-- Sanctions lists, and payees who may be on one (docs/money.md, Sanctions).
create sequence finance.sanctions_epoch as int;

-- A version of a list: loaded in parts, in force, replaced by the next of its name. Removing names, or ending a version, needs a second
-- member of staff.
create table finance.sanctions_list (
  id          int generated always as identity primary key,
  name        text not null,
  file_name   text not null,
  state       text not null default 'loading' check (state in ('loading', 'waiting', 'in force', 'replaced', 'ended', 'discarded')),
  -- Received so far, as for statements.
  bytes       bigint not null default 0,
  parts       int not null default 0,
  carry       bytea not null default '',
  hash        bytea not null default '',
  header      text[] not null default '{}',
  entries     int not null default 0,
  names       int not null default 0,
  addresses   int not null default 0,
  -- Lines without a name.
  skipped     int not null default 0,
  -- Compared with the version in force when this one was loaded.
  added       int not null default 0,
  removed     int not null default 0,
  approval_id uuid references access.approval,
  made_by     text not null,
  made_at     timestamptz(3) not null,
  touched_at  timestamptz(3) not null,
  in_force_at timestamptz(3),
  -- Grows with each version that comes into force: payees checked before are checked again.
  epoch       int,
  ended_at    timestamptz(3),
  -- Entries of a version no longer in force are removed later.
  emptied     boolean not null default false
);
create index sanctions_list_made on finance.sanctions_list (made_at desc, id desc);
create unique index sanctions_list_in_force on finance.sanctions_list (name) where state = 'in force';
create unique index sanctions_list_open on finance.sanctions_list (name) where state in ('loading', 'waiting');
create index sanctions_list_emptied on finance.sanctions_list (id) where not emptied and state in ('replaced', 'ended', 'discarded');

create table finance.sanctions_entry (
  id        int generated always as identity primary key,
  list_id   int not null references finance.sanctions_list,
  -- The publisher's own id.
  reference text not null,
  kind      text not null,
  name      text not null,
  program   text not null,
  countries text not null,
  unique (list_id, reference)
);
create index sanctions_entry_newest on finance.sanctions_entry (id desc);

-- Names in the normalised form used for look-ups (finance/sanctions/sanctions.names.ts).
create table finance.sanctions_name (
  entry_id int not null references finance.sanctions_entry on delete cascade,
  list_id  int not null,
  name     text not null,
  key      text not null,
  sounds   text[] not null,
  pivot    text not null
);
create index sanctions_name_entry on finance.sanctions_name (entry_id);
create index sanctions_name_key on finance.sanctions_name (key);
create index sanctions_name_pivot on finance.sanctions_name (pivot) where cardinality(sounds) > 1;
create index sanctions_name_sounds on finance.sanctions_name using gin (sounds) with (fastupdate = off);

create table finance.sanctions_address (
  entry_id int not null references finance.sanctions_entry on delete cascade,
  list_id  int not null,
  address  text not null
);
create index sanctions_address_entry on finance.sanctions_address (entry_id);
create index sanctions_address_value on finance.sanctions_address (address);

-- A payee who may be on a list. Nothing is paid to them until two members of staff have cleared the hit, which stays cleared for the same
-- text and entry.
create table finance.sanctions_hit (
  id            int generated always as identity primary key,
  list_name     text not null,
  reference     text not null,
  -- Data of the entry when the hit was found.
  listed_name   text not null,
  program       text not null,
  -- `guild:7`, `user:100`, `promoter:3`, `agent:5`.
  payee_id      text not null,
  payee_name    text not null,
  field         text not null check (field in ('name', 'leader', 'holder', 'number')),
  -- Same words, words of one within the other, similar-sounding words, same number.
  agreement     text not null check (agreement in ('exact', 'part', 'sound', 'number')),
  -- A hash of the payee's text: another text is another hit.
  text_hash     bytea not null,
  state         text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  found_at      timestamptz(3) not null,
  approval_id   uuid references access.approval,
  decided_by    text not null default '',
  second_by     text not null default '',
  decided_at    timestamptz(3),
  reason        text not null default '',
  version       int not null default 1,
  unique (payee_id, list_name, reference, field, text_hash),
  check ((state = 'open') = (decided_at is null))
);
create index sanctions_hit_newest on finance.sanctions_hit (id desc);
create index sanctions_hit_state on finance.sanctions_hit (state, id desc);
create index sanctions_hit_barred on finance.sanctions_hit (payee_id) where state <> 'cleared';
create index sanctions_hit_entry on finance.sanctions_hit (list_name, reference);

-- Progress of checking the payout accounts of each kind of payee in an epoch.
create table finance.sanctions_progress (
  kind  text primary key check (kind in ('user', 'guild', 'promoter', 'agent')),
  epoch int not null,
  after bigint not null
);

-- Users' money (`/finance/userStat`): by day and month of the platform's zone, and in total. Folded from new ledger entries, each transfer
-- once; orders count on the day they were paid or returned, withdrawals on the day they were paid.
create table finance.user_sum (
  grain           text not null check (grain in ('day', 'month', 'all')),
  -- The first day of the month; for `all`, a fixed day.
  start           date not null,
  user_id         bigint not null,
  -- Credited orders, and those of them that were refunded or charged back and not won.
  recharged_cents bigint not null default 0,
  recharges       int not null default 0,
  refunded_cents  bigint not null default 0,
  refunds         int not null default 0,
  -- Tokens for gifts, calls, rooms and texts; bonus for these and from salaries.
  spent_tokens    bigint not null default 0,
  earned_bonus    bigint not null default 0,
  -- Paid withdrawals.
  withdrawn_cents bigint not null default 0,
  withdrawn_bonus bigint not null default 0,
  withdrawals     int not null default 0,
  primary key (user_id, grain, start)
);
-- Months and totals are found by the order of any sum.
create index user_sum_start on finance.user_sum (start, user_id) where grain = 'day';
create index user_sum_recharged on finance.user_sum (grain, start, recharged_cents desc, user_id desc) where grain <> 'day';
create index user_sum_refunded on finance.user_sum (grain, start, refunded_cents desc, user_id desc) where grain <> 'day';
create index user_sum_spent on finance.user_sum (grain, start, spent_tokens desc, user_id desc) where grain <> 'day';
create index user_sum_earned on finance.user_sum (grain, start, earned_bonus desc, user_id desc) where grain <> 'day';
create index user_sum_withdrawn on finance.user_sum (grain, start, withdrawn_cents desc, user_id desc) where grain <> 'day';

-- The sums of `user_sum` over all users, and the number of users.
create table finance.users_sum (
  grain           text not null check (grain in ('day', 'month', 'all')),
  start           date not null,
  users           bigint not null default 0,
  recharged_cents numeric(38, 0) not null default 0,
  recharges       bigint not null default 0,
  refunded_cents  numeric(38, 0) not null default 0,
  refunds         bigint not null default 0,
  spent_tokens    numeric(38, 0) not null default 0,
  earned_bonus    numeric(38, 0) not null default 0,
  withdrawn_cents numeric(38, 0) not null default 0,
  withdrawn_bonus numeric(38, 0) not null default 0,
  withdrawals     bigint not null default 0,
  primary key (grain, start)
);

-- The zone of these days; if the platform's changes, all is folded again.
create table finance.user_sum_zone (
  one  boolean primary key default true check (one),
  zone text not null
);

-- Orders of a user by time of payment or return.
create index recharge_order_user_paid on finance.recharge_order (user_id, paid_at desc, id desc) where paid_at is not null;
create index recharge_order_user_refunded on finance.recharge_order (user_id, refunded_at desc, id desc) where refunded_at is not null;
