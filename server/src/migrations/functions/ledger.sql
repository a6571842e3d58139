-- Functions and triggers of the schema `ledger`. Applied again whenever this file changes.

-- A statement that names a partition does not fire its parent's triggers, so each partition gets its own.
drop function if exists ledger.guard_partition(regclass);
create or replace function ledger.guard_partition(part regclass, guard text) returns void language plpgsql as $$
begin
  if not exists (select from pg_trigger where tgrelid = part and tgname = guard) then
    execute format('create trigger %I after insert on %s referencing new table as written for each statement execute function ledger.%1$I()', guard, part);
  end if;
end $$;

create or replace trigger keep before update or delete or truncate on ledger.transfer for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on ledger.entry for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on ledger.hold_resolution for each statement execute function kit.refuse_change();

-- Creates missing partitions of the three tables; a job calls it. Few at a time, as queries are planned over all of them.
create or replace function ledger.ensure_months(first_month date, months int) returns int language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  made int;
  part regclass;
begin
  made := kit.ensure_months('ledger.transfer', first_month, months, true)
        + kit.ensure_months('ledger.hold_resolution', first_month, months, true)
        + kit.ensure_months('ledger.entry', first_month, months, true);
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'ledger.entry'::regclass loop
    perform ledger.guard_partition(part, 'check_entries');
  end loop;
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'ledger.transfer'::regclass loop
    perform ledger.guard_partition(part, 'check_booked');
  end loop;
  return made;
end $$;

-- Creates the accounts that don't exist; a null floor means none. In the order of their keys, against deadlocks.
create or replace function ledger.ensure_accounts(a_owner text[], a_purpose text[], a_currency text[], a_derived boolean[], a_floor bigint[])
returns void language sql security definer set search_path = ledger, pg_temp as $$
  insert into account (owner, purpose, currency, derived, floor)
  select * from unnest(a_owner, a_purpose, a_currency, a_derived, a_floor) order by 1, 2, 3
  on conflict do nothing
$$;

-- A post or void must resolve an accepted hold, be its only resolution, and release exactly what it reserved on each account; a
-- post may take from an account at most what was reserved on it.
create or replace function ledger.check_resolutions(resolving uuid[]) returns void language plpgsql
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
  if bad is not null then raise exception 'a hold is not released exactly: %', bad using errcode = '23514'; end if;
end $$;

-- Checks entries that were not written by `ledger.post`, which checks its own. Runs once a statement, over all entries it
-- inserted. Look-ups are laterals with a limit, so that a cached plan never scans a table that has grown since.
create or replace function ledger.check_entries() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  bad text;
  resolving uuid[];
begin
  -- Each transfer sums to zero, was written by this transaction and not refused, and keeps to its phase: a hold only reserves, a
  -- single transfer changes no reserve, a void moves nothing.
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

  -- Each leg has the currency and kind of its account, none takes it below its floor, versions have no gap, and the last entry
  -- is the balance.
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

-- Locks the accounts in id order, then returns their balances, which of the transfers exist already, and what the
-- holds reserved. Each look-up is a separate statement, so that it sees what was committed while this one waited for the locks. Returns
-- text with a line for each row, which costs the client a tenth of rows with columns.
create or replace function ledger.open(
  a_id bigint[], t_id uuid[], t_low uuid, t_high uuid, h_id uuid[], h_low uuid, h_high uuid,
  out accounts text, out known text, out held text
) language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  -- Platform accounts are not locked; the caller only compares their names.
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

-- Locks these accounts in id order and returns their balances, a line each like `ledger.open`; those that don't exist are left out. Purpose
-- and currency are expressions so that the index on owners is used: an owner has few accounts, a purpose millions.
create or replace function ledger.hold(a_owner text[], a_purpose text[], a_currency text[]) returns text
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  ids bigint[];
  found text;
begin
  select array_agg(a.id) into ids
    from unnest(a_owner, a_purpose, a_currency) as k(owner, purpose, currency)
   cross join lateral (
     select b.id from account b
      where b.owner = k.owner and b.purpose || '' = k.purpose and b.currency || '' = k.currency and not b.derived limit 1) a;
  -- A statement of its own, so that it sees what was committed while this one waited for the locks.
  select string_agg(concat(s.id, ' ', s.posted, ' ', s.reserved, ' ', s.cost_micros, ' ', s.owner, '/', s.purpose, '/', s.currency), E'\n')
    into found
    from (select id, posted, reserved, cost_micros, owner, purpose, currency
            from account where id = any(ids) order by id for no key update) s;
  return found;
end $$;

