-- Pictures people upload and files they export.
create schema files;

create table files.file (
  id         uuid primary key,
  purpose    text not null check (purpose in (
    'giftPicture', 'avatar', 'paymentProof', 'purchaseProof', 'banner', 'activity', 'message', 'giftAnimation', 'landing'
  )),
  mime       text not null,
  bytes      int not null,
  width      int not null,
  height     int not null,
  sha256     bytea not null,
  storage_key text not null,
  staff_id   int references access.staff,
  created_at timestamptz(3) not null
);
create index file_created on files.file (created_at);

create table files.export (
  id         uuid primary key,
  staff_id   int not null references access.staff on delete cascade,
  -- The session is checked again when the work begins: rights may have changed.
  session_id uuid not null,
  call       text not null,
  payload    jsonb not null,
  format     text not null check (format in ('xlsx', 'csv')),
  language   text not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows       int not null default 0,
  storage_key text,
  created_at timestamptz(3) not null,
  -- Updated regularly while it runs, to detect a dead process.
  beat_at    timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  -- The title of the list's screen, which names the file and its sheet.
  title      text not null default '',
  -- It failed since the disk is full.
  disk_full  boolean not null default false
);
create index export_staff on files.export (staff_id, created_at desc);
create index export_expiry on files.export (expires_at);
create index export_unfinished on files.export (beat_at) where state in ('waiting', 'running');
