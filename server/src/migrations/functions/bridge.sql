-- Functions and triggers of the schema `bridge`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on bridge.event for each statement execute function kit.refuse_change();

create or replace function bridge.ensure_months(first_month date, months int) returns int language sql as $$
  select kit.ensure_months('bridge.event', first_month, months, true)
$$;

-- The first months; a job creates the next. Does nothing if they exist.
select bridge.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);

-- The types of events that move no money; a test compares them with the contract's (`bridgeEvents.money.ts`).
create or replace function bridge.without_money() returns text[] language sql immutable parallel safe return array[
  'agent.applied', 'appeal.created', 'certification.submitted', 'comment.posted', 'dynamic.posted', 'greeting.submitted', 'guild.applied',
  'guild.inviteAnswered', 'guild.leaveRequested', 'live.ended', 'live.heartbeat', 'live.snapshot', 'live.viewed', 'match.ended',
  'match.requested', 'media.submitted', 'message.delivered', 'message.read', 'report.created', 'user.deleted', 'user.deletionCancelled',
  'user.offline', 'user.online', 'user.updated'
];

-- Forgets the ids of events without money, a month of `bridge.event` at a time, once no client may send events of that month any more; the ids of
-- money stay for ever. Deleting rows would return no space, as nothing is ever inserted into an old month again: what stays is copied into
-- a table beside it, `at_once` rows a call, which then takes the month's place. Call it until `goes_on` is false; what was begun goes on
-- in the next call, no matter who makes it. Only the last step locks the events, for a moment: the copy is checked before, and a constraint says
-- that it is of that month. Runs as the owner of the tables.
create or replace function bridge.forget_events(keep_days int, at_once int, out removed bigint, out goes_on boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today timestamptz;
  days int;
  due date;
  low uuid;
  high uuid;
  old text;
  kept text;
  last uuid;
  is_needed boolean;
  copied bigint;
  counted bigint;
  money bigint;
begin
  removed := 0;
  goes_on := false;
  if not pg_try_advisory_xact_lock(hashtextextended('bridge.forget_events', 0)) then return; end if;
  select c.platform_at + (clock_timestamp() - c.wall_at) * c.rate into today from kit.clock c;
  select greatest(keep_days, 30, coalesce(max(c.history_days), 0)) into days from bridge.client c where c.history_closed_at is null;
  -- A history that was closed may have brought more events of months that were done before.
  select m.month into due
    from (select to_date(right(c.relname, 6), 'YYYYMM') as month
            from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'bridge.event'::regclass) m
    left join bridge.event_month d on d.month = m.month
   where (m.month + interval '1 month') at time zone 'UTC' + make_interval(days => days) <= today
     and (d.month is null or exists (
       select from bridge.client c
        where c.history and c.history_closed_at > d.forgotten_at
          and (m.month + interval '1 month') at time zone 'UTC' > c.created_at - make_interval(days => c.history_days + 1)))
   order by m.month limit 1;
  if due is null then return; end if;
  low := kit.uuid_at(due::timestamp at time zone 'UTC');
  high := kit.uuid_at((due + interval '1 month')::timestamp at time zone 'UTC');
  old := 'event_' || to_char(due, 'YYYYMM');
  kept := old || '_kept';
  goes_on := true;

  if to_regclass(format('bridge.%I', kept)) is null then
    execute format('select exists (select from bridge.%I where type = any(bridge.without_money()))', old) into is_needed;
    if is_needed then
      execute format('create table bridge.%I (like bridge.event including all, constraint within check (id >= %L and id < %L))
        with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)', kept, low, high);
      execute format('create trigger keep before update or delete or truncate on bridge.%I for each statement execute function kit.refuse_change()', kept);
    else
      execute format('select count(*) from bridge.%I', old) into money;
      insert into bridge.event_month as m (month, forgotten_at, removed, kept) values (due, today, 0, money)
      on conflict (month) do update set forgotten_at = excluded.forgotten_at, kept = excluded.kept;
    end if;
    return;
  end if;

  execute format('select k.id from bridge.%I k order by k.id desc limit 1', kept) into last;
  execute format(
    'insert into bridge.%I select e.* from bridge.%I e
      where ($1 is null or e.id > $1) and e.type <> all(bridge.without_money()) order by e.id limit $2', kept, old) using last, at_once;
  get diagnostics copied = row_count;
  if copied > 0 then return; end if;

  execute format('lock table bridge.%I in share row exclusive mode', old);
  execute format('select count(*), count(*) filter (where type <> all(bridge.without_money())) from bridge.%I', old) into counted, money;
  execute format('select count(*) from bridge.%I', kept) into copied;
  if money <> copied then
    -- Something arrived behind the copy: begin again.
    execute format('drop table bridge.%I', kept);
    return;
  end if;
  execute format('alter table bridge.event detach partition bridge.%I', old);
  execute format('drop table bridge.%I', old);
  execute format('alter table bridge.%I rename to %I', kept, old);
  execute format('alter index bridge.%I rename to %I', kept || '_pkey', old || '_pkey');
  execute format('alter table bridge.event attach partition bridge.%I for values from (%L) to (%L)', old, low, high);
  execute format('alter table bridge.%I drop constraint within', old);
  removed := counted - money;
  insert into bridge.event_month as m (month, forgotten_at, removed, kept) values (due, today, removed, money)
  on conflict (month) do update set forgotten_at = excluded.forgotten_at, removed = m.removed + excluded.removed, kept = excluded.kept;
end $$;
