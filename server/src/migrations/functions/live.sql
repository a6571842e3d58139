-- Functions and triggers of the schema `live`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on live.gift for each statement execute function kit.refuse_change();

create or replace function live.ensure_months(first_month date, months int) returns int language sql as $$
  select kit.ensure_months('live.gift', first_month, months, true)
$$;

-- The first months; a job creates the next. Does nothing if they exist.
select live.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);

-- Ended broadcasts and calls store the transaction that ended or corrected them, for readers of new rows, and the widest span they ever
-- had, so that a correction also affects the days it left. The conditions exclude running ones.
create or replace function live.note_session() returns trigger language plpgsql as $$
begin
  new.xid := kit.xid();
  if tg_op = 'UPDATE' and old.ended_at is not null then
    new.seen_from := least(old.seen_from, old.started_at);
    new.seen_to := greatest(old.seen_to, old.ended_at);
  end if;
  return new;
end $$;

create or replace trigger note_new before insert on live.session
  for each row when (new.ended_at is not null) execute function live.note_session();
create or replace trigger note_change before update on live.session
  for each row when (new.ended_at is not null
    and (old.ended_at, old.started_at, old.user_id) is distinct from (new.ended_at, new.started_at, new.user_id))
  execute function live.note_session();

create or replace function live.note_call() returns trigger language plpgsql as $$
begin
  new.xid := kit.xid();
  if tg_op = 'UPDATE' and old.ended_at is not null then
    new.seen_from := least(old.seen_from, old.requested_at, old.answered_at);
    new.seen_to := greatest(old.seen_to, old.ended_at, old.answered_at + coalesce(old.seconds, 0) * interval '1 second');
  end if;
  return new;
end $$;

create or replace trigger note_new before insert on live.call
  for each row when (new.ended_at is not null) execute function live.note_call();
create or replace trigger note_change before update on live.call
  for each row when (new.ended_at is not null
    and (old.ended_at, old.requested_at, old.answered_at, old.seconds, old.callee_id)
        is distinct from (new.ended_at, new.requested_at, new.answered_at, new.seconds, new.callee_id))
  execute function live.note_call();
