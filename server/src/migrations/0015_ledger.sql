-- The ledger made fast: a batch is opened in one call and posted in another, whose one statement checks what it
-- writes, and indexes serve the Flow area.

-- Of platform accounts nobody asks a running balance.
drop index ledger.entry_account;
create index entry_account on ledger.entry (account_id, recorded_at desc, version desc) where version is not null;
-- A statement in the order in which things happened.
create index entry_statement on ledger.entry (account_id, transfer_id desc, line desc);
create index transfer_kind on ledger.transfer (kind, id desc);
create index transfer_reference on ledger.transfer (reference, id desc);

-- post and void resolve a hold that stands, as the one that may, and release exactly what it reserved on each account; a
-- post takes from an account at most what was reserved on it.
create function ledger.check_resolutions(resolving uuid[]) returns void language plpgsql
security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  bad text;
begin
  select string_agg(s.id::text, ', ') into bad from (
    select d.id
      from unnest(resolving) as d(id)
      join lateral (select t.phase, t.hold_id from transfer t where t.id = d.id limit 1) t on true
      left join lateral (select h.phase, h.refused from transfer h where h.id = t.hold_id limit 1) h on true
      left join lateral (select r.transfer_id from hold_resolution r where r.hold_id = t.hold_id limit 1) r on true
      left join lateral (
        select bool_or(coalesce(w.released, 0) <> -coalesce(o.reserved, 0) or coalesce(w.taken, 0) > coalesce(o.reserved, 0)) as broken
          from (select account_id, sum(e.reserved) as reserved from entry e where e.transfer_id = t.hold_id group by 1) o
          full join (select account_id, sum(w.reserved) as released,
                            sum(-w.amount) filter (where w.amount < 0 and w.version is not null) as taken
                       from entry w where w.transfer_id = d.id group by 1) w using (account_id)
      ) c on true
     where h.phase is distinct from 'hold' or h.refused is not null or r.transfer_id is distinct from d.id or c.broken
     limit 5) s;
  if bad is not null then raise exception 'a hold is not released as it was made: %', bad using errcode = '23514'; end if;
end $$;

-- Holds the rules against whoever writes entries past `ledger.post`, which checks them itself as it writes. Runs once a
-- statement, over all legs it wrote. Look-ups are laterals with a limit: a cached plan must never come to scan a table
-- that has grown since.
create or replace function ledger.check_entries() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  bad text;
  resolving uuid[];
begin
  if current_setting('ledger.posting', true) = 'checked' then return null; end if;

  -- Every transfer nets to zero, was written by this transaction and not refused, and keeps to its phase: a hold only
  -- reserves, a single one touches no reserve, a void moves nothing.
  select string_agg(s.why || ' ' || s.transfer_id, ', ') filter (where s.why is not null),
         array_agg(s.transfer_id) filter (where s.phase in ('post', 'void'))
    into bad, resolving
    from (
      select l.transfer_id, t.phase,
             case when coalesce(l.tokens, 0) <> 0 or coalesce(l.bonus, 0) <> 0 or coalesce(l.usd, 0) <> 0
                    or coalesce(l.usdt, 0) <> 0 then 'unbalanced:'
                  when t.xid is null or t.refused is not null or t.xid <> kit.xid()
                    then 'entries of a sealed, refused or missing transfer:'
                  when (t.phase = 'hold' and (l.moves or not l.only_reserves)) or (t.phase = 'single' and l.reserves)
                    or (t.phase = 'void' and l.moves) then 'a leg breaks its phase:' end as why
        from (select transfer_id,
                     sum(amount) filter (where currency = 'TOKEN') as tokens,
                     sum(amount) filter (where currency = 'BONUS') as bonus,
                     sum(amount) filter (where currency = 'USD') as usd,
                     sum(amount) filter (where currency = 'USDT') as usdt,
                     bool_or(amount <> 0) as moves, bool_or(reserved <> 0) as reserves,
                     bool_and(reserved > 0) as only_reserves
                from written group by transfer_id) l
        left join lateral (select t.phase, t.refused, t.xid from transfer t where t.id = l.transfer_id limit 1) t on true
    ) s;
  if bad is not null then raise exception '%', left(bad, 500) using errcode = '23514'; end if;

  -- Every leg is of its account's currency and kind, none takes it below its floor, and the newest entry is the balance,
  -- its versions following the one before.
  select string_agg(s.why || ' ' || s.account_id, ', ') into bad
    from (
      select o.account_id,
             case when o.broken then 'overdraft or foreign currency: account'
                  when not o.newest or o.first <> o.last - o.legs + 1 then 'balance differs from its last entry: account'
             end as why
        from (select w.account_id, count(*) as legs, min(w.version) as first, max(a.version) as last,
                     bool_or(a.version is null or a.derived or w.currency <> a.currency or w.reserved_after < 0
                             or (a.floor is not null and w.posted_after - w.reserved_after < a.floor)) as broken,
                     bool_or(w.version = a.version and w.posted_after = a.posted and w.reserved_after = a.reserved) as newest
                from written w
                left join lateral (select a.currency, a.derived, a.floor, a.posted, a.reserved, a.version
                                     from account a where a.id = w.account_id limit 1) a on true
               where w.version is not null group by w.account_id) o
      union all
      select d.account_id, 'overdraft or foreign currency: account'
        from (select distinct account_id, currency from written where version is null) d
        left join lateral (select a.currency, a.derived from account a where a.id = d.account_id limit 1) a on true
       where a.currency is distinct from d.currency or not a.derived
    ) s;
  if bad is not null then raise exception '%', left(bad, 500) using errcode = '23514'; end if;
  if resolving is not null then perform check_resolutions(resolving); end if;
  return null;
