-- A dispute names days of anchors, with what the platform had counted of each when it was made, and may have pictures: both sides read the same.
create table guilds.dispute_day (
  dispute_id     int not null references guilds.dispute,
  user_id        bigint not null references users.app_user,
  day            date not null,
  -- Of guilds.anchor_day at that moment; nothing was counted on a day without.
  live_seconds   int not null,
  call_seconds   int not null,
  calls_answered int not null,
  bonus          bigint not null,
  primary key (dispute_id, user_id, day)
);

alter table guilds.dispute add column proofs uuid[] not null default '{}';

alter table files.file drop constraint file_purpose_check;
alter table files.file add constraint file_purpose_check check (purpose in (
  'giftPicture', 'avatar', 'paymentProof', 'purchaseProof', 'banner', 'activity', 'message', 'giftAnimation', 'landing', 'disputeProof'
));
