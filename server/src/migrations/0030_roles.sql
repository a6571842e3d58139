-- Granting and deducting tokens is a right of its own, beside banning and flagging; and each role of the first start gets
-- what its work needs (product.md sections 2 and 9), no more. Roles that staff have renamed are left alone.
insert into access.menu (id, key, parent_id, type, name_en, name_cn, path, icon, cache_able, sort, built_in) values
  (20204, 'users.grant', 297, 'menu', 'Grants', '代币发放', '/user/grant', 'coins', 1, 5, true);

with wanted (role, menu, permission) as (values
  ('Administrator', 'users.grant', 3), ('Analyst', 'users.grant', 1),
  ('Moderator', 'users.list', 3), ('Moderator', 'audits.template', 3),
  ('Customer service', 'users.grant', 3),
  ('Operations', 'guilds.list', 3), ('Operations', 'guilds.commissionPlan', 3), ('Operations', 'guilds.memberList', 1),
  ('Finance maker', 'users.grant', 3),
  ('Finance checker', 'users.grant', 1), ('Finance checker', 'guilds.settleAccounts', 1),
  ('Finance checker', 'guilds.withdrawalManage', 1), ('Finance checker', 'guilds.deductions', 1)
)
insert into access.role_menu (role_id, menu_id, permission)
select r.id, m.id, w.permission
  from wanted w join access.role r on r.name = w.role join access.menu m on m.key = w.menu
on conflict (role_id, menu_id) do update set permission = excluded.permission;

-- Who prepares does not decide; who decides reads.
delete from access.role_menu
 where role_id = (select id from access.role where name = 'Finance maker')
   and menu_id = (select id from access.menu where key = 'system.approval');
update access.role_menu set permission = 1
 where role_id = (select id from access.role where name = 'Finance checker')
   and menu_id in (select id from access.menu where key like 'finance.%');

-- Adds up what one member of staff granted within a day.
create index grant_operation_by on users.grant_operation (by, at desc);
create index grant_operation_at on users.grant_operation (at desc, id desc);

-- Which second factor a session was opened with, so that one that a role asks for later ends the others.
alter table access.session add column factor text not null default 'none' check (factor in ('none', 'sms', 'google'));
