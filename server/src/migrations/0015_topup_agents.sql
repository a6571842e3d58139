-- Top-up agents: applications, agents, purchases and sales.
create schema topup_agents;

create table topup_agents.application (
  user_id    bigint primary key references users.app_user,
  contact    text not null,
  note       text not null,
  state      text not null default 'under review'
             check (state in ('under review', 'rejected', 'approved', 'frozen', 'cancelled')),
  -- Of the rejection, freeze or cancellation.
  reason     text not null default '',
  applied_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by text not null default '',
  -- After a rejection: when they may apply again.
  again_from timestamptz(3),
  version    int not null default 1
);
create index application_time on topup_agents.application (applied_at, user_id);
create index application_state on topup_agents.application (state, applied_at, user_id);

create table topup_agents.agent (
  id          int generated always as identity (start with 1001) primary key,
  user_id     bigint not null unique references topup_agents.application,
  approved_at timestamptz(3) not null,
  -- The agent's own limits; null: the parameter.
  day_tokens  bigint check (day_tokens > 0),
  sale_tokens bigint check (sale_tokens > 0),
  -- Only buyers from these countries; empty: all.
  countries   text[] not null default '{}',
  version     int not null default 1
);

-- The history of an application and its agent. Append-only.
create table topup_agents.event (
  id      uuid primary key,
  user_id bigint not null references topup_agents.application,
  at      timestamptz(3) not null,
  by      text not null,
  what    text not null check (what in ('applied', 'approved', 'rejected', 'frozen', 'unfrozen', 'cancelled',
                                        'bought back', 'written off', 'limits changed')),
  reason  text not null,
  detail  jsonb not null
);
create index event_user on topup_agents.event (user_id, id);

create table topup_agents.purchase (
  id            uuid primary key,
  agent_id      int not null references topup_agents.agent,
  kind          text not null check (kind in ('usdt', 'bank', 'salary')),
  state         text not null check (state in ('in review', 'credited', 'refused', 'reversed')),
  usd_micros    bigint not null check (usd_micros > 0),
  -- Once credited: all tokens received, and how many of them were extra.
  tokens        bigint not null default 0,
  extra_tokens  bigint not null default 0,
  -- The first day of the month that it counts for.
  month         date,
  -- The bank's reference, or the chain's transaction.
  reference     text not null default '',
  chain         text check (chain in ('trc20', 'erc20')),
  proof_file_id uuid references files.file,
  -- For salary deductions: the guild whose payable paid.
  guild_id      int references guilds.guild,
  settlement_id int references guilds.settlement,
  asked_at      timestamptz(3) not null,
  asked_by      text not null,
  -- The payment or its reversal waits for a second member of staff.
  approval_id   uuid references access.approval,
  decided_at    timestamptz(3),
  decided_by    text not null default '',
  reason        text not null default '',
  reversed_at   timestamptz(3),
  reversed_by   text not null default '',
  -- Reversed: tokens taken from stock, and for the rest what was still owed to the agent and the agent's debt.
  taken_tokens  bigint not null default 0,
  offset_micros bigint not null default 0,
  debt_micros   bigint not null default 0,
  version       int not null default 1,
  check ((state in ('credited', 'reversed')) = (tokens > 0 and month is not null)),
  check ((kind = 'salary') = (guild_id is not null))
);
create index purchase_time on topup_agents.purchase (asked_at, id);
create index purchase_state on topup_agents.purchase (state, asked_at, id);
-- What a deposit without an owner may pay.
create index purchase_unpaid on topup_agents.purchase (usd_micros, asked_at) where state = 'in review';
create index purchase_kind on topup_agents.purchase (kind, asked_at, id);
create index purchase_agent on topup_agents.purchase (agent_id, asked_at, id);
create index purchase_month on topup_agents.purchase (agent_id, month) where state = 'credited';
create index purchase_guild on topup_agents.purchase (guild_id, id) where guild_id is not null;
create index purchase_settlement on topup_agents.purchase (settlement_id, id) where settlement_id is not null;
-- Reversed after their stock was bought back.
create index purchase_offset on topup_agents.purchase (agent_id) where offset_micros > 0;
create index purchase_proof on topup_agents.purchase (proof_file_id) where proof_file_id is not null;
-- What a member of staff credited and reversed in a day.
create index purchase_decided on topup_agents.purchase (decided_by, decided_at) where kind = 'bank' and decided_at is not null;
create index purchase_reversed on topup_agents.purchase (reversed_by, reversed_at) where reversed_at is not null;
-- A bank transfer counts once.
create unique index purchase_reference on topup_agents.purchase (lower(reference))
  where kind = 'bank' and state <> 'refused';