-- Adds new entries to the days of platform accounts (`folded`) and to the books (`booked`, `booked_day`), each exactly once and never
-- beyond a running transaction. Folds about `at_once` entries of each kind, as a write transaction must be short: call again until it
-- returns 0.
create or replace function ledger.fold(at_once int default 50000) returns bigint language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  low xid8;
  high xid8 := kit.horizon();
  first_xid xid8;
  cut xid8;
  folded_entries bigint;
begin
  insert into kit.reader (name) values ('ledger.fold') on conflict do nothing;
  -- Without entries, the boundary moves only for a month that waits for it, or after many transactions: a write would itself be a new
  -- transaction for all readers (server/src/kit/database/newRows.ts).
  select boundary into low from kit.reader where name = 'ledger.fold';
  if high::text::bigint - low::text::bigint < 10000
     and not exists (select from month where state = 'closing')
     and not exists (select from entry e where e.version is null and e.xid >= low and e.xid < high)
     and not exists (select from entry e where e.version is not null and e.xid >= low and e.xid < high) then
    return 0;
  end if;
  select boundary into low from kit.reader where name = 'ledger.fold' for update;
  if low >= high then return 0; end if;
  -- One transaction is never split, however large.
  select least((select e.xid from entry e
                 where e.version is null and e.xid >= low and e.xid < high order by e.xid offset at_once limit 1),
               (select e.xid from entry e
                 where e.version is not null and e.xid >= low and e.xid < high order by e.xid offset at_once limit 1)) into cut;
  if cut is not null then
    select least((select e.xid from entry e where e.version is null and e.xid >= low and e.xid < high order by e.xid limit 1),
                 (select e.xid from entry e where e.version is not null and e.xid >= low and e.xid < high order by e.xid limit 1))
      into first_xid;
    high := case when cut > first_xid then cut else (cut::text::bigint + 1)::text::xid8 end;
  end if;
  with fresh as materialized (
    select account_id, transfer_id, amount, recorded_at, true as derived
      from entry where version is null and xid >= low and xid < high
    union all
    select account_id, transfer_id, amount, recorded_at, false
      from entry where version is not null and xid >= low and xid < high
  ), days as (
    select account_id, (recorded_at at time zone 'UTC')::date as day,
           sum(-amount) filter (where amount < 0) as debit, sum(amount) filter (where amount > 0) as credit, count(*) as entries
      from fresh where derived group by 1, 2
  ), put_days as (
    insert into folded as f (account_id, day, debit, credit, entries)
    select account_id, day, coalesce(debit, 0), coalesce(credit, 0), entries from days
    on conflict (account_id, day) do update
      set debit = f.debit + excluded.debit, credit = f.credit + excluded.credit, entries = f.entries + excluded.entries
  ), by_account as (
    select f.account_id, date_bin('15 minutes', t.booked_at, 'epoch') as slot,
           coalesce(sum(-f.amount) filter (where f.amount < 0), 0) as debit,
           coalesce(sum(f.amount) filter (where f.amount > 0), 0) as credit, count(*) as entries
      from fresh f
     cross join lateral (select booked_at from transfer t where t.id = f.transfer_id offset 0) t
     where f.amount <> 0
     group by 1, 2
  ), slots as materialized (
    select b.slot, split_part(a.owner, ':', 1) as holder, a.purpose, a.currency,
           sum(b.debit) as debit, sum(b.credit) as credit, sum(b.entries)::bigint as entries
      from by_account b
     cross join lateral (select owner, purpose, currency from account a where a.id = b.account_id offset 0) a
     group by 1, 2, 3, 4
  ), put_slots as (
    insert into booked as f (slot, holder, purpose, currency, debit, credit, entries) select * from slots
    on conflict (slot, holder, purpose, currency) do update
      set debit = f.debit + excluded.debit, credit = f.credit + excluded.credit, entries = f.entries + excluded.entries
  ), put_booked_days as (
    insert into booked_day as f (day, holder, purpose, currency, debit, credit, entries)
    select (slot at time zone 'UTC')::date, holder, purpose, currency, sum(debit), sum(credit), sum(entries)::bigint
      from slots group by 1, 2, 3, 4
    on conflict (day, holder, purpose, currency) do update
      set debit = f.debit + excluded.debit, credit = f.credit + excluded.credit, entries = f.entries + excluded.entries
  )
  select count(*) into folded_entries from fresh;
  update kit.reader set boundary = high where name = 'ledger.fold';
  return folded_entries;
end $$;