end $$;

-- Opens a batch in one round trip: locks the accounts in the order of their ids, then tells their balances, which of the
-- transfers are there already, and what the holds reserved. Each look-up is a statement of its own, so that it sees what
-- committed while this one waited for the locks. A line a row: rows of text cost the client a tenth of rows of columns.
create function ledger.open(
  a_id bigint[], t_id uuid[], t_low uuid, t_high uuid, h_id uuid[], h_low uuid, h_high uuid,
  out accounts text, out known text, out held text
) language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  -- Platform accounts are only looked at: whether they still are who the caller takes them for.
  select string_agg(concat(s.id, ' ', s.posted, ' ', s.reserved, ' ', s.cost_micros, ' ', s.owner, '/', s.purpose, '/', s.currency), E'\n')
    into accounts
    from (select id, posted, reserved, cost_micros, owner, purpose, currency
            from account where id = any(a_id) and not derived order by id for no key update) s;
  select concat_ws(E'\n', accounts, string_agg(concat(a.id, ' 0 0 0 ', a.owner, '/', a.purpose, '/', a.currency), E'\n'))
    into accounts
    from account a where a.id = any(a_id) and a.derived;
  select string_agg(concat(t.id, ' ', encode(t.request_hash, 'hex'), ' ', t.refused), E'\n') into known
    from transfer t where t.id between t_low and t_high and t.id = any(t_id);
  if h_low is null then return; end if;
  select string_agg(concat(s.transfer_id, ' ', s.reserved, ' ', s.resolved, ' ', a.owner, '/', a.purpose, '/', a.currency), E'\n')
    into held
    from (select e.transfer_id, e.line, e.account_id, e.reserved,
                 (select 1 from hold_resolution r where r.hold_id = e.transfer_id and r.hold_id between h_low and h_high limit 1) is not null as resolved
            from entry e
           where e.transfer_id between h_low and h_high and e.transfer_id = any(h_id) and e.reserved > 0
           order by e.transfer_id, e.line) s
    join lateral (select * from account a where a.id = s.account_id limit 1) a on true;
end $$;

-- The legs of a few transfers, one after the other: for so few, setting up one large statement costs more than all of
-- them. It holds them to the same rules as `post_many`. Both run as who calls them: from `post`, as the owner.
create function ledger.post_few(
  t_id uuid[], t_phase text[], t_refused int[], t_recorded timestamptz,
  l_transfer int[], l_account bigint[], l_amount bigint[], l_reserved bigint[], l_cost bigint[]
) returns void language plpgsql as $$
declare
  leg_count int := cardinality(l_transfer);
  place int;
  last int := 0;
  line int := 0;
  changed record;
  tokens numeric := 0;
  bonus numeric := 0;
  usd numeric := 0;
  usdt numeric := 0;
  e_id uuid[] := array_fill(null::uuid, array[leg_count]);
  e_line smallint[] := array_fill(null::smallint, array[leg_count]);
  e_posted bigint[] := array_fill(null::bigint, array[leg_count]);
  e_reserved bigint[] := array_fill(null::bigint, array[leg_count]);
  e_version bigint[] := array_fill(null::bigint, array[leg_count]);
  deriveds boolean[];
  currencies text[];
