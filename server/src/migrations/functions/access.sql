-- Functions and triggers of the schema `access`. Applied again whenever this file changes.

-- A decided request is final: only undecided rows may change.
create or replace function access.keep_decided() returns trigger language plpgsql as $$
begin
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