-- Guards `ledger.month`: months are consecutive, closed by two members of staff, and never reopened.
create or replace function ledger.check_month() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  closed_until timestamptz;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'closing' or new.state <> 'closed' or old.xid >= kit.horizon()
       or (new.month, new.starts_at, new.ends_at, new.asked_by, new.approved_by, new.approved_at, new.xid)
          is distinct from (old.month, old.starts_at, old.ends_at, old.asked_by, old.approved_by, old.approved_at, old.xid) then
      raise exception 'a closed month can''t change' using errcode = '42501';
    end if;
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger.month', 0));
  select max(ends_at) into closed_until from month;
  if new.state <> 'closing' or new.xid <> kit.xid() or new.starts_at <> coalesce(closed_until, new.starts_at)
     or new.ends_at > new.approved_at then
    raise exception 'months are closed in order, after their end' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace trigger check_month before insert or update on ledger.month for each row execute function ledger.check_month();
create or replace trigger keep before delete or truncate on ledger.month for each statement execute function kit.refuse_change();

-- Begins to close a month: after its commit, nothing is booked into it. Earlier transactions may still do so; `ledger.finish_closing` waits
-- for them.
create or replace function ledger.close_month(
  a_month date, a_starts timestamptz, a_ends timestamptz, a_asked_by text, a_approved_by text, a_at timestamptz
) returns void language sql security definer set search_path = ledger, pg_temp as $$
  insert into month (month, starts_at, ends_at, state, asked_by, approved_by, approved_at)
  values (a_month, a_starts, a_ends, 'closing', a_asked_by, a_approved_by, a_at)
$$;

-- Closes months into which nothing can be posted any more and whose entries are all folded. Returns their number.
create or replace function ledger.finish_closing(a_at timestamptz) returns bigint language sql
security definer set search_path = ledger, pg_temp as $$
  with finished as (
    update month set state = 'closed', closed_at = a_at
     where state = 'closing' and xid < kit.horizon()
       and xid < (select boundary from kit.reader where name = 'ledger.fold')
    returning 1)
  select count(*) from finished
$$;

-- Checks transfers that were not written by `ledger.post`: each is booked when it happened, or at the first instant that is not
-- closed.
create or replace function ledger.check_booked() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  bad text;
begin
  select string_agg(s.id::text, ', ') into bad
    from (select w.id from written w
           where w.booked_at is distinct from greatest(w.occurred_at, (select max(m.ends_at) from month m)) limit 5) s;
  if bad is not null then raise exception 'booked into a closed month, or not when it happened: %', bad using errcode = '23514'; end if;
  return null;
end $$;

-- Posts a batch (the type `ledger.batch` describes its fields). The caller has planned it on the balances it sends, which
-- `ledger.open` returned. Trusts nothing: each transfer must sum to zero in each currency and keep to its phase, no leg may take
-- its account below its floor, and the accounts must have the names and balances that were sent. Versions
-- and the balances after each leg are computed here. What needs no account is done before they are locked, so that two
-- batches on the same accounts overlap.
--
-- Raises P0G01 when the accounts are not as expected, and unique_violation when a transfer exists or a hold is resolved already.
create or replace function ledger.post(b ledger.batch) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  -- Variables, because PL/pgSQL reads elements of arrays in them faster than in fields of a composite.
  ids uuid[] := b.ids;
  phases text[] := b.phases;
  refusals int[] := b.refusals;
  leg_transfers int[] := b.leg_transfers;
  leg_accounts int[] := b.leg_accounts;
  amounts bigint[] := b.leg_amounts;
  reserves bigint[] := b.leg_reserves;
  costs bigint[] := b.leg_costs;
  -- Owned accounts, then the platform's: legs refer to them by their index in both.
  owned int := cardinality(b.account_ids);
  account_ids bigint[] := b.account_ids || b.platform_ids;
  names text[] := b.account_names || b.platform_names;
  legs int := cardinality(b.leg_transfers);
  transfer_dims text := '[1:' || cardinality(b.ids) || ']';
  leg_dims text := case when legs > 0 then '[1:' || legs || ']' end;
  -- One statement that writes all entries is cheaper for few legs; for many, the platform's are written before locking.
  early boolean := legs > 128;
  -- The current leg, and the sums of its transfer.
  transfer int;
  last int := 0;
  account int;
  phase text;
  currency text;
  amount bigint;
  reserve bigint;
  tokens bigint := 0;
  bonus bigint := 0;
  usd bigint := 0;
  usdt bigint := 0;
  -- For each owned account: the balance after the legs so far, the number of legs, and the lowest available amount.
  new_posted bigint[] := b.posted;
  new_reserved bigint[] := b.reserved;
  new_cost bigint[] := b.cost_micros;
  counts int[] := array_fill(0, array[owned]);
  lowest bigint[] := array_fill(null::bigint, array[owned]);
  -- For each leg.
  currencies text[] := array_fill(null::text, array[legs]);
  posted_after bigint[] := array_fill(null::bigint, array[legs]);
  reserved_after bigint[] := array_fill(null::bigint, array[legs]);
  versions bigint[] := array_fill(null::bigint, array[legs]);
  -- Assigned before the first statement checks whether a month is closed: `ledger.finish_closing` waits for transactions that
  -- have a number.
  own_xid xid8 := kit.xid();
  -- The accounts as they are in the database.
  locked record;
  platform record;
  resolving uuid[];
