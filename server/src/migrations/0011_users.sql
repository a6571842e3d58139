-- App users: the profile as the app tells it, what staff decided about it, devices, and what is folded for lists.
alter table users.app_user
  add column birthday        date,
  add column language        text not null default 'en',
  add column profession      text not null default '',
  add column email           text not null default '',
  add column avatar_url      text not null default '',
  add column level           int not null default 0,
  add column vip_type        text not null default '',
  add column risk_level      int not null default 0,
  add column fans            int not null default 0,
  add column follows         int not null default 0,
  -- The first download channel.
  add column channel         text not null default '',
  add column platform        text not null default '',
  -- The device of the registration.
  add column device_id       text not null default '',
  add column registered_ip   text not null default '',
  -- Null while only other events of hers have come.
  add column registered_at   timestamptz(3),
  add column certified       boolean not null default false,
  add column market_audit    boolean not null default false,
  add column security        boolean not null default false,
  add column internal        boolean not null default false,
  add column state           text not null default 'normal' check (state in ('normal', 'ban ID', 'ban device', 'ban both')),
  -- Null with a ban: for good.
  add column banned_until    timestamptz(3),
  add column online          boolean not null default false,
  add column last_online_at  timestamptz(3),
  -- What lists sort by: never null, so that an index serves it; who was never seen stands where she came.
  add column seen_at         timestamptz(3) generated always as (coalesce(last_online_at, created_at)) stored,
  -- Which event last set a field, so that late ones change nothing that is newer: {"nickname": "<at>|<id>"}.
  add column stamps          jsonb not null default '{}',
  add column version         int not null default 1;
update users.app_user set registered_at = created_at;

-- `created_at` is `registered_at` once that is known, and the moment we first heard of her before; never after `seen_at`.
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
create index app_user_email on users.app_user (lower(email)) where email <> '';

create table users.device (
  id            text primary key,
  platform      text not null default '',
  model         text not null default '',
  first_seen_at timestamptz(3) not null,
  last_seen_at  timestamptz(3) not null,
  -- How many accounts were seen on it; kept with users.user_device.
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

-- Bans, and how they ended. A row for each user or device that was banned.
create table users.ban (
  id            uuid primary key,
  user_id       bigint references users.app_user,
  device_id     text references users.device,
  kind          text not null check (kind in ('id', 'device', 'both')),
  reason        text not null,
  until         timestamptz(3),
  by            text not null,
  at            timestamptz(3) not null,
  -- lifted: by staff. replaced: by a later ban. expired: by itself.
  ended         text check (ended in ('lifted', 'replaced', 'expired')),
  ended_at      timestamptz(3),
  ended_by      text,
  end_reason    text not null default '',
  -- The ban of a person or a device that led to this one: her devices, and who shares them.
  cause         uuid,
  check (user_id is not null or device_id is not null)
);
create index ban_user on users.ban (user_id, id desc) where user_id is not null;
-- What stops a device now; without it the round that looks for newcomers reads every ban of a device for each device.
create index ban_of_device on users.ban (device_id, at) where user_id is null and ended is null;
create index ban_device on users.ban (device_id, id desc) where device_id is not null;
create index ban_open on users.ban (until, id) where ended is null;
create index ban_cause on users.ban (cause) where ended is null and cause is not null;
create index ban_by on users.ban (by, id desc);

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

-- Who looked at a whole phone number or e-mail address.
create table users.reveal (
  id        uuid primary key,
  user_id   bigint not null references users.app_user,
  field     text not null check (field in ('phone', 'email')),
  reason    text not null,
  by        text not null,
  staff_id  int not null,
  at        timestamptz(3) not null
);
create index reveal_user on users.reveal (user_id, id desc);
create index reveal_by on users.reveal (by, id desc);
create trigger keep before update or delete or truncate on users.reveal for each statement execute function kit.refuse_change();

-- Balances as lists sort and filter them, folded from the ledger within 2 seconds; exact ones come from the ledger.
create table users.wallet (
  -- The ledger may know people before we do.
  user_id     bigint primary key,
  paid_tokens   bigint not null default 0,
  promo_tokens  bigint not null default 0,
  bonus         bigint not null default 0,
  -- Of both kinds together.
  tokens        bigint generated always as (paid_tokens + promo_tokens) stored,
  changed_at    timestamptz(3) not null
) with (fillfactor = 80);
create index wallet_tokens on users.wallet (tokens desc, user_id desc);
create index wallet_bonus on users.wallet (bonus desc, user_id desc);
-- Everybody has a row, so that lists can sort by it.
insert into users.wallet (user_id, changed_at) select id, created_at from users.app_user;
create function users.give_wallets() returns trigger language plpgsql as $$
begin
  insert into users.wallet (user_id, changed_at) select id, created_at from made on conflict do nothing;
  return null;
end $$;
create trigger wallets after insert on users.app_user referencing new table as made
  for each statement execute function users.give_wallets();

-- Who was there on which day of the platform's zone: since when, and how long (told when she left).
create table users.active_day (
  day      date not null,
  user_id  bigint not null,
  first_at timestamptz(3) not null,
  seconds  int not null default 0,
  primary key (day, user_id)
);
create index active_day_first on users.active_day (day, first_at) include (user_id);

-- Tokens that people spent, by minute, folded from the ledger; those of market-audit and internal accounts left out.
create table users.spent_minute (
  minute timestamptz(0) primary key,
  tokens bigint not null
);
-- What is new on the accounts that people own, for the folds.
create index entry_owned on ledger.entry (xid) where version is not null;

-- Grants and deductions as they were asked: one operation, many people.
create table users.grant_operation (
  id          uuid primary key,
  direction   text not null check (direction in ('grant', 'deduct')),
  kind        text not null,
  tokens      bigint not null check (tokens > 0),
  people      int not null,
  reason      text not null,
  by          text not null,
  at          timestamptz(3) not null,
  -- Whom it is for, in the order asked: the same id with other content is refused.
  user_ids    bigint[] not null,
  -- Over the limit it waits for a second member of staff; null here once tokens have moved at once.
  approval_id uuid,
  applied_at  timestamptz(3),
  -- When it was taken back, where it was, and by whom.
  reversed_at timestamptz(3),
  reversed_by text,
  check ((reversed_at is null) = (reversed_by is null))
);

-- What an applied operation did to each person, and what taking it back returned.
create table users.grant_line (
  operation_id uuid not null references users.grant_operation,
  user_id      bigint not null references users.app_user,
  -- The catalogue code of a refusal; then nothing moved.
  refused      int,
  promo        bigint not null default 0,
  paid         bigint not null default 0,
  -- Deferred revenue in USD micros that moved with the paid tokens.
  cost_micros  bigint not null default 0,
  returned     bigint not null default 0,
  primary key (operation_id, user_id)
);
create index grant_line_user on users.grant_line (user_id, operation_id desc);

insert into access.menu (id, key, parent_id, type, name_en, name_cn, path, icon, cache_able, sort, built_in) values
  (20203, 'users.contact', 297, 'menu', 'Contact details', '联系方式', '/user/contact', 'eye', 1, 4, true);
insert into access.role_menu (role_id, menu_id, permission)
select r.id, 20203, case r.name when 'Analyst' then 1 else 3 end from access.role r
 where r.name in ('Administrator', 'Customer service', 'Analyst');
