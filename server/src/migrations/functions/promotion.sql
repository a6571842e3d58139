-- Functions and triggers of the schema `promotion`. Applied again whenever this file changes.
--
-- A fact marks its channel's day as dirty, in its own transaction: late facts count, and none counts twice.

create or replace function promotion.note_install() returns trigger language plpgsql as $$
begin
  insert into promotion.dirty_day (channel, at) values (new.channel, new.at);
  if tg_op = 'UPDATE' then insert into promotion.dirty_day (channel, at) values (old.channel, old.at); end if;
  return null;
end $$;
create or replace trigger note_install after insert or update on promotion.install
  for each row execute function promotion.note_install();

-- A user's channel, registration or marks changed: the days of the registration and of every order, of both channels.
create or replace function promotion.note_user() returns trigger language plpgsql as $$
begin
  insert into promotion.dirty_day (channel, at)
  select c.channel, m.at
    from (values (new.channel), (case when tg_op = 'UPDATE' then old.channel end)) c(channel)
   cross join (select new.registered_at as at
               union all select old.registered_at where tg_op = 'UPDATE'
               union all select o.paid_at from finance.recharge_order o where o.user_id = new.id
               union all select r.at from finance.recharge_order o join finance.order_return r on r.order_id = o.id
                          where o.user_id = new.id) m
   where c.channel <> '' and m.at is not null
   group by 1, 2;
  return null;
end $$;
create or replace trigger promotion_new_user after insert on users.app_user
  for each row when (new.channel <> '' and new.registered_at is not null) execute function promotion.note_user();
create or replace trigger promotion_user after update of channel, registered_at, market_audit, internal on users.app_user
  for each row when ((new.channel, new.registered_at, new.market_audit, new.internal)
    is distinct from (old.channel, old.registered_at, old.market_audit, old.internal)) execute function promotion.note_user();

create or replace function promotion.note_order() returns trigger language plpgsql as $$
begin
  insert into promotion.dirty_day (channel, at)
  select u.channel, m.at
    from users.app_user u
   cross join (select new.paid_at as at union select old.paid_at where tg_op = 'UPDATE') m
   where u.id = new.user_id and u.channel <> '' and m.at is not null;
  return null;
end $$;
create or replace trigger promotion_new_order after insert on finance.recharge_order
  for each row when (new.paid_at is not null) execute function promotion.note_order();
create or replace trigger promotion_order after update on finance.recharge_order
  for each row when ((new.user_id, new.paid_at, new.usd_cents, new.first_recharge, new.recharge_id)
    is distinct from (old.user_id, old.paid_at, old.usd_cents, old.first_recharge, old.recharge_id))
  execute function promotion.note_order();

-- A return counts on its day once it is posted, and no more once it is won.
create or replace function promotion.note_return() returns trigger language plpgsql as $$
begin
  insert into promotion.dirty_day (channel, at)
  select u.channel, new.at
    from finance.recharge_order o join users.app_user u on u.id = o.user_id
   where o.id = new.order_id and u.channel <> '';
  return null;
end $$;
create or replace trigger promotion_return after insert or update on finance.order_return
  for each row when (new.transfer_id is not null) execute function promotion.note_return();

-- The user was online on the day after the registration, in any zone.
create or replace function promotion.note_active() returns trigger language plpgsql as $$
begin
  insert into promotion.dirty_day (channel, at)
  select u.channel, u.registered_at
    from fresh f join users.app_user u on u.id = f.user_id
   where u.channel <> '' and u.registered_at is not null
     and f.day between u.registered_at::date and u.registered_at::date + 3;
  return null;
end $$;
create or replace trigger promotion_active after insert on users.active_day referencing new table as fresh
  for each statement execute function promotion.note_active();

-- The network of an address: /24 of IPv4, also where it is written as IPv6, /48 of IPv6; empty for anything that is none.
create or replace function promotion.block_of(ip text) returns text language sql stable parallel safe as $$
  select case when ip like '%/%' or not pg_input_is_valid(ip, 'inet') then ''
              when family(ip::inet) = 4 then host(network(set_masklen(ip::inet, 24))) || '/24'
              when ip::inet <<= inet '::ffff:0.0.0.0/96'
                then regexp_replace(host(ip::inet), '^::ffff:(\d+\.\d+\.\d+)\.\d+$', '\1.0/24', 'i')
              else network(set_masklen(ip::inet, 48))::text end
$$;
