-- When autovacuum comes. By PostgreSQL's own settings it comes once a fifth of a table is dead or new: of millions of rows that is late, and
-- then it is long. New months get theirs from `kit.ensure_months`.

-- Rows that only come: frozen when they are vacuumed first, so that a past month is never read again for that.
do $$
declare
  part regclass;
begin
  for part in
    select i.inhrelid::regclass from pg_inherits i
      join pg_class p on p.oid = i.inhparent and p.relkind = 'p'
      join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('ledger', 'log', 'bridge', 'live')
  loop
    execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)', part);
  end loop;
end $$;

-- Balances, of which few rows are changed often.
alter table ledger.account set (autovacuum_vacuum_scale_factor = 0.02);
alter table users.wallet set (autovacuum_vacuum_scale_factor = 0.02);
alter table users.app_user set (autovacuum_vacuum_scale_factor = 0.05);
alter table indicators.user_day set (autovacuum_vacuum_scale_factor = 0.05);
-- Queues: what is dead counts, not how large the table once was.
alter table bridge.delivery set (autovacuum_vacuum_scale_factor = 0.02);
alter table bridge.command set (autovacuum_vacuum_scale_factor = 0.02);
alter table bridge.batch set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table indicators.touched set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
alter table indicators.due set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
alter table indicators.new_tokens set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
