-- Tokens, bonus and money into and out of accounts of users and agents, by business day and kind; folded from the
-- ledger.
create schema flow;

create table flow.daily (
  -- `2026-11-20 TOKEN gift`: sorts by day.
  key       text primary key,
  day       date not null,
  currency  text not null check (currency in ('TOKEN', 'BONUS', 'USD', 'USDT')),
  kind      text not null,
  in_sum    bigint not null,
  out_sum   bigint not null,
  transfers bigint not null
);
create index daily_kind on flow.daily (kind, key desc);

-- The days' time zone; if the platform's changes, they are folded again.
create table flow.zone (
  one  boolean primary key default true check (one),
  zone text not null
);
