-- What the installation's health is read from, and the trace that a command belongs to.

-- The `traceparent` of the request that caused it; null if it had none.
alter table bridge.command add column trace text;

-- Figures that are read from the database, by one process every 15 seconds (`app/telemetry/sample.ts`).
create table kit.sample (
  one    boolean primary key default true check (one),
  -- Wall time.
  at     timestamptz(3) not null,
  figures jsonb not null
);

-- What the largest tables took, by day: what /sys/health forecasts from.
create table kit.size_day (
  day   date not null,
  -- With its months and indexes; '' is the whole database.
  name  text not null,
  bytes bigint not null,
  primary key (day, name)
);
