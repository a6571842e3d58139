-- Broadcasts, calls and gifts as reported by the app, and actions of staff. Keyed by the app’s own ids.
create schema live;

create table live.session (
  id              text primary key,
  -- Null while only later events of it have arrived.
  user_id         bigint references users.app_user,
  title           text not null default '',
  cover_url       text not null default '',
  -- Tokens per minute; 0 is a free room.
  rate            int not null default 0,
  hls_url         text not null default '',
  started_at      timestamptz(3),
  ended_at        timestamptz(3),
  end_reason      text not null default '',
  -- The platform ends silent or banned ones; the app's own end event then adds its data.
  ended_by        text check (ended_by in ('app', 'platform')),
  viewers         int not null default 0,
  peak_viewers    int not null default 0,
  views           int not null default 0,
  -- The newest time of its start and heartbeats, as dated by the app.
  last_seen_at    timestamptz(3),
  -- Business time when an event of it last arrived: the app's events may be late.
  heard_at        timestamptz(3) not null,
  snapshot_url    text not null default '',
  snapshot_at     timestamptz(3),
  risk_score      real not null default 0,
  labels          text[] not null default '{}',
  gift_tokens     bigint not null default 0,
  minute_tokens   bigint not null default 0,
  bonus           bigint not null default 0,
  -- The transaction that ended it or corrected its span; triggers keep this and what it spanned before.
  xid             xid8,
  seen_from       timestamptz(3),
  seen_to         timestamptz(3)
) with (fillfactor = 80);
create index session_ended on live.session (xid) where xid is not null;
create index session_broadcaster on live.session (user_id, started_at desc, id desc);
-- Not keyed by the heartbeat's time: every heartbeat would write the index.
create index session_running on live.session (user_id) where ended_at is null;
-- Changes, for the monitor wall.
create index session_heard on live.session (heard_at) where ended_at is null;
create index session_started on live.session (started_at, id) where started_at is not null;

-- Minutes of paid rooms, each paid once per viewer. `tokens` is null while the room's rate is unknown, and 0 if it was
-- not covered.
create table live.paid_minute (
  live_id  text not null,
  user_id  bigint not null references users.app_user,
  minute   smallint not null,
  tokens   int,
  at       timestamptz(3) not null,
  primary key (live_id, user_id, minute)
);
create index paid_minute_waiting on live.paid_minute (live_id) where tokens is null;
-- Kept as long as an event may be repeated.
create index paid_minute_at on live.paid_minute using brin (at);

create table live.view (
  id       text primary key,
  live_id  text not null,
  user_id  bigint not null references users.app_user,
  seconds  int not null,
  at       timestamptz(3) not null,
  xid      xid8 not null default kit.xid()
);
create index view_new on live.view (xid);
create index view_live on live.view (live_id, at desc);
create index view_user on live.view (user_id, at desc);
-- The views behind a figure, newest first.
create index view_at on live.view (at desc, id desc);

-- Free call minutes of callers who were given some. Remaining: granted minus used and held.
create table live.free_minutes (
  user_id bigint primary key references users.app_user,
  granted int not null check (granted > 0),
  used    int not null default 0 check (used >= 0),
  held    int not null default 0 check (held >= 0),
  check (used + held <= granted)
) with (fillfactor = 80);

create table live.call (
  id            text primary key,
  -- Null while only later events of it have arrived.
  caller_id     bigint references users.app_user,
  callee_id     bigint references users.app_user,
  kind          text check (kind in ('voice', 'video')),
  unit_price    int not null default 0,
  match_id      text,
  requested_at  timestamptz(3),
  answered_at   timestamptz(3),
  ended_at      timestamptz(3),
  end_reason    text not null default '',
  -- Of the conversation: 0 for an ended call that nobody answered, whatever its end reports.
  seconds       int,
  seconds_ended int,
  ended_by      text check (ended_by in ('app', 'platform')),
  -- The highest minute from a minute event, and the count from the end event.
  minutes_reported  int not null default 0,
  minutes_ended int,
  -- Due minutes that were not covered; tried once more at the end.
  minutes_missed int[] not null default '{}',
  -- The held minute, and its transfer.
  minute_held   int,
  hold_id       uuid,
  -- The held minute is free: the counter holds it, not the ledger.
  held_free     boolean not null default false,
  -- The number of free minutes.
  free_minutes  int not null default 0,
  last_seen_at  timestamptz(3),
  heard_at      timestamptz(3) not null,
  tokens        bigint not null default 0,
  -- Of `tokens`.
  promo_tokens  bigint not null default 0,
  -- From gifts during the call, in addition.
  gift_tokens   bigint not null default 0,
  -- Of minutes and gifts.
  bonus         bigint not null default 0,
  snapshot_url  text not null default '',
  snapshot_at   timestamptz(3),
  risk_score    real not null default 0,
  labels        text[] not null default '{}',
  -- The transaction that ended it or corrected its span; triggers keep this and what it spanned before.
  xid           xid8,
  seen_from     timestamptz(3),
  seen_to       timestamptz(3)
) with (fillfactor = 80);
create index call_ended on live.call (xid) where xid is not null;
create index call_caller on live.call (caller_id, requested_at desc, id desc);
create index call_callee on live.call (callee_id, requested_at desc, id desc);
create index call_running_caller on live.call (caller_id) where ended_at is null;
create index call_running_callee on live.call (callee_id) where ended_at is null;
create index call_heard on live.call (heard_at) where ended_at is null;
create index call_requested on live.call (requested_at, id) where requested_at is not null;