begin
  -- Arrays are read by index and in order, which must agree.
  if array_dims(ids) <> transfer_dims or array_dims(phases) is distinct from array_dims(ids)
     or array_dims(refusals) is distinct from array_dims(ids)
     or array_dims(leg_transfers) is distinct from leg_dims or array_dims(b.leg_lines) is distinct from leg_dims
     or array_dims(leg_accounts) is distinct from leg_dims or array_dims(amounts) is distinct from leg_dims
     or array_dims(reserves) is distinct from leg_dims or array_dims(costs) is distinct from leg_dims then
    raise exception 'arrays of different shapes' using errcode = '22023';
  end if;

  for i in 1 .. legs + 1 loop
    transfer := leg_transfers[i];
    if transfer is distinct from last then
      if tokens <> 0 or bonus <> 0 or usd <> 0 or usdt <> 0 then
        raise exception 'unbalanced: a transfer does not sum to zero' using errcode = '23514';
      end if;
      exit when i > legs;
      -- The legs of a transfer are adjacent, so that its sums are complete.
      if transfer < last or refusals[transfer] is not null then
        raise exception 'legs out of order, or of a refused transfer: a leg breaks the phase' using errcode = '23514';
      end if;
      last := transfer;
      phase := phases[transfer];
    end if;
    account := leg_accounts[i];
    amount := amounts[i];
    reserve := reserves[i];
    if (case phase when 'single' then reserve <> 0
                   when 'hold' then amount <> 0 or reserve <= 0
                   when 'void' then amount <> 0
                   else false end) then
      raise exception 'a leg breaks the phase of its transfer' using errcode = '23514';
    end if;
    currency := split_part(names[account], '/', 3);
    case currency
      when 'TOKEN' then tokens := tokens + amount;
      when 'BONUS' then bonus := bonus + amount;
      when 'USD' then usd := usd + amount;
      when 'USDT' then usdt := usdt + amount;
    end case;
    currencies[i] := currency;
    if account <= owned then
      amount := new_posted[account] + amount;
      reserve := new_reserved[account] + reserve;
      if reserve < 0 then
        raise exception 'overdraft: a leg releases more than is reserved' using errcode = '23514';
      end if;
      new_posted[account] := amount;
      new_reserved[account] := reserve;
      new_cost[account] := new_cost[account] + costs[i];
      counts[account] := counts[account] + 1;
      lowest[account] := least(lowest[account], amount - reserve);
      posted_after[i] := amount;
      reserved_after[i] := reserve;
      -- Relative to the account's version, which is only known under its lock.
      versions[i] := counts[account];
    elsif reserve <> 0 or costs[i] <> 0 then
      raise exception 'a leg breaks the phase: platform accounts have no reserve and no cost' using errcode = '23514';
    end if;
  end loop;

  perform set_config('ledger.posting', ledger.posting_mark(own_xid), true);
  insert into ledger.transfer (id, request_hash, kind, phase, hold_id, reference, refused, actor, occurred_at, booked_at, recorded_at)
  select t.id, t.hash, t.kind, t.phase, t.hold, t.reference, t.refused, coalesce(t.actor, b.actor), t.at,
         greatest(t.at, (select max(m.ends_at) from ledger.month m)), b.recorded_at
    from unnest(ids, b.hashes, b.kinds, phases, b.hold_ids, b.reference_texts, refusals, b.occurred_at, b.actors)
      as t(id, hash, kind, phase, hold, reference, refused, at, actor)
   order by t.id;
  if early then
    insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros, recorded_at)
    select ids[l.transfer], l.line, account_ids[l.account], l.currency, l.amount, 0, 0, b.recorded_at
      from unnest(leg_transfers, b.leg_lines, leg_accounts, currencies, amounts)
        as l(transfer, line, account, currency, amount)
     where l.account > owned;
  end if;

  select coalesce(array_agg(s.id), '{}') as ids, coalesce(array_agg(s.name), '{}') as names,
         coalesce(array_agg(s.posted), '{}') as posted, coalesce(array_agg(s.reserved), '{}') as reserved,
         coalesce(array_agg(s.cost_micros), '{}') as cost_micros, coalesce(array_agg(s.version), '{}') as versions,
         coalesce(array_agg(s.floor), '{}') as floors
    into locked
    from (select a.id, a.owner || '/' || a.purpose || '/' || a.currency as name, a.posted, a.reserved, a.cost_micros,
                 a.version, a.floor
            from ledger.account a where a.id = any(b.account_ids) and not a.derived order by a.id for no key update) s;
  select coalesce(array_agg(a.id order by a.id), '{}') as ids,
         coalesce(array_agg(a.owner || '/' || a.purpose || '/' || a.currency order by a.id), '{}') as names
    into platform
    from ledger.account a where a.id = any(b.platform_ids) and a.derived;
  if locked.ids is distinct from b.account_ids or locked.names is distinct from b.account_names
     or locked.posted is distinct from b.posted or locked.reserved is distinct from b.reserved
     or locked.cost_micros is distinct from b.cost_micros
     or platform.ids is distinct from b.platform_ids or platform.names is distinct from b.platform_names then
    raise exception 'accounts are not as expected' using errcode = 'P0G01';
  end if;

  for i in 1 .. owned loop
    if lowest[i] < locked.floors[i] then
      raise exception 'overdraft: a leg goes below the floor of its account' using errcode = '23514';
    end if;
  end loop;
  update ledger.account a
     set posted = n.posted, reserved = n.reserved, cost_micros = n.cost_micros, version = a.version + n.count
    from unnest(b.account_ids, new_posted, new_reserved, new_cost, counts) as n(id, posted, reserved, cost_micros, count)
   where a.id = n.id and n.count > 0;
  insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                            posted_after, reserved_after, version, recorded_at)
  select ids[l.transfer], l.line, account_ids[l.account], l.currency, l.amount, l.reserved, l.cost,
         l.posted_after, l.reserved_after, locked.versions[l.account] + l.version, b.recorded_at
    from unnest(leg_transfers, b.leg_lines, leg_accounts, currencies, amounts, reserves, costs, posted_after, reserved_after,
                versions)
      as l(transfer, line, account, currency, amount, reserved, cost, posted_after, reserved_after, version)
   where l.account <= owned or not early;

  if 'post' = any(phases) or 'void' = any(phases) then
    with made as (
      insert into ledger.hold_resolution (hold_id, transfer_id, phase)
      select t.hold, t.id, t.phase
        from unnest(ids, phases, b.hold_ids, refusals) as t(id, phase, hold, refused)
       where t.phase in ('post', 'void') and t.refused is null
      returning transfer_id)
    select array_agg(transfer_id) into resolving from made;
    -- Also those without legs: they would release nothing.
    if resolving is not null then perform ledger.check_resolutions(resolving); end if;
  end if;
  -- What the same transaction writes afterwards is not ours.
  perform set_config('ledger.posting', '', true);
