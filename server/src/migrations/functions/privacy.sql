-- Functions and triggers of the schema `privacy`. Applied again whenever this file changes.

-- A value without its words: texts, and lists of texts, under these names, at any depth. What else it holds stays.
create or replace function privacy.scrub(given jsonb, names text[]) returns jsonb language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(given) = 'object' then
    return (select coalesce(jsonb_object_agg(e.k, case when e.k = any(names) and jsonb_typeof(e.v) = 'string' then '""'::jsonb
                                                       when e.k = any(names) and jsonb_typeof(e.v) = 'array'
                                                            and not jsonb_path_exists(e.v, '$[*] ? (@.type() != "string")') then '[]'::jsonb
                                                       else privacy.scrub(e.v, names) end), '{}')
              from jsonb_each(given) as e(k, v));
  elsif jsonb_typeof(given) = 'array' then
    return (select coalesce(jsonb_agg(privacy.scrub(e.v, names) order by e.n), '[]')
              from jsonb_array_elements(given) with ordinality as e(v, n));
  end if;
  return given;
end $$;
