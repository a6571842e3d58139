-- Functions and triggers of the schema `system`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on system.param_change
  for each statement execute function kit.refuse_change();
