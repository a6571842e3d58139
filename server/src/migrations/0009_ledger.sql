-- One ledger: double entry, append-only, one row a leg (product.md section 4). Only `server/src/ledger/` touches it.
-- Amounts are credit-positive integers in the smallest unit: tokens, bonus, USD micros, USDT micros.
create schema ledger;

-- Accounts people own keep balance and version, and no balance may fall below its floor. Platform accounts take part in
-- every gift, so they keep none (a hot row would serialise the platform); a job folds their entries.
create table ledger.account (
  id          bigint generated always as identity primary key,
  owner       text   not null,
  purpose     text   not null,
  currency    text   not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  derived     boolean not null,
  floor       bigint,
  posted      bigint not null default 0,
  reserved    bigint not null default 0 check (reserved >= 0),
  -- Deferred revenue that stands behind the tokens of a paid wallet or a stock, at average cost.
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  version     bigint not null default 0,
  unique (owner, purpose, currency),
  constraint overdraft check (floor is null or posted - reserved >= floor),
  constraint derived_keeps_nothing check (not derived or (posted = 0 and reserved = 0 and cost_micros = 0 and version = 0))
) with (fillfactor = 70);

create table ledger.transfer (
  id           uuid not null,
  -- Of what the caller asked, so that an id sent with other content is noticed.
  request_hash bytea not null,
  kind         text not null,
  phase        text not null check (phase in ('single', 'hold', 'post', 'void')),
  hold_id      uuid,
  reference    text not null,
  -- The catalogue code of a refusal; null when it was accepted. Refusals are remembered too.
  refused      int,
  actor        text not null,
  occurred_at  timestamptz(3) not null,
  recorded_at  timestamptz(3) not null,
  xid          xid8 not null default kit.xid(),
  primary key (id),
  check ((phase in ('post', 'void')) = (hold_id is not null))
) partition by range (id);

-- A hold is resolved once: its id is the key, partitioned alike.
create table ledger.hold_resolution (
  hold_id     uuid not null,
  transfer_id uuid not null,
  phase       text not null check (phase in ('post', 'void')),
  primary key (hold_id)
) partition by range (hold_id);

create table ledger.entry (
  transfer_id    uuid not null,
  line           smallint not null,
  account_id     bigint not null,
  currency       text not null,
  amount         bigint not null,
  reserved       bigint not null,
  cost_micros    bigint not null,
  -- Null on platform accounts, which keep no balance.
  posted_after   bigint,
  reserved_after bigint,
  version        bigint,
  recorded_at    timestamptz(3) not null,
  xid            xid8 not null default kit.xid(),
  primary key (transfer_id, line),
  check (amount <> 0 or reserved <> 0),
  check ((version is null) = (posted_after is null) and (version is null) = (reserved_after is null))
) partition by range (transfer_id);
-- A statement of one account, newest first, and its balance at any time.
create index entry_account on ledger.entry (account_id, recorded_at desc, version desc);
-- What is new on platform accounts, for the fold.
create index entry_derived on ledger.entry (xid) where version is null;

-- Platform balances by day, folded from entries once each (kit.reader keeps how far).
create table ledger.folded (
  account_id bigint not null references ledger.account,
  day        date   not null,
  debit      numeric(38, 0) not null default 0,
  credit     numeric(38, 0) not null default 0,
  entries    bigint not null default 0,
  primary key (account_id, day)
);

-- Holds the rules the callers must not be trusted with; runs once a statement, over all legs it wrote.
create function ledger.check_entries() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  bad text;
begin
  select string_agg(format('%s %s', transfer_id, currency), ', ') into bad from (
    select transfer_id, currency from written group by transfer_id, currency having sum(amount) <> 0 limit 5) s;
  if bad is not null then raise exception 'unbalanced: %', bad using errcode = '23514'; end if;

  select string_agg(w.transfer_id::text, ', ') into bad from (
    select w.transfer_id
      from written w join account a on a.id = w.account_id
     where a.currency <> w.currency or a.derived <> (w.version is null)
        or (a.floor is not null and w.posted_after - w.reserved_after < a.floor) or w.reserved_after < 0
     limit 5) w;
  if bad is not null then raise exception 'overdraft or foreign currency: %', bad using errcode = '23514'; end if;

  -- The newest entry of an account is its balance.
  select string_agg(s.account_id::text, ', ') into bad from (
    select l.account_id
      from (select distinct on (account_id) account_id, posted_after, reserved_after, version
              from written where version is not null order by account_id, version desc) l
      join account a on a.id = l.account_id
     where (a.posted, a.reserved, a.version) is distinct from (l.posted_after, l.reserved_after, l.version)
     limit 5) s;
  if bad is not null then raise exception 'balance differs from its last entry: account %', bad using errcode = '23514'; end if;

  -- hold: reserves only. single: touches no reserve. post and void: release exactly what their hold reserved, and a post
  -- takes from an account at most what was reserved on it. All were written by this transaction, none refused.
  select string_agg(s.id::text, ', ') into bad from (
    select t.id
      from (select distinct transfer_id from written) w
      left join transfer t on t.id = w.transfer_id
     where t.id is null or t.refused is not null or t.xid <> kit.xid()
     limit 5) s;
  if bad is not null then raise exception 'entries of a sealed, refused or missing transfer: %', bad using errcode = '23514'; end if;

  select string_agg(s.id::text, ', ') into bad from (
    select t.id
      from written w join transfer t on t.id = w.transfer_id
     where (t.phase = 'hold' and (w.amount <> 0 or w.reserved <= 0))
        or (t.phase = 'single' and w.reserved <> 0)
        or (t.phase = 'void' and w.amount <> 0)
     limit 5) s;
  if bad is not null then raise exception 'a leg breaks its phase: %', bad using errcode = '23514'; end if;

  select string_agg(s.id::text, ', ') into bad from (
    select t.id
      from (select distinct transfer_id from written) d
      join transfer t on t.id = d.transfer_id and t.phase in ('post', 'void')
      join transfer h on h.id = t.hold_id
      left join lateral (
        select bool_or(coalesce(r.released, 0) <> -coalesce(o.reserved, 0) or coalesce(r.taken, 0) > coalesce(o.reserved, 0)) as broken
          from (select account_id, sum(e.reserved) as reserved from entry e where e.transfer_id = t.hold_id group by 1) o
          full join (select account_id, sum(w.reserved) as released, sum(-w.amount) filter (where w.amount < 0 and w.version is not null) as taken
                       from written w where w.transfer_id = t.id group by 1) r using (account_id)
      ) c on true
     where h.phase <> 'hold' or c.broken
     limit 5) s;
  if bad is not null then raise exception 'a hold is not released as it was made: %', bad using errcode = '23514'; end if;
  return null;
