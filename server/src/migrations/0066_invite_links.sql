-- A guild's link for anchors to be: who opens it says who they are in the app, and the leader invites them.
create table guilds.invite_link (
  guild_id int primary key references guilds.guild,
  -- 80 random bits; a new link replaces the one before.
  code     text not null unique check (code ~ '^[a-z2-7]{16}$'),
  made_at  timestamptz(3) not null,
  -- By people's browsers: neither by previews nor ahead of time.
  opened   int not null default 0
);

create table guilds.link_request (
  guild_id int not null references guilds.guild,
  user_id  bigint not null references users.app_user,
  asked_at timestamptz(3) not null,
  primary key (guild_id, user_id)
);
create index link_request_time on guilds.link_request (guild_id, asked_at desc, user_id);
create index link_request_user on guilds.link_request (user_id);
create index link_request_old on guilds.link_request (asked_at);
