-- The screen of deletions, legal holds and retention.
insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in) values
  (20205, 'users.deletions', 297, 'menu', '{"en": "Deletions", "cn": "删除与保留"}', '/user/deletions', 'user-off', 1, 6, true)
on conflict do nothing;
-- Administrators read and write, analysts read, as they do every menu. Customer service, too, in a new installation: the roles of one that is in
-- use belong to its staff.
insert into access.role_menu (role_id, menu_id, permission)
select id, 20205, case name when 'Analyst' then 1 else 3 end from access.role
 where name in ('Administrator', 'Analyst') or (name = 'Customer service' and not exists (select from access.staff))
on conflict do nothing;
