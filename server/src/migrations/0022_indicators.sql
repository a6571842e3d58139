-- Figures of the Data indicators area (docs/indicators.md), folded from the facts of other schemas.
create schema indicators;

-- Users whose figures of a day a fact may have changed; written by triggers in the fact's own transaction, processed by the fold.
-- `at` lies within the day; null: every day that is kept. `what` has a bit for each kind of fact (rooms/indicators/indicators.subjects.ts). Without a
-- key, which every event would pay for: rows are never changed, and the fold alone deletes them.
create table indicators.touched (
  user_id bigint not null,
  at      timestamptz(0),
  what    int not null,
  xid     xid8 not null default kit.xid()
);
create index touched_new on indicators.touched (xid);

-- What the fold has taken from `touched` and from new entries of the ledger, each user and time once, and has not counted yet.
create table indicators.due (
  user_id bigint not null,
  at      timestamptz(0),
  what    int not null,
  unique nulls not distinct (user_id, at)
);

-- The same for installs, which belong to devices.
create table indicators.touched_install (
  id  bigint generated always as identity primary key,
  at  timestamptz(0) not null,
  xid xid8 not null default kit.xid()
);

-- Sums of new entries of the ledger, by quarter of an hour, until they are added to the user's day (fold/fold.newTokens.ts).
create table indicators.new_tokens (
  user_id bigint not null,
  at      timestamptz(0) not null,
  m       bigint[] not null,
  minutes int[] not null,
  amounts bigint[] not null
);
create index new_tokens_user on indicators.new_tokens (user_id, at);

-- What one user did on one day, by subject; the order of `m` is that of the subject's measures in rooms/indicators/subjects.ts.
-- The other columns identify the cell it is counted in, so that a change is subtracted exactly.
create table indicators.user_day (
  subject  text not null,
  day      date not null,
  user_id  bigint not null,
  country  text not null,
  channel  text not null,
  sex      text not null,
  platform text not null,
  -- Registered at least seven days before that day.
  old      boolean not null,
  m        bigint[] not null,
  -- Minutes of the day, since 1970: each minute with its amounts (`amounts`), or only the first one.
  minutes  int[] not null,
  amounts  bigint[] not null,
  primary key (subject, day, user_id)
-- Users of one page came online together, and each round corrects the days of them all: with half of the page free, that adds nothing to the keys.
) with (fillfactor = 50);
create index user_day_user on indicators.user_day (user_id, subject, day);

-- Sums of `user_day`, by the dimensions that a roll-up keeps; `*` means all values of the other dimensions. In the key, days follow the
-- dimensions: a dashboard reads many days of few cells.
create table indicators.cell (
  subject  text not null,
  rollup   text not null,
  day      date not null,
  country  text not null,
  channel  text not null,
  sex      text not null,
  platform text not null,
  old      boolean not null,
  m        bigint[] not null,
  primary key (subject, rollup, country, channel, sex, platform, day, old)
);

-- Figures by minute, for Home: users by their first minute of the day, and amounts. Kept for some days.
create table indicators.course (
  subject text not null,
  minute  timestamptz(0) not null,
  users   bigint not null,
  amount  bigint not null,
  primary key (subject, minute)
);

-- A user's active days of a month, a bit per day, by platform.
create table indicators.user_month (
  kind    text not null,
  user_id bigint not null,
  month   date not null,
  ios     int not null default 0,
  android int not null default 0,
  web     int not null default 0,
  country text not null,
  channel text not null,
  sex     text not null,
  primary key (kind, user_id, month)
);

-- Distinct users (docs/indicators.md): users active on a day on one of `platforms` (bits: 1 iOS, 2 Android, 4 web). `ge[k]`: last active k
-- or more days earlier, or never before; `firsts`: never before.
create table indicators.people (
  kind      text not null,
  rollup    text not null,
  day       date not null,
  country   text not null,
  channel   text not null,
  sex       text not null,
  platforms smallint not null,
  firsts    int not null,
  ge        int[] not null,
  primary key (kind, rollup, platforms, country, channel, sex, day)
);

-- The same for spans of more than 93 days, by one dimension: `ge[k]`: last active 93 + k or more days earlier, without `firsts`. Days on
-- which nobody returned after such a pause have no row.
create table indicators.people_long (
  kind      text not null,
  rollup    text not null,
  day       date not null,
  country   text not null,
  channel   text not null,
  sex       text not null,
  platforms smallint not null,
  ge        int[] not null,
  primary key (kind, rollup, platforms, country, channel, sex, day)
);

-- Up to which day the cells are rewritten in the order of their keys (fold/fold.cluster.ts), by weeks and by months.
create table indicators.packed (
  by    text primary key check (by in ('week', 'month')),
  until date not null
);

-- The maximum of simultaneous broadcasts on a day, platform-wide, and the first moment at which so many ran.
create table indicators.peak (
  day        date primary key,
  broadcasts int not null,
  at         timestamptz(3)
);

-- Up to when facts are counted: `at`. Those until `taken_at` are counted once `due` is empty.
create table indicators.folded (
  single   boolean primary key default true check (single),
  at       timestamptz(3) not null,
  taken_at timestamptz(3) not null
);

-- The measures that the arrays `m` of a subject have, in order. It only grows, at its end (fold/fold.layout.ts).
create table indicators.layout (
  subject  text primary key,
  measures text[] not null
);

-- The days' time zones, and from when each applies.
create table indicators.zone (
  since date primary key,
  zone  text not null
);

-- Notes of staff on days: a release, a campaign, an outage.
create table indicators.note (
  id       int generated always as identity primary key,
  from_day date not null,
  to_day   date not null check (to_day >= from_day),
  kind     text not null check (kind in ('release', 'campaign', 'outage', 'other')),
  text     text not null check (char_length(text) between 1 and 300),
  by       text not null,
  staff_id int not null references access.staff,
  at       timestamptz(3) not null,
  version  int not null default 1
);
create index note_days on indicators.note (from_day, id);

-- Boards: figures that a member of staff pinned, in their order.
create table indicators.board (
  id         int generated always as identity primary key,
  staff_id   int not null references access.staff,
  name       text not null check (char_length(name) between 1 and 60),
  changed_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index board_name on indicators.board (staff_id, kit.name_key(name));

-- Roles that a board is shared with.
create table indicators.board_role (
  board_id int not null references indicators.board on delete cascade,
  role_id  int not null references access.role on delete cascade,
  primary key (board_id, role_id)
);
create index board_role_role on indicators.board_role (role_id);

-- A board's pins: a figure or chart of a dashboard, with days and filters. `days` is a number of days up to today; without it the span is
-- fixed.
create table indicators.pin (
  id        int generated always as identity primary key,
  board_id  int not null references indicators.board on delete cascade,
  place     int not null,
  kind      text not null,
  shown_as  text not null check (shown_as in ('figure', 'chart')),
  key       text not null,
  days      int check (days > 0),
  from_day  date,
  to_day    date,
  country   text[] not null default '{}',
  channel   text[] not null default '{}',
  platform  text[] not null default '{}',
  sex       text check (sex in ('man', 'woman', 'none')),
  compare   text check (compare in ('before', 'year')),
  of_group  text,
  check (case when days is null then from_day is not null and to_day >= from_day else from_day is null and to_day is null end)
);
create index pin_board on indicators.pin (board_id, place);
