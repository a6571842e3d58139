-- Posting made cheaper: the legs of many transfers are added up as integers, and the trigger is not called for them.

-- `sum` of bigint is numeric, which costs more than all else about it; this one refuses what leaves bigint.
create aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

-- Of what `ledger.post` has checked the trigger need not even be called.
create or replace trigger check_entries after insert on ledger.entry referencing new table as written
  for each statement when (coalesce(current_setting('ledger.posting', true), '') <> 'checked')
  execute function ledger.check_entries();

-- The only door for writing. Many transfers in one statement; the caller has opened the batch, decided each transfer on
-- the balances, and sends accepted ones with legs and refused ones without. Legs name their transfer by its place in the
-- first arrays, from 1. An id that exists, or a hold that is resolved, raises unique_violation: the caller looks again.
--
-- Nothing the caller says is taken on trust: what writes the legs also looks whether each transfer nets to zero in each
-- currency and keeps to its phase, and whether any leg takes its account below its floor. Currencies, lines, balances and
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
  made bigint;
  is_unbalanced boolean;
  is_below boolean;
  is_broken boolean;
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
  end if;
  -- Of so few legs setting up one large statement costs more than all of them.
  if cardinality(l_transfer) between 1 and 16 then
    perform post_few(t_id, t_phase, t_refused, t_recorded, l_transfer, l_account, l_amount, l_reserved, l_cost);
  elsif cardinality(l_transfer) > 16 then
    with leg as materialized (
      select l.transfer, row_number() over (partition by l.transfer order by l.ord)::smallint as line,
             l.account, l.amount, l.reserved, l.cost, l.ord
        from unnest(l_transfer, l_account, l_amount, l_reserved, l_cost) with ordinality
          as l(transfer, account, amount, reserved, cost, ord)
    ), moved as materialized (
      select account, total(amount) as amount, total(reserved) as reserved, total(cost) as cost, count(*) as legs
        from leg group by account
    ), changed as materialized (
      update account a
         set posted = a.posted + m.amount, reserved = a.reserved + m.reserved, cost_micros = a.cost_micros + m.cost,
             version = a.version + m.legs
        from moved m
       where a.id = m.account and not a.derived
      returning a.id, a.currency, a.floor, a.posted - m.amount as posted, a.reserved - m.reserved as reserved,
                a.version - m.legs as version
    ), row as materialized (
      -- On accounts that people own, with the balance after each leg; they come in the order of the indexes.
      select l.transfer, l.line, l.account, c.currency, c.floor, l.amount, l.reserved, l.cost,
             c.posted + total(l.amount) over running as posted_after,
             c.reserved + total(l.reserved) over running as reserved_after,
             c.version + row_number() over running as version
        from leg l
        join changed c on c.id = l.account
      window running as (partition by l.account order by l.ord)
      union all
      -- On the platform's, of which there are few.
      select l.transfer, l.line, l.account, p.currency, null, l.amount, l.reserved, l.cost, null, null, null
        from (select a.id, a.currency
                from (select account from moved except all select id from changed) m
                join account a on a.id = m.account and a.derived) p
        join leg l on l.account = p.id
    ), put as (
      insert into entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                         posted_after, reserved_after, version, recorded_at)
      select t_id[transfer], line, account, currency, amount, reserved, cost, posted_after, reserved_after, version,
             t_recorded
        from row
    )
    select sum(s.legs), bool_or(s.net <> 0), bool_or(s.below), bool_or(s.broken) into made, is_unbalanced, is_below, is_broken
      from (select count(*) as legs, total(amount) as net,
                   bool_or(posted_after - reserved_after < floor or reserved_after < 0) as below,
                   bool_or(t_refused[transfer] is not null
                           or case t_phase[transfer]
                                when 'single' then reserved <> 0
                                when 'hold' then amount <> 0 or reserved <= 0
                                when 'void' then amount <> 0
                                else false end) as broken
              from row group by transfer, currency) s;
    if is_unbalanced then raise exception 'unbalanced: a transfer does not net to zero' using errcode = '23514'; end if;
    if is_below then raise exception 'overdraft: a leg goes below the floor of its account' using errcode = '23514'; end if;
    if is_broken then
      raise exception 'a leg breaks the phase of its transfer, or it was refused' using errcode = '23514';
    end if;
    if made is distinct from cardinality(l_transfer) then
      raise exception 'an account that does not exist' using errcode = '23503';
    end if;
  end if;
  if cardinality(l_transfer) > 0 then perform set_config('ledger.posting', '', true); end if;
  -- Also those without a leg, which would release nothing.
  if resolving is not null then perform check_resolutions(resolving); end if;
end $$;

drop function ledger.post_many(uuid[], text[], int[], timestamptz, int[], bigint[], bigint[], bigint[], bigint[]);
