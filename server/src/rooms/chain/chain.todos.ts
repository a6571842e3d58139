// What the chains' alarms are on Home, each with its evidence (docs/usdt.md, Alarms).
import { sql } from 'kysely'
import type { Todo } from '../../access/index.ts'
import { chains as all, type Chains } from './chain.settings.ts'
import { matchKind, rejectKind, unmatchKind } from './deposit/deposit.service.ts'

type Needs = { chains: Chains }

/** Lines of Home: nodes that do not work, outflows and vanished deposits nobody explained, and deposits nobody decided about. */
export const chainAlarms = ({ chains }: Needs): Todo[] => [
  {
    key: 'usdtNodes',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn',
    alarm: true,
    rows: () => sql`
      select since as at from chain.node
       where state <> 'well' and chain = any(${all.filter((chain) => chains.of(chain) !== null)}::text[])`,
  },
  {
    key: 'usdtOutflows',
    menu: 'finance.wallet',
    href: '/finance/wallet?tab=outflows&unexplained=true',
    alarm: true,
    rows: () => sql`
      select at from chain.outflow where kind = 'elsewhere' and explained_at is null`,
  },
  {
    key: 'usdtVanished',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?vanished=true&unexplained=true',
    alarm: true,
    rows: () => sql`
      select vanished_at as at from chain.deposit
       where vanished_at is not null and explained_at is null`,
  },
  {
    key: 'usdtUnmatched',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?depositState=unmatched&vanished=false',
    alarm: true,
    // Those that wait for a second member of staff are among the approvals.
    rows: ({ now }) => sql`
      select d.at from chain.deposit d
       where d.state = 'unmatched' and d.vanished_at is null
         and not exists (select from access.approval p
                          where p.kind in (${matchKind}, ${rejectKind}, ${unmatchKind}) and p.subject = d.id::text
                            and p.state = 'pending' and p.expires_at > ${now})`,
  },
]
