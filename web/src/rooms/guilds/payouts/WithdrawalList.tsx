// /sociatyManage/withdrawalManage: guilds' payout requests. Staff approve, refuse and pay them; a leader makes them and follows their
// state.
import { payoutPay, payoutRequestDecide, payoutRequestList } from '@greenroom/contract/payouts'
import { guildsPaid, payoutsDecided } from '@greenroom/contract/sentences/guildMoney'
import { payoutRequestStates } from '@greenroom/contract/statesAndKinds'
import { IconBuildingBank, IconCash, IconCheck, IconListDetails, IconX } from '@tabler/icons-react'
import { batchOf, defineAction, defineCommand } from '../../../actions/action.ts'
import { proofForm, proofOf } from '../../../actions/proof.ts'
import type { Proof } from '../../../actions/proofForm.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { AccountStates } from './AccountStates.tsx'
import { Balance, useMoney } from './GuildBalance.tsx'
import { AccountName, type Request, RequestState } from './RequestState.tsx'

// Actions of staff on guilds' requests.
const paymentsOf = (rows: readonly Request[]) => rows.map(({ guildName, usdCents }) => ({ guild: guildName, usdCents }))

const show = defineAction<Request>({
  id: 'guilds.payout.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'show',
})

const agree = defineAction<Request>({
  id: 'guilds.payout.agree',
  icon: IconCheck,
  confirm: true,
  may: (row) => row.can.agree,
  batch: batchOf(payoutRequestDecide, () => ({ decision: 'agree' as const })),
  message: (rows, _input, form) => payoutsDecided(form, 'agree', paymentsOf(rows)),
})

const refuse = defineAction<Request, Reason>({
  id: 'guilds.payout.refuse',
  icon: IconX,
  danger: true,
  may: (row) => row.can.refuse,
  form: reasonForm,
  batch: batchOf(payoutRequestDecide, ({ reason }: Reason) => ({ decision: 'refuse' as const, reason })),
  message: (rows, _input, form) => payoutsDecided(form, 'refuse', paymentsOf(rows)),
})

const pay = defineAction<Request, Proof>({
  id: 'guilds.payout.pay',
  icon: IconCash,
  may: (row) => row.can.pay,
  form: proofForm,
  run: (ids, input) => call(payoutPay, { ids, ...proofOf(input) }),
  message: (rows, _input, form) => guildsPaid(form, paymentsOf(rows)),
})

const staffActions = [show, agree, pay, refuse]
const leaderActions = [show]

const own = {
  requestState: oneOf(payoutRequestStates, { as: 'state' }),
  requestedAt: dateRange(),
}
const leaderFilters = filtersOf(own)
const staffFilters = filtersOf({ guildId: idText(), ...own })

const columns: Column<Request>[] = [
  { id: 'amount', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', pinned: true, width: 130 },
  { id: 'requestState', cell: (row) => <RequestState state={row.state} />, width: 120 },
  {
    id: 'guild',
    cell: (row) => <GuildLink guild={{ guildId: row.guildId, name: row.guildName }} />,
    links: true,
    width: 180,
  },
  { id: 'payoutAccount', cell: (row) => <AccountName account={row.account} />, width: 190 },
  { id: 'requestedAt', cell: (row) => <Time at={row.requestedAt} />, sort: 'requestedAt', width: 165 },
  { id: 'reason', cell: (row) => <span title={row.reason}>{row.reason || '–'}</span>, width: 220 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 120 },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165 },
  { id: 'paidAt', cell: (row) => <Time at={row.paidAt} />, width: 165 },
  { id: 'reference', cell: (row) => <bdi>{row.reference || '–'}</bdi>, width: 160 },
]
/** A leader needs no guild column, and may not see accounts of staff. */
const leaderColumns = columns.filter(({ id }) => id !== 'guild' && id !== 'decidedBy')

const leaderCommands = [
  defineCommand({
    id: 'guilds.payout.ask',
    icon: IconCash,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'ask',
  }),
  defineCommand({ id: 'guilds.payout.account', icon: IconBuildingBank, writes: true, drawer: 'account' }),
]
const AccountForm = loadable(() => import('./PayoutAccountForm.tsx'))
const drawers = {
  show: loadable(() => import('./PayoutRequest.tsx')),
  ask: loadable(() => import('./AskPayout.tsx')),
  account: AccountForm,
}

export default function WithdrawalList() {
  const { user } = useSession()
  const isLeader = user.unionId !== null
  const money = useMoney(undefined, isLeader)
  const list = useList({
    call: payoutRequestList,
    filters: isLeader ? leaderFilters : staffFilters,
    sort: '-requestedAt',
    name: (row) => row.guildName,
  })
  return (
    <ListPage
      list={list}
      commands={isLeader ? leaderCommands : []}
      drawers={drawers}
      summary={
        money.data && (
          <>
            <Balance of={money.data} />
            <AccountStates of={money.data.accounts} />
          </>
        )
      }
    >
      <ListFilters />
      <ListTable
        columns={isLeader ? leaderColumns : columns}
        actions={isLeader ? leaderActions : staffActions}
        rowDrawer="show"
      />
    </ListPage>
  )
}
