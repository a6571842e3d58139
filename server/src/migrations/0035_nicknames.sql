-- People are found by any part of their nickname. The parts have a table of their own: an index of them on `users.app_user`
-- would be written with every change of a person (when they come online, say), and it is a dear one to write.
create table users.nickname (
  user_id bigint primary key,
  name    text not null
);

create function users.keep_new_nicknames() returns trigger language plpgsql as $$
begin
  insert into users.nickname (user_id, name) select id, lower(nickname) from fresh
  on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger nickname_new after insert on users.app_user referencing new table as fresh
  for each statement execute function users.keep_new_nicknames();

create function users.keep_nickname() returns trigger language plpgsql as $$
begin
  update users.nickname set name = lower(new.nickname) where user_id = new.id;
  return null;
end $$;
create trigger nickname_changed after update of nickname on users.app_user
  for each row when (new.nickname is distinct from old.nickname) execute function users.keep_nickname();

insert into users.nickname (user_id, name) select id, lower(nickname) from users.app_user;
create index nickname_part on users.nickname using gin (name gin_trgm_ops);
