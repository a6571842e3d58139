-- Guilds and their members.
create schema guilds;

create table guilds.guild (
  id              int generated always as identity (start with 1001) primary key,
  name            text not null check (char_length(name) between 1 and 50),
  parent_id       int references guilds.guild,
  leader_user_id  bigint not null references users.app_user,
  leader_name     text not null,
  leader_email    text not null,
  area_code       text not null,
  phone           text not null,
  inviter_id      int references access.staff,
  state           text not null default 'under review'
                  check (state in ('under review', 'normal', 'rejected', 'banned', 'dissolved')),
  state_reason    text not null default '',
  registered_at   timestamptz(3) not null,
  version         int not null default 1,
  -- How its members are paid (docs/guilds.md, Words), and the Monday of the first week under anchor
  -- withdrawal, which is kept once that week has begun; null if not requested.
  settlement_method text not null default 'guild pickup'
                  check (settlement_method in ('guild pickup', 'anchor withdrawal')),
  method_from     date,
  -- The rate agreed with its parent, in basis points; null: that of its own level.
  agreed_rate_bp  int check (agreed_rate_bp between 0 and 10000),
  approved_at     timestamptz(3),
  -- When it was rejected or dissolved.
  ended_at        timestamptz(3),
  -- The last warning of the leader, in days without an anchor (7, 12, 14); 0 before, 15 if there was one on day 15.
  warned_day      smallint not null default 0,
  -- Active and leaving members; kept by a trigger.
  members         int not null default 0
);
alter table access.staff add foreign key (union_id) references guilds.guild;
-- A rejected or dissolved guild releases its name, its leader and its phone.
create unique index guild_name on guilds.guild (kit.name_key(name)) where state not in ('rejected', 'dissolved');
create unique index guild_leader on guilds.guild (leader_user_id) where state not in ('rejected', 'dissolved');
create unique index guild_phone on guilds.guild (area_code, phone) where state not in ('rejected', 'dissolved');
create index guild_parent on guilds.guild (parent_id, id) where parent_id is not null;
create index guild_state on guilds.guild (state, id);
create index guild_members on guilds.guild (members, id);
create index guild_name_search on guilds.guild using gin (kit.name_key(name) gin_trgm_ops);
create index guild_leader_search on guilds.guild using gin (leader_name gin_trgm_ops);
create index guild_leader_any on guilds.guild (leader_user_id);
create index guild_registered on guilds.guild (registered_at, id);
create index guild_sub_registered on guilds.guild (registered_at, id) where parent_id is not null;
-- Guilds within their first fifteen days.
create index guild_young on guilds.guild (approved_at) where state = 'normal' and warned_day < 15;
-- Guilds that change their method at the start of a week.
create index guild_changing on guilds.guild (method_from) where method_from is not null and settlement_method = 'guild pickup';

-- A guild's history: states, leaders, methods, rates, with reasons.
create table guilds.event (
  id        uuid primary key,
  guild_id  int not null references guilds.guild,
  at        timestamptz(3) not null,
  -- The member of staff or the account that did it; `system` for jobs.
  by        text not null,
  what      text not null check (what in ('registered', 'approved', 'rejected', 'banned', 'unbanned', 'dissolved', 'warned',
            'leader changed', 'method changed', 'rate changed', 'parent changed')),
  reason    text not null default '',
  -- Values before and after, by field.
  detail    jsonb not null default '{}'
);
create index event_guild on guilds.event (guild_id, id);

