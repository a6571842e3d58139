-- Functions and triggers of the schema `guilds`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on guilds.event for each statement execute function kit.refuse_change();

-- Keeps `guilds.guild.members`, in the order of the guilds' ids.
create or replace function guilds.count_members() returns trigger language plpgsql as $$
declare
  changed int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct guild_id) into changed from after_rows where state in ('active', 'leaving');
  elsif tg_op = 'DELETE' then
    select array_agg(distinct guild_id) into changed from before_rows where state in ('active', 'leaving');
  else
    select array_agg(distinct a.guild_id) into changed
      from after_rows a join before_rows b using (id)
     where (a.state in ('active', 'leaving')) <> (b.state in ('active', 'leaving'));
  end if;
  if changed is null then return null; end if;
  perform from guilds.guild where id = any(changed) order by id for no key update;
  update guilds.guild g
     set members = (select count(*) from guilds.member m where m.guild_id = g.id and m.state in ('active', 'leaving'))
   where g.id = any(changed);
  return null;
end $$;

create or replace trigger count_new after insert on guilds.member referencing new table as after_rows
  for each statement execute function guilds.count_members();
create or replace trigger count_changed after update on guilds.member referencing old table as before_rows new table as after_rows
  for each statement execute function guilds.count_members();
create or replace trigger count_gone after delete on guilds.member referencing old table as before_rows
  for each statement execute function guilds.count_members();
