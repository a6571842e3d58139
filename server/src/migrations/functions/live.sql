-- Functions and triggers of the schema `live`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on live.gift for each statement execute function kit.refuse_change();

create or replace function live.ensure_months(first_month date, months int) returns int language sql as $$
  select kit.ensure_months('live.gift', first_month, months, true)
$$;

-- The first months; a job makes those to come. Does nothing where they exist.
select live.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);
