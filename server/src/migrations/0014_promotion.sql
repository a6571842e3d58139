-- Promotion: promoters and channels, what came of them by day, landing pages
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
create unique index promoter_name on promotion.promoter (lower(name));
create index promoter_created on promotion.promoter (created_at desc, id desc);

-- Where promoters are paid. Sealed; a new one waits for a second member of staff and 24 hours.
create table promotion.payout_account (
  id           int generated always as identity primary key,
  promoter_id  int not null references promotion.promoter,
  kind         text not null check (kind in ('bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20')),
  sealed       text not null,
  last_four    text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'effective', 'retired')),
  created_by   text not null,
  created_at   timestamptz(3) not null,
  -- Null until a second member of staff approved it; in force from then on.
  effective_at timestamptz(3),
  approved_by  text not null default '',
  approval_id  uuid,
  version      int not null default 1
);
create index payout_account_promoter on promotion.payout_account (promoter_id, id desc);
create unique index payout_account_effective on promotion.payout_account (promoter_id) where state = 'effective';
create unique index payout_account_waiting on promotion.payout_account (promoter_id) where state = 'waiting';

create table promotion.channel (
  id          int generated always as identity (start with 101) primary key,
  -- What the app calls it.
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

-- What a channel is paid by, from a business day on. Rows are only added: of those that begin no later than a day, the
-- one that begins last counts, of several the newest.
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
  -- What the store link carried: `<page>.<phase>.<arm>`; empty where no landing page brought it.
  campaign  text not null default '',
  at        timestamptz(3) not null
);
create index install_channel on promotion.install (channel, at desc);
create index install_campaign on promotion.install (campaign) where campaign <> '';

-- Days of channels. A fact that changes a day stirs it, in its own transaction; a job counts stirred days again.

create table promotion.stirred (
  id      bigint generated always as identity primary key,
  channel text not null,
  at      timestamptz(3) not null
);

create table promotion.channel_day (
  -- `2026-11-20 tiktok-01`: sorts by day.
  key            text primary key,
  day            date not null,
  channel        text not null,
  -- Visitor-days of its landing pages, and those of them that followed a store link.
  visits         int not null default 0,
  clicks         int not null default 0,
  installs       int not null default 0,
  registrations  int not null default 0,
  first_payers   int not null default 0,
  recharge_cents bigint not null default 0,
  refund_cents   bigint not null default 0,
  -- Of those who registered on the day, who were there on the next.
  returned       int not null default 0
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

-- Contents of a page. One that was published is not edited any more.
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

-- What a page shows, from a moment on: one version, or two and how many of 100 visitors see B. Figures are of a phase.
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

-- Secrets of days; deleted after 48 hours, and nobody can tell any more who a visitor was.
create table promotion.salt (
  day  date primary key,
  salt text not null
);

-- Visitor-days of the last 48 hours: who came is kept as a hash under the day's salt, and deleted with it.
create table promotion.visitor (
  day      date not null,
  phase_id int not null,
  hash     text not null,
  arm      text not null check (arm in ('a', 'b')),
  clicked  boolean not null,
  primary key (day, phase_id, hash)
);

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
