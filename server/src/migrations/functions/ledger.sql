-- Functions and triggers of the schema `ledger`. Applied again whenever this file changes.

-- A partition takes direct statements past its parent's triggers, so each gets its own.
create or replace function ledger.guard_partition(part regclass) returns void language plpgsql as $$
begin
  if not exists (select from pg_trigger where tgrelid = part and tgname = 'check_entries') then
    execute format('create trigger check_entries after insert on %s referencing new table as written for each statement execute function ledger.check_entries()', part);
  end if;
end $$;

create or replace trigger keep before update or delete or truncate on ledger.transfer for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on ledger.entry for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on ledger.hold_resolution for each statement execute function kit.refuse_change();

-- Partitions of the three tables; a job calls it again. Few at a time, since queries plan over all of them.
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
    perform ledger.guard_partition(part);
  end loop;
  return made;
end $$;

-- Finds or makes accounts; `floor` null means unlimited. Set-based, in the order of their keys against deadlocks.
create or replace function ledger.ensure_accounts(a_owner text[], a_purpose text[], a_currency text[], a_derived boolean[], a_floor bigint[])
returns void language sql security definer set search_path = ledger, pg_temp as $$
  insert into account (owner, purpose, currency, derived, floor)
  select * from unnest(a_owner, a_purpose, a_currency, a_derived, a_floor) order by 1, 2, 3
  on conflict do nothing
$$;

-- post and void resolve a hold that stands, as the one that may, and release exactly what it reserved on each account; a
-- post takes from an account at most what was reserved on it.
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
create or replace function ledger.open(
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

create or replace function ledger.fold(at_once int default 50000) returns bigint language plpgsql
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

-- Posting made cheaper: the legs of many transfers are added up as integers, and the trigger is not called for them.

-- The first half: the transfers, and the legs on platform accounts where they are many. Answers whether all is as it should
-- be; both halves run as who calls them: from `post`, as the owner, with its search path.
create or replace function ledger.post_early(
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz, a_name text[], p_id bigint[], p_name text[], early boolean,
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[]
) returns boolean language plpgsql as $$
declare
  transfers text := '[1:' || cardinality(t_id) || ']';
  owned text := '[1:' || cardinality(l_transfer) || ']';
  others text := '[1:' || cardinality(m_transfer) || ']';
  -- What each transfer comes to, in each currency.
  tokens bigint[] := array_fill(0::bigint, array[cardinality(t_id)]);
  bonus bigint[] := tokens;
  usd bigint[] := tokens;
  usdt bigint[] := tokens;
  place int;
begin
  -- Arrays are read by their places as well as by their order, which must not be two things.
  if array_dims(t_id) <> transfers or array_dims(t_phase) <> transfers or array_dims(t_refused) <> transfers
     or array_dims(l_transfer) <> owned or array_dims(l_line) <> owned or array_dims(l_account) <> owned
     or array_dims(l_amount) <> owned or array_dims(l_reserved) <> owned or array_dims(l_cost) <> owned
     or array_dims(m_transfer) <> others or array_dims(m_line) <> others or array_dims(m_account) <> others
     or array_dims(m_amount) <> others then
    raise exception 'arrays of different shapes' using errcode = '22023';
  end if;
  for i in 1 .. cardinality(l_transfer) loop
    place := l_transfer[i];
    case split_part(a_name[l_account[i]], '/', 3)
      when 'TOKEN' then tokens[place] := tokens[place] + l_amount[i];
      when 'BONUS' then bonus[place] := bonus[place] + l_amount[i];
      when 'USD' then usd[place] := usd[place] + l_amount[i];
      when 'USDT' then usdt[place] := usdt[place] + l_amount[i];
    end case;
    if t_refused[place] is not null
       or (case t_phase[place]
             when 'single' then l_reserved[i] <> 0
             when 'hold' then l_amount[i] <> 0 or l_reserved[i] <= 0
             when 'void' then l_amount[i] <> 0
             else false end) then
      raise exception 'a leg breaks the phase of its transfer, or it was refused' using errcode = '23514';
    end if;
  end loop;
  for i in 1 .. cardinality(m_transfer) loop
    place := m_transfer[i];
    case split_part(p_name[m_account[i]], '/', 3)
      when 'TOKEN' then tokens[place] := tokens[place] + m_amount[i];
      when 'BONUS' then bonus[place] := bonus[place] + m_amount[i];
      when 'USD' then usd[place] := usd[place] + m_amount[i];
      when 'USDT' then usdt[place] := usdt[place] + m_amount[i];
    end case;
    if t_refused[place] is not null or t_phase[place] in ('hold', 'void') then
      raise exception 'a leg breaks the phase of its transfer, or it was refused' using errcode = '23514';
    end if;
  end loop;
  if 0 <> any(tokens) or 0 <> any(bonus) or 0 <> any(usd) or 0 <> any(usdt) then
    raise exception 'unbalanced: a transfer does not net to zero' using errcode = '23514';
  end if;

  insert into ledger.transfer (id, request_hash, kind, phase, hold_id, reference, refused, actor, occurred_at, recorded_at)
  select t.id, t.hash, t.kind, t.phase, t.hold, t.reference, t.refused, t_actor, t.at, t_recorded
    from unnest(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at)
      as t(id, hash, kind, phase, hold, reference, refused, at)
   order by t.id;
  if early then
    insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros, recorded_at)
    select t_id[m.transfer], m.line, p_id[m.account], split_part(p_name[m.account], '/', 3), m.amount, 0, 0, t_recorded
      from unnest(m_transfer, m_line, m_account, m_amount) as m(transfer, line, account, amount);
  end if;
  return true;
