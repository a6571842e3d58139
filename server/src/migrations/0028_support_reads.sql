-- Customer service reads guilds and agents, whose leaders ask them what became of a week, a payout or a purchase. In a new installation only:
-- it has no account yet. The roles of one that is in use belong to its staff.
insert into access.role_menu (role_id, menu_id, permission)
select r.id, m.id, 1
  from access.role r
  join access.menu m on m.key in ('guilds.list', 'guilds.memberList', 'guilds.memberFlow', 'guilds.everyDayReport', 'guilds.weekReport',
                                  'guilds.settleAccounts', 'guilds.withdrawalManage', 'guilds.deductions', 'guilds.family',
                                  'guilds.levelTwoGuild', 'finance.agents', 'finance.agentTrades')
 where r.name = 'Customer service' and not exists (select from access.staff)
on conflict do nothing;