create table guilds.member (
  id        int generated always as identity primary key,
  guild_id  int not null references guilds.guild,
  user_id   bigint not null references users.app_user,
  state     text not null check (state in ('invited', 'active', 'leaving', 'left', 'expelled')),
  since     timestamptz(3) not null,
  invited_at     timestamptz(3),
  -- When the anchor agreed; `since` is later where that came too late for a week.
  answered_at    timestamptz(3),
  -- A request to leave that arrived before the answer to the invitation.
  leave_asked_at timestamptz(3),
  leave_reason   text not null default '',
  -- An invitation expires then.
  expires_at     timestamptz(3),
  -- Who invited or expelled: an account's name.
  by             text not null default '',
  -- How and when a leaving membership will end: at the end of a week, or at once for a banned member. Ended memberships keep both.
  ending         text check (ending in ('left', 'expelled')),
  ends_at        timestamptz(3),
  end_reason     text not null default '',
  version        int not null default 1,
  check (state not in ('left', 'expelled') or ends_at is not null)
);
create unique index member_active on guilds.member (user_id) where state in ('active', 'leaving');
create unique index member_invited on guilds.member (guild_id, user_id) where state = 'invited';
create index member_guild on guilds.member (guild_id, state, id);
create index member_user on guilds.member (user_id, id);
create index member_since on guilds.member (since, id);
create index member_ending on guilds.member (ends_at) where state = 'leaving' and ends_at is not null;
create index member_asked on guilds.member (leave_asked_at) where state = 'leaving' and ends_at is null;
create index member_lapsing on guilds.member (expires_at) where state = 'invited';

-- Business weeks. Each begins where the one before ended, and ends on a Monday 00:00 of the platform's zone as it is then:
-- a change of the zone makes one week shorter or longer, and every moment belongs to exactly one week.
create table guilds.week (
  -- The Monday it is named after.
  week      date primary key,
  starts_at timestamptz(3) not null unique,
  ends_at   timestamptz(3) not null,
  check (starts_at < ends_at)
);

-- Activity and earnings of anchors as members, folded from the ledger, broadcasts and calls (docs/guilds.md). A single fold writes all four
-- tables: by anchor and by guild, by day and by week. Days are of the platform's zone; a day at a week's edge may have a row for each.
-- Bonus is by what was paid for; `base_micros` is the part that paid tokens earned, in millionths of a dollar.
create table guilds.anchor_day (
  guild_id       int not null references guilds.guild,
  week           date not null,
  day            date not null,
  user_id        bigint not null,
  live_seconds   int not null default 0,
  call_seconds   int not null default 0,
  calls_received int not null default 0,
  calls_answered int not null default 0,
  gift_bonus     bigint not null default 0,
  call_bonus     bigint not null default 0,
  room_bonus     bigint not null default 0,
  text_bonus     bigint not null default 0,
  bonus          bigint not null generated always as (gift_bonus + call_bonus + room_bonus + text_bonus) stored,
  -- All bonus in millionths of a dollar, and the part of it that paid tokens earned.
  bonus_micros   bigint not null default 0,
  base_micros    bigint not null default 0,
  primary key (guild_id, day, week, user_id)
) with (fillfactor = 80);
create index anchor_day_user on guilds.anchor_day (user_id, day);

create table guilds.anchor_week (like guilds.anchor_day including defaults including generated);
alter table guilds.anchor_week drop column day, add primary key (guild_id, week, user_id);
create index anchor_week_user on guilds.anchor_week (user_id, week);

create table guilds.guild_day (like guilds.anchor_day including defaults including generated);
alter table guilds.guild_day drop column user_id, add column anchors int not null default 0,
  add column joined int not null default 0, add column lost int not null default 0, add primary key (guild_id, day, week);
create index guild_day_day on guilds.guild_day (day, guild_id);

create table guilds.guild_week (like guilds.guild_day including defaults including generated);
-- `change` is new whenever a figure of one of its anchors changes, also where the sums stay equal.
alter table guilds.guild_week drop column day, add column change uuid, add primary key (guild_id, week);
create index guild_week_week on guilds.guild_week (week, guild_id);

-- All sub-agencies together, by day and by week; kept by triggers on the figures of guilds, and on their parents.
create table guilds.sub_day (
  day            date primary key,
  -- Sub-agencies with figures.
  guilds         int not null,
  live_seconds   bigint not null,
  call_seconds   bigint not null,
  calls_received bigint not null,
  calls_answered bigint not null,
  gift_bonus     bigint not null,
  call_bonus     bigint not null,
  room_bonus     bigint not null,
  text_bonus     bigint not null,
  bonus_micros   bigint not null,
  base_micros    bigint not null,
  anchors        bigint not null,
  joined         bigint not null,
  lost           bigint not null
);
create table guilds.sub_week (like guilds.sub_day including all);
alter table guilds.sub_week rename column day to week;

