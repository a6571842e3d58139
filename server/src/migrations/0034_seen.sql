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

insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in) values
  (20134, 'system.health', 100, 'menu', '{"en": "Health", "cn": "运行状况"}', '/sys/health', 'chart-dots', 1, 13, true);
insert into access.role_menu (role_id, menu_id, permission)
select id, 20134, 3 from access.role where name = 'Administrator';
