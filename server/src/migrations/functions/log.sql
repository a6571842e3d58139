-- Functions and triggers of the schema `log`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on log.entry
  for each statement execute function kit.refuse_change();

create or replace trigger keep before update or delete or truncate on log.block
  for each statement execute function kit.refuse_change();

-- The first months; a job creates the next. Does nothing if they exist.
select kit.ensure_months('log.entry', ((now() at time zone 'UTC') - interval '1 month')::date, 4, true);