alter table access.staff add constraint staff_union_fk foreign key (union_id) references guilds.guild;
-- A leader's helper account: reads what its roles grant, and writes nothing.
alter table access.staff add column read_only boolean not null default false;

-- Commission plans (docs/guilds.md). Published plans never change; the plan of a week is the published one with the latest start up to it,
-- of several the last published.
create table guilds.plan (
  id           int generated always as identity primary key,
  name         text not null,
  -- One rate for all, or each slice of the base at its own.
  kind         text not null check (kind in ('whole', 'marginal')),
  -- [{"fromCents": 0, "rateBp": 500}, …]: half-open levels by their lower bounds, rising.
  levels       jsonb not null,
  -- [{"points": 20000, "days": 3, "usdCents": 0}, …]: steps of an anchor's salary.
  salary       jsonb not null,
  state        text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  start_week   date not null,
  note         text not null default '',
  created_by   text not null,
  created_at   timestamptz(3) not null,
  published_by text not null default '',
  published_at timestamptz(3),
  updated_by   text not null default '',
  updated_at   timestamptz(3),
  version      int not null default 1,
  check ((state = 'published') <= (published_at is not null))
);
create index plan_start on guilds.plan (start_week desc, published_at desc) where state = 'published';
insert into guilds.plan (name, kind, levels, salary, state, start_week, created_by, created_at, published_by, published_at)
values ('Standard', 'whole',
  '[{"fromCents":0,"rateBp":500},{"fromCents":50000,"rateBp":800},{"fromCents":150000,"rateBp":1000},{"fromCents":500000,"rateBp":1200},{"fromCents":1500000,"rateBp":1500},{"fromCents":5000000,"rateBp":1800},{"fromCents":15000000,"rateBp":2000}]',
  '[{"points":20000,"days":3,"usdCents":0},{"points":50000,"days":4,"usdCents":1000},{"points":100000,"days":5,"usdCents":2500},{"points":250000,"days":5,"usdCents":6000},{"points":500000,"days":6,"usdCents":15000},{"points":1000000,"days":6,"usdCents":35000}]',
  'published', '1970-01-05', 'system', '1970-01-01', 'system', '1970-01-01');

-- A deduction's week never changes.
create table guilds.deduction (
  id          int generated always as identity primary key,
  guild_id    int not null references guilds.guild,
  -- The anchor it is taken from; null: the guild.
  user_id     bigint references users.app_user,
  kind        text not null check (kind in ('advance', 'penalty', 'chargeback')),
  usd_cents   bigint not null check (usd_cents > 0),
  reason      text not null check (reason <> ''),
  week        date not null,
  -- The chargeback (finance.chargeback) it is for.
  chargeback_id uuid,
  state       text not null default 'effective' check (state in ('effective', 'reversed')),
  reverse_reason text not null default '',
  created_by  text not null,
  created_at  timestamptz(3) not null,
  reversed_by text not null default '',
  reversed_at timestamptz(3),
  version     int not null default 1
);
create index deduction_guild on guilds.deduction (guild_id, week);
-- A chargeback is deducted from an anchor once.
create unique index deduction_chargeback on guilds.deduction (chargeback_id, user_id)
  where chargeback_id is not null and state = 'effective';
create index deduction_created on guilds.deduction (created_at desc, id desc);

