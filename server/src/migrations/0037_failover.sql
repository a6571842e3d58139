-- Changes of the database's timeline that servers noticed: whether anything that they had acknowledged was lost (`kit/standby/failover.ts`).
-- Each server adds what it knows.
create table kit.failover (
  timeline     int primary key,
  noticed_at   timestamptz(3) not null,
  outcome      text not null check (outcome in ('complete', 'lost', 'unknown')),
  -- Acknowledged transactions that the new primary does not have, and when the first and the last of them were acknowledged.
  transactions int not null default 0 check (transactions >= 0),
  lost_from    timestamptz(3),
  lost_until   timestamptz(3)
);
-- Deliveries are off after such a change, not a restore.
alter table bridge.pause add column timeline int;
