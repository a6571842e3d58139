-- What an administrator looks at as a role or an account would: one at a time for a session, until it ends or is over. Wall time.
create table access.see_as (
  id         uuid primary key,
  session_id uuid not null unique references access.session on delete cascade,
  staff_id   int references access.staff on delete cascade,
  role_id    int references access.role on delete cascade,
  began_at   timestamptz(3) not null,
  ends_at    timestamptz(3) not null check (ends_at > began_at),
  constraint one_of check (num_nonnulls(staff_id, role_id) = 1)
);
create index see_as_staff on access.see_as (staff_id) where staff_id is not null;
create index see_as_role on access.see_as (role_id) where role_id is not null;

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

-- In a new installation, Operations may reveal contact details, with a reason: they review applications of guilds and agents, and ask the applicant.
insert into access.role_menu (role_id, menu_id, permission)
select r.id, m.id, 3 from access.role r join access.menu m on m.key = 'users.contact'
 where r.name = 'Operations' and not exists (select from access.staff)
on conflict do nothing;