-- A guild's weekly settlement: the newest version. Each component is rounded down from millionths to cents.
create table guilds.settlement (
  id             int generated always as identity primary key,
  guild_id       int not null references guilds.guild,
  week           date not null,
  state          text not null default 'draft'
                 check (state in ('draft', 'disputed', 'confirmed', 'approved', 'parked')),
  -- Rises with each recalculation.
  sum_version    int not null default 1,
  plan_id        int references guilds.plan,
  method         text not null check (method in ('guild pickup', 'anchor withdrawal')),
  -- Direct base and that of the sub-agencies; level and rate follow from both.
  base_micros    bigint not null default 0,
  sub_base_micros bigint not null default 0,
  level          smallint not null default 1,
  rate_bp        int not null default 0,
  commission_cents bigint not null default 0,
  override_cents bigint not null default 0,
  salary_cents   bigint not null default 0,
  -- Guild pickup: the anchors' bonus, which the guild is paid.
  bonus_cents    bigint not null default 0,
  deduction_cents bigint not null default 0,
  correction_cents bigint not null default 0,
  -- Negative sums from earlier weeks, and into later ones.
  carried_in_cents bigint not null default 0,
  carried_out_cents bigint not null default 0,
  -- What the leader owes as a user, taken from the payable: in cents, and the tokens that it repays.
  debt_cents     bigint not null default 0,
  debt_tokens    bigint not null default 0,
  debt_user_id   bigint references users.app_user,
  payable_cents  bigint not null default 0,
  -- The part of `payable_cents` that has been paid.
  paid_cents     bigint not null default 0,
  -- What anchors get and owe directly: salaries and their own deductions under anchor withdrawal.
  anchor_cents   bigint not null default 0,
  -- Every step of the calculation, as data for its texts (guilds/weeks/weekSum.rules.ts).
  steps          jsonb not null default '[]',
  -- The week's sub-agencies, as its first version found them.
  subs           int[] not null default '{}',
  -- Minutes live or on calls that made a day valid.
  live_minutes   int not null default 0,
  call_minutes   int not null default 0,
  -- What the calculation was made from (guilds.inputs_of): a difference means late facts.
  inputs         text not null default '',
  -- The inputs and sum versions of earlier weeks which it settles in full together with what settled them before, by week; `… held` if lines wait for a ban's end.
  seen_weeks     jsonb not null default '{}',
  -- Lines of banned anchors are held.
  has_held       boolean not null default false,
  -- A disputed or parked settlement is booked at its approval, any other in its week.
  books_late     boolean not null default false,
  -- The last week of a dissolved guild: its remaining debt is written off.
  is_final       boolean not null default false,
  drafted_at     timestamptz(3) not null,
  -- Confirmed automatically then.
  confirm_by     timestamptz(3) not null,
  confirmed_at   timestamptz(3),
  -- The account that confirmed; `system` if nobody did in time.
  confirmed_by   text not null default '',
  approved_at    timestamptz(3),
  approved_by    text not null default '',
  approved_by_id int references access.staff,
  paid_at        timestamptz(3),
  parked_reason  text not null default '',
  version        int not null default 1,
  unique (guild_id, week)
);
create index settlement_week on guilds.settlement (week desc, id desc);
create index settlement_state on guilds.settlement (state, week desc, id desc);
-- Weeks with held lines, which a later draft corrects however old they are.
create index settlement_held on guilds.settlement (guild_id, week) where has_held;
-- What sums that are not approved yet take of a leader's debt.
create index settlement_debt on guilds.settlement (debt_user_id) where debt_tokens > 0 and state <> 'approved';
create index settlement_confirming on guilds.settlement (confirm_by) where state = 'draft';
create index settlement_unpaid on guilds.settlement (guild_id, week) where state = 'approved' and paid_cents < payable_cents;

-- Settlements added up by week, state and method; kept by triggers. Staff's totals read it.
create table guilds.settlement_sum (
  week              date not null,
  -- The displayed state: an approved week whose payable was paid is `paid`.
  state             text not null check (state in ('draft', 'disputed', 'confirmed', 'approved', 'paid', 'parked')),
  method            text not null check (method in ('guild pickup', 'anchor withdrawal')),
  settlements       bigint not null,
  base_micros       bigint not null,
  commission_cents  bigint not null,
  override_cents    bigint not null,
  bonus_cents       bigint not null,
  salary_cents      bigint not null,
  payable_cents     bigint not null,
  paid_cents        bigint not null,
  carried_out_cents bigint not null,
  primary key (week, state, method)
);

