-- Functions and triggers of the schema `bridge`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on bridge.event for each statement execute function kit.refuse_change();

create or replace function bridge.ensure_months(first_month date, months int) returns int language sql as $$
  select kit.ensure_months('bridge.event', first_month, months, true)
$$;

-- The first months; a job creates the next. Does nothing if they exist.
select bridge.ensure_months(((now() at time zone 'UTC') - interval '2 months')::date, 5);
