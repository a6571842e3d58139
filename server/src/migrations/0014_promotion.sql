-- Promotion: promoters and channels, their daily results, landing pages
-- (docs/promotion.md).
create schema promotion;

-- Promoters and channels.

create table promotion.promoter (
  id         int generated always as identity (start with 501) primary key,
  name       text not null,
  remark     text not null default '',
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_by text not null,
  updated_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index promoter_name on promotion.promoter (kit.name_key(name));
create index promoter_created on promotion.promoter (created_at desc, id desc);

-- Payout accounts of promoters. Sealed; a new one waits for a second member of staff and 24 hours.
create table promotion.payout_account (
  id           int generated always as identity primary key,
  promoter_id  int not null references promotion.promoter,
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
create index payout_account_promoter on promotion.payout_account (promoter_id, id desc);
create unique index payout_account_effective on promotion.payout_account (promoter_id) where state = 'effective';
create unique index payout_account_waiting on promotion.payout_account (promoter_id) where state = 'waiting';

create table promotion.channel (
  id          int generated always as identity (start with 101) primary key,
  -- The app's name of the channel.
  number      text not null,
  name        text not null,
  -- Null: the platform's own. Never changes once set.
  promoter_id int references promotion.promoter,
  type        text not null check (type in ('social', 'search', 'creator', 'store', 'offline', 'other')),
  enabled     boolean not null default true,
  remark      text not null default '',
  created_by  text not null,
  created_at  timestamptz(3) not null,
  updated_by  text not null,
  updated_at  timestamptz(3) not null,
  version     int not null default 1
);
create unique index channel_number on promotion.channel (lower(number));
create unique index channel_exact on promotion.channel (number);
create index channel_created on promotion.channel (created_at desc, id desc);
create index channel_name on promotion.channel (lower(name), id);
create index channel_promoter on promotion.channel (promoter_id, id) where promoter_id is not null;

-- A channel's price model from a business day on. Append-only: a day uses the row with the latest start up to it, of several the newest.
create table promotion.term (
  id           int generated always as identity primary key,
  channel_id   int not null references promotion.channel,
  from_day     date not null,
  model        text not null check (model in ('CPA', 'CPS', 'fixed')),
  -- CPA: for each counted install. Fixed: for each day. CPS: 0.
  price_cents  bigint not null default 0 check (price_cents >= 0),
  -- CPS: the share of what users recharged, in hundredths of a percent.
  share_bp     int not null default 0 check (share_bp between 0 and 10000),
  -- The download coefficient in hundredths: 100 counts every install.
  coefficient  int not null default 100 check (coefficient between 0 and 1000),
  by           text not null,
  at           timestamptz(3) not null
);
create index term_channel on promotion.term (channel_id, from_day desc, id desc);

-- Installs as the app attributes them.

create table promotion.install (
  device_id text primary key,
  channel   text not null,
  platform  text not null,
  country   text not null,
  -- The store link's parameter: `<page>.<phase>.<arm>`; empty without a landing page.
  campaign  text not null default '',
  at        timestamptz(3) not null
);
create index install_at on promotion.install (at, device_id);
create index install_channel on promotion.install (channel, at desc);
create index install_campaign on promotion.install (campaign) where campaign <> '';

-- Days of channels. A fact that changes a day marks it as dirty, in its own transaction; a job recalculates dirty days.

create table promotion.dirty_day (
  id      bigint generated always as identity primary key,
  channel text not null,
  at      timestamptz(3) not null
);

create table promotion.channel_day (
  -- `2026-11-20 tiktok-01`: sorts by day.
  key            text primary key,
  day            date not null,
  channel        text not null,
  -- Visitor-days of its landing pages, and how many of them followed a store link.
  visits         int not null default 0,
  clicks         int not null default 0,
  installs       int not null default 0,
  registrations  int not null default 0,
  first_payers   int not null default 0,
  recharge_cents bigint not null default 0,
  refund_cents   bigint not null default 0,
  -- Users registered on the day who were active on the next.
  returned       int not null default 0,
  -- Amounts by the day's terms, for sums over many days; written by the fold, and recalculated when terms change.
  counted        int not null default 0,
  cost_cents     bigint not null default 0
);
create index channel_day_channel on promotion.channel_day (channel, key desc);

-- The days' time zone; if the platform's changes, they are counted again.
create table promotion.zone (
  one  boolean primary key default true check (one),
  zone text not null
);

-- Landing pages.

create table promotion.landing (
  id           int generated always as identity primary key,
  -- Its address: `/l/<key>`.
  key          text not null,
  name         text not null,
  channel_id   int not null references promotion.channel,
  -- Null while it is not published.
  published_at timestamptz(3),
  created_by   text not null,
  created_at   timestamptz(3) not null,
  updated_by   text not null,
  updated_at   timestamptz(3) not null,
  version      int not null default 1
);
create unique index landing_key on promotion.landing (key);
create index landing_created on promotion.landing (created_at desc, id desc);
create index landing_published on promotion.landing (published_at desc, id desc) where published_at is not null;

-- Contents of a page. Published ones are no longer edited.
create table promotion.landing_version (
  landing_id   int not null references promotion.landing,
  number       int not null,
  content      jsonb not null,
  published_at timestamptz(3),
  updated_by   text not null,
  updated_at   timestamptz(3) not null,
  version      int not null default 1,
  primary key (landing_id, number)
);

-- What a page shows from a time on: one version, or two with the percentage of visitors who see B. Figures are kept by phase.
create table promotion.landing_phase (
  id         int generated always as identity primary key,
  landing_id int not null references promotion.landing,
  a          int not null,
  b          int,
  share_b    int not null default 0 check (share_b between 0 and 99),
  started_by text not null,
  started_at timestamptz(3) not null,
  ended_at   timestamptz(3),
  check ((b is null) = (share_b = 0)),
  foreign key (landing_id, a) references promotion.landing_version,
  foreign key (landing_id, b) references promotion.landing_version
);
create unique index landing_phase_open on promotion.landing_phase (landing_id) where ended_at is null;
create index landing_phase_landing on promotion.landing_phase (landing_id, id desc);

-- Daily secrets, deleted after 48 hours; afterwards visitors can no longer be identified.
create table promotion.salt (
  day  date primary key,
  salt text not null
);

-- Visitor-days of the last 48 hours: a visitor is a hash with the day's salt, deleted with it.
create table promotion.visitor (
  day      date not null,
  phase_id int not null,
  hash     text not null,
  -- Of the network they came from, with the same salt: one network counts so many visitors a day.
  network  text not null,
  arm      text not null check (arm in ('a', 'b')),
  clicked  boolean not null,
  primary key (day, phase_id, hash)
);
create index visitor_network on promotion.visitor (day, phase_id, network);

create table promotion.landing_day (
  phase_id int not null references promotion.landing_phase,
  day      date not null,
  arm      text not null check (arm in ('a', 'b')),
  country  text not null,
  platform text not null,
  visits   int not null default 0,
  clicks   int not null default 0,
  primary key (phase_id, day, arm, country, platform)
);

-- Registration benefits: tokens and free call minutes for those who register. Requested by one member of staff, in force once a second one
-- has approved it; never changed, only stopped.
create table promotion.benefit (
  id            int generated always as identity primary key,
  name          text not null,
  -- Null and empty: everyone.
  sex           text check (sex in ('man', 'woman')),
  countries     text[] not null default '{}',
  -- Numbers of channels.
  channels      text[] not null default '{}',
  from_at       timestamptz(3) not null,
  to_at         timestamptz(3) not null,
  tokens        bigint not null check (tokens >= 0),
  free_minutes  int not null check (free_minutes >= 0),
  -- One grant's cost: its tokens, and its minutes at the highest price they cover.
  cost_tokens   bigint not null check (cost_tokens > 0),
  budget_tokens bigint not null,
  used_tokens   bigint not null default 0,
  grants        int not null default 0,
  state         text not null default 'waiting' check (state in ('waiting', 'approved', 'stopped')),
  approval_id   uuid references access.approval,
  approved_by   text not null default '',
  approved_at   timestamptz(3),
  stopped_by    text not null default '',
  stopped_at    timestamptz(3),
  stop_reason   text not null default '',
  created_by    text not null,
  created_at    timestamptz(3) not null,
  updated_by    text not null,
  updated_at    timestamptz(3) not null,
  version       int not null default 1,
  check (to_at > from_at),
  check (tokens > 0 or free_minutes > 0),
  constraint benefit_budget check (used_tokens between 0 and budget_tokens)
);
create index benefit_created on promotion.benefit (created_at desc, id desc);
create index benefit_approved on promotion.benefit (to_at) where state = 'approved';

-- Recipients: once per user and device.
-- What identifies a device: its id without case, spaces, signs and invisible characters, which an app or an attacker may vary.
create function promotion.device_key(device_id text) returns text language sql immutable parallel safe return
  lower(regexp_replace(normalize(device_id, nfkc), '[^[:alnum:]]', '', 'g'));

create table promotion.benefit_grant (
  id           bigint generated always as identity primary key,
  benefit_id   int not null references promotion.benefit,
  user_id      bigint not null references users.app_user,
  device_id    text not null,
  device_key   text not null generated always as (promotion.device_key(device_id)) stored,
  -- The registration's network; empty if unknown.
  block        text not null,
  channel      text not null,
  tokens       bigint not null,
  free_minutes int not null,
  cost_tokens  bigint not null,
  -- Of the tokens; null if it granted only minutes.
  transfer_id  uuid,
  at           timestamptz(3) not null
);
create unique index benefit_grant_user on promotion.benefit_grant (user_id);
create unique index benefit_grant_device on promotion.benefit_grant (device_key);
create index benefit_grant_benefit on promotion.benefit_grant (benefit_id, id desc);
create index benefit_grant_block on promotion.benefit_grant (benefit_id, block, at desc);
create index benefit_grant_transfer on promotion.benefit_grant (transfer_id desc) where transfer_id is not null;

-- Promoters' settlements: one line per promoter, price model and month. Open lines follow the days; frozen ones never change.
create table promotion.settlement (
  id                int generated always as identity primary key,
  promoter_id       int not null references promotion.promoter,
  model             text not null check (model in ('CPA', 'CPS', 'fixed')),
  -- The first day of the month, and the instant at which the month ends.
  period            date not null,
  ends_at           timestamptz(3) not null,
  days              int not null default 0,
  installs          int not null default 0,
  counted           int not null default 0,
  registrations     int not null default 0,
  -- Recharges minus refunds.
  net_cents         bigint not null default 0,
  -- The current sum of the month's days; frozen lines keep `own_cents`, and a later line corrects the difference.
  now_cents         bigint not null default 0,
  own_cents         bigint not null default 0,
  correction_cents  bigint not null default 0,
  -- The negative sum of the previous line, and of this one.
  carried_in_cents  bigint not null default 0 check (carried_in_cents <= 0),
  carried_out_cents bigint not null default 0 check (carried_out_cents <= 0),
  payable_cents     bigint not null default 0 check (payable_cents >= 0),
  state             text not null default 'open' check (state in ('open', 'frozen', 'approved', 'paid')),
  frozen_by         text not null default '',
  frozen_by_id      int references access.staff,
  frozen_at         timestamptz(3),
  approved_by       text not null default '',
  approved_by_id    int references access.staff,
  approved_at       timestamptz(3),
  -- The transfer posted at approval; null if nothing is payable.
  transfer_id       uuid,
  paid_at           timestamptz(3),
  payment_reference text not null default '',
  payment_id        uuid,
  updated_by        text not null default '',
  updated_at        timestamptz(3) not null,
  version           int not null default 1,
  check (own_cents + correction_cents + carried_in_cents = payable_cents + carried_out_cents)
);
create unique index settlement_line on promotion.settlement (promoter_id, model, period);
create index settlement_period on promotion.settlement (period desc, id desc);
create index settlement_state on promotion.settlement (state, approved_at, id);
-- The newest that were credited and paid (/flow/reconcile).
create index settlement_transfer on promotion.settlement (transfer_id desc) where transfer_id is not null;
create index settlement_payment on promotion.settlement (payment_id desc) where payment_id is not null;

-- A frozen line's components: each channel with each of its terms.
create table promotion.settlement_part (
  settlement_id int not null references promotion.settlement on delete cascade,
  line          int not null,
  channel_id    int not null references promotion.channel,
  price_cents   bigint not null,
  share_bp      int not null,
  coefficient   int not null,
  days          int not null,
  installs      int not null,
  counted       int not null,
  registrations int not null,
  net_cents     bigint not null,
  cents         bigint not null,
  primary key (settlement_id, line)
);