-- The lines of each version of a sum; `amount_cents` of the newest version's lines sum to the total.
create table guilds.settlement_line (
  settlement_id int not null references guilds.settlement,
  sum_version   int not null,
  line          int not null,
  kind          text not null check (kind in ('commission', 'anchor', 'sub-agency', 'deduction', 'correction', 'carried', 'debt')),
  user_id       bigint references users.app_user,
  sub_guild_id  int references guilds.guild,
  deduction_id  int references guilds.deduction,
  -- Of a correction: the week that it corrects, which version of its sum, and the kind of the line.
  of_week       date,
  of_version    int,
  of_kind       text check (of_kind in ('commission', 'anchor', 'sub-agency', 'deduction', 'correction', 'carried', 'debt')),
  bonus         bigint not null default 0,
  base_micros   bigint not null default 0,
  valid_days    smallint not null default 0,
  salary_cents  bigint not null default 0,
  amount_cents  bigint not null default 0,
  -- The amount the anchor gets or owes.
  anchor_cents  bigint not null default 0,
  -- Bonus that approval redeems, and its value in millionths of a dollar.
  redeem_bonus  bigint not null default 0,
  redeem_micros bigint not null default 0,
  -- A banned anchor's line: a correction settles it once the ban has ended.
  held          boolean not null default false,
  -- Other data of the line's kind, such as rates and held amounts.
  detail        jsonb not null default '{}',
  primary key (settlement_id, sum_version, line)
);
create index settlement_line_user on guilds.settlement_line (user_id, settlement_id) where user_id is not null;

create index settlement_line_correction on guilds.settlement_line (of_week, settlement_id) where of_week is not null;
create index settlement_line_corrects on guilds.settlement_line (settlement_id, sum_version) where of_week is not null;

-- Every version of a settlement: when and why it was calculated, and its result.
create table guilds.settlement_version (
  settlement_id int not null references guilds.settlement,
  sum_version   int not null,
  at            timestamptz(3) not null,
  by            text not null,
  why           text not null check (why in ('drafted', 'late facts', 'recomputed', 'dissolved')),
  payable_cents bigint not null,
  carried_out_cents bigint not null,
  parked_reason text not null default '',
  steps         jsonb not null,
  primary key (settlement_id, sum_version)
);

-- Progress of a week's drafts: guilds in id order, one chunk per transaction.
create table guilds.settlement_run (
  week        date primary key references guilds.week,
  begun_at    timestamptz(3) not null,
  -- Drafts wait until the figures include all transactions before this one.
  horizon     xid8 not null,
  after_guild int not null default 0,
  finished_at timestamptz(3)
);

-- Anchor withdrawal: the part of a deduction not covered by an anchor's bonus is taken at the next approval.
create table guilds.anchor_debt (
  guild_id  int not null references guilds.guild,
  user_id   bigint not null references users.app_user,
  -- Of the deduction.
  kind      text not null check (kind in ('advance', 'penalty', 'chargeback')),
  usd_cents bigint not null check (usd_cents > 0),
  primary key (guild_id, user_id, kind)
);

create table guilds.dispute (
  id            int generated always as identity primary key,
  settlement_id int not null references guilds.settlement,
  sum_version   int not null,
  reason        text not null check (reason <> ''),
  -- The disputed lines' numbers.
  lines         int[] not null default '{}',
  by            text not null,
  at            timestamptz(3) not null,
  answer        text not null default '',
  outcome       text check (outcome in ('kept', 'recomputed')),
  answered_by   text not null default '',
  answered_at   timestamptz(3)
);
create index dispute_settlement on guilds.dispute (settlement_id, id);

-- Payout accounts of guilds. Details are sealed (kit/seal); lists show the last four characters.
create table guilds.payout_account (
  id           int generated always as identity primary key,
  guild_id     int not null references guilds.guild,
  kind         text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  sealed       text not null,
  last_four    text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'effective', 'refused', 'retired')),
  approval_id  uuid references access.approval,
  created_by   text not null,
  created_at   timestamptz(3) not null,
  approved_by  text not null default '',
  -- 24 hours after it was entered; null until a second member of staff has approved it.
  effective_at timestamptz(3),
  version      int not null default 1
);
create unique index payout_account_one on guilds.payout_account (guild_id) where state = 'effective';
create unique index payout_account_waiting on guilds.payout_account (guild_id) where state = 'waiting';
create index payout_account_due on guilds.payout_account (effective_at) where state = 'waiting' and effective_at is not null;
create index payout_account_guild on guilds.payout_account (guild_id, id);

