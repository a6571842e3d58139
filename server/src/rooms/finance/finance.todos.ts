// Lines of Home: money that waits for a member of staff.
import { sql } from 'kysely'
import type { Todo } from '../../access/index.ts'

/** The queue of withdrawals is counted up to here. */
const most = 10_000
/** Those in no batch: a line waits in one until it is paid or has failed. */
const inNoBatch = (source: string, id: string) => sql`
  not exists (select from finance.payout p
               where p.source = ${source} and p.source_id = ${sql.ref(id)}::text and p.state = 'waiting')`

/** Without an account in force the guild is who must act. What else keeps a debt from being paid, the list says of each. */
const hasAccount = (now: Date) => sql`
  exists (select from guilds.payout_account a
           where a.guild_id = g.id and (a.state = 'effective' or (a.state = 'waiting' and a.effective_at <= ${now})))`

export const financeTodos: Todo[] = [
  {
    // Those that wait for a second member of staff are among the approvals.
    key: 'withdrawals',
    menu: 'finance.withdraw',
    href: '/finance/withdraw',
    rows: ({ now }) => sql`
      select w.requested_at as at from finance.withdrawal w
       where w.state = 'in review' and w.decision_id is null
         and not exists (select from access.approval p
                          where p.id = w.approval_id and p.state = 'pending' and p.expires_at > ${now})
       order by w.requested_at, w.id limit ${sql.lit(most)}`,
  },
  {
    key: 'withdrawalsFailed',
    menu: 'finance.withdraw',
    href: '/finance/withdraw?tab=all&withdrawalState=failure&released=false',
    rows: () => sql`
      select coalesce(w.ended_at, w.decided_at, w.requested_at) as at from finance.withdrawal w
       where w.state = 'failure' and w.released_at is null`,
  },
  {
    key: 'payWithdrawals',
    menu: 'finance.payout',
    href: '/finance/payout?source=withdrawal&payableNow=true',
    rows: () => sql`
      select coalesce(w.decided_at, w.requested_at) as at from finance.withdrawal w
       where w.state = 'withdrawing' and w.held = '' and ${inNoBatch('withdrawal', 'w.id')}
       order by w.decided_at, w.id limit ${sql.lit(most)}`,
  },
  {
    key: 'payGuildRequests',
    menu: 'finance.payout',
    href: '/finance/payout?source=guild.request&payableNow=true',
    rows: ({ now }) => sql`
      select coalesce(r.decided_at, r.requested_at) as at from guilds.payout_request r
        join guilds.guild g on g.id = r.guild_id
       where r.state = 'agreed' and g.state <> 'banned' and ${hasAccount(now)} and ${inNoBatch('guild.request', 'r.id')}`,
  },
  {
    key: 'payGuildWeeks',
    menu: 'finance.payout',
    href: '/finance/payout?source=guild.week&payableNow=true',
    rows: ({ now }) => sql`
      select s.approved_at as at from guilds.settlement s
        join guilds.guild g on g.id = s.guild_id
       where s.state = 'approved' and s.paid_at is null and s.payable_cents > s.paid_cents and g.state <> 'banned'
         and ${hasAccount(now)} and ${inNoBatch('guild.week', 's.id')}`,
  },
  {
    key: 'batchesToSend',
    menu: 'finance.payout',
    href: '/finance/payout?tab=batches&batchState=approved',
    rows: () => sql`select approved_at as at from finance.payout_batch where state = 'approved'`,
  },
  {
    key: 'batchesSent',
    menu: 'finance.payout',
    href: '/finance/payout?tab=batches&batchState=sent',
    rows: () => sql`select sent_at as at from finance.payout_batch where state = 'sent'`,
  },
  {
    key: 'usdtToSign',
    menu: 'finance.usdtOut',
    href: '/finance/usdtOut?instructionState=signing',
    rows: () => sql`select created_at as at from chain.instruction where state = 'signing'`,
  },
  {
    key: 'chargebacks',
    menu: 'finance.chargeback',
    href: '/finance/chargeback?chargebackState=open',
    rows: () => sql`select at from finance.chargeback where state = 'open'`,
  },
  {
    key: 'statements',
    menu: 'finance.statement',
    href: '/finance/statement?statementState=draft',
    rows: () => sql`select made_at as at from finance.statement where state = 'draft'`,
  },
  {
    // An order that the next statement may still have waits for nobody.
    key: 'differences',
    menu: 'finance.statement',
    href: '/finance/statement?tab=differences&differenceState=open&due=true',
    rows: ({ now }) => sql`
      select coalesce(d.due_at, s.confirmed_at, s.made_at) as at from finance.statement_difference d
        join finance.statement s on s.id = d.statement_id
       where d.state = 'open' and (d.kind <> 'ours' or d.due_at <= ${now})`,
  },
  {
    key: 'sanctionsHits',
    menu: 'finance.sanctions',
    href: '/finance/sanctions?hitState=open',
    rows: () => sql`select found_at as at from finance.sanctions_hit where state = 'open'`,
  },
]
