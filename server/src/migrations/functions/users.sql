-- Functions and triggers of the schema `users`. Applied again whenever this file changes.

create or replace trigger keep before update or delete or truncate on users.reveal
  for each statement execute function kit.refuse_all_but_erasing();

create or replace function users.give_wallets() returns trigger language plpgsql as $$
begin
  insert into users.wallet (user_id, changed_at) select id, created_at from made on conflict do nothing;
  return null;
end $$;

create or replace trigger wallets after insert on users.app_user referencing new table as made
  for each statement execute function users.give_wallets();

create or replace function users.keep_new_nicknames() returns trigger language plpgsql as $$
begin
  insert into users.nickname (user_id, name) select id, lower(normalize(nickname, nfkc)) from fresh
  on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;

create or replace trigger nickname_new after insert on users.app_user referencing new table as fresh
  for each statement execute function users.keep_new_nicknames();

create or replace function users.keep_nickname() returns trigger language plpgsql as $$
begin
  update users.nickname set name = lower(normalize(new.nickname, nfkc)) where user_id = new.id;
  return null;
end $$;

create or replace trigger nickname_changed after update of nickname on users.app_user
  for each row when (new.nickname is distinct from old.nickname) execute function users.keep_nickname();

-- New wallets are empty, and a single job writes the others, so that there is no contention for this row.
create or replace function users.sum_wallets() returns trigger language plpgsql as $$
declare
  more_tokens numeric;
  more_bonus numeric;
begin
  if tg_op = 'INSERT' then
    select sum(tokens), sum(bonus) into more_tokens, more_bonus from after_rows;
  else
    select coalesce(a.tokens, 0) - coalesce(b.tokens, 0), coalesce(a.bonus, 0) - coalesce(b.bonus, 0) into more_tokens, more_bonus
      from (select sum(tokens) as tokens, sum(bonus) as bonus from after_rows) a,
           (select sum(tokens) as tokens, sum(bonus) as bonus from before_rows) b;
  end if;
  if coalesce(more_tokens, 0) <> 0 or coalesce(more_bonus, 0) <> 0 then
    update users.wallet_sum set tokens = tokens + more_tokens, bonus = bonus + more_bonus;
  end if;
  return null;
end $$;

create or replace trigger sum_made after insert on users.wallet referencing new table as after_rows
  for each statement execute function users.sum_wallets();
create or replace trigger sum_changed after update on users.wallet referencing old table as before_rows new table as after_rows
  for each statement execute function users.sum_wallets();

create or replace function users.keep_wallets() returns trigger language plpgsql as $$
begin
  raise exception 'wallets are never deleted';
end $$;
create or replace trigger keep before delete or truncate on users.wallet for each statement execute function users.keep_wallets();
