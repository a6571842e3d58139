-- Functions and triggers of the schema `indicators`. Applied again whenever this file changes.

-- The day that a moment belongs to: that of the newest zone whose first day has begun by then (fold.rules.ts, dayOf).
create or replace function indicators.day_of(moment timestamptz) returns date language sql stable parallel safe as $$
  select least((moment at time zone z.zone)::date, z.next - 1)
    from (select zone, since, lead(since) over (order by since) as next from indicators.zone) z
   order by (moment at time zone z.zone)::date >= z.since desc, case when (moment at time zone z.zone)::date >= z.since then z.since end desc, z.since
   limit 1
$$;

-- The start of a day, in the day's zone. A later hour may lie on the next day: a change of the zone shortens the day before it.
create or replace function indicators.start_of(day date) returns timestamptz language sql stable parallel safe as $$
  select day::timestamp at time zone
    coalesce((select zone from indicators.zone where since <= day order by since desc limit 1), 'UTC')
$$;

-- Facts mark the users and days whose figures they may change; `what` has a bit for each kind of fact (`touchBits` in
-- rooms/indicators/indicators.subjects.ts). A quarter of an hour lies within one day of every zone.
create or replace function indicators.quarter(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;

-- A visit has its own day, which may differ from its time's day if the zone has changed.
create or replace function indicators.touch_visit() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what)
    select c.user_id, d.start, 1 from changed c
      join (select day, indicators.start_of(day) as start from changed group by day) d using (day);
  return null;
end $$;
create or replace trigger touch_new after insert on users.active_day
  referencing new table as changed for each statement execute function indicators.touch_visit();
create or replace trigger touch_change after update on users.active_day
  referencing new table as changed for each statement execute function indicators.touch_visit();

drop function if exists indicators.noon_of;

-- Heartbeats change no figures.
create or replace function indicators.touch_session() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(new.started_at), 4);
  if tg_op = 'UPDATE' and old.started_at <> new.started_at then
    insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(old.started_at), 4);
  end if;
  return null;
end $$;
create or replace trigger touch_new after insert on live.session
  for each row when (new.user_id is not null and new.started_at is not null) execute function indicators.touch_session();
create or replace trigger touch_change after update on live.session
  for each row when (new.user_id is not null and new.started_at is not null
    and (old.user_id, old.started_at, old.ended_at, old.gift_tokens, old.minute_tokens)
        is distinct from (new.user_id, new.started_at, new.ended_at, new.gift_tokens, new.minute_tokens))
  execute function indicators.touch_session();

create or replace function indicators.touch_call() returns trigger language plpgsql as $$
begin
  -- A match counts its call on the day of the request, which may be the day before.
  insert into indicators.touched (user_id, at, what)
    select new.caller_id, indicators.quarter(new.requested_at), 32
    -- What the callee received changes only with the answer, not with each minute.
    union all select new.callee_id, indicators.quarter(new.requested_at), 64
     where tg_op = 'INSERT' or (old.callee_id, old.requested_at, old.answered_at)
       is distinct from (new.callee_id, new.requested_at, new.answered_at)
    union all select m.user_id, indicators.quarter(m.requested_at), 16 from live.match m
     where m.call_id = new.id and m.user_id is not null and m.requested_at is not null;
  if tg_op = 'UPDATE' and old.requested_at <> new.requested_at then
    insert into indicators.touched (user_id, at, what)
      values (new.caller_id, indicators.quarter(old.requested_at), 32), (new.callee_id, indicators.quarter(old.requested_at), 64);
  end if;
  return null;
end $$;
create or replace trigger touch_new after insert on live.call
  for each row when (new.requested_at is not null) execute function indicators.touch_call();
create or replace trigger touch_change after update on live.call
  for each row when (new.requested_at is not null
    and (old.caller_id, old.callee_id, old.kind, old.requested_at, old.answered_at, old.ended_at, old.end_reason, old.seconds,
         old.tokens, old.gift_tokens, old.bonus)
        is distinct from (new.caller_id, new.callee_id, new.kind, new.requested_at, new.answered_at, new.ended_at, new.end_reason,
         new.seconds, new.tokens, new.gift_tokens, new.bonus))
  execute function indicators.touch_call();

