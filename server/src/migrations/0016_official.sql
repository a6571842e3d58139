-- Official content: what the platform shows, sells and says in the app (docs/official.md).
create schema official;

-- Banners, activities and adverts. Empty lists and nulls name everybody; a null end of the period is open.
create table official.placement (
  id          int generated always as identity primary key,
  kind        text not null check (kind in ('banner', 'activity', 'advert')),
  name        text not null,
  picture_id  uuid references files.file,
  -- By language, an advert's alone.
  texts       jsonb not null default '{}',
  link        text not null default '',
  position    text not null,
  sort        int not null,
  countries   text[] not null default '{}',
  sex         text check (sex in ('man', 'woman', 'none')),
  languages   text[] not null default '{}',
  min_build   int not null default 0,
  from_at     timestamptz(3),
  to_at       timestamptz(3),
  enabled     boolean not null default false,
  created_by  text not null,
  created_at  timestamptz(3) not null,
  updated_by  text not null,
  updated_at  timestamptz(3) not null,
  version     int not null default 1,
  check (to_at > from_at),
  check ((kind = 'advert') = (picture_id is null)),
  -- Checked at the end of a statement, so that one statement puts a whole position in another order.
  constraint placement_sort unique (kind, position, sort) deferrable initially immediate
);
create index placement_kind_sort on official.placement (kind, sort, id);
create index placement_kind_updated on official.placement (kind, updated_at desc, id desc);
create index placement_picture on official.placement (picture_id) where picture_id is not null;

-- App users who speak for the platform, and who of staff may write as them.
create table official.account (
  id          int generated always as identity primary key,
  user_id     bigint not null unique references users.app_user,
  title       text not null,
  note        text not null default '',
  writer_ids  int[] not null default '{}',
  enabled     boolean not null default true,
  created_by  text not null,
  created_at  timestamptz(3) not null,
  updated_by  text not null,
  updated_at  timestamptz(3) not null,
  version     int not null default 1
);
create index account_updated on official.account (updated_at desc, id desc);

create table official.message_read (
  message_id text not null,
  user_id    bigint not null references users.app_user,
  at         timestamptz(3) not null,
  primary key (message_id, user_id)
);
