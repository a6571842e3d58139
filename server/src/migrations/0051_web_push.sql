-- Web Push: browsers that an account chose to be told on. Wall time.

-- The installation's pair of keys (VAPID), made when the first browser asks; push services know us by it.
create table notify.push_key (
  single  boolean primary key default true check (single),
  -- As browsers take it: base64url.
  public  text not null,
  -- The private half, sealed.
  sealed  text not null,
  made_at timestamptz(3) not null
);

-- A browser ends with the session that it was turned on in: nobody who logged out is told anything there.
create table notify.subscription (
  id            uuid primary key,
  staff_id      int not null references access.staff on delete cascade,
  session_id    uuid not null references access.session on delete cascade,
  endpoint_hash text not null unique,
  -- Where the browser's push service takes messages, and the browser's keys.
  sealed        text not null,
  made_at       timestamptz(3) not null
);
create index subscription_staff on notify.subscription (staff_id, made_at);
create index subscription_session on notify.subscription (session_id);

alter table notify.preference drop constraint preference_way_check;
alter table notify.preference add constraint preference_way_check check (way in ('bell', 'push', 'mail', 'sms'));
alter table notify.message drop constraint message_way_check;
alter table notify.message add constraint message_way_check check (way in ('push', 'mail', 'sms', 'webhook'));
