-- Functions and triggers of the schema `kit`. Applied again whenever this file changes.

create or replace function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- The same for what only grows but names people: erasing one empties words, in a transaction that says so. Anyone who has the application's
-- password may say so, too: this guards against mistakes of code and hand, not against them (docs/operating.md, A person's data).
create or replace function kit.refuse_all_but_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- A UUIDv7 bound: the smallest id of that time, so that a time span is an id span.
create or replace function kit.uuid_at(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the partitions of a table partitioned by range of a UUIDv7 id, from this month on. A partition of an
-- append-only table gets triggers of its own: a statement that names it bypasses the parent's. A partition is created separately and then
-- attached, so that readers and writers of the others don't wait. Runs as the owner of the tables, so that the application may have a role
-- that owns nothing (migrations/grants.sql).
create or replace function kit.ensure_months(parent regclass, first_month date, months int, append_only boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
      -- Rows that only come are frozen when they are vacuumed first, so that nobody reads a past month again for that.
      execute format('create table %I.%I (like %s including all) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)',
        schema_name, partition, parent);
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

-- Adds to a sum of `kit.kept_sum`.
create or replace function kit.add_to_sum(of_what text, of_owner text, more numeric) returns void language sql as $$
  insert into kit.kept_sum as s (what, owner, amount) select of_what, of_owner, more where more <> 0
  on conflict (what, owner) do update set amount = s.amount + excluded.amount
$$;

-- Keeps a sum beside a table by deferred triggers: they run at the commit, so that the sum's row, which many write, is locked last and
-- briefly. `when_changed` is the condition under which an update matters. Truncating the table removes its sums.
create or replace function kit.keep_sums(kept regclass, keep regproc, when_changed text, whats text[]) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = kept and tgname = 'sums_changed') then return; end if;
  execute format('create constraint trigger sums_moved after insert or delete on %s deferrable initially deferred for each row execute function %s()',
    kept, keep);
  execute format('create constraint trigger sums_changed after update on %s deferrable initially deferred for each row when (%s) execute function %s()',
    kept, when_changed, keep);
  execute format('create trigger sums_none after truncate on %s for each statement execute function kit.remove_sums(%s)',
    kept, (select string_agg(quote_literal(w), ', ') from unnest(whats) w));
end $$;

create or replace function kit.remove_sums() returns trigger language plpgsql as $$
begin
  for i in 0 .. tg_nargs - 1 loop
    delete from kit.kept_sum where what = tg_argv[i];
  end loop;
  return null;
end $$;
