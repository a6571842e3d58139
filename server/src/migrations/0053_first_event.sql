-- When the first event of a minute was accepted, to the millisecond: set-up shows an app's first one. A server of the release before leaves it out.
alter table bridge.traffic add column first_at timestamptz(3);
