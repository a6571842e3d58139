-- Tokens, bonus and money in and out of what people and agents own, by business day and kind; folded from the ledger.
create schema flow;

create table flow.daily (
  -- `2026-11-20 TOKEN gift`: sorts by day.
  key       text primary key,
  day       date not null,
  currency  text not null,
  kind      text not null,
  in_sum    bigint not null,
  out_sum   bigint not null,
  transfers bigint not null
);
create index daily_kind on flow.daily (kind, key desc);

-- The zone the days are of; when the platform's changes, they are folded anew.
create table flow.zone (
  one  boolean primary key default true check (one),
  zone text not null
);