create table live.match (
  id             text primary key,
  user_id        bigint references users.app_user,
  requested_at   timestamptz(3),
  ended_at       timestamptz(3),
  outcome        text check (outcome in ('matched', 'cancelled', 'timeout')),
  waited_seconds int,
  call_id        text
);
create index match_user on live.match (user_id, requested_at desc);
create index match_call on live.match (call_id) where call_id is not null;
create index match_requested on live.match (requested_at desc nulls last, id desc);

-- One row per gift event, with the event's id.
create table live.gift (
  id           uuid not null,
  at           timestamptz(3) not null,
  gift_id      int not null,
  sender_id    bigint not null,
  receiver_id  bigint not null,
  count        int not null,
  tokens       bigint not null,
  promo_tokens bigint not null,
  bonus        bigint not null,
  live_id      text,
  call_id      text,
  xid          xid8 not null default kit.xid(),
  primary key (id)
) partition by range (id);
-- For the fold of gift sales.
create index gift_new on live.gift (xid, id);
create index gift_sender on live.gift (sender_id, id desc);
create index gift_receiver on live.gift (receiver_id, id desc);
create index gift_live on live.gift (live_id, id desc) where live_id is not null;

-- Anchors, staff actions on them, and broadcast bans.

-- One row per user who ever broadcast, was warned or banned from broadcasting: totals of their broadcasts, updated in
-- the same transaction. The row is also the lock under which broadcast bans begin and end.
create table live.broadcaster (
  user_id         bigint primary key references users.app_user,
  sessions        int not null default 0,
  -- Of broadcasts that ended.
  seconds         bigint not null default 0,
  peak_viewers    int not null default 0,
  gift_tokens     bigint not null default 0,
  minute_tokens   bigint not null default 0,
  tokens          bigint not null generated always as (gift_tokens + minute_tokens) stored,
  bonus           bigint not null default 0,
  warnings        int not null default 0,
  forbids         int not null default 0,
  -- Null: never broadcast.
  last_started_at timestamptz(3)
) with (fillfactor = 80);
create index broadcaster_last on live.broadcaster (last_started_at, user_id) where last_started_at is not null;
create index broadcaster_sessions on live.broadcaster (sessions, user_id) where last_started_at is not null;
create index broadcaster_seconds on live.broadcaster (seconds, user_id) where last_started_at is not null;
create index broadcaster_tokens on live.broadcaster (tokens, user_id) where last_started_at is not null;

create table live.warning (
  id       uuid primary key,
  user_id  bigint not null references users.app_user,
  live_id  text,
  call_id  text,
  reason   text not null,
  at       timestamptz(3) not null,
  by       text not null
);
create index warning_user on live.warning (user_id, at desc);
create index warning_live on live.warning (live_id, at desc) where live_id is not null;
create index warning_call on live.warning (call_id, at desc) where call_id is not null;

create table live.forbid (
  id         uuid primary key,
  user_id    bigint not null references users.app_user,
  -- An escalation step; 0 is permanent.
  hours      int not null check (hours in (1, 3, 12, 24, 48, 72, 168, 0)),
  until      timestamptz(3),
  reason     text not null,
  live_id    text,
  at         timestamptz(3) not null,
  by         text not null,
  ended      text check (ended in ('expired', 'lifted', 'replaced')),
  ended_at   timestamptz(3),
  ended_by   text not null default '',
  end_reason text not null default '',
  check ((hours = 0) = (until is null)),
  check ((ended is null) = (ended_at is null))
);
-- One ban per user at a time.
create unique index forbid_open on live.forbid (user_id) where ended is null;
-- Ids are UUIDv7: bans sort by time.
create index forbid_user on live.forbid (user_id, id);
create index forbid_effective on live.forbid (id) where ended is null;
create index forbid_lifted on live.forbid (id) where ended = 'lifted';
create index forbid_by on live.forbid (by, id);
create index forbid_expiring on live.forbid (until) where ended is null and until is not null;
