-- What an item looks like, so that like ones are decided together: hashes of its pictures and its text, and the heap it belongs to. A heap
-- is what is near the look that began it.
create table audits.look (
  item_id      text primary key references audits.item on delete cascade,
  user_id      bigint not null references users.app_user,
  kind         text not null
               check (kind in ('basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting')),
  -- Of the submission that was, or is to be, looked at.
  submitted_at timestamptz(3) not null,
  -- When it is looked at next; null: it was.
  due_at       timestamptz(3),
  tries        int not null default 0,
  hashes       bigint[] not null default '{}',
  -- Of the text as people read it, and one that is close for similar long texts.
  fold         bigint,
  near         bigint,
  -- By which it is searched: the first picture's, else the text's; null: it stays alone.
  key          bigint,
  heap         uuid,
  -- It began its heap.
  leads        boolean not null default false,
  check (not leads or (heap is not null and key is not null))
);
create index look_due on audits.look (due_at desc, item_id) where due_at is not null;
create index look_submitted on audits.look (submitted_at);
create index look_user on audits.look (user_id);
create index look_word_1 on audits.look (kind, ((key >> 48) & 65535)) where leads;
create index look_word_2 on audits.look (kind, ((key >> 32) & 65535)) where leads;
create index look_word_3 on audits.look (kind, ((key >> 16) & 65535)) where leads;
create index look_word_4 on audits.look (kind, ((key >> 0) & 65535)) where leads;

insert into audits.look (item_id, user_id, kind, submitted_at, due_at)
select id, user_id, kind, submitted_at, submitted_at from audits.item where state = 'not audited';

-- Copied from its item's look, so that a heap is claimed without reading items.
alter table audits.review add column heap uuid;
