-- Alarms: faults of the installation, each from its begin to its end. Wall time.
create table notify.alarm (
  id           bigint generated always as identity primary key,
  -- Which one (contract, alarms).
  key          text not null,
  began_at     timestamptz(3) not null,
  -- When it was last found. It ends once it has not been found for a minute.
  last_seen_at timestamptz(3) not null,
  ended_at     timestamptz(3),
  -- How many things it is about, at most, and what is known of them.
  count        int not null,
  detail       text not null default ''
);
create unique index alarm_open on notify.alarm (key) where ended_at is null;
create index alarm_began on notify.alarm (began_at desc, id desc);

-- What a server finds wrong with itself: its clock, its disk, what it could not send to the backups. Gone once it is well.
create table notify.fault (
  server  text not null,
  kind    text not null check (kind in ('clock', 'disk', 'wal')),
  detail  text not null,
  since   timestamptz(3) not null,
  -- A server that has stopped is wrong about nothing: older rows do not count.
  seen_at timestamptz(3) not null,
  primary key (server, kind)
);

-- What a check found that takes too long to be made at each look.
create table notify.finding (
  kind   text primary key check (kind in ('log', 'reconcile')),
  at     timestamptz(3) not null,
  -- How many, and which; none: it is whole.
  count  int not null,
  detail text not null default '',
  -- Since when it is not.
  since  timestamptz(3),
  constraint found check ((count > 0) = (since is not null))
);

-- What an account chose: without a row, the moment's own preset.
create table notify.preference (
  staff_id int not null references access.staff on delete cascade,
  moment   text not null,
  way      text not null check (way in ('mail', 'sms')),
  wanted   boolean not null,
  primary key (staff_id, moment, way)
);
