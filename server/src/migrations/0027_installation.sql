-- Setting up, and the installation's own page.

-- What staff said about a step of setting up: it is done, or passed over with a word. Steps that the server can judge by itself need no row.
create table system.setup_step (
  step  text primary key check (step in ('secure', 'basics', 'app', 'colleagues', 'sms', 'import', 'backups', 'alone')),
  state text not null check (state in ('done', 'skipped')),
  -- Why it is passed over; empty for one that is done.
  word  text not null default '',
  by    text not null,
  at    timestamptz(3) not null,
  constraint worded check ((state = 'skipped') = (word <> ''))
);

insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in) values
  (20111, 'system.installation', 100, 'menu', '{"en": "Installation", "cn": "安装与状态"}', '/sys/installation', 'sitemap', 1, 12, true);
insert into access.role_menu (role_id, menu_id, permission)
select id, 20111, 3 from access.role where name = 'Administrator';
