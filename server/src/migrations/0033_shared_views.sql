-- A view may be shared with everybody who has the menu of its screen.
alter table access.saved_view add column shared boolean not null default false;
create index saved_view_shared on access.saved_view (screen) where shared;
