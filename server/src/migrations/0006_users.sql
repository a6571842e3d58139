-- App users: their profile as reported by the app, staff decisions, devices, and folded data for lists.
create schema users;

-- Leaves free space in each page, for HOT updates of unindexed fields.
create table users.app_user (
  id            bigint primary key,
  nickname      text not null,
  sex           text not null default 'none' check (sex in ('man', 'woman', 'none')),
  country       text,
  area_code     text not null default '',
  phone         text not null default '',
  created_at    timestamptz(3) not null,
  birthday        date,
  language        text not null default 'en',
  profession      text not null default '',
  email           text not null default '',
  avatar_url      text not null default '',
  level           int not null default 0,
  vip_type        text not null default '',
  risk_level      int not null default 0,
  fans            int not null default 0,
  follows         int not null default 0,
  -- The first download channel.
  channel         text not null default '',
  platform        text not null default '',
  -- The device of the registration.
  device_id       text not null default '',
  registered_ip   text not null default '',
  -- Null until the registration event arrives.
  registered_at   timestamptz(3),
  certified       boolean not null default false,
  market_audit    boolean not null default false,
  security        boolean not null default false,
  internal        boolean not null default false,
  state           text not null default 'normal' check (state in ('normal', 'ban ID', 'ban device', 'ban both')),
  -- Null with a ban: permanent.
  banned_until    timestamptz(3),
  online          boolean not null default false,
  last_online_at  timestamptz(3),
  -- The sort key of lists: never null, so that an index serves it. For users never online, the time they were created.
  seen_at         timestamptz(3) not null generated always as (coalesce(last_online_at, created_at)) stored,
  -- Which event last set a field, so that late ones change nothing that is newer: {"nickname": "<at>|<id>"}.
  stamps          jsonb not null default '{}',
  version         int not null default 1
) with (fillfactor = 90);
create index app_user_phone on users.app_user (area_code, phone) where phone <> '';
-- `created_at` is `registered_at` once that is known, and until then when the first event about the user arrived; never after `seen_at`.
create index app_user_created on users.app_user (created_at desc, id desc);
create index app_user_seen on users.app_user (seen_at desc, id desc);
create index app_user_sex on users.app_user (sex, created_at desc, id desc);
create index app_user_birthday on users.app_user (birthday, id);
create index app_user_online on users.app_user (created_at desc, id desc) where online;
create index app_user_nickname on users.app_user (lower(nickname) text_pattern_ops, id) include (nickname);
create index app_user_country on users.app_user (country, created_at desc, id desc);
create index app_user_channel on users.app_user (channel, created_at desc, id desc);
create index app_user_level on users.app_user (level desc, id desc);
create index app_user_level_created on users.app_user (level, created_at desc, id desc);
create index app_user_vip on users.app_user (vip_type, created_at desc, id desc) where vip_type <> '';
create index app_user_risk on users.app_user (risk_level desc, id desc);
create index app_user_banned on users.app_user (state, created_at desc, id desc) where state <> 'normal';
create index app_user_flagged on users.app_user (created_at desc, id desc) where market_audit or security or internal;
create index app_user_certified on users.app_user (created_at desc, id desc) where certified;
-- Online users, by country and other filters; and the few excluded from figures.
create index app_user_online_country on users.app_user (country, created_at desc, id desc) include (sex, level) where online;
create index app_user_left_out on users.app_user (id) include (online) where market_audit or internal;

create table users.device (
  id            text primary key,
  platform      text not null default '',
  model         text not null default '',
  first_seen_at timestamptz(3) not null,
  last_seen_at  timestamptz(3) not null,
  -- How many accounts used it; kept with users.user_device.
  users         int not null default 0,
  banned        boolean not null default false,
  banned_until  timestamptz(3)
);
create index device_last_seen on users.device (last_seen_at desc, id desc);
create index device_shared on users.device (users desc, id desc);
create index device_id on users.device (id text_pattern_ops);
create index device_banned on users.device (last_seen_at desc, id desc) where banned;

create table users.user_device (
  user_id       bigint not null references users.app_user,
  device_id     text not null references users.device,
  first_seen_at timestamptz(3) not null,
  last_seen_at  timestamptz(3) not null,
  ip            text not null default '',
  primary key (user_id, device_id)
);
create index user_device_device on users.user_device (device_id, user_id);

-- Bans, and how they ended: a row for each banned user or device.
create table users.ban (
  id            uuid primary key,
  user_id       bigint references users.app_user,
  device_id     text references users.device,
  kind          text not null check (kind in ('id', 'device', 'both')),
  reason        text not null,
  until         timestamptz(3),
  by            text not null,
  at            timestamptz(3) not null,
  -- lifted: by staff. replaced: by a later ban. expired: at its end.
  ended         text check (ended in ('lifted', 'replaced', 'expired')),
  ended_at      timestamptz(3),
  ended_by      text,
  end_reason    text not null default '',
  -- The ban of a user or a device that led to this one: of the user's devices, or of their other users.
  cause         uuid,
  check (user_id is not null or device_id is not null)
);
create index ban_user on users.ban (user_id, id desc) where user_id is not null;
-- Effective bans of a device; without this index, the job that bans new users of a device would read all its bans.
create index ban_of_device on users.ban (device_id, at) where user_id is null and ended is null;
create index ban_device on users.ban (device_id, id desc) where device_id is not null;
create index ban_open on users.ban (until, id) where ended is null;
create index ban_cause on users.ban (cause) where ended is null and cause is not null;
create index ban_by on users.ban (by, id desc);