end $$;

-- The second half: the legs on accounts that somebody owns, which are locked; and those on the platform's that the first
-- half has not written.
create or replace function ledger.post_late(
  t_id uuid[], t_phase text[], t_hold uuid[], t_refused int[], t_recorded timestamptz,
  a_id bigint[], a_name text[], a_floor bigint[], a_posted bigint[], a_reserved bigint[], a_cost bigint[], a_version bigint[],
  p_id bigint[], p_name text[], early boolean,
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[]
) returns boolean language plpgsql as $$
declare
  resolving uuid[];
  place int;
  posted_after bigint[] := l_amount;
  reserved_after bigint[] := l_reserved;
  version_after bigint[] := l_cost;
  posted bigint;
  reserved bigint;
begin
  for i in 1 .. cardinality(l_transfer) loop
    place := l_account[i];
    posted := a_posted[place] + l_amount[i];
    reserved := a_reserved[place] + l_reserved[i];
    if reserved < 0 or posted - reserved < a_floor[place] then
      raise exception 'overdraft: a leg goes below the floor of its account' using errcode = '23514';
    end if;
    a_posted[place] := posted;
    a_reserved[place] := reserved;
    a_cost[place] := a_cost[place] + l_cost[i];
    a_version[place] := a_version[place] + 1;
    posted_after[i] := posted;
    reserved_after[i] := reserved;
    version_after[i] := a_version[place];
  end loop;
  if cardinality(l_transfer) > 0 then
    update ledger.account a
       set posted = n.posted, reserved = n.reserved, cost_micros = n.cost, version = n.version
      from unnest(a_id, a_posted, a_reserved, a_cost, a_version) as n(id, posted, reserved, cost, version)
     where a.id = n.id and a.version <> n.version;
  end if;
  if cardinality(l_transfer) + cardinality(m_transfer) > 0 then
    insert into ledger.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                              posted_after, reserved_after, version, recorded_at)
    select t_id[l.transfer], l.line, a_id[l.account], split_part(a_name[l.account], '/', 3), l.amount, l.reserved, l.cost,
           l.posted_after, l.reserved_after, l.version, t_recorded
      from unnest(l_transfer, l_line, l_account, l_amount, l_reserved, l_cost, posted_after, reserved_after, version_after)
        as l(transfer, line, account, amount, reserved, cost, posted_after, reserved_after, version)
     union all
    select t_id[m.transfer], m.line, p_id[m.account], split_part(p_name[m.account], '/', 3), m.amount, 0, 0,
           null, null, null, t_recorded
      from unnest(m_transfer, m_line, m_account, m_amount) as m(transfer, line, account, amount)
     where not early;
  end if;

  if 'post' = any(t_phase) or 'void' = any(t_phase) then
    with made as (
      insert into ledger.hold_resolution (hold_id, transfer_id, phase)
      select t.hold, t.id, t.phase
        from unnest(t_id, t_phase, t_hold, t_refused) as t(id, phase, hold, refused)
       where t.phase in ('post', 'void') and t.refused is null
      returning transfer_id)
    select array_agg(transfer_id) into resolving from made;
    -- Also those without a leg, which would release nothing.
    if resolving is not null then perform ledger.check_resolutions(resolving); end if;
  end if;
  return true;
