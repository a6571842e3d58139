-- The simulated live app: which world this installation has, and who shows it to visitors.
create table kit.simulation (
  one        boolean primary key default true check (one),
  size       text not null check (size in ('village', 'town', 'city')),
  -- When its history was told to the end; null until then. Wall time.
  filled_at  timestamptz(3),
  -- The bridge client through which it speaks.
  client_id  int
);

-- Demo accounts, one a role; enabled only while the world runs.
create table kit.simulation_account (
  role     text primary key,
  staff_id int not null
);
