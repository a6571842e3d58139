-- Functions and triggers of the schema `indicators`. Applied again whenever this file changes.

-- The day that a moment belongs to: that of the newest zone whose first day has begun by then (fold/rules.ts, dayOf).
create or replace function indicators.day_of(moment timestamptz) returns date language sql stable parallel safe as $$
  select least((moment at time zone z.zone)::date, z.next - 1)
    from (select zone, since, lead(since) over (order by since) as next from indicators.zone) z
   order by (moment at time zone z.zone)::date >= z.since desc, case when (moment at time zone z.zone)::date >= z.since then z.since end desc, z.since
   limit 1
$$;

-- Facts say whose figures of which day they may change. A quarter of an hour lies within one day of every zone.
create or replace function indicators.quarter(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;

create or replace function indicators.touch_visit() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct user_id, indicators.quarter(first_at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on users.active_day
  referencing new table as changed for each statement execute function indicators.touch_visit();
create or replace trigger touch_change after update on users.active_day
  referencing new table as changed for each statement execute function indicators.touch_visit();

create or replace function indicators.touch_view() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct user_id, indicators.quarter(at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on live.view
  referencing new table as changed for each statement execute function indicators.touch_view();

create or replace function indicators.touch_gift() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct sender_id, indicators.quarter(at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on live.gift
  referencing new table as changed for each statement execute function indicators.touch_gift();

-- Heartbeats change nothing that is counted.
create or replace function indicators.touch_session() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at) values (new.user_id, indicators.quarter(new.started_at));
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
  insert into indicators.touched (user_id, at)
    values (new.caller_id, indicators.quarter(new.requested_at)), (new.callee_id, indicators.quarter(new.requested_at));
  return null;
end $$;
create or replace trigger touch_new after insert on live.call
  for each row when (new.requested_at is not null) execute function indicators.touch_call();
create or replace trigger touch_change after update on live.call
  for each row when (new.requested_at is not null
    and (old.requested_at, old.answered_at, old.ended_at, old.end_reason, old.seconds, old.tokens, old.bonus)
        is distinct from (new.requested_at, new.answered_at, new.ended_at, new.end_reason, new.seconds, new.tokens, new.bonus))
  execute function indicators.touch_call();

create or replace function indicators.touch_match() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at) values (new.user_id, indicators.quarter(new.requested_at));
  return null;
end $$;
create or replace trigger touch_any after insert or update on live.match
  for each row when (new.user_id is not null and new.requested_at is not null) execute function indicators.touch_match();

create or replace function indicators.touch_order() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select new.user_id, indicators.quarter(t.at) from unnest(array[new.paid_at, new.refunded_at]) t(at) where t.at is not null;
  return null;
end $$;
create or replace trigger touch_any after insert or update on finance.recharge_order
  for each row when (new.user_id is not null and new.paid_at is not null) execute function indicators.touch_order();

create or replace function indicators.touch_member() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at) values (new.user_id, null);
  return null;
end $$;
create or replace trigger touch_new after insert on guilds.member
  for each row when (new.since is not null) execute function indicators.touch_member();
create or replace trigger touch_change after update on guilds.member
  for each row when ((old.since, old.ends_at, old.state) is distinct from (new.since, new.ends_at, new.state))
  execute function indicators.touch_member();

-- Whoever is excluded, or moves to other cells, is counted again on every day that is kept.
create or replace function indicators.touch_user() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at) values (new.id, null);
  return null;
end $$;
create or replace trigger touch_change after update on users.app_user
  for each row when ((old.sex, old.country, old.channel, old.market_audit, old.internal, old.registered_at)
    is distinct from (new.sex, new.country, new.channel, new.market_audit, new.internal, new.registered_at))
  execute function indicators.touch_user();

-- What the cohort of a registration shows of the profile.
create or replace function indicators.touch_profile() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at) values (new.id, indicators.quarter(new.registered_at));
  return null;
end $$;
create or replace trigger touch_new after insert on users.app_user
  for each row when (new.registered_at is not null) execute function indicators.touch_profile();
create or replace trigger touch_profile after update on users.app_user
  for each row when (new.registered_at is not null
    and (old.certified, old.avatar_url, old.birthday, old.profession) is distinct from (new.certified, new.avatar_url, new.birthday, new.profession))
  execute function indicators.touch_profile();

create or replace function indicators.touch_install() returns trigger language plpgsql as $$
begin
  insert into indicators.touched_install (at)
    select distinct indicators.quarter(at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on promotion.install
  referencing new table as changed for each statement execute function indicators.touch_install();
create or replace trigger touch_change after update on promotion.install
  referencing new table as changed for each statement execute function indicators.touch_install();

-- What users make.
create or replace function indicators.touch_post() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct user_id, indicators.quarter(posted_at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on community.dynamic
  referencing new table as changed for each statement execute function indicators.touch_post();
create or replace trigger touch_new after insert on community.comment
  referencing new table as changed for each statement execute function indicators.touch_post();

create or replace function indicators.touch_item() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct user_id, indicators.quarter(submitted_at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on audits.item
  referencing new table as changed for each statement execute function indicators.touch_item();

create or replace function indicators.touch_report() returns trigger language plpgsql as $$
begin
  insert into indicators.touched (user_id, at)
    select distinct reporter_id, indicators.quarter(reported_at) from changed;
  return null;
end $$;
create or replace trigger touch_new after insert on audits.report
  referencing new table as changed for each statement execute function indicators.touch_report();
