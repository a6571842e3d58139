-- Months of `bridge.event` whose ids of events without money were removed (`bridge.forget_events`); a month without a row has all.
create table bridge.event_month (
  month        date primary key check (extract(day from month) = 1),
  -- Business time.
  forgotten_at timestamptz(3) not null,
  -- Ids: removed in all, and kept when it was last done.
  removed      bigint not null,
  kept         bigint not null
);
