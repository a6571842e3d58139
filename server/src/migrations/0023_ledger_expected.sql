-- Posting in one trip. Who remembers the balances decides on them first, and sends what was expected along with what is to be
-- written. What needs no balance is written before any account is locked, so that of two batches on the same accounts one
-- writes that while the other still holds the locks.
--
-- A batch is so many arrays. Transfers: `t_`. Accounts that somebody owns, in the order of their ids: `a_`; the platform's:
-- `p_`. Legs name their transfer and their account by their places in those, from 1: `l_` on accounts that somebody owns,
-- `m_` on the platform's, which move and reserve nothing. Lines count the legs of a transfer.
--
-- Nothing the caller says is taken on trust: accounts must bear the names that were sent, each transfer must net to zero in
-- each currency and keep to its phase, no leg may take its account below its floor. Balances and versions are made here. So
-- the trigger on entries, which others would set off, lets it pass.

drop function ledger.post(uuid[], bytea[], text[], text[], uuid[], text[], int[], timestamptz[], text, timestamptz,
  int[], bigint[], bigint[], bigint[], bigint[]);
drop function ledger.post_few(uuid[], text[], int[], timestamptz, int[], bigint[], bigint[], bigint[], bigint[]);

-- The first half: the transfers, and the legs on platform accounts where they are many. Answers whether all is as it should
-- be; both halves run as who calls them: from `post`, as the owner, with its search path.
create function ledger.post_early(
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
create function ledger.post_late(
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
create function ledger.post(
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
  flag := set_config('ledger.posting', 'checked', true);
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
  flag := set_config('ledger.posting', '', true);
end $$;

-- The same on balances that are only expected, and not locked: all is written if the accounts are so and none of the
-- transfers is there yet. Otherwise nothing is, and the answer tells how they are, as `ledger.open` does, which has locked
-- them: decide anew and `post`.
create function ledger.post_expected(
  t_low uuid, t_high uuid,
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  a_id bigint[], a_name text[], a_posted bigint[], a_reserved bigint[], a_cost bigint[], p_id bigint[], p_name text[],
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[],
  out accounts text, out known text
) language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select from transfer t where t.id between t_low and t_high and t.id = any(t_id)) then
    raise exception 'some are there already' using errcode = 'P0G01';
  end if;
  perform post(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at, t_actor, t_recorded,
               a_id, a_name, a_posted, a_reserved, a_cost, p_id, p_name,
               l_transfer, l_line, l_account, l_amount, l_reserved, l_cost, m_transfer, m_line, m_account, m_amount);
exception when sqlstate 'P0G01' then
  select coalesce(o.accounts, ''), o.known into accounts, known
    from ledger.open(a_id || p_id, t_id, t_low, t_high, null, null, null) o;
end $$;
