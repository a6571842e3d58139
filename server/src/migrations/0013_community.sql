-- The Community area: posts, comments and topics, and actions of staff.
create schema community;

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
  version      int not null default 1,
  -- The state before an auditor took it down, and the resulting version: a later change by staff wins.
  removed_from    text check (removed_from in ('shown', 'hidden')),
  removed_version int
);
create index dynamic_user on community.dynamic (user_id, posted_at desc, id desc);
create index dynamic_posted on community.dynamic (posted_at desc, id desc);
create index dynamic_pinned on community.dynamic (posted_at desc, id desc) where pinned;
create index dynamic_state on community.dynamic (state, posted_at desc, id desc) where state <> 'shown';
create index dynamic_topics on community.dynamic using gin (topics);

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
create index comment_state on community.comment (state, posted_at desc, id desc) where state <> 'shown';
create index comment_score on community.comment (score desc, id desc);

-- Topics, and the history of posts, topics and comments.
create table community.topic (
  name            text primary key,
  posts           int not null default 0,
  first_posted_at timestamptz(3) not null,
  last_posted_at  timestamptz(3) not null,
  state           text not null default 'shown' check (state in ('shown', 'hidden')),
  pinned          boolean not null default false
);
create index topic_posts on community.topic (posts desc, name desc);
create index topic_last on community.topic (last_posted_at desc, name desc);

-- The history of a post, a topic or a comment.
create table community.change (
  id      uuid primary key,
  subject text not null check (subject in ('dynamic', 'topic', 'comment')),
  of      text not null,
  what    text not null check (what in ('shown', 'hidden', 'removed', 'pinned', 'unpinned')),
  reason  text not null default '',
  by      text not null,
  at      timestamptz(3) not null
);
create index change_of on community.change (subject, of, at, id);

-- Pending changes of topics' post counts, until a job adds them up, so that events don't contend for a popular topic.
create table community.topic_delta (
  id    bigint generated always as identity primary key,
  name  text not null,
  posts int not null,
  at    timestamptz(3) not null
);