-- A guild's request to be paid from its payable.
create table guilds.payout_request (
  id           int generated always as identity primary key,
  guild_id     int not null references guilds.guild,
  usd_cents    bigint not null check (usd_cents > 0),
  account_id   int not null references guilds.payout_account,
  state        text not null default 'in review' check (state in ('in review', 'agreed', 'refused', 'paid out')),
  reason       text not null default '',
  -- The ledger's hold on the payable.
  hold_id      uuid not null,
  requested_by text not null,
  requested_at timestamptz(3) not null,
  decided_by   text not null default '',
  decided_by_id int references access.staff,
  decided_at   timestamptz(3),
  version      int not null default 1
);
create index payout_request_guild on guilds.payout_request (guild_id, id);
create index payout_request_state on guilds.payout_request (state, requested_at desc, id desc);

-- Payments with their proof; for a week or for a request.
create table guilds.payment (
  id            int generated always as identity primary key,
  guild_id      int not null references guilds.guild,
  settlement_id int references guilds.settlement,
  request_id    int unique references guilds.payout_request,
  account_id    int references guilds.payout_account,
  usd_cents     bigint not null check (usd_cents > 0),
  transfer_id   uuid not null,
  -- The bank's or chain's reference, and the picture of the receipt.
  reference     text not null check (reference <> ''),
  proof_file_id uuid references files.file,
  paid_by       text not null,
  paid_by_id    int references access.staff,
  paid_at       timestamptz(3) not null,
  check ((settlement_id is null) <> (request_id is null))
);
create index payment_guild on guilds.payment (guild_id, id);
create index payment_proof on guilds.payment (proof_file_id) where proof_file_id is not null;
create index payment_settlement on guilds.payment (settlement_id) where settlement_id is not null;

-- Figures by day and week (guilds/figures).

-- The zone of a week's days. Only the running week's can change.
create table guilds.week_zone (
  week date primary key,
  zone text not null
);

-- What the fold has to recalculate, because a membership changed or a fact is dated after the last existing week. A row is processed once a
-- week covers `from_at`.
create table guilds.refold (
  id       bigint generated always as identity primary key,
  -- The user's figures are recalculated from this time on; null: unchanged.
  user_id  bigint,
  from_at  timestamptz(3),
  -- Joins and leaves of this guild are recounted on the days of these times.
  guild_id int,
  moments  timestamptz(3)[] not null default '{}'
);
create index refold_user on guilds.refold (user_id) where user_id is not null;
-- Joins and leaves, by guild and time.
create index member_joined on guilds.member (guild_id, since) where state in ('active', 'leaving', 'left', 'expelled');
create index member_lost on guilds.member (guild_id, ends_at) where state in ('left', 'expelled');

-- Payments that staff make together, with their proof; above the limit they wait for a second member of staff.
create table guilds.payout_order (
  id            uuid primary key,
  -- The kind of `ids`: requests or settlements.
  pays          text not null check (pays in ('request', 'week')),
  ids           int[] not null,
  usd_cents     bigint not null check (usd_cents > 0),
  reference     text not null check (reference <> ''),
  -- Null if a batch's result had none.
  proof_file_id uuid references files.file,
  made_by       text not null,
  made_by_id    int not null references access.staff,
  made_at       timestamptz(3) not null,
  approval_id   uuid references access.approval,
  applied_at    timestamptz(3)
);
create index payout_order_proof on guilds.payout_order (proof_file_id);
create index payout_order_open on guilds.payout_order (id) where applied_at is null;
alter table guilds.payment add column order_id uuid not null references guilds.payout_order;
create index payment_order on guilds.payment (order_id);
create index payment_reference on guilds.payment (reference);
create index payment_paid on guilds.payment (paid_at desc, id desc);
create index payout_request_requested on guilds.payout_request (requested_at desc, id desc);
-- Identifies a row of a list of all anchors' weeks by one text.
alter table guilds.anchor_week add column key text not null generated always as (user_id::text || '-' || guild_id::text) stored;
create index anchor_week_key on guilds.anchor_week (week, key);
-- Identifies a row of a list of all anchors' days by one text.
alter table guilds.anchor_day add column key text not null
  generated always as (guild_id::text || '.' || user_id::text || '.' || (week - date '2000-01-01')::text) stored;
create index anchor_day_key on guilds.anchor_day (day, key);
