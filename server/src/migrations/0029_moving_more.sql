-- Moving in, the rest: more kinds of records, and when the records of an import, which hold personal data, were removed (docs/moving-in.md).
alter table moving.record drop constraint record_kind_check;
alter table moving.record add constraint record_kind_check check (kind in (
  'promoter', 'channel', 'user', 'device', 'guild', 'member', 'agent', 'order', 'withdrawal', 'gift', 'template'
));
alter table moving.made drop constraint made_kind_check;
alter table moving.made add constraint made_kind_check check (kind in (
  'promoter', 'channel', 'user', 'device', 'guild', 'member', 'agent', 'order', 'withdrawal', 'gift', 'template'
));
alter table moving.import add column removed_at timestamptz(3);
-- What is left to be removed, one day.
create index import_kept on moving.import (touched_at) where removed_at is null;
