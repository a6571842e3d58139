-- A person's data: deletions, legal holds, what stays as hashes, and reads (docs/operating.md, A person's data).
create schema privacy;

-- A deletion: asked for by the app or by two members of staff, due after a time in which it can be ended, and carried out in parts once nothing
-- stands in its way.
create table privacy.deletion (
  id           uuid primary key,
  user_id      bigint not null references users.app_user,
  state        text not null default 'waiting' check (state in ('waiting', 'erasing', 'erased', 'cancelled')),
  -- Who asked: an account's name; empty: the user, through the app.
  asked_by     text not null default '',
  approved_by  text not null default '',
  asked_at     timestamptz(3) not null,
  due_at       timestamptz(3) not null,
  -- Staff's reason.
  reason       text not null default '',
  -- What stood in its way when the job last looked: keys of the contract (`deletionWaits`).
  waits        text[] not null default '{}',
  looked_at    timestamptz(3),
  cancelled_by text not null default '',
  cancelled_at timestamptz(3),
  cancel_reason text not null default '',
  -- The transaction that began erasing; the parts follow once all older ones have ended, so that nothing arrives behind them.
  xid          xid8,
  -- The part that was erased last.
  stage        text not null default '',
  erased_at    timestamptz(3),
  version      int not null default 1,
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check ((state in ('erasing', 'erased')) = (erased_at is not null)),
  check (asked_by = '' or asked_by <> approved_by)
);
create unique index deletion_open on privacy.deletion (user_id) where state in ('waiting', 'erasing');
create index deletion_user on privacy.deletion (user_id, asked_at desc);
create index deletion_asked on privacy.deletion (asked_at desc, id desc);
create index deletion_due on privacy.deletion (due_at desc, id desc);
create index deletion_state on privacy.deletion (state, asked_at desc, id desc);
create index deletion_working on privacy.deletion (due_at) where state in ('waiting', 'erasing');

-- When the app last said that a user wants to stay: a request for deletion that is older is answered, whichever arrives first.
create table privacy.stayed (
  user_id bigint primary key references users.app_user,
  at      timestamptz(3) not null
);

-- Who was erased. Events about them leave no words here, until they register anew.
create table privacy.erased (
  user_id     bigint primary key references users.app_user,
  deletion_id uuid not null references privacy.deletion,
  erased_at   timestamptz(3) not null,
  returned_at timestamptz(3)
);

-- What stays of the erased so that a ban, a benefit and a sanction reach them again: hashes with a key outside the database.
create table privacy.kept_hash (
  kind         text not null check (kind in ('device', 'number')),
  hash         text not null,
  -- They had a registration benefit.
  benefit      boolean not null default false,
  banned       boolean not null default false,
  -- Null with a ban: permanent.
  banned_until timestamptz(3),
  kept_at      timestamptz(3) not null,
  primary key (kind, hash)
);

-- Legal holds: nothing of the person is erased or removed for its age.
create table privacy.hold (
  id         uuid primary key,
  user_id    bigint not null references users.app_user,
  reason     text not null check (reason <> ''),
  -- Null: until staff end it.
  until      timestamptz(3),
  by         text not null,
  at         timestamptz(3) not null,
  ended_by   text not null default '',
  ended_at   timestamptz(3),
  end_reason text not null default '',
  check ((ended_at is null) = (ended_by = ''))
);
create index hold_user on privacy.hold (user_id, at desc);
create index hold_open on privacy.hold (user_id) where ended_at is null;

-- Who opened a person's page, by day of the platform's zone.
create table privacy.read_day (
  user_id  bigint not null references users.app_user,
  day      date not null,
  staff_id int not null references access.staff,
  times    int not null,
  last_at  timestamptz(3) not null,
  primary key (user_id, day, staff_id)
);
create index read_day_day on privacy.read_day (day);

-- What was removed for its age, by kind and day.
create table privacy.removal (
  kind text not null,
  day  date not null,
  rows bigint not null,
  primary key (kind, day)
);