end $$;

-- The only door for writing: many transfers in one trip, refused ones without legs. The caller has decided them on the
-- balances it sends, which `ledger.open` told it. An id that exists, or a hold that is resolved, raises unique_violation: the
-- caller looks again.
create or replace function ledger.post(
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  a_id bigint[], a_name text[], a_posted bigint[], a_reserved bigint[], a_cost bigint[], p_id bigint[], p_name text[],
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[]
) returns void language plpgsql security definer set search_path = ledger, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  -- The accounts as they are: locked, and the platform's.
  a record;
  p record;
  done boolean;
  flag text;
  -- Of few, one statement that writes all costs less than two.
  early boolean := cardinality(m_transfer) > 64;
begin
  done := post_early(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at, t_actor, t_recorded, a_name,
                     p_id, p_name, early, l_transfer, l_line, l_account, l_amount, l_reserved, l_cost,
                     m_transfer, m_line, m_account, m_amount);
  select coalesce(array_agg(s.id), '{}') as ids, coalesce(array_agg(s.name), '{}') as names,
         coalesce(array_agg(s.posted), '{}') as posted, coalesce(array_agg(s.reserved), '{}') as reserved,
         coalesce(array_agg(s.cost_micros), '{}') as cost, coalesce(array_agg(s.version), '{}') as version,
         coalesce(array_agg(s.floor), '{}') as floor
    into a
    from (select id, owner || '/' || purpose || '/' || currency as name, posted, reserved, cost_micros, version, floor
            from account where id = any(a_id) and not derived order by id for no key update) s;
  select coalesce(array_agg(s.id order by s.id), '{}') as ids,
         coalesce(array_agg(s.owner || '/' || s.purpose || '/' || s.currency order by s.id), '{}') as names
    into p
    from account s where s.id = any(p_id) and s.derived;
  if a.ids is distinct from a_id or a.names is distinct from a_name or a.posted is distinct from a_posted
     or a.reserved is distinct from a_reserved or a.cost is distinct from a_cost
     or p.ids is distinct from p_id or p.names is distinct from p_name then
    raise exception 'accounts are not as expected' using errcode = 'P0G01';
  end if;
  done := post_late(t_id, t_phase, t_hold, t_refused, t_recorded, a_id, a_name, a.floor, a.posted, a.reserved, a.cost,
                    a.version, p_id, p_name, early,
                    l_transfer, l_line, l_account, l_amount, l_reserved, l_cost, m_transfer, m_line, m_account, m_amount);
end $$;

-- Whether transfers are there already is told by their key as they are written, not by a look before it.
create or replace function ledger.post_expected(
  t_low uuid, t_high uuid,
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  a_id bigint[], a_name text[], a_posted bigint[], a_reserved bigint[], a_cost bigint[], p_id bigint[], p_name text[],
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[],
  out accounts text, out known text
) language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform post(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at, t_actor, t_recorded,
               a_id, a_name, a_posted, a_reserved, a_cost, p_id, p_name,
               l_transfer, l_line, l_account, l_amount, l_reserved, l_cost, m_transfer, m_line, m_account, m_amount);
exception when sqlstate 'P0G01' or unique_violation then
  select coalesce(o.accounts, ''), o.known into accounts, known
    from ledger.open(a_id || p_id, t_id, t_low, t_high, null, null, null) o;
end $$;

-- The trigger on entries lets pass what the posting functions write, which they have checked themselves. It tells that from
-- the call stack: a session setting could be set by anybody who writes past them.
create or replace function ledger.is_posting() returns boolean language plpgsql as $$
declare
  stack text;
begin
  get diagnostics stack = pg_context;
  return stack ~ 'PL/pgSQL function (ledger\.)?post_(early|late)\(';
end $$;

create or replace trigger check_entries after insert on ledger.entry referencing new table as written
  for each statement when (not ledger.is_posting()) execute function ledger.check_entries();

-- The first months; a job makes those to come. Does nothing where they exist.
select ledger.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);