begin
  select array_agg(a.derived order by l.place), array_agg(a.currency order by l.place) into deriveds, currencies
    from unnest(l_account) with ordinality as l(id, place)
    join lateral (select d.derived, d.currency from ledger.account d where d.id = l.id limit 1) a on true;
  if cardinality(deriveds) is distinct from leg_count then
    raise exception 'an account that does not exist' using errcode = '23503';
  end if;
  for i in 1 .. leg_count + 1 loop
    place := l_transfer[i];
    if place is distinct from last then
      if tokens <> 0 or bonus <> 0 or usd <> 0 or usdt <> 0 then
        raise exception 'unbalanced: a transfer does not net to zero' using errcode = '23514';
      end if;
      exit when i > leg_count;
      -- Legs of one transfer stand together, so that its sums are whole.
      if place < last or t_refused[place] is not null then
        raise exception 'a leg breaks the phase of its transfer, or it was refused' using errcode = '23514';
      end if;
      last := place;
      line := 0;
    end if;
    line := line + 1;
    -- Looking first spares an update that finds nothing.
    if not deriveds[i] then
      update ledger.account u
         set posted = u.posted + l_amount[i], reserved = u.reserved + l_reserved[i], cost_micros = u.cost_micros + l_cost[i],
             version = u.version + 1
       where u.id = l_account[i]
      returning u.floor, u.posted, u.reserved, u.version into changed;
      if changed.reserved < 0 or changed.posted - changed.reserved < changed.floor then
        raise exception 'overdraft: a leg goes below the floor of its account' using errcode = '23514';
      end if;
      e_posted[i] := changed.posted;
      e_reserved[i] := changed.reserved;
      e_version[i] := changed.version;
    end if;
    case t_phase[place]
      when 'single' then
        if l_reserved[i] <> 0 then raise exception 'a leg breaks the phase of its transfer' using errcode = '23514'; end if;
      when 'hold' then
        if l_amount[i] <> 0 or l_reserved[i] <= 0 then raise exception 'a leg breaks the phase of its transfer' using errcode = '23514'; end if;
      when 'void' then
        if l_amount[i] <> 0 then raise exception 'a leg breaks the phase of its transfer' using errcode = '23514'; end if;
      else null;
    end case;
    case currencies[i]
      when 'TOKEN' then tokens := tokens + l_amount[i];
      when 'BONUS' then bonus := bonus + l_amount[i];
      when 'USD' then usd := usd + l_amount[i];
      else usdt := usdt + l_amount[i];
    end case;
    e_id[i] := t_id[place];
    e_line[i] := line;
  end loop;

  insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                     posted_after, reserved_after, version, recorded_at)
  select e.id, e.line, e.account, e.currency, e.amount, e.reserved, e.cost, e.posted_after, e.reserved_after, e.version, t_recorded
    from unnest(e_id, e_line, l_account, currencies, l_amount, l_reserved, l_cost, e_posted, e_reserved, e_version)
      as e(id, line, account, currency, amount, reserved, cost, posted_after, reserved_after, version);
end $$;

-- The legs of many transfers in one statement, which also looks whether they keep the rules.
create function ledger.post_many(
  t_id uuid[], t_phase text[], t_refused int[], t_recorded timestamptz,
  l_transfer int[], l_account bigint[], l_amount bigint[], l_reserved bigint[], l_cost bigint[]
) returns void language plpgsql as $$
declare
  made bigint;
  is_unbalanced boolean;
  is_below boolean;
  is_broken boolean;
begin
  with leg as materialized (
    select t_id[l.transfer] as transfer_id, row_number() over (partition by l.transfer order by l.ord)::smallint as line,
           l.account, l.amount, l.reserved, l.cost, l.ord,
           t_refused[l.transfer] is not null
             or case t_phase[l.transfer]
                  when 'single' then l.reserved <> 0
                  when 'hold' then l.amount <> 0 or l.reserved <= 0
                  when 'void' then l.amount <> 0
                  else false end as broken
      from unnest(l_transfer, l_account, l_amount, l_reserved, l_cost) with ordinality
        as l(transfer, account, amount, reserved, cost, ord)
  ), changed as (
    update ledger.account a
       set posted = a.posted + d.amount, reserved = a.reserved + d.reserved, cost_micros = a.cost_micros + d.cost,
           version = a.version + d.legs
      from (select account, sum(amount)::bigint as amount, sum(reserved)::bigint as reserved, sum(cost)::bigint as cost,
                   count(*) as legs
              from leg group by account) d
     where a.id = d.account and not a.derived
    returning a.id, a.posted - d.amount as posted, a.reserved - d.reserved as reserved, a.version - d.legs as version
  ), row as materialized (
    select l.transfer_id, l.line, l.account, a.currency, a.floor, l.amount, l.reserved, l.cost, l.broken,
           c.posted + sum(l.amount) over running as posted_after, c.reserved + sum(l.reserved) over running as reserved_after,
           c.version + row_number() over running as version
      from leg l
      join ledger.account a on a.id = l.account
      left join changed c on c.id = l.account
    window running as (partition by l.account order by l.ord)
  ), put as (
    insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                       posted_after, reserved_after, version, recorded_at)
    select transfer_id, line, account, currency, amount, reserved, cost, posted_after, reserved_after, version, t_recorded
      from row
  )
  select sum(s.legs), bool_or(s.total <> 0), bool_or(s.below), bool_or(s.broken) into made, is_unbalanced, is_below, is_broken
    from (select count(*) as legs, sum(amount) as total, bool_or(broken) as broken,
                 bool_or(posted_after - reserved_after < floor or reserved_after < 0) as below
            from row group by transfer_id, currency) s;
  if is_unbalanced then raise exception 'unbalanced: a transfer does not net to zero' using errcode = '23514'; end if;
  if is_below then raise exception 'overdraft: a leg goes below the floor of its account' using errcode = '23514'; end if;
  if is_broken then
    raise exception 'a leg breaks the phase of its transfer, or it was refused' using errcode = '23514';
  end if;
  if made <> cardinality(l_transfer) then raise exception 'an account that does not exist' using errcode = '23503'; end if;
