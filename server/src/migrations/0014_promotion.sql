-- Promotion: installs.
create schema promotion;

create table promotion.install (
  device_id text primary key,
  channel   text not null,
  platform  text not null,
  country   text not null,
  at        timestamptz(3) not null
);
create index install_channel on promotion.install (channel, at desc);
