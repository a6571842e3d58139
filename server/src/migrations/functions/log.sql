-- Functions and triggers of the schema `log`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on log.entry
  for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on log.block
  for each statement execute function kit.refuse_change();

-- Words are deleted when a person is erased, by a transaction that says so. They are never changed.
create or replace function log.refuse_loss() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('log.erasing', true) = 'on' then return null; end if;
  raise exception '% keeps what it has; only erasing a person deletes words', tg_table_name using errcode = '42501';
end $$;

create or replace trigger keep before update or delete or truncate on log.personal
  for each statement execute function log.refuse_loss();

-- Deletes the words about these subjects. Runs as the owner, so that the application may have a role that deletes nothing here by itself.
create or replace function log.erase_words(subjects text[]) returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  erased bigint;
begin
  perform set_config('log.erasing', 'on', true);
  delete from log.personal where subject = any(subjects);
  get diagnostics erased = row_count;
  perform set_config('log.erasing', '', true);
  return erased;
end $$;

-- The partitions have it, too: a statement that names one bypasses the parent's. Runs as the owner, like `kit.ensure_months`.
create or replace function log.ensure_personal_months(first_month date, months int) returns int language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  made int := kit.ensure_months('log.personal', first_month, months, false);
  partition regclass;
begin
  if made > 0 then
    for partition in
      select inhrelid::regclass from pg_inherits
       where inhparent = 'log.personal'::regclass
         and not exists (select from pg_trigger where tgrelid = inhrelid and tgname = 'keep')
    loop
      execute format('create trigger keep before update or delete or truncate on %s for each statement execute function log.refuse_loss()',
        partition);
    end loop;
  end if;
  return made;
end $$;

-- The first months; a job creates the next. Does nothing if they exist.
select kit.ensure_months('log.entry', ((now() at time zone 'UTC') - interval '1 month')::date, 4, true);
select log.ensure_personal_months(((now() at time zone 'UTC') - interval '1 month')::date, 4);

-- A text of an entry with its words in the places of their marks; `…` where they are gone.
create or replace function log.with_words(of_entry uuid, of_field text, line text) returns text language plpgsql stable as $$
declare
  word record;
begin
  if line !~ '[\uFDD0-\uFDEF]' then return line; end if;
  for word in
    select coalesce(nullif(substr(field, length(of_field) + 2), ''), '0')::int as number, split_part(value, chr(31), 1) as en,
           split_part(value, chr(31), case when value like '%' || chr(31) || '%' then 2 else 1 end) as cn
      from log.personal where entry = of_entry and (field = of_field or field ^@ (of_field || '/'))
  loop
    line := replace(split_part(line, chr(31), 1), chr(64976 + word.number), word.en)
      || case when line like '%' || chr(31) || '%'
           then chr(31) || replace(split_part(line, chr(31), 2), chr(64976 + word.number), word.cn) else '' end;
  end loop;
  return regexp_replace(line, '[\uFDD0-\uFDEF]', '…', 'g');
end $$;

-- A row before or after, likewise.
create or replace function log.row_with_words(of_entry uuid, of_field text, content jsonb) returns jsonb language plpgsql stable as $$
declare
  word record;
begin
  if content is null or content::text !~ '[\uFDD0-\uFDEF]' then return content; end if;
  for word in
    select array(select replace(replace(key, '~1', '/'), '~0', '~')
                   from unnest(string_to_array(nullif(substr(field, length(of_field) + 2), ''), '/')) key) as path, value
      from log.personal where entry = of_entry and (field = of_field or field ^@ (of_field || '/'))
  loop
    content := case when cardinality(word.path) = 0 then to_jsonb(word.value) else jsonb_set(content, word.path, to_jsonb(word.value), false) end;
  end loop;
  return regexp_replace(content::text, '[\uFDD0-\uFDEF]', '…', 'g')::jsonb;
end $$;

-- The log for anyone who reads it in the database: entries with their words.
create or replace view log.readable as
  select id, at, xid, staff_id, username, union_id, agent_id, log.with_words(id, 'ip', ip) as ip, menu_key, operation,
         log.with_words(id, 'target', target) as target, log.with_words(id, 'content', content) as content,
         log.with_words(id, 'reason', reason) as reason, log.row_with_words(id, 'before', before) as before,
         log.row_with_words(id, 'after', after) as after, request_id
    from log.entry;