end $$;

-- The only door for writing. Many transfers in one statement; the caller has opened the batch, decided each transfer on
-- the balances, and sends accepted ones with legs and refused ones without. Legs name their transfer by its place in the
-- first arrays, from 1. An id that exists, or a hold that is resolved, raises unique_violation: the caller looks again.
--
-- Nothing the caller says is taken on trust: what writes the legs also looks whether each transfer nets to zero in each
-- currency and keeps to its phase, and whether any leg takes its account below its floor. Currencies, balances and
-- versions are made here. So the trigger on entries, which others would set off, lets it pass.
create or replace function ledger.post(
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  l_transfer int[], l_account bigint[], l_amount bigint[], l_reserved bigint[], l_cost bigint[]
) returns void language plpgsql security definer set search_path = ledger, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  resolving uuid[];
  transfers text := '[1:' || cardinality(t_id) || ']';
  legs text := '[1:' || cardinality(l_transfer) || ']';
begin
  -- Arrays are read by their places as well as by their order, which must not be two things.
  if array_dims(t_id) <> transfers or array_dims(t_phase) <> transfers or array_dims(t_refused) <> transfers
     or array_dims(l_transfer) <> legs or array_dims(l_account) <> legs or array_dims(l_amount) <> legs
     or array_dims(l_reserved) <> legs or array_dims(l_cost) <> legs then
    raise exception 'arrays of different shapes' using errcode = '22023';
  end if;
  insert into transfer (id, request_hash, kind, phase, hold_id, reference, refused, actor, occurred_at, recorded_at)
  select t.id, t.hash, t.kind, t.phase, t.hold, t.reference, t.refused, t_actor, t.at, t_recorded
    from unnest(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at)
      as t(id, hash, kind, phase, hold, reference, refused, at);

  if 'post' = any(t_phase) or 'void' = any(t_phase) then
    with made as (
      insert into hold_resolution (hold_id, transfer_id, phase)
      select t.hold, t.id, t.phase
        from unnest(t_id, t_phase, t_hold, t_refused) as t(id, phase, hold, refused)
       where t.phase in ('post', 'void') and t.refused is null
      returning transfer_id)
    select array_agg(transfer_id) into resolving from made;
  end if;

  if cardinality(l_transfer) > 0 then
    perform set_config('ledger.posting', 'checked', true);
    if cardinality(l_transfer) <= 16 then
      perform post_few(t_id, t_phase, t_refused, t_recorded, l_transfer, l_account, l_amount, l_reserved, l_cost);
    else
      perform post_many(t_id, t_phase, t_refused, t_recorded, l_transfer, l_account, l_amount, l_reserved, l_cost);
    end if;
    perform set_config('ledger.posting', '', true);
  end if;
  -- Also those without a leg, which would release nothing.
  if resolving is not null then perform check_resolutions(resolving); end if;
end $$;

-- Folds what is new on platform accounts into their days, once each, and never past a transaction that still runs. At most
-- about so many entries at a time, since a write transaction is to be short; call again while it answers more than 0.
drop function ledger.fold();
create function ledger.fold(at_once int default 50000) returns bigint language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  low xid8;
  high xid8 := kit.horizon();
  cut xid8;
  folded_entries bigint;
