-- Who broadcasts, what staff did about it, and bans of broadcasting.

-- One row a person who ever broadcast, or whom staff warned or forbade to: the sums over her broadcasts, kept with them
-- in one transaction. Its row is also the lock under which her bans of broadcasting begin and end.
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
insert into live.broadcaster (user_id, sessions, seconds, peak_viewers, gift_tokens, minute_tokens, bonus, last_started_at)
select user_id, count(*), sum(greatest(0, coalesce(floor(extract(epoch from ended_at - started_at)), 0))), max(peak_viewers),
       sum(gift_tokens), sum(minute_tokens), sum(bonus), max(started_at)
  from live.session where user_id is not null group by user_id;

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
  -- A step of the ladder; 0 is for good.
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
-- One ban a person at a time.
create unique index forbid_open on live.forbid (user_id) where ended is null;
-- Ids are UUIDv7 of their moments: in their order, bans stand in the order of time.
create index forbid_user on live.forbid (user_id, id);
create index forbid_effective on live.forbid (id) where ended is null;
create index forbid_lifted on live.forbid (id) where ended = 'lifted';
create index forbid_by on live.forbid (by, id);
create index forbid_expiring on live.forbid (until) where ended is null and until is not null;

-- What changed, for the wall: read by those who look.
create index session_heard on live.session (heard_at) where ended_at is null;
create index call_heard on live.call (heard_at) where ended_at is null;

-- The orders of 0012 put what has no time yet last, as no list asks for it: lists sort as PostgreSQL does by itself.
drop index live.session_started;
create index session_started on live.session (started_at, id) where started_at is not null;
drop index live.call_requested;
create index call_requested on live.call (requested_at, id) where requested_at is not null;