-- Devices whose ban began, changed or ended, and that have more users than one transaction handles. A job processes the users in id order;
-- a later decision restarts it.
create table users.device_follow (
  device_id text primary key references users.device,
  -- Users up to this id are processed.
  after     bigint not null default 0,
  verb      text not null check (verb in ('ban', 'unban')),
  -- How the users' bans end if the device is no longer banned.
  how       text not null check (how in ('lifted', 'expired')),
  -- Who decided, and why: the job acts on their behalf.
  reason    text not null,
  by        text not null,
  staff_id  int,
  since     timestamptz(3) not null
);
create index device_follow_since on users.device_follow (since, device_id);

create table users.note (
  id         uuid primary key,
  user_id    bigint not null references users.app_user,
  text       text not null check (char_length(text) between 1 and 1000),
  by         text not null,
  staff_id   int,
  at         timestamptz(3) not null,
  version    int not null default 1
);
create index note_user on users.note (user_id, id desc);

-- Who revealed a full phone number or e-mail address.
create table users.reveal (
  id        uuid primary key,
  user_id   bigint not null references users.app_user,
  -- Whose contacts they were: the user's own, or those of the guild that the user leads.
  guild_id  int,
  field     text not null check (field in ('phone', 'email', 'application')),
  reason    text not null,
  by        text not null,
  staff_id  int not null,
  at        timestamptz(3) not null
);
create index reveal_user on users.reveal (user_id, id desc);
create index reveal_by on users.reveal (by, id desc);

-- Balances as lists sort and filter them, folded from the ledger within 2 seconds; exact ones come from the ledger.
create table users.wallet (
  -- The ledger may know users before we do.
  user_id     bigint primary key,
  paid_tokens   bigint not null default 0,
  promo_tokens  bigint not null default 0,
  bonus         bigint not null default 0,
  -- Paid and promotional together.
  tokens        bigint not null generated always as (paid_tokens + promo_tokens) stored,
  changed_at    timestamptz(3) not null
) with (fillfactor = 80);
-- The sums of all wallets, kept by a trigger, so that the reconciliation doesn't read them all.
create table users.wallet_sum (
  one    boolean primary key default true check (one),
  tokens numeric(38, 0) not null default 0,
  bonus  numeric(38, 0) not null default 0
);
insert into users.wallet_sum default values;
create index wallet_tokens on users.wallet (tokens desc, user_id desc);
create index wallet_bonus on users.wallet (bonus desc, user_id desc);

-- Users online by platform day: since when, and for how long (known when they leave).
create table users.active_day (
  day      date not null,
  user_id  bigint not null,
  first_at timestamptz(3) not null,
  seconds  int not null default 0,
  -- The platform on which the user last came online that day; empty if the app only reported leaving.
  platform text not null default '',
  online_at timestamptz(3),
  primary key (day, user_id)
);
create index active_day_user on users.active_day (user_id, day);

-- Grants and deductions as requested: one operation, many users.
create table users.grant_operation (
  id          uuid primary key,
  direction   text not null check (direction in ('grant', 'deduct')),
  kind        text not null,
  tokens      bigint not null check (tokens > 0),
  people      int not null,
  reason      text not null,
  by          text not null,
  at          timestamptz(3) not null,
  -- The users, in the requested order: the same id with other content is refused.
  user_ids    bigint[] not null,
  -- Above the limit it waits for a checker; null here if tokens moved at once.
  approval_id uuid references access.approval,
  applied_at  timestamptz(3),
  -- When and by whom it was reversed, if it was.
  reversed_at timestamptz(3),
  reversed_by text,
  check ((reversed_at is null) = (reversed_by is null))
);
-- For the sum that one staff member granted within a day.
create index grant_operation_by on users.grant_operation (by, at desc);
create index grant_operation_at on users.grant_operation (at desc, id desc);

-- What an applied operation did to each user, and what reversing it returned.
create table users.grant_line (
  operation_id uuid not null references users.grant_operation,
  user_id      bigint not null references users.app_user,
  -- The catalogue code of a refusal; in that case nothing moved.
  refused      int,
  promo        bigint not null default 0,
  paid         bigint not null default 0,
  -- Deferred revenue in USD micros that moved with the paid tokens.
  cost_micros  bigint not null default 0,
  returned     bigint not null default 0,
  primary key (operation_id, user_id)
);
create index grant_line_user on users.grant_line (user_id, operation_id desc);

-- Finds users by any part of their nickname. In a separate table: an expensive index on `users.app_user` would be
-- written with every change of a user, such as coming online.
create table users.nickname (
  user_id bigint primary key,
  name    text not null
);
create index nickname_part on users.nickname using gin (name gin_trgm_ops);
create index nickname_pairs on users.nickname using gin (kit.pairs(name)) where kit.pairs(name) <> '{}';
