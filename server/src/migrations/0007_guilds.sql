-- Guilds and their members.
create schema guilds;

create table guilds.guild (
  id              int generated always as identity (start with 1001) primary key,
  name            text not null check (char_length(name) between 1 and 50),
  parent_id       int references guilds.guild,
  leader_user_id  bigint not null references users.app_user,
  leader_name     text not null,
  leader_email    text not null,
  area_code       text not null,
  phone           text not null,
  inviter_id      int references access.staff,
  state           text not null default 'under review'
                  check (state in ('under review', 'normal', 'rejected', 'banned', 'dissolved')),
  state_reason    text not null default '',
  registered_at   timestamptz(3) not null,
  version         int not null default 1,
  -- How its members are paid (product.md section 3, Settlement method).
  settlement_method text not null default 'guild pickup'
                  check (settlement_method in ('guild pickup', 'anchor withdrawal'))
);
-- A rejected or dissolved guild frees its name, its leader and its phone.
create unique index guild_name on guilds.guild (lower(name)) where state not in ('rejected', 'dissolved');
create unique index guild_leader on guilds.guild (leader_user_id) where state not in ('rejected', 'dissolved');
create unique index guild_phone on guilds.guild (area_code, phone) where state not in ('rejected', 'dissolved');

create table guilds.member (
  id        int generated always as identity primary key,
  guild_id  int not null references guilds.guild,
  user_id   bigint not null references users.app_user,
  state     text not null check (state in ('invited', 'active', 'leaving', 'left', 'expelled')),
  since     timestamptz(3) not null,
  invited_at     timestamptz(3),
  -- A request to leave that overtook the answer to the invitation waits for it here.
  leave_asked_at timestamptz(3),
  leave_reason   text not null default ''
);
create unique index member_active on guilds.member (user_id) where state in ('active', 'leaving');
create index member_guild on guilds.member (guild_id, state);

alter table access.staff add constraint staff_union_fk foreign key (union_id) references guilds.guild;
