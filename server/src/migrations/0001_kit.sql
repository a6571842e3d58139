-- What every room stands on: the platform clock, signing keys, cursors of readers, monthly partitions, append-only.
create extension if not exists pg_trgm;

create schema kit;

-- Business time runs at `rate` from `platform_at`, which was when the wall showed `wall_at`.
create table kit.clock (
  one         boolean primary key default true check (one),
  wall_at     timestamptz(3) not null default now(),
  platform_at timestamptz(3) not null default now(),
  rate        double precision not null default 1 check (rate > 0)
);
insert into kit.clock default values;

-- Keys that every process of the platform shares; made at the first start, never shown.
create table kit.secret (
  name       text primary key,
  value      bytea not null,
  created_at timestamptz(3) not null default now()
);

-- How far a reader of new rows has read: everything below `boundary` (architecture, "What is new").
create table kit.reader (
  name     text primary key,
  boundary xid8 not null default '0'
);

-- The clusters that have given transaction numbers, oldest first. Restored into another cluster, numbers start over:
-- `kit/new-rows.ts` then begins an era, whose numbers all lie above those of the eras before.
create table kit.era (
  number   int primary key,
  -- The cluster's system identifier; null until the first start.
  cluster  text,
  began_at timestamptz(3) not null default now()
);
insert into kit.era (number) values (0);

-- The number of the running transaction, for the `xid` of rows that have readers. An era adds its offset by replacing
-- these two functions, so that writers pay nothing for it.
create function kit.xid() returns xid8 language sql stable as $$ select pg_current_xact_id() $$;

-- Every transaction below this one has ended: what it wrote is there, and nothing more will come.
create function kit.horizon() returns xid8 language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot()) $$;

create function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- A UUIDv7 bound: the smallest id of that moment, so that a span of time is a span of ids.
create function kit.uuid_at(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the partitions of a table partitioned by range of a UUIDv7 id, from this month on. A partition of an
-- append-only table gets triggers of its own: a statement naming it passes the parent's by. Made beside and attached,
-- a partition makes neither readers nor writers of the others wait.
create function kit.ensure_months(parent regclass, first_month date, months int, append_only boolean) returns int
language plpgsql as $$
declare
  month date := date_trunc('month', first_month);
  made int := 0;
  schema_name text;
  table_name text;
  partition text;
begin
  perform pg_advisory_xact_lock(hashtextextended('kit.ensure_months', parent::oid::bigint));
  select n.nspname, c.relname into schema_name, table_name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent;
  for i in 0 .. months - 1 loop
    partition := table_name || '_' || to_char(month, 'YYYYMM');
    if to_regclass(format('%I.%I', schema_name, partition)) is null then
      execute format('create table %I.%I (like %s including all)', schema_name, partition, parent);
      execute format('alter table %s attach partition %I.%I for values from (%L) to (%L)', parent, schema_name, partition,
        kit.uuid_at(month::timestamp at time zone 'UTC'), kit.uuid_at((month + interval '1 month')::timestamp at time zone 'UTC'));
      if append_only then
        execute format('create trigger keep before update or delete or truncate on %I.%I for each statement execute function kit.refuse_change()',
          schema_name, partition);
      end if;
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;
