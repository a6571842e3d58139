-- One's own mail address, proved by a code that was sent there; and what an account wants to be told, how, and when not. Wall time.
create table access.mail_code (
  id         uuid primary key,
  staff_id   int not null references access.staff on delete cascade,
  address    text not null,
  code_hash  text not null,
  at         timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tries      int not null default 0,
  spent_at   timestamptz(3)
);
create index mail_code_staff on access.mail_code (staff_id, at desc);
create index mail_code_address on access.mail_code (address, at desc);

-- How an account reads what it is told: without a row in the language of its screens, at any hour.
create table notify.reader (
  staff_id   int primary key references access.staff on delete cascade,
  -- One of the product's (contract, languages).
  language   text not null,
  -- Of its quiet hours and of the times in its messages.
  zone       text not null,
  -- Minutes of its day: from one to the other nothing rings. The end may be on the next day.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_to   int check (quiet_to between 0 and 1439),
  constraint quiet check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
