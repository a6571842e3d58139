// Lines of Home: what waits for staff, and what waits for a guild's leader.
import { type RawBuilder, sql } from 'kysely'
import type { Looking, Todo } from '../../access/index.ts'
import { daysToDissolve, settledDay } from './guild/guild.rules.ts'

/** The leader's guild. */
const own = ({ staff }: Looking): RawBuilder<unknown> => sql`${staff.unionId}::int`

const ofStaff: Todo[] = [
  {
    key: 'guildReviews',
    menu: 'guilds.list',
    href: '/sociatyManage/list?guildState=under+review',
    rows: () => sql`select registered_at as at from guilds.guild where state = 'under review'`,
  },
  {
    key: 'weeksDisputed',
    menu: 'guilds.settleAccounts',
    href: '/sociatyManage/settleAccounts?settlementState=disputed',
    rows: () => sql`
      select (select max(d.at) from guilds.dispute d where d.settlement_id = s.id) as at
        from guilds.settlement s where s.state = 'disputed'`,
  },
  {
    key: 'weeksConfirmed',
    menu: 'guilds.settleAccounts',
    href: '/sociatyManage/settleAccounts?settlementState=confirmed',
    rows: () => sql`select confirmed_at as at from guilds.settlement where state = 'confirmed'`,
  },
  {
    key: 'weeksParked',
    menu: 'guilds.settleAccounts',
    href: '/sociatyManage/settleAccounts?settlementState=parked',
    rows: () => sql`select drafted_at as at from guilds.settlement where state = 'parked'`,
  },
  {
    key: 'guildWithdrawals',
    menu: 'guilds.withdrawalManage',
    href: '/sociatyManage/withdrawalManage?requestState=in+review',
    rows: () => sql`select requested_at as at from guilds.payout_request where state = 'in review'`,
  },
]

const ofLeaders: Todo[] = [
  {
    key: 'weekToConfirm',
    ends: true,
    of: 'leader',
    menu: 'guilds.settleAccounts',
    href: ({ staff }) => `/sociatyManage/settleAccounts?settlementState=draft&guildId=${staff.unionId}`,
    rows: (looking) => sql`
      select drafted_at as at, confirm_by as until from guilds.settlement
       where guild_id = ${own(looking)} and state = 'draft'`,
  },
  {
    key: 'leaveRequests',
    of: 'leader',
    menu: 'guilds.memberList',
    href: ({ staff }) => `/sociatyManage/memberList?asksToLeave=true&guildId=${staff.unionId}`,
    rows: (looking) => sql`
      select leave_asked_at as at from guilds.member
       where guild_id = ${own(looking)} and state = 'leaving' and ends_at is null`,
  },
  {
    // From approval on: nothing can be paid to it.
    key: 'noPayoutAccount',
    of: 'leader',
    menu: 'guilds.withdrawalManage',
    href: '/sociatyManage/withdrawalManage?drawer=account',
    rows: (looking) => sql`
      select g.approved_at as at from guilds.guild g
       where g.id = ${own(looking)} and g.state = 'normal'
         and not exists (select from guilds.payout_account a
                          where a.guild_id = g.id and a.state in ('waiting', 'effective'))`,
  },
  {
    key: 'dissolves',
    ends: true,
    of: 'leader',
    menu: 'guilds.memberList',
    href: '/sociatyManage/memberList?drawer=invite',
    rows: (looking) => sql`
      select approved_at as at, approved_at + make_interval(days => ${daysToDissolve}) as until from guilds.guild
       where id = ${own(looking)} and state = 'normal' and members = 0 and warned_day < ${settledDay}`,
  },
  {
    // The last chance to notice one that was not meant: it cannot be taken back once its week has begun.
    key: 'methodChanges',
    ends: true,
    of: 'leader',
    menu: 'guilds.settleAccounts',
    href: '/sociatyManage/settleAccounts',
    rows: (looking) => sql`
      select null::timestamptz as at, coalesce(w.starts_at, g.method_from::timestamptz) as until
        from guilds.guild g left join guilds.week w on w.week = g.method_from
       where g.id = ${own(looking)} and g.settlement_method = 'guild pickup' and g.method_from is not null`,
  },
  {
    // A negative week, which the next one makes up for, and what the leader's own recharges left unpaid.
    key: 'guildDebts',
    of: 'leader',
    menu: 'guilds.settleAccounts',
    href: ({ staff }) => `/sociatyManage/settleAccounts?guildId=${staff.unionId}`,
    rows: (looking) => sql`
      select s.drafted_at as at
        from (select drafted_at, carried_out_cents from guilds.settlement
               where guild_id = ${own(looking)} and state <> 'parked' order by week desc limit 1) s
       where s.carried_out_cents < 0
       union all
      select c.at from finance.chargeback c
       where c.user_id = (select leader_user_id from guilds.guild where id = ${own(looking)}) and c.owed_tokens > 0`,
  },
]

export const guildsTodos: Todo[] = [...ofStaff, ...ofLeaders]
