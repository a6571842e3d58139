-- Functions and triggers of set-up mode, whose tables are in `access`. Applied again whenever this file changes.

-- Set-up ends once and never returns.
create or replace function access.keep_setup() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or new.ended_at is null or new.began_at <> old.began_at then
    raise exception 'set-up ends once and never returns' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger keep before update or delete on access.setup
  for each row execute function access.keep_setup();

-- What was done alone was done during set-up, by an administrator, and stays marked.
create or replace function access.check_in_setup() returns trigger language plpgsql as $$
begin
  if not exists (select from access.setup where ended_at is null) then
    raise exception 'approval %: set-up has ended', new.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger in_setup before insert or update of in_setup on access.approval
  for each row when (new.in_setup) execute function access.check_in_setup();
