-- A client that brings the history of an old console: its events may be older than others', two members of staff say by how much, and nothing is
-- sent to it or because of it (docs/integrating.md). It is closed for good.
alter table bridge.client add column history boolean not null default false;
alter table bridge.client add column history_closed_at timestamptz(3);
alter table bridge.client add constraint client_history check (not history or endpoint = '');
alter table bridge.client add constraint client_history_closed check (history_closed_at is null or (history and not enabled));
