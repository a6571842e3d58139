-- Told outside the screens: mail, text messages, and the operators' webhook.
create schema notify;

-- One letter to one receiver. It is written in the transaction of what it tells about, and sent afterwards. Wall time.
create table notify.message (
  id         uuid primary key,
  -- What it tells about (contract, moments).
  moment     text not null,
  -- Nobody is told the same twice in the same way.
  key        text not null unique,
  way        text not null check (way in ('mail', 'sms', 'webhook')),
  staff_id   int references access.staff on delete set null,
  -- The receiver as staff see it, masked.
  receiver   text not null,
  -- Address and words, sealed: an invitation's link opens an account. Gone once it was sent or withdrawn.
  sealed     text,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'dead', 'withdrawn')),
  attempts   int not null default 0,
  made_at    timestamptz(3) not null,
  first_at   timestamptz(3),
  -- When it is due; while it is on its way, until when nobody else sends it.
  next_at    timestamptz(3) not null,
  ended_at   timestamptz(3),
  -- What the receiver answered last, or why there is no answer.
  answer     text not null default '',
  constraint ended check ((ended_at is null) = (state = 'waiting')),
  constraint kept check ((sealed is not null) = (state in ('waiting', 'dead')))
);
create index message_due on notify.message (next_at) where state = 'waiting';
create index message_ended on notify.message (state, ended_at) where state <> 'waiting';
create index message_staff on notify.message (staff_id) where staff_id is not null;
create index message_sealed on notify.message (id) where sealed is not null;

-- Where an account gets mail. Empty until its holder has proved one: by a code, or by a link that was sent there.
alter table access.staff add column email text not null default '';

-- Where a link was sent by mail: using it proves the address.
alter table access.password_link add column sent_to text not null default '';
