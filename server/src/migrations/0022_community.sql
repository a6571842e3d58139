-- The Community area: topics, and what was done about posts, topics and comments.
create table community.topic (
  name            text primary key,
  posts           int not null default 0,
  first_posted_at timestamptz(3) not null,
  last_posted_at  timestamptz(3) not null,
  state           text not null default 'shown' check (state in ('shown', 'hidden')),
  pinned          boolean not null default false
);
create index topic_posts on community.topic (posts desc, name);
create index topic_last on community.topic (last_posted_at desc, name);

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

create index dynamic_pinned on community.dynamic (posted_at desc, id desc) where pinned;
create index dynamic_state on community.dynamic (state, posted_at desc, id desc) where state <> 'shown';
create index dynamic_topics on community.dynamic using gin (topics);
create index comment_state on community.comment (state, posted_at desc, id desc) where state <> 'shown';
create index comment_score on community.comment (score desc, posted_at desc, id desc);

insert into community.topic (name, posts, first_posted_at, last_posted_at)
select t.name, count(*), min(d.posted_at), max(d.posted_at)
  from community.dynamic d cross join lateral (select distinct unnest(d.topics) as name) t group by t.name;

-- What posts add to topics and take from them, until a round has counted it: no chunk of events waits for a popular topic.
create table community.topic_delta (
  id    bigint generated always as identity primary key,
  name  text not null,
  posts int not null,
  at    timestamptz(3) not null
);
