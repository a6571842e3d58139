-- Captchas drawn for the log-in page: each is taken once. Swept an hour after they end.
create table access.captcha (
  id         uuid primary key,
  text       text not null,
  expires_at timestamptz(3) not null,
  spent_at   timestamptz(3)
);
create index captcha_expires on access.captcha (expires_at);
