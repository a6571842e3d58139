-- How backups, and restores that were tried, ended: what Health, alarms and metrics say of them. Wall time.
create table kit.backup_run (
  id           bigint generated always as identity primary key,
  -- A restored copy has the rows of its original.
  installation uuid not null,
  kind         text not null check (kind in ('backup', 'restore')),
  began_at     timestamptz(3) not null,
  ended_at     timestamptz(3) not null,
  -- The backup that was taken or restored; empty if it came to none.
  backup       text not null default '',
  -- Why it failed; empty if it ended well.
  failure      text not null default ''
);
create index backup_run_newest on kit.backup_run (kind, id);
