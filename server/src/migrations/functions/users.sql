-- Functions and triggers of the schema `users`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on users.reveal for each statement execute function kit.refuse_change();

create or replace function users.give_wallets() returns trigger language plpgsql as $$
begin
  insert into users.wallet (user_id, changed_at) select id, created_at from made on conflict do nothing;
  return null;
end $$;

create or replace trigger wallets after insert on users.app_user referencing new table as made
  for each statement execute function users.give_wallets();

create or replace function users.keep_new_nicknames() returns trigger language plpgsql as $$
begin
  insert into users.nickname (user_id, name) select id, lower(nickname) from fresh
  on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;

create or replace trigger nickname_new after insert on users.app_user referencing new table as fresh
  for each statement execute function users.keep_new_nicknames();

create or replace function users.keep_nickname() returns trigger language plpgsql as $$
begin
  update users.nickname set name = lower(new.nickname) where user_id = new.id;
  return null;
end $$;

create or replace trigger nickname_changed after update of nickname on users.app_user
  for each row when (new.nickname is distinct from old.nickname) execute function users.keep_nickname();
