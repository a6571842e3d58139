-- Official content: which messages were read.
create schema official;

create table official.message_read (
  message_id text not null,
  user_id    bigint not null references users.app_user,
  at         timestamptz(3) not null,
  primary key (message_id, user_id)
);
