-- Content, reports and the rest that the app tells: what is under audit, posts, reports, installs, applications.
create schema audits;
create schema community;
create schema promotion;
create schema topup_agents;
create schema official;

-- One item of one queue. `kind` is the queue: product.md section 3, Audit.
create table audits.item (
  id           text primary key,
  kind         text not null check (kind in ('basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting')),
  user_id      bigint not null references users.app_user,
  text         text not null default '',
  picture_urls text[] not null default '{}',
  -- The machine's opinion: 0 harmless to 1 surely bad.
  score        real not null default 0,
  labels       text[] not null default '{}',
  state        text not null default 'not audited' check (state in ('not audited', 'passed', 'failed')),
  submitted_at timestamptz(3) not null,
  decided_at   timestamptz(3),
  decided_by   text not null default '',
  reason       text not null default '',
  version      int not null default 1
);
create index item_user on audits.item (user_id, submitted_at desc, id desc);
create index item_queue on audits.item (kind, score desc, submitted_at, id) where state = 'not audited';
create index item_waiting on audits.item (kind, submitted_at, id) where state = 'not audited';

create table audits.report (
  id            text primary key,
  reporter_id   bigint not null references users.app_user,
  user_id       bigint not null references users.app_user,
  reason        text not null,
  text          text not null default '',
  evidence_urls text[] not null default '{}',
  live_id       text,
  call_id       text,
  dynamic_id    text,
  comment_id    text,
  state         text not null default 'untreated' check (state in ('untreated', 'processed')),
  action        text not null default '',
  is_false      boolean not null default false,
  reported_at   timestamptz(3) not null,
  decided_at    timestamptz(3),
  decided_by    text not null default '',
  decision      text not null default '',
  version       int not null default 1
);
create index report_user on audits.report (user_id, reported_at desc, id desc);
create index report_reporter on audits.report (reporter_id, reported_at desc, id desc);
create index report_waiting on audits.report (reported_at, id) where state = 'untreated';
create index report_live on audits.report (live_id) where live_id is not null;

create table audits.appeal (
  id          text primary key,
  user_id     bigint not null references users.app_user,
  item_id     text not null,
  text        text not null,
  state       text not null default 'untreated' check (state in ('untreated', 'processed')),
  appealed_at timestamptz(3) not null
);
create index appeal_user on audits.appeal (user_id, appealed_at desc);
create index appeal_item on audits.appeal (item_id);

create table community.dynamic (
  id           text primary key,
  user_id      bigint not null references users.app_user,
  text         text not null,
  picture_urls text[] not null default '{}',
  topics       text[] not null default '{}',
  comments     int not null default 0,
  state        text not null default 'shown' check (state in ('shown', 'hidden', 'removed')),
  pinned       boolean not null default false,
  posted_at    timestamptz(3) not null,
  version      int not null default 1
);
create index dynamic_user on community.dynamic (user_id, posted_at desc, id desc);
create index dynamic_posted on community.dynamic (posted_at desc, id desc);

create table community.comment (
  id         text primary key,
  dynamic_id text not null,
  user_id    bigint not null references users.app_user,
  text       text not null,
  score      real not null default 0,
  labels     text[] not null default '{}',
  state      text not null default 'shown' check (state in ('shown', 'hidden', 'removed')),
  posted_at  timestamptz(3) not null,
  version    int not null default 1
);
create index comment_dynamic on community.comment (dynamic_id, posted_at desc, id desc);
create index comment_user on community.comment (user_id, posted_at desc, id desc);
create index comment_posted on community.comment (posted_at desc, id desc);

create table promotion.install (
  device_id text primary key,
  channel   text not null,
  platform  text not null,
  country   text not null,
  at        timestamptz(3) not null
);
create index install_channel on promotion.install (channel, at desc);

-- Applications of top-up agents; their review comes with the Recharge agent area.
create table topup_agents.application (
  user_id    bigint primary key references users.app_user,
  contact    text not null,
  note       text not null,
  state      text not null default 'under review'
             check (state in ('under review', 'rejected', 'approved', 'frozen', 'cancelled')),
  applied_at timestamptz(3) not null,
  version    int not null default 1
);

create table official.message_read (
  message_id text not null,
  user_id    bigint not null references users.app_user,
  at         timestamptz(3) not null,
  primary key (message_id, user_id)
);

-- A wish to leave that overtook the answer to the invitation waits for it here.
alter table guilds.member
  add column invited_at     timestamptz(3),
  add column leave_asked_at timestamptz(3),
  add column leave_reason   text not null default '';
