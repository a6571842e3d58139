-- What happens live, as the app tells it: broadcasts, views, calls, matches, gifts. Keyed by the app's own ids.
create schema live;

create table live.session (
  id              text primary key,
  -- Null while only other events of it have come.
  user_id         bigint references users.app_user,
  title           text not null default '',
  cover_url       text not null default '',
  -- Tokens a minute; 0 is a free room.
  rate            int not null default 0,
  hls_url         text not null default '',
  started_at      timestamptz(3),
  ended_at        timestamptz(3),
  end_reason      text not null default '',
  -- The platform ends what is silent or banned; the app's own end then fills in what it knows.
  ended_by        text check (ended_by in ('app', 'platform')),
  viewers         int not null default 0,
  peak_viewers    int not null default 0,
  views           int not null default 0,
  -- Of its start and its heartbeats, as the app dates them.
  last_seen_at    timestamptz(3),
  -- Business time when anything of it last arrived: the app's events may come late.
  heard_at        timestamptz(3) not null,
  snapshot_url    text not null default '',
  snapshot_at     timestamptz(3),
  risk_score      real not null default 0,
  labels          text[] not null default '{}',
  gift_tokens     bigint not null default 0,
  minute_tokens   bigint not null default 0,
  bonus           bigint not null default 0
) with (fillfactor = 80);
create index session_broadcaster on live.session (user_id, started_at desc, id desc);
create index session_started on live.session (started_at desc nulls last, id desc);
-- Not by the time of a heartbeat: each would then write the index.
create index session_running on live.session (user_id) where ended_at is null;

-- Minutes of paid rooms, each paid once by each viewer. `tokens` is null while the room's rate is not known yet, and 0
-- when it was not covered then.
create table live.paid_minute (
  live_id  text not null,
  user_id  bigint not null references users.app_user,
  minute   smallint not null,
  tokens   int,
  at       timestamptz(3) not null,
  primary key (live_id, user_id, minute)
);
create index paid_minute_waiting on live.paid_minute (live_id) where tokens is null;
-- Kept as long as an event may come again.
create index paid_minute_at on live.paid_minute using brin (at);

create table live.view (
  id       text primary key,
  live_id  text not null,
  user_id  bigint not null references users.app_user,
  seconds  int not null,
  at       timestamptz(3) not null
);
create index view_live on live.view (live_id, at desc);
create index view_user on live.view (user_id, at desc);

create table live.call (
  id            text primary key,
  -- Null while only later events of it have come.
  caller_id     bigint references users.app_user,
  callee_id     bigint references users.app_user,
  kind          text check (kind in ('voice', 'video')),
  unit_price    int not null default 0,
  match_id      text,
  requested_at  timestamptz(3),
  answered_at   timestamptz(3),
  ended_at      timestamptz(3),
  end_reason    text not null default '',
  seconds       int,
  ended_by      text check (ended_by in ('app', 'platform')),
  -- The highest minute told by a single event, and what the end said.
  minutes_told  int not null default 0,
  minutes_ended int,
  -- Minutes that were due and not covered; tried once more at the end.
  minutes_missed int[] not null default '{}',
  -- The minute that is held, and its transfer.
  minute_held   int,
  hold_id       uuid,
  last_seen_at  timestamptz(3),
  heard_at      timestamptz(3) not null,
  tokens        bigint not null default 0,
  -- Of `tokens`.
  promo_tokens  bigint not null default 0,
  -- Of gifts sent within it, besides.
  gift_tokens   bigint not null default 0,
  -- Of minutes and gifts.
  bonus         bigint not null default 0,
  snapshot_url  text not null default '',
  snapshot_at   timestamptz(3),
  risk_score    real not null default 0,
  labels        text[] not null default '{}'
) with (fillfactor = 80);
create index call_caller on live.call (caller_id, requested_at desc, id desc);
create index call_callee on live.call (callee_id, requested_at desc, id desc);
create index call_requested on live.call (requested_at desc nulls last, id desc);
create index call_running_caller on live.call (caller_id) where ended_at is null;
create index call_running_callee on live.call (callee_id) where ended_at is null;

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
create index match_requested on live.match (requested_at desc nulls last, id desc);

-- One row a gift event, its id the event's.
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
  primary key (id)
) partition by range (id);
create index gift_sender on live.gift (sender_id, id desc);
create index gift_receiver on live.gift (receiver_id, id desc);
create index gift_live on live.gift (live_id, id desc) where live_id is not null;
create trigger keep before update or delete or truncate on live.gift for each statement execute function kit.refuse_change();
create function live.ensure_months(first_month date, months int) returns int language sql as $$
  select kit.ensure_months('live.gift', first_month, months, true)
$$;
select live.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);