end $$;

-- A partition takes direct statements past its parent's triggers, so each gets its own.
create function ledger.guard_partition(part regclass) returns void language plpgsql as $$
begin
  if not exists (select from pg_trigger where tgrelid = part and tgname = 'check_entries') then
    execute format('create trigger check_entries after insert on %s referencing new table as written for each statement execute function ledger.check_entries()', part);
  end if;
end $$;

create trigger keep before update or delete or truncate on ledger.transfer for each statement execute function kit.refuse_change();
create trigger keep before update or delete or truncate on ledger.entry for each statement execute function kit.refuse_change();
create trigger keep before update or delete or truncate on ledger.hold_resolution for each statement execute function kit.refuse_change();
create trigger check_entries after insert on ledger.entry referencing new table as written
  for each statement execute function ledger.check_entries();

-- Partitions of the three tables; a job calls it again. Few at a time, since queries plan over all of them.
create function ledger.ensure_months(first_month date, months int) returns int language plpgsql as $$
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
select ledger.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);

-- The only door for writing. Many transfers in one statement; the caller has locked the accounts, decided each transfer
-- on their balances, and sends accepted ones with legs and refused ones without. Legs name their transfer by its place
-- in the first arrays, from 1. An id that exists raises unique_violation: the caller looks again.
create function ledger.post(
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  l_transfer int[], l_account bigint[], l_amount bigint[], l_reserved bigint[], l_cost bigint[]
) returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into transfer (id, request_hash, kind, phase, hold_id, reference, refused, actor, occurred_at, recorded_at)
  select t.id, t.hash, t.kind, t.phase, t.hold, t.reference, t.refused, t_actor, t.at, t_recorded
    from unnest(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at)
      as t(id, hash, kind, phase, hold, reference, refused, at);

  insert into hold_resolution (hold_id, transfer_id, phase)
  select t.hold, t.id, t.phase
    from unnest(t_id, t_phase, t_hold, t_refused) as t(id, phase, hold, refused)
   where t.phase in ('post', 'void') and t.refused is null;

  with leg as materialized (
    select t_id[l.transfer] as transfer_id, row_number() over (partition by l.transfer order by l.ord)::smallint as line,
           l.account, l.amount, l.reserved, l.cost, l.ord
      from unnest(l_transfer, l_account, l_amount, l_reserved, l_cost) with ordinality
        as l(transfer, account, amount, reserved, cost, ord)
  ), changed as (
    update account a
       set posted = a.posted + d.amount, reserved = a.reserved + d.reserved, cost_micros = a.cost_micros + d.cost,
           version = a.version + d.legs
      from (select account, sum(amount)::bigint as amount, sum(reserved)::bigint as reserved, sum(cost)::bigint as cost,
                   count(*) as legs
              from leg group by account) d
     where a.id = d.account and not a.derived
    returning a.id, a.posted - d.amount as posted, a.reserved - d.reserved as reserved, a.version - d.legs as version
  )
  insert into entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros,
                     posted_after, reserved_after, version, recorded_at)
  select l.transfer_id, l.line, l.account, a.currency, l.amount, l.reserved, l.cost,
         c.posted + sum(l.amount) over running, c.reserved + sum(l.reserved) over running,
         c.version + row_number() over running, t_recorded
    from leg l
    join account a on a.id = l.account
    left join changed c on c.id = l.account
  window running as (partition by l.account order by l.ord);
end $$;

-- Finds or makes accounts; `floor` null means unlimited. Set-based, in the order of their keys against deadlocks.
create function ledger.ensure_accounts(a_owner text[], a_purpose text[], a_currency text[], a_derived boolean[], a_floor bigint[])
returns void language sql security definer set search_path = ledger, pg_temp as $$
  insert into account (owner, purpose, currency, derived, floor)
  select * from unnest(a_owner, a_purpose, a_currency, a_derived, a_floor) order by 1, 2, 3
  on conflict do nothing
$$;

-- Folds what is new on platform accounts into their days, once, and never past a transaction that still runs.
create function ledger.fold() returns bigint language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  low xid8;
  high xid8 := kit.horizon();
  folded_entries bigint;
begin
  insert into kit.reader (name) values ('ledger.fold') on conflict do nothing;
  select boundary into low from kit.reader where name = 'ledger.fold' for update;
  if low >= high then return 0; end if;
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
