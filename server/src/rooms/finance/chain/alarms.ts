// What the chains' alarms are on Home, each with its evidence (docs/usdt.md, Alarms).
import type { Approvals, Todo } from '../../../access/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Reader } from '../../../kit/database.ts'
import { undecidedDeposits, unexplainedVanished } from './deposit/queries.ts'
import { waitingDeposits } from './deposit/service.ts'
import { chains as all, type Chains } from './settings.ts'
import { unexplainedOutflows } from './wallet/queries.ts'
import { faultyNodes } from './watch/queries.ts'

type Needs = { chains: Chains; approvals: Approvals; clock: Clock }

/** Lines of Home: nodes that do not work, outflows and vanished deposits nobody explained, and deposits nobody decided about. */
export const chainAlarms = ({ chains, approvals, clock }: Needs): Todo[] => [
  {
    key: 'usdtNodes',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn',
    alarm: true,
    count: (reader) =>
      faultyNodes(
        reader,
        all.filter((chain) => chains.of(chain) !== null),
      ),
  },
  {
    key: 'usdtOutflows',
    menu: 'finance.wallet',
    href: '/finance/wallet?tab=outflows&unexplained=true',
    alarm: true,
    count: (reader) => unexplainedOutflows(reader),
  },
  {
    key: 'usdtVanished',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?vanished=true&unexplained=true',
    alarm: true,
    count: (reader) => unexplainedVanished(reader),
  },
  {
    key: 'usdtUnmatched',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?depositState=unmatched&vanished=false',
    alarm: true,
    count: async (reader: Reader) =>
      undecidedDeposits(reader, [...(await waitingDeposits(approvals, reader, clock.now()))]),
  },
]
