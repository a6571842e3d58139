-- Functions and triggers of the schema `access`. Applied again whenever this file changes.

-- A decided request is final: only undecided rows may change. Erasing a person takes words out of it, in a transaction that says so
-- (as `kit.refuse_all_but_erasing`, a guard against mistakes).
-- (`desk_rank` is generated afterwards.)
create or replace function access.keep_decided() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'pending' and current_setting('privacy.erasing', true) = 'on'
     and (to_jsonb(new) - array['payload', 'before', 'after', 'reason', 'decision_reason', 'texts', 'desk_rank'])
       = (to_jsonb(old) - array['payload', 'before', 'after', 'reason', 'decision_reason', 'texts', 'desk_rank'])
  then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'pending'
     or (new.kind, new.subject, new.payload, new.maker_id, new.guild_ids, new.agent_ids)
        is distinct from (old.kind, old.subject, old.payload, old.maker_id, old.guild_ids, old.agent_ids)
  then
    raise exception 'approval % can''t be changed or deleted', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger keep before update or delete on access.approval
  for each row execute function access.keep_decided();

-- What was stopped stays known: a stop ends once, and nothing else of it changes.
create or replace function access.keep_stop() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or new.ended_at is null
     or (new.id, new.kind, new.thing, new.by_id, new.at, new.reason)
        is distinct from (old.id, old.kind, old.thing, old.by_id, old.at, old.reason)
  then
    raise exception 'stop % can''t be changed or deleted', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger keep before update or delete on access.stop
  for each row execute function access.keep_stop();

-- The key of the lock that acts share and that stopping takes alone.
create or replace function access.stop_lock(kind text, thing text) returns bigint language sql immutable as $$
  select hashtextextended('stop ' || kind || ' ' || thing, 0)
$$;

-- What of these is stopped. Until the caller's transaction ends, nothing else of them is stopped: its act comes before the stop, or after.
-- Each statement of a volatile function reads anew, so a stop that the lock waited for is seen.
create or replace function access.stopped(of_kind text, things text[])
returns setof access.stop language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(access.stop_lock(of_kind, t.thing))
     from (select distinct thing from unnest(things) as u(thing) order by thing) t;
  return query
    select s.* from access.stop s where s.kind = of_kind and s.thing = any(things) and s.ended_at is null;
end $$;
