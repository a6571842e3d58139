-- Functions and triggers of the schema `privacy`. Applied again whenever this file changes.

-- A value without its words: texts under these names, at any depth. What else it holds stays.
create or replace function privacy.scrub(content jsonb, names text[]) returns jsonb language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(content) = 'object' then
    return (select coalesce(jsonb_object_agg(key, case when key = any(names) and jsonb_typeof(value) = 'string' then '""'::jsonb
                                                       when key = any(names) and jsonb_typeof(value) = 'array'
                                                            and not jsonb_path_exists(value, '$[*] ? (@.type() != "string")') then '[]'::jsonb
                                                       else privacy.scrub(value, names) end), '{}')
              from jsonb_each(content));
  elsif jsonb_typeof(content) = 'array' then
    return (select coalesce(jsonb_agg(privacy.scrub(value, names) order by n), '[]') from jsonb_array_elements(content) with ordinality as e(value, n));
  end if;
  return content;
end $$;
