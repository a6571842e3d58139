-- The bell: what an account was told, on every page. Wall time.

-- A moment that people are told of, written in the transaction of what it is about. A round finds out whom, once.
create table notify.moment (
  id        uuid primary key,
  -- Which one (contract, moments), and what makes it one of its kind.
  moment    text not null,
  about     text not null,
  -- Whom: the accounts of a guild or an agent, or these; otherwise those who are asked for when it is told.
  guild_id  int references guilds.guild on delete cascade,
  agent_id  int references topup_agents.agent on delete cascade,
  staff_ids int[] not null default '{}',
  params    jsonb not null,
  made_at   timestamptz(3) not null,
  told_at   timestamptz(3),
  unique (moment, about)
);
create index moment_untold on notify.moment (id) where told_at is null;
create index moment_guild on notify.moment (guild_id) where guild_id is not null;
create index moment_agent on notify.moment (agent_id) where agent_id is not null;
create index moment_told on notify.moment (told_at) where told_at is not null;

create table notify.notice (
  id       uuid primary key,
  staff_id int not null references access.staff on delete cascade,
  moment   text not null,
  about    text not null,
  params   jsonb not null,
  -- The page that it leads to.
  href     text not null,
  at       timestamptz(3) not null,
  read_at  timestamptz(3),
  -- Nobody is told the same twice.
  unique (staff_id, moment, about)
);
create index notice_of on notify.notice (staff_id, id desc);
create index notice_unread on notify.notice (staff_id) where read_at is null;
create index notice_at on notify.notice (at);

alter table notify.preference drop constraint preference_way_check;
alter table notify.preference add constraint preference_way_check check (way in ('bell', 'mail', 'sms'));
