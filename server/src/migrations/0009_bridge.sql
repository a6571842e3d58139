-- The bridge: app clients, what they sent, and what is to be delivered to them (docs/integrating.md).
create schema bridge;

create table bridge.client (
  id            int generated always as identity primary key,
  name          text not null check (char_length(name) between 1 and 50),
  -- The endpoint; empty for an app that only sends.
  endpoint      text not null default '',
  enabled       boolean not null default true,
  -- How old its events may be, in days. More than 30 only while a simulated app sends its history.
  history_days  smallint not null default 30 check (history_days between 30 and 92),
  note          text not null default '',
  created_by    text not null,
  created_at    timestamptz(3) not null,
  updated_by    text not null,
  updated_at    timestamptz(3) not null,
  version       int not null default 1
);
create unique index client_name on bridge.client (kit.name_key(name));

-- Two are valid at a time. Signing needs the secret itself, so it is encrypted with a key outside the database
-- (`kit/seal`): the text begins with its key's id and a dot.
create table bridge.client_secret (
  id         int generated always as identity primary key,
  client_id  int not null references bridge.client on delete cascade,
  sealed     text not null,
  -- A prefix that identifies it on screen.
  hint       text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  -- The requester fetches it once, after a checker has approved it.
  reveal_to  int references access.staff
);
create index client_secret_client on bridge.client_secret (client_id, id desc);

-- The first answer to a `webhook-id`, kept while its timestamp is accepted.
create table bridge.batch (
  client_id  int not null references bridge.client on delete cascade,
  webhook_id text not null,
  body_hash  bytea not null,
  -- Compressed NDJSON.
  answer     bytea not null,
  created_at timestamptz(3) not null,
  primary key (client_id, webhook_id)
);
create index batch_created on bridge.batch (created_at);

-- An event id is applied once. Naturally idempotent events (heartbeat, online, …) leave no row.
create table bridge.event (
  id         uuid not null,
  client_id  int not null,
  type       text not null,
  hash       bytea not null,
  -- The catalogue code of a refusal, which is remembered too.
  refused    int,
  why        text,
  result     jsonb,
  primary key (id)
) partition by range (id);

-- Received events by minute and type, for the screen: counters, not one row per event.
create table bridge.traffic (
  minute     timestamptz(0) not null,
  client_id  int not null,
  type       text not null,
  accepted   int not null default 0,
  duplicate  int not null default 0,
  rejected   int not null default 0,
  failed     int not null default 0,
  -- Of accepted events: lag and duration in milliseconds.
  lag_ms     bigint not null default 0,
  worst_lag_ms bigint not null default 0,
  took_ms    bigint not null default 0,
  -- One row per process.
  process    uuid not null,
  primary key (minute, client_id, type, process)
);
create index traffic_client on bridge.traffic (client_id, minute desc);

create table bridge.rejection (
  id         uuid primary key,
  client_id  int not null,
  type       text not null,
  code       int not null,
  why        text not null,
  line       text not null,
  at         timestamptz(3) not null
);
create index rejection_client on bridge.rejection (client_id, id desc);
create index rejection_code on bridge.rejection (code, id desc);

-- Events that failed by a fault of the server. The app sends them again under the same id; after the fifth failure the
-- server keeps the event itself, for staff to replay or to drop.
create table bridge.held_event (
  id              uuid primary key,
  client_id       int not null,
  type            text not null,
  happened_at     timestamptz(3) not null,
  -- What later events can name only because of it: `user:602`. They are not refused permanently before it is decided.
  creates         text[] not null default '{}',
  -- failing: the app sends it again; held: kept here. The others are ends: taken in, refused by a rule, or dropped.
  state           text not null default 'failing' check (state in ('failing', 'held', 'replayed', 'refused', 'dropped')),
  tries           int not null check (tries > 0),
  first_failed_at timestamptz(3) not null,
  last_failed_at  timestamptz(3) not null,
  -- Of the last failure, without contact details.
  reason          text not null,
  -- The whole line, encrypted like a client's secret, while it may be replayed.
  sealed          text,
  -- The catalogue's code, if refused.
  code            int,
  ended_by        text not null default '',
  ended_at        timestamptz(3),
  check ((sealed is not null) = (state in ('held', 'dropped'))),
  check ((code is not null) = (state = 'refused')),
  check ((ended_at is not null) = (state in ('replayed', 'refused', 'dropped')))
);
create index held_event_state on bridge.held_event (state, id desc);
create index held_event_creates on bridge.held_event using gin (creates) where state in ('failing', 'held');

-- A command, written in the transaction of the decision that caused it. Its id is what the app sees as `webhook-id`.
create table bridge.command (
  id         uuid primary key,
  type       text not null,
  -- Order is kept per subject and stream: `user:42`, `wallet`.
  subject    text not null,
  stream     text not null,
  data       jsonb not null,
  -- Business time.
  at         timestamptz(3) not null
);
create index command_at on bridge.command (at);

-- A command for one client. One client's commands about one subject in one stream form a lane.
create table bridge.delivery (
  -- The lane's order: decisions on one subject wait for each other's locks, so their numbers rise as they commit. Ids
  -- don't: they use the process's clock.
  seq          bigint generated always as identity primary key,
  client_id    int not null references bridge.client on delete cascade,
  command_id   uuid not null references bridge.command on delete cascade,
  type         text not null,
  subject      text not null,
  stream       text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead', 'superseded')),
  attempts     int not null default 0,
  -- Wall time. For the first of a lane: its next try. The others are postponed until they are first.
  next_at      timestamptz(3) not null,
  -- The first try; the retry window starts there.
  first_at     timestamptz(3),
  -- The process that has the lease, and when it expires.
  lease        uuid,
  leased_until timestamptz(3),
  delivered_at timestamptz(3),
  last_status  int,
  last_error   text,
  unique (command_id, client_id)
);
create index delivery_lane on bridge.delivery (client_id, subject, stream, seq) where state = 'waiting';
create index delivery_due on bridge.delivery (client_id, next_at, seq) where state = 'waiting';
create index delivery_client on bridge.delivery (client_id, seq desc);
create index delivery_dead on bridge.delivery (client_id, seq desc) where state = 'dead';
create index delivery_subject on bridge.delivery (subject, seq desc);
create index delivery_done on bridge.delivery (delivered_at) where state = 'delivered';

-- Deliveries are off while there is a row: a restored copy must not contact the live app by itself.
create table bridge.pause (
  one         boolean primary key default true check (one),
  since       timestamptz(3) not null,
  -- The restore point, where known.
  restored_to timestamptz(3)
);

-- The change counter of each key read by the app: the version in `config.changed`.
create table bridge.config_version (
  key     text primary key,
  version int not null
);
