-- The channels that have figures of their own (`rooms/indicators/fold/fold.channels.ts`); others are counted together.
create table indicators.channel (
  name text primary key
);