create or replace function indicators.touch_match() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(new.requested_at), 16);
  if tg_op = 'UPDATE' and old.requested_at <> new.requested_at then
    insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(old.requested_at), 16);
  end if;
  return null;
end $$;
create or replace trigger touch_any after insert or update on live.match
  for each row when (new.user_id is not null and new.requested_at is not null) execute function indicators.touch_match();

create or replace function indicators.touch_order() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(new.paid_at), 128);
  if tg_op = 'UPDATE' and old.paid_at is distinct from new.paid_at and old.paid_at is not null then
    insert into indicators.touched (user_id, at, what) values (new.user_id, indicators.quarter(old.paid_at), 128);
  end if;
  return null;
end $$;
create or replace trigger touch_any after insert or update on finance.recharge_order
  for each row when (new.user_id is not null and new.paid_at is not null) execute function indicators.touch_order();

-- A return keeps its moment; what counts of it changes when it is posted, and when it is won.
create or replace function indicators.touch_return() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what)
    select o.user_id, indicators.quarter(new.at), 128 from finance.recharge_order o
     where o.id = new.order_id and o.user_id is not null and o.paid_at is not null;
  return null;
end $$;
create or replace trigger touch_any after insert or update on finance.order_return
  for each row when (new.transfer_id is not null) execute function indicators.touch_return();

create or replace function indicators.touch_member() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.user_id, null, 1024);
  return null;
end $$;
create or replace trigger touch_new after insert on guilds.member
  for each row when (new.since is not null) execute function indicators.touch_member();
create or replace trigger touch_change after update on guilds.member
  for each row when ((old.since, old.ends_at, old.state) is distinct from (new.since, new.ends_at, new.state))
  execute function indicators.touch_member();

-- A user who is excluded, or moves to other cells, is recounted on every kept day.
create or replace function indicators.touch_user() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.id, null, 4095);
  return null;
end $$;
create or replace trigger touch_change after update on users.app_user
  for each row when ((old.sex, old.country, old.channel, old.platform, old.market_audit, old.internal, old.registered_at)
    is distinct from (new.sex, new.country, new.channel, new.platform, new.market_audit, new.internal, new.registered_at))
  execute function indicators.touch_user();

-- The profile fields shown by a registration's cohort.
create or replace function indicators.touch_profile() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what) values (new.id, indicators.quarter(new.registered_at), 2048);
  return null;
end $$;
create or replace trigger touch_new after insert on users.app_user
  for each row when (new.registered_at is not null) execute function indicators.touch_profile();
create or replace trigger touch_profile after update on users.app_user
  for each row when (new.registered_at is not null
    and (old.certified, old.avatar_url, old.birthday) is distinct from (new.certified, new.avatar_url, new.birthday))
  execute function indicators.touch_profile();

create or replace function indicators.touch_install() returns trigger language plpgsql as $$
begin
  insert into indicators.touched_install (at)
    select distinct indicators.quarter(at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on promotion.install
  referencing new table as changed for each statement execute function indicators.touch_install();
-- An earlier install of the device moves it to another day.
create or replace function indicators.touch_moved_install() returns trigger language plpgsql as $$
begin
  insert into indicators.touched_install (at)
    select indicators.quarter(at) from changed union select indicators.quarter(at) from was;
  return null;
end $$;
create or replace trigger touch_change after update on promotion.install
  referencing old table as was new table as changed for each statement execute function indicators.touch_moved_install();

-- Content made by users.
create or replace function indicators.touch_post() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what)
    select distinct user_id, indicators.quarter(posted_at), 512 from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on community.dynamic
  referencing new table as changed for each statement execute function indicators.touch_post();
create or replace trigger touch_new after insert on community.comment
  referencing new table as changed for each statement execute function indicators.touch_post();

create or replace function indicators.touch_item() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what)
    select distinct user_id, indicators.quarter(submitted_at), 512 from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on audits.item
  referencing new table as changed for each statement execute function indicators.touch_item();

create or replace function indicators.touch_report() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at, what)
    select distinct reporter_id, indicators.quarter(reported_at), 512 from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on audits.report
  referencing new table as changed for each statement execute function indicators.touch_report();
