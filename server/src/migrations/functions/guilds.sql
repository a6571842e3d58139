-- Functions and triggers of the schema `guilds`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on guilds.event
  for each statement execute function kit.refuse_all_but_erasing();

-- Maintains `guilds.guild.members`, in order of guild ids.
create or replace function guilds.count_members() returns trigger language plpgsql as $$
declare
  changed int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct guild_id) into changed from after_rows where state in ('active', 'leaving');
  elsif tg_op = 'DELETE' then
    select array_agg(distinct guild_id) into changed from before_rows where state in ('active', 'leaving');
  else
    select array_agg(distinct a.guild_id) into changed
      from after_rows a join before_rows b using (id)
     where (a.state in ('active', 'leaving')) <> (b.state in ('active', 'leaving'));
  end if;
  if changed is null then return null; end if;
  perform from guilds.guild where id = any(changed) order by id for no key update;
  update guilds.guild g
     set members = (select count(*) from guilds.member m where m.guild_id = g.id and m.state in ('active', 'leaving'))
   where g.id = any(changed);
  return null;
end $$;

create or replace trigger count_new after insert on guilds.member referencing new table as after_rows
  for each statement execute function guilds.count_members();
create or replace trigger count_changed after update on guilds.member referencing old table as before_rows new table as after_rows
  for each statement execute function guilds.count_members();
create or replace trigger count_gone after delete on guilds.member referencing old table as before_rows
  for each statement execute function guilds.count_members();

-- Figures (guilds/figures).

-- Statements on many columns name these once: what stands between double brackets is repeated for each, `#` being its name, so that
-- `[[# = t.# + excluded.#]]` adds to all of them.
create or replace function guilds.each_of(columns text[], template text) returns text language plpgsql immutable as $$
declare
  part text;
begin
  for part in select distinct (regexp_matches(template, '\[\[(.*?)\]\]', 'g'))[1] loop
    template := replace(template, '[[' || part || ']]',
      (select string_agg(replace(part, '#', name), ', ' order by at) from unnest(columns) with ordinality as c(name, at)));
  end loop;
  return template;
end $$;

-- The figures of an anchor's day and week.
create or replace function guilds.figures() returns text[] language sql immutable as $$
  select '{live_seconds,call_seconds,calls_received,calls_answered,gift_bonus,call_bonus,room_bonus,text_bonus,bonus_micros,base_micros}'::text[]
$$;

-- Those of a guild's day and week.
create or replace function guilds.guild_figures() returns text[] language sql immutable as $$
  select guilds.figures() || '{anchors,joined,lost}'::text[]
$$;

-- What is summed of settlements.
create or replace function guilds.settlement_sums() returns text[] language sql immutable as $$
  select '{base_micros,commission_cents,override_cents,bonus_cents,salary_cents,payable_cents,paid_cents,carried_out_cents}'::text[]
$$;