begin
  insert into kit.reader (name) values ('ledger.fold') on conflict do nothing;
  select boundary into low from kit.reader where name = 'ledger.fold' for update;
  if low >= high then return 0; end if;
  -- The first transaction is taken whole, however large.
  select e.xid into cut from entry e
   where e.version is null and e.xid >= low and e.xid < high order by e.xid offset at_once limit 1;
  if cut is not null then
    select e.xid into cut from entry e
     where e.version is null and e.xid < high
       and e.xid > (select f.xid from entry f where f.version is null and f.xid >= low order by f.xid limit 1)
       and e.xid >= cut order by e.xid limit 1;
    high := coalesce(cut, high);
  end if;
  with fresh as (
    select account_id, (recorded_at at time zone 'UTC')::date as day,
           sum(-amount) filter (where amount < 0) as debit, sum(amount) filter (where amount > 0) as credit, count(*) as entries
      from entry where version is null and xid >= low and xid < high group by 1, 2
  ), put as (
    insert into folded as f (account_id, day, debit, credit, entries)
    select account_id, day, coalesce(debit, 0), coalesce(credit, 0), entries from fresh
    on conflict (account_id, day) do update
      set debit = f.debit + excluded.debit, credit = f.credit + excluded.credit, entries = f.entries + excluded.entries
    returning 1
  )
  select coalesce((select sum(entries) from fresh), 0) into folded_entries from (select count(*) from put) p;
  update kit.reader set boundary = high where name = 'ledger.fold';
  return folded_entries;
end $$;

-- Tokens, bonus and money in and out of what people and agents own, by business day and kind; folded from the ledger.
create schema flow;
create table flow.daily (
  -- `2026-11-20 TOKEN gift`: sorts by day.
  key       text primary key,
  day       date not null,
  currency  text not null,
  kind      text not null,
  in_sum    bigint not null,
  out_sum   bigint not null,
  transfers bigint not null
);
create index daily_kind on flow.daily (kind, key desc);
-- The zone the days are of; when the platform's changes, they are folded anew.
create table flow.zone (
  one  boolean primary key default true check (one),
  zone text not null
);

-- Open holds are looked up by who made them.
create index entry_held on ledger.entry (account_id, transfer_id) where reserved > 0;
create index account_held on ledger.account (id) where reserved <> 0;

-- What a round that proves new entries has found, and how much it has looked at.
create table ledger.verified (
  one     boolean primary key default true check (one),
  entries bigint not null default 0,
  -- The newest it has seen, by when it was recorded.
  until   timestamptz(3)
);
insert into ledger.verified default values;
create table ledger.finding (
  id       bigint generated always as identity primary key,
  rule     text not null,
  subject  text not null,
  detail   text not null,
  found_at timestamptz(3) not null
);

-- Partitions are made as who owns the tables, so that the application may run as a role that owns nothing
-- (deploy/app-role.sql). Names are qualified throughout; nothing of a caller's search path is looked at.
alter function kit.ensure_months(regclass, date, int, boolean) security definer set search_path = pg_catalog, pg_temp;
alter function ledger.ensure_months(date, int) security definer set search_path = pg_catalog, pg_temp;

-- Every account of the platform in the chart (server/src/ledger/accounts.ts), so that none is ever made by a transaction
-- that may be taken back. One that joins the chart comes with a migration; a test holds both together.
insert into ledger.account (owner, purpose, currency, derived) values
  ('platform', 'issue', 'TOKEN', true),
  ('platform', 'issue', 'BONUS', true),
  ('platform', 'promo', 'TOKEN', true),
  ('platform', 'burn', 'TOKEN', true),
  ('platform', 'adjust', 'TOKEN', true),
  ('platform', 'redeem', 'BONUS', true),
  ('platform', 'rounding', 'BONUS', true),
  ('platform', 'rounding', 'USD', true),
  ('platform', 'suspense', 'USDT', true),
  ('platform', 'fx', 'USD', true),
  ('platform', 'fx', 'USDT', true),
  ('platform', 'cash.gateway', 'USD', true),
  ('platform', 'cash.bank', 'USD', true),
  ('platform', 'cash.usdt.trc20', 'USDT', true),
  ('platform', 'cash.usdt.erc20', 'USDT', true),
  ('platform', 'revenue', 'USD', true),
  ('platform', 'deferredTokens', 'USD', true),
  ('platform', 'bonusLiability', 'USD', true),
  ('platform', 'anchorCost', 'USD', true),
  ('platform', 'commissionCost', 'USD', true),
  ('platform', 'promoCost', 'USD', true),
  ('platform', 'feeCost', 'USD', true),
  ('platform', 'feeIncome', 'USD', true),
  ('platform', 'chargebackLoss', 'USD', true)
on conflict do nothing;
