-- Batch calls over every row that a list's filters match: the matching rows, and each one's outcome.
create schema bulk;

create table bulk.job (
  id          uuid primary key,
  staff_id    int not null references access.staff on delete cascade,
  -- Rights are checked through it before every chunk.
  session_id  uuid not null,
  ip          text not null,
  user_agent  text not null,
  language    text not null,
  list        text not null,
  filters     jsonb not null,
  -- Empty while the rows are only selected.
  call        text not null default '',
  payload     jsonb not null default '{}',
  state       text not null default 'chosen' check (state in ('chosen', 'waiting', 'running', 'done', 'stopped')),
  -- The worker; one that was presumed dead finds another's name here and commits nothing.
  runner      uuid,
  total       int not null,
  done        int not null default 0,
  failed      int not null default 0,
  created_at  timestamptz(3) not null,
  beat_at     timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at  timestamptz(3) not null
);
create index job_staff on bulk.job (staff_id, id desc);
create index job_expiry on bulk.job (expires_at);
create index job_unfinished on bulk.job (beat_at) where state in ('waiting', 'running');

create table bulk.item (
  job_id     uuid not null references bulk.job on delete cascade,
  at         int not null,
  row_id     text not null,
  -- Null until it is decided.
  ok         boolean,
  error_code int,
  error_msg  text,
  reason     text,
  params     jsonb,
  primary key (job_id, at)
);
create index item_open on bulk.item (job_id, at) where ok is null;
