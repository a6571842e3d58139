-- Shared by all rooms: platform clock, keys, readers, installation, simulation.
create extension if not exists pg_trgm;

create schema kit;

-- The number of the running transaction, for the `xid` of rows that have readers. An era adds its offset by replacing
-- these two functions, so that writers pay nothing for it.
create function kit.xid() returns xid8 language sql stable as $$ select pg_current_xact_id() $$;

-- Every transaction below this one has ended: its writes are visible, and it will make no more.
create function kit.horizon() returns xid8 language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot()) $$;

-- What makes a name unique (`nameKey` in contract/src/names.ts, the same function): decomposed, without what shows nothing, in lower case,
-- letters that look alike as one, composed again. Unique indexes stand on it, so it is in no function file: a change needs a migration
-- that builds them again.
create function kit.name_key(name text) returns text language sql immutable strict parallel safe return
  normalize(translate(lower(regexp_replace(normalize(name, nfkd),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F-\u1160\u1680\u17B4-\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F'
    '\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A'
    '\U000E0000-\U000E0FFF]', '', 'g') collate pg_catalog.pg_c_utf8),
    'авекмнорстухіѕјԁԛԝαβεζηικμνορτυχςıɑɡ‐‒–—―−‘’ʼ‧・•',
    'abekmhopctyxisjdqwabezhikmnoptyxσiag------''''''···'), nfkc);

-- Whether these are texts by language, English among them, none empty. Checks of tables stand on it, so it is in no function file.
create function kit.are_texts(texts jsonb) returns boolean language sql immutable strict parallel safe return
  jsonb_typeof(texts) = 'object' and texts ? 'en'
  and not jsonb_path_exists(texts, '$.keyvalue() ? (@.value.type() != "string" || @.value == "" || !(@.key like_regex "^[a-z]{2}(_[a-z]{2})?$"))');

-- Each two Chinese, Japanese or Korean characters that stand side by side: two are a word, of which trigrams know nothing. An index stands
-- on it, so it is in no function file.
create function kit.pairs(name text) returns text[] language sql immutable strict parallel safe return
  case when name ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2}' collate pg_catalog.pg_c_utf8
    then array(
      select distinct substr(name, at, 2) from generate_series(1, length(name) - 1) as at
       where substr(name, at, 2)
             ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2}$' collate pg_catalog.pg_c_utf8)
    else '{}' end;

-- Business time runs at `rate` from `platform_at`, which was when the wall showed `wall_at`.
create table kit.clock (
  one         boolean primary key default true check (one),
  wall_at     timestamptz(3) not null default now(),
  platform_at timestamptz(3) not null default now(),
  rate        double precision not null default 1 check (rate > 0)
);
insert into kit.clock default values;

-- Keys shared by all processes of the platform; generated at the first start, never shown.
create table kit.secret (
  name       text primary key,
  value      bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Units of background work that failed and are tried again later (`jobs/parked.ts`): a statement, a message, a deposit; '' is a whole job.
create table kit.parked_work (
  job     text not null,
  unit    text not null,
  reason  text not null,
  tries   int not null,
  since   timestamptz(3) not null,
  last_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  primary key (job, unit)
);

-- How far a reader of new rows has read: everything below `boundary` (docs/architecture.md, "What is new").
create table kit.reader (
  name     text primary key,
  boundary xid8 not null default '0',
  -- Set if a transaction too large for one run was split: the rows of `boundary` up to this key are read
  -- (`database/newRows.ts`).
  within   uuid
);

-- The clusters that have given transaction numbers, oldest first. Restored into another cluster, numbers start over:
-- `database/newRows.ts` then begins an era, whose numbers all lie above those of the eras before.
create table kit.era (
  number   int primary key,
  -- The cluster's system identifier; null until the first start.
  cluster  text,
  began_at timestamptz(3) not null default now()
);
insert into kit.era (number) values (0);

-- The simulated live app: this installation's world, and its demo accounts.
create table kit.simulation (
  one        boolean primary key default true check (one),
  size       text not null check (size in ('village', 'town', 'city')),
  -- When its history was completely loaded; null until then. Wall time.
  filled_at  timestamptz(3),
  -- Its bridge client.
  client_id  int
);

-- Demo accounts, one per role; enabled only while the world runs.
create table kit.simulation_account (
  role     text primary key,
  staff_id int not null
);

-- Identifies this installation. A restored copy is another one: it gets a new id, since its cluster or timeline differs from the values
-- here (`database/installation.ts`).
create table kit.installation (
  one      boolean primary key default true check (one),
  id       uuid not null default gen_random_uuid(),
  -- PostgreSQL's system identifier; null until the first start, '' if the host hides it.
  cluster  text,
  timeline int
);
insert into kit.installation default values;

-- Which migrations this database has: the hash of each one's file as it was run, and the release that ran it (`kit/database/migrated.ts`).
create table kit.migration (
  name       text primary key,
  hash       text not null,
  release    text not null,
  applied_at timestamptz(3) not null default now()
);

-- Which content of the function files this database has, and the release that wrote it (`migrations/functions.ts`).
create table kit.function_file (
  name       text primary key,
  hash       text not null,
  release    text not null,
  applied_at timestamptz(3) not null default now()
);

-- Sums by owner that triggers keep beside their tables, so that the reconciliation doesn't add up years: what is summed, whose, how much.
create table kit.kept_sum (
  what   text not null,
  owner  text not null,
  amount numeric(38, 0) not null,
  primary key (what, owner)
) with (fillfactor = 70);