end $$;

-- Posts a batch that was planned on cached balances. When the accounts are not as expected, or a transfer exists already,
-- writes nothing and returns what `ledger.open` does, which keeps the accounts locked: plan again and call `ledger.post`.
create or replace function ledger.post_expected(b ledger.batch, out accounts text, out known text) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform ledger.post(b);
exception when sqlstate 'P0G01' or unique_violation then
  select coalesce(o.accounts, ''), o.known into accounts, known
    from ledger.open(b.account_ids || b.platform_ids, b.ids, b.lowest_id, b.highest_id, null, null, null) o;
end $$;

-- What `ledger.post` marks its statements with: a setting anybody could change, to a value that nobody else can know.
create or replace function ledger.posting_mark(xid xid8) returns text language sql stable
security definer set search_path = pg_catalog, pg_temp as $$
  select k.key || '/' || xid::text from ledger.posting_key k
$$;

-- True while `ledger.post` writes rows, which it has checked itself: the triggers skip those.
create or replace function ledger.is_posting() returns boolean language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(
    current_setting('ledger.posting', true) = ledger.posting_mark(pg_current_xact_id_if_assigned()), false);
end $$;

create or replace trigger check_entries after insert on ledger.entry referencing new table as written
  for each statement when (not ledger.is_posting()) execute function ledger.check_entries();

create or replace trigger check_booked after insert on ledger.transfer referencing new table as written
  for each statement when (not ledger.is_posting()) execute function ledger.check_booked();

-- The first months; a job creates the next. Does nothing where they exist.
select ledger.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);