-- Adds differences to the figures of anchors and guilds by day and week, in key order. Elements with the same index belong together; a key
-- occurs once. Rows that become empty are removed.
do $do$ begin execute guilds.each_of(guilds.figures(), $text$
create or replace function guilds.add_figures(
  guild_ids int[], weeks date[], days date[], user_ids bigint[], live int[], calls int[], received int[], answered int[],
  gift bigint[], call bigint[], room bigint[], text bigint[], micros bigint[], base bigint[]) returns void language plpgsql as $$
begin
  with delta as materialized (
    select * from unnest(guild_ids, weeks, days, user_ids, live, calls, received, answered, gift, call, room, text, micros, base)
      as d(guild_id, week, day, user_id, [[#]])
  ), anchors as (
    insert into guilds.anchor_day as t (guild_id, week, day, user_id, [[#]])
    select * from delta order by guild_id, day, week, user_id
    on conflict (guild_id, day, week, user_id) do update set
      [[# = t.# + excluded.#]]
    returning new.guild_id, new.week, new.day, new.user_id, (old.guild_id is null)::int as made
  )
  insert into guilds.guild_day as t (guild_id, week, day, [[#]], anchors)
  select d.guild_id, d.week, d.day, [[sum(d.#)]],
         sum(a.made)
    from delta d join anchors a using (guild_id, week, day, user_id)
   group by 1, 2, 3 order by 1, 3, 2
  on conflict (guild_id, day, week) do update set
    [[# = t.# + excluded.#]],
    anchors = t.anchors + excluded.anchors;

  with delta as materialized (
    select guild_id, week, user_id, [[sum(#)::bigint as #]]
      from unnest(guild_ids, weeks, user_ids, live, calls, received, answered, gift, call, room, text, micros, base)
        as d(guild_id, week, user_id, [[#]])
     group by 1, 2, 3
  ), anchors as (
    insert into guilds.anchor_week as t (guild_id, week, user_id, [[#]])
    select * from delta order by guild_id, week, user_id
    on conflict (guild_id, week, user_id) do update set
      [[# = t.# + excluded.#]]
    returning new.guild_id, new.week, new.user_id, (old.guild_id is null)::int as made
  )
  insert into guilds.guild_week as t (guild_id, week, [[#]], anchors, change)
  select d.guild_id, d.week, [[sum(d.#)]],
         sum(a.made), gen_random_uuid()
    from delta d join anchors a using (guild_id, week, user_id)
   group by 1, 2 order by 1, 2
  on conflict (guild_id, week) do update set
    [[# = t.# + excluded.#]],
    anchors = t.anchors + excluded.anchors, change = excluded.change;

  -- Only recalculation subtracts anything.
  if 0 > any(live) or 0 > any(calls) or 0 > any(received) or 0 > any(answered)
     or 0 > any(gift) or 0 > any(call) or 0 > any(room) or 0 > any(text) then
    perform guilds.clear_figures(guild_ids, weeks, days, user_ids);
  end if;
end $$
$text$); end $do$;

-- Removes empty rows of anchors, also from the counts of anchors, and of guilds.
create or replace function guilds.clear_figures(guild_ids int[], weeks date[], days date[], user_ids bigint[])
returns void language plpgsql as $$
begin
  with gone as (
    delete from guilds.anchor_day t using unnest(guild_ids, weeks, days, user_ids) as d(guild_id, week, day, user_id)
     where (t.guild_id, t.week, t.day, t.user_id) = (d.guild_id, d.week, d.day, d.user_id)
       and (t.live_seconds, t.call_seconds, t.calls_received, t.bonus, t.bonus_micros) = (0, 0, 0, 0, 0)
    returning t.guild_id, t.week, t.day
  )
  update guilds.guild_day t set anchors = t.anchors - g.anchors
    from (select guild_id, week, day, count(*) as anchors from gone group by 1, 2, 3) g
   where (t.guild_id, t.week, t.day) = (g.guild_id, g.week, g.day);
  with gone as (
    delete from guilds.anchor_week t using (select distinct * from unnest(guild_ids, weeks, user_ids)) as d(guild_id, week, user_id)
     where (t.guild_id, t.week, t.user_id) = (d.guild_id, d.week, d.user_id)
       and (t.live_seconds, t.call_seconds, t.calls_received, t.bonus, t.bonus_micros) = (0, 0, 0, 0, 0)
    returning t.guild_id, t.week
  )
  update guilds.guild_week t set anchors = t.anchors - g.anchors
    from (select guild_id, week, count(*) as anchors from gone group by 1, 2) g
   where (t.guild_id, t.week) = (g.guild_id, g.week);
  delete from guilds.guild_day t using (select distinct * from unnest(guild_ids, weeks, days)) as d(guild_id, week, day)
   where (t.guild_id, t.week, t.day) = (d.guild_id, d.week, d.day) and (t.anchors, t.joined, t.lost) = (0, 0, 0);
  delete from guilds.guild_week t using (select distinct * from unnest(guild_ids, weeks)) as d(guild_id, week)
   where (t.guild_id, t.week) = (d.guild_id, d.week) and (t.anchors, t.joined, t.lost) = (0, 0, 0);
end $$;

-- Counts joins and leaves of guilds in time windows, each a day's part of a week. Weeks are the sums of their days.
create or replace function guilds.count_moves(guild_ids int[], weeks date[], days date[], starts timestamptz[], ends timestamptz[])
returns void language plpgsql as $$
begin
  insert into guilds.guild_day as t (guild_id, week, day, joined, lost)
  select w.guild_id, w.week, w.day,
         (select count(*) from guilds.member m where m.guild_id = w.guild_id
             and m.state in ('active', 'leaving', 'left', 'expelled') and m.since >= w.starts and m.since < w.ends),
         (select count(*) from guilds.member m where m.guild_id = w.guild_id
             and m.state in ('left', 'expelled') and m.ends_at >= w.starts and m.ends_at < w.ends)
    from unnest(guild_ids, weeks, days, starts, ends) as w(guild_id, week, day, starts, ends)
   order by 1, 3, 2
  on conflict (guild_id, day, week) do update set joined = excluded.joined, lost = excluded.lost;
  insert into guilds.guild_week as t (guild_id, week, joined, lost)
  select d.guild_id, d.week, sum(d.joined), sum(d.lost)
    from guilds.guild_day d
   where (d.guild_id, d.week) in (select * from unnest(guild_ids, weeks))
   group by 1, 2 order by 1, 2
  on conflict (guild_id, week) do update set joined = excluded.joined, lost = excluded.lost;
  delete from guilds.guild_day t using unnest(guild_ids, weeks, days) as d(guild_id, week, day)
   where (t.guild_id, t.week, t.day) = (d.guild_id, d.week, d.day) and (t.anchors, t.joined, t.lost) = (0, 0, 0);
  delete from guilds.guild_week t using (select distinct * from unnest(guild_ids, weeks)) as d(guild_id, week)
   where (t.guild_id, t.week) = (d.guild_id, d.week) and (t.anchors, t.joined, t.lost) = (0, 0, 0);
end $$;

-- Queues the effects of a change of memberships: an anchor's figures from the earliest affected time on, and the guild's joins and leaves.
create or replace function guilds.queue_refold() returns trigger language plpgsql as $$
declare
  counted constant text[] := '{active,leaving,left,expelled}';
  gone constant text[] := '{left,expelled}';
begin
  if tg_op in ('UPDATE', 'DELETE') and old.state = any(counted) and (tg_op = 'DELETE' or new.state <> all(counted)
     or (old.guild_id, old.user_id) is distinct from (new.guild_id, new.user_id)) then
    insert into guilds.refold (user_id, from_at, guild_id, moments)
    values (old.user_id, old.since, old.guild_id, array_remove(array[old.since, old.ends_at], null));
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.state = any(counted) then
    if tg_op = 'INSERT' or old.state <> all(counted)
       or (old.guild_id, old.user_id) is distinct from (new.guild_id, new.user_id) then
      insert into guilds.refold (user_id, from_at, guild_id, moments)
      values (new.user_id, new.since, new.guild_id, array_remove(array[new.since, new.ends_at], null));
    elsif (old.since, old.ends_at) is distinct from (new.since, new.ends_at)
       or (old.state = any(gone)) <> (new.state = any(gone)) then
      insert into guilds.refold (user_id, from_at, guild_id, moments)
      select case when f.at is null then null else new.user_id end, f.at, new.guild_id,
             array_remove(array[old.since, new.since, old.ends_at, new.ends_at], null)
        from (select least(case when old.since <> new.since then least(old.since, new.since) end,
                           case when old.ends_at is distinct from new.ends_at then least(old.ends_at, new.ends_at) end) as at) f;
    end if;
  end if;
  return null;
end $$;

create or replace trigger queue_refold after insert or update or delete on guilds.member
  for each row execute function guilds.queue_refold();

-- What a guild's sum of a week is made from, as a text that differs after every change: the figures of the guild and of these
-- sub-agencies, and its deductions. Read it before what it stands for.
create or replace function guilds.inputs_of(of_guild int, of_week date, subs int[]) returns text language sql stable as $$
  select md5(
    coalesce((select string_agg(w.guild_id || ' ' || w.change, ',' order by w.guild_id) from guilds.guild_week w
               where w.guild_id = any(subs || of_guild) and w.week = of_week), '') || ';' ||
    coalesce((select string_agg(d.id::text, ',' order by d.id) from guilds.deduction d
               where d.guild_id = of_guild and d.week = of_week and d.state = 'effective'), ''))
$$;

-- Adds rows of guilds' days or weeks (`at`, `sign` and the figures of each) to the sums of all sub-agencies.
do $do$ begin execute guilds.each_of(guilds.guild_figures(), $text$
create or replace function guilds.sum_subs() returns trigger language plpgsql as $$
declare
  period constant text := tg_argv[0];
  rows_of constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, n.* from after_rows n'
    when 'DELETE' then 'select -1 as sign, o.* from before_rows o'
    else 'select 1 as sign, n.* from after_rows n union all select -1, o.* from before_rows o' end;
begin
  execute format($sql$
    insert into guilds.sub_%1$s as t (%1$s, guilds, [[#]])
    select r.%1$s, sum(r.sign), [[sum(r.sign * r.#)]]
      from (%2$s) r join guilds.guild g on g.id = r.guild_id and g.parent_id is not null
     group by 1 order by 1
    on conflict (%1$s) do update set guilds = t.guilds + excluded.guilds,
      [[# = t.# + excluded.#]]
  $sql$, period, rows_of);
  return null;
end $$
$text$); end $do$;

create or replace trigger sum_subs_new after insert on guilds.guild_day referencing new table as after_rows
  for each statement execute function guilds.sum_subs('day');
create or replace trigger sum_subs_changed after update on guilds.guild_day referencing old table as before_rows new table as after_rows
  for each statement execute function guilds.sum_subs('day');
create or replace trigger sum_subs_gone after delete on guilds.guild_day referencing old table as before_rows
  for each statement execute function guilds.sum_subs('day');
create or replace trigger sum_subs_new after insert on guilds.guild_week referencing new table as after_rows
  for each statement execute function guilds.sum_subs('week');
create or replace trigger sum_subs_changed after update on guilds.guild_week referencing old table as before_rows new table as after_rows
  for each statement execute function guilds.sum_subs('week');
create or replace trigger sum_subs_gone after delete on guilds.guild_week referencing old table as before_rows
  for each statement execute function guilds.sum_subs('week');

-- A guild that becomes a sub-agency adds its figures to the sums, and one that leaves removes them. The fold, which reads parents, waits
-- meanwhile.
do $do$ begin execute guilds.each_of(guilds.guild_figures(), $text$
create or replace function guilds.move_subs() returns trigger language plpgsql as $$
declare
  sign constant int := case when new.parent_id is null then -1 else 1 end;
  period text;
begin
  perform pg_advisory_xact_lock(hashtextextended('guilds.figures', 0));
  foreach period in array array['day', 'week'] loop
    execute format($sql$
      insert into guilds.sub_%1$s as t (%1$s, guilds, [[#]])
      select r.%1$s, $2 * count(*), [[$2 * sum(r.#)]]
        from guilds.guild_%1$s r where r.guild_id = $1 group by 1 order by 1
      on conflict (%1$s) do update set guilds = t.guilds + excluded.guilds,
        [[# = t.# + excluded.#]]
    $sql$, period) using new.id, sign;
  end loop;
  return null;
end $$
$text$); end $do$;
create or replace trigger move_subs after update of parent_id on guilds.guild
  for each row when ((old.parent_id is null) <> (new.parent_id is null)) execute function guilds.move_subs();

-- Maintains the sums of settlements by week, state and method (`guilds.settlement_sum`), in key order.
do $do$ begin execute guilds.each_of(guilds.settlement_sums(), $text$
create or replace function guilds.sum_settlements() returns trigger language plpgsql as $$
declare
  rows_of constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, n.* from after_rows n'
    when 'DELETE' then 'select -1 as sign, o.* from before_rows o'
    else 'select 1 as sign, n.* from after_rows n union all select -1, o.* from before_rows o' end;
begin
  if tg_op = 'TRUNCATE' then
    truncate guilds.settlement_sum;
    return null;
  end if;
  execute format($sql$
    insert into guilds.settlement_sum as t (week, state, method, settlements, [[#]])
    select r.week, case when r.state = 'approved' and r.paid_cents >= r.payable_cents then 'paid' else r.state end, r.method, sum(r.sign),
           [[sum(r.sign * r.#)]]
      from (%s) r
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (week, state, method) do update set
      settlements = t.settlements + excluded.settlements,
      [[# = t.# + excluded.#]]
  $sql$, rows_of);
  return null;
end $$
$text$); end $do$;

create or replace trigger sum_new after insert on guilds.settlement referencing new table as after_rows
  for each statement execute function guilds.sum_settlements();
create or replace trigger sum_changed after update on guilds.settlement referencing old table as before_rows new table as after_rows
  for each statement execute function guilds.sum_settlements();
create or replace trigger sum_gone after delete on guilds.settlement referencing old table as before_rows
  for each statement execute function guilds.sum_settlements();
create or replace trigger sum_none after truncate on guilds.settlement
  for each statement execute function guilds.sum_settlements();

-- What approved weeks credited to guilds, in cents.
create or replace function guilds.keep_approved() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'approved' then
    perform kit.add_to_sum('guild.approved', 'guild:' || old.guild_id, -old.payable_cents);
  end if;
  if tg_op <> 'DELETE' and new.state = 'approved' then
    perform kit.add_to_sum('guild.approved', 'guild:' || new.guild_id, new.payable_cents);
  end if;
  return null;
end $$;
select kit.keep_sums('guilds.settlement', 'guilds.keep_approved',
  '(old.state = ''approved'' or new.state = ''approved'') and (old.state, old.payable_cents, old.guild_id) is distinct from (new.state, new.payable_cents, new.guild_id)',
  '{guild.approved}');

-- What guilds were paid, in cents.
create or replace function guilds.keep_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform kit.add_to_sum('guild.paid', 'guild:' || old.guild_id, -old.usd_cents); end if;
  if tg_op <> 'DELETE' then perform kit.add_to_sum('guild.paid', 'guild:' || new.guild_id, new.usd_cents); end if;
  return null;
end $$;
select kit.keep_sums('guilds.payment', 'guilds.keep_paid',
  '(old.guild_id, old.usd_cents) is distinct from (new.guild_id, new.usd_cents)', '{guild.paid}');
