-- The trigger on entries lets pass what the posting functions write, which they have checked themselves. It tells that from
-- the call stack: a session setting could be set by anybody who writes past them.
create function ledger.is_posting() returns boolean language plpgsql as $$
declare
  stack text;
begin
  get diagnostics stack = pg_context;
  return stack ~ 'PL/pgSQL function (ledger\.)?post_(early|late)\(';
end $$;

create or replace trigger check_entries after insert on ledger.entry referencing new table as written
  for each statement when (not ledger.is_posting()) execute function ledger.check_entries();

-- The bodies without the setting.
do $$
declare
  of record;
begin
  for of in select p.oid, pg_get_functiondef(p.oid) as definition from pg_proc p
             where p.pronamespace = 'ledger'::regnamespace and p.prosrc like '%ledger.posting%' loop
    execute regexp_replace(of.definition, '^[^\n]*''ledger\.posting''[^\n]*\n', '', 'gn');
  end loop;
end $$;

-- Which installation this is. A restore makes it another one: its id is new, and the cluster or its timeline differ from
-- those noted here (`kit/installation.ts`).
create table kit.installation (
  one      boolean primary key default true check (one),
  id       uuid not null default gen_random_uuid(),
  -- PostgreSQL's system identifier; null until the first start, '' where a host keeps it to itself.
  cluster  text,
  timeline int
);
insert into kit.installation default values;

-- Deliveries are off while there is a row: a restored copy must not write to the live app by itself.
create table bridge.pause (
  one         boolean primary key default true check (one),
  since       timestamptz(3) not null,
  -- The moment that was restored to, where that is known.
  restored_to timestamptz(3)
);