create table topup_agents.sale (
  id          uuid primary key,
  agent_id    int not null references topup_agents.agent,
  -- The idempotency key of the page, so that a second press sells nothing.
  key         uuid not null,
  user_id     bigint not null references users.app_user,
  tokens      bigint not null check (tokens > 0),
  -- The deferred revenue that went with them.
  cost_micros bigint not null,
  at          timestamptz(3) not null,
  -- Unusual patterns, for staff.
  new_buyer   boolean not null,
  at_night    boolean not null,
  -- The buyer returned much of it to the agent or their guild within a day.
  round_trip  boolean not null default false,
  unique (agent_id, key)
);
create index sale_time on topup_agents.sale (at, id);
create index sale_agent on topup_agents.sale (agent_id, at, id);
create index sale_user on topup_agents.sale (user_id, at, id);
-- With what a page is ordered by: few large sales are spread over the whole table.
create index sale_tokens on topup_agents.sale (tokens, at, id);
create index sale_new on topup_agents.sale (at, id) where new_buyer;
create index sale_night on topup_agents.sale (at, id) where at_night;
create index sale_round on topup_agents.sale (at, id) where round_trip;
create index sale_round_agent on topup_agents.sale (agent_id, at, id) where round_trip;
create index sale_night_agent on topup_agents.sale (agent_id, at, id) where at_night;
create index sale_new_agent on topup_agents.sale (agent_id, at, id) where new_buyer;

-- An agent's request to return a sale.
create table topup_agents.refund (
  sale_id    uuid primary key references topup_agents.sale,
  -- Of the sale, so that a list of returns reads only its page's sales.
  agent_id   int not null references topup_agents.agent,
  sold_at    timestamptz(3) not null,
  state      text not null default 'asked' check (state in ('asked', 'agreed', 'refused')),
  asked_at   timestamptz(3) not null,
  asked_for  text not null,
  -- The returned part, which was unspent.
  tokens     bigint not null default 0,
  cost_micros bigint not null default 0,
  decided_at timestamptz(3),
  decided_by text not null default '',
  reason     text not null default ''
);
create index refund_state on topup_agents.refund (state, sold_at, sale_id);
create index refund_agent on topup_agents.refund (agent_id, state, sold_at, sale_id);

-- An agent's sales by business day, for limits, Home and patterns.
create table topup_agents.agent_day (
  agent_id    int not null references topup_agents.agent,
  day         date not null,
  sales       int not null,
  tokens      bigint not null,
  new_buyers  int not null,
  night_sales int not null,
  round_trips int not null default 0,
  primary key (agent_id, day)
);
create index agent_day_day on topup_agents.agent_day (day, agent_id);

-- Payout accounts of agents, for stock that is bought back. Sealed; a new one waits for a second member of staff and 24 hours.
create table topup_agents.payout_account (
  id           int generated always as identity primary key,
  agent_id     int not null references topup_agents.agent,
  kind         text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  sealed       text not null,
  last_four    text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'effective', 'retired')),
  created_by   text not null,
  created_at   timestamptz(3) not null,
  -- The start of its validity; null until a second member of staff has approved it.
  effective_at timestamptz(3),
  approved_by  text not null default '',
  approval_id  uuid references access.approval,
  version      int not null default 1
);
create index payout_account_agent on topup_agents.payout_account (agent_id, id desc);
create unique index payout_account_effective on topup_agents.payout_account (agent_id) where state = 'effective';
create unique index payout_account_waiting on topup_agents.payout_account (agent_id) where state = 'waiting';

-- Payments to an agent for stock that was bought back, by Finance's batches.
create table topup_agents.payment (
  payout_id     uuid primary key,
  agent_id      int not null references topup_agents.agent,
  usd_cents     bigint not null check (usd_cents > 0),
  transfer_id   uuid not null,
  reference     text not null,
  proof_file_id uuid references files.file,
  paid_by       text not null,
  paid_at       timestamptz(3) not null
);
create index payment_agent on topup_agents.payment (agent_id, paid_at);
create index payment_proof on topup_agents.payment (proof_file_id) where proof_file_id is not null;

-- A session verified by a fresh code; `large` is the limit of one remaining large sale.
create table topup_agents.step_up (
  session_id uuid primary key references access.session on delete cascade,
  at         timestamptz(3) not null,
  large      boolean not null
);
