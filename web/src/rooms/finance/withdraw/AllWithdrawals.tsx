// All withdrawals, newest first.
import {
  withdrawalByHand,
  withdrawalsPassed,
  withdrawalsRefused,
  withdrawalsReleased,
} from '@greenroom/contract/sentences/withdrawals'
import {
  payoutAccountKinds,
  riskReasons,
  withdrawalMoments,
  withdrawalStates,
} from '@greenroom/contract/statesAndKinds'
import {
  withdrawalList,
  withdrawalManual,
  withdrawalPass,
  withdrawalRefuse,
  withdrawalRelease,
} from '@greenroom/contract/withdrawals'
import { IconArrowBackUp, IconCash, IconCheck, IconX } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { proofForm, proofOf } from '../../../actions/proof.ts'
import type { Proof } from '../../../actions/proofForm.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, numberRange, oneOf, refText } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { Account, Risk, State, type Withdrawal } from './WithdrawalState.tsx'
import { WithdrawTabs } from './WithdrawTabs.tsx'

// Actions on withdrawals in the list.
const paymentsOf = (rows: readonly Withdrawal[]) =>
  rows.map(({ user, usdCents }) => ({ user: { id: user.userId, nickname: user.nickname }, usdCents }))

const pass = defineAction<Withdrawal, undefined, string>({
  id: 'finance.withdrawal.pass',
  icon: IconCheck,
  key: 'pass',
  confirm: true,
  may: (row) => row.can.pass,
  batch: batchOf(withdrawalPass, () => ({})),
  message: (rows, _, form) => withdrawalsPassed(form, paymentsOf(rows)),
})

const refuse = defineAction<Withdrawal, Reason, string>({
  id: 'finance.withdrawal.refuse',
  icon: IconX,
  key: 'fail',
  may: (row) => row.can.refuse,
  form: reasonForm,
  batch: batchOf(withdrawalRefuse, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) => withdrawalsRefused(form, paymentsOf(rows)),
})

const manual = defineAction<Withdrawal, Proof, string>({
  id: 'finance.withdrawal.manual',
  icon: IconCash,
  single: true,
  may: (row) => row.can.manual,
  form: proofForm,
  run: ([withdrawalId = ''], input) => call(withdrawalManual, { withdrawalId, ...proofOf(input) }),
  message: (rows, _, form) => withdrawalByHand(form, paymentsOf(rows)[0]!),
})

const release = defineAction<Withdrawal, Reason, string>({
  id: 'finance.withdrawal.release',
  icon: IconArrowBackUp,
  danger: true,
  may: (row) => row.can.release,
  form: reasonForm,
  batch: batchOf(withdrawalRelease, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) => withdrawalsReleased(form, paymentsOf(rows)),
})

const withdrawalActions = [pass, refuse, manual, release]

const filters = filtersOf({
  requestedAt: dateRange(),
  withdrawalMoment: oneOf(withdrawalMoments, { as: 'moment' }),
  withdrawalId: refText(),
  userId: idText(),
  withdrawalState: oneOf(withdrawalStates, { as: 'state' }),
  method: oneOf(payoutAccountKinds),
  usd: numberRange(),
  held: flag(),
  released: flag(),
  risk: oneOf(riskReasons),
})

const columns: Column<Withdrawal>[] = [
  { id: 'withdrawalId', cell: (row) => <Code>{row.withdrawalId}</Code>, pinned: true, width: 170 },
  { id: 'user', cell: (row) => <PersonChip person={row.user} />, width: 220 },
  { id: 'withdrawalState', cell: (row) => <State of={row} />, width: 190 },
  {
    id: 'amount',
    cell: (row) => <Amount value={row.usdCents} unit="usd" />,
    align: 'end',
    sort: 'usdCents',
    width: 120,
  },
  {
    id: 'debtTaken',
    cell: (row) => <Amount value={row.debtUsdCents} unit="usd" />,
    align: 'end',
    width: 120,
    hidden: true,
  },
  { id: 'net', cell: (row) => <Amount value={row.netUsdCents} unit="usd" />, align: 'end', width: 120 },
  { id: 'bonus', cell: (row) => <Amount value={row.bonus} unit="bonus" />, align: 'end', width: 110 },
  { id: 'riskScore', cell: (row) => <Risk score={row.riskScore} />, align: 'end', width: 90 },
  { id: 'account', cell: (row) => <Account of={row.account} />, width: 190 },
  { id: 'requestedAt', cell: (row) => <Time at={row.requestedAt} />, sort: 'requestedAt', width: 165 },
  { id: 'held', cell: (row) => <span title={row.held}>{row.held || '–'}</span>, width: 160 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 130 },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165 },
  { id: 'endedAt', cell: (row) => <Time at={row.endedAt} />, width: 165 },
  { id: 'batchId', cell: (row) => (row.batchId === null ? '–' : String(row.batchId)), width: 90 },
  { id: 'reference', cell: (row) => <bdi>{row.reference || '–'}</bdi>, width: 160 },
  { id: 'claimedBy', cell: (row) => row.claimedBy || '–', width: 130, hidden: true },
]

const drawers = { withdrawal: loadable(() => import('./WithdrawalDrawer.tsx')) }

export function AllWithdrawals() {
  const list = useList({
    call: withdrawalList,
    filters,
    sort: '-requestedAt',
    rowId: (row) => row.withdrawalId,
    name: (row) => row.withdrawalId,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<WithdrawTabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={withdrawalActions} rowDrawer="withdrawal" />
    </ListPage>
  )
}
