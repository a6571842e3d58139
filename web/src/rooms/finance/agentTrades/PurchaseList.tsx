// Purchases of agents: checks bank transfers, and reverses credited ones.
import { agentPurchaseDecide, agentPurchaseList, agentPurchaseReverse } from '@greenroom/contract/agentTrades'
import type { RecordOf } from '@greenroom/contract/call'
import { purchaseReversed, purchasesDecided } from '@greenroom/contract/sentences/agents'
import { purchaseKinds, purchaseStates } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { fileUrl } from '../../../session/cookies.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { Tokens } from '../../../ui/Tokens.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'

type Purchase = RecordOf<typeof agentPurchaseList>

const filters = filtersOf({
  agentId: idText(),
  purchaseKind: oneOf(purchaseKinds),
  purchaseState: oneOf(purchaseStates, { as: 'state' }),
  reference: text({ most: 100 }),
  askedAt: dateRange(),
})

function State({ of }: { of: Purchase }) {
  const { t } = useTranslation('finance')
  return (
    <>
      <StatusBadge tone={tones.purchase[of.state]}>{t(`options.purchaseState.${of.state}`)}</StatusBadge>{' '}
      {of.approvalId !== null && <Tag tone="waiting">{t('options.refundState.waiting')}</Tag>}
    </>
  )
}

function Proof({ url }: { url: string }) {
  const { t } = useTranslation('finance')
  if (url === '') return '–'
  return (
    <a href={fileUrl(url)} target="_blank" rel="noreferrer">
      {t('trades.proof')}
    </a>
  )
}

const columns: Column<Purchase>[] = [
  { id: 'agent', cell: (row) => <PersonChip person={row.agent.user} />, pinned: true, width: 200 },
  { id: 'agentId', cell: (row) => String(row.agent.agentId), align: 'end', width: 90 },
  { id: 'purchaseKind', cell: (row) => <Labelled by={`finance:options.purchaseKind.${row.kind}`} />, width: 130 },
  { id: 'purchaseState', cell: (row) => <State of={row} />, width: 230 },
  { id: 'usdMicros', cell: (row) => <Amount value={row.usdMicros} unit="usdMicros" />, align: 'end', width: 130 },
  { id: 'reference', cell: (row) => <bdi>{row.reference}</bdi>, width: 190 },
  { id: 'proof', cell: (row) => <Proof url={row.proofUrl} />, links: true, width: 100 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 120 },
  { id: 'extraTokens', cell: (row) => <Tokens amount={row.extraTokens} />, align: 'end', width: 110 },
  { id: 'askedAt', cell: (row) => <Time at={row.askedAt} />, sort: 'askedAt', width: 165 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 120 },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165 },
  { id: 'reason', cell: (row) => row.reason || '–', width: 200 },
  { id: 'debtUsd', cell: (row) => <Amount value={row.debtUsdMicros} unit="usdMicros" />, align: 'end', width: 120 },
]

const namedPurchases = (rows: readonly Purchase[]) =>
  rows.map(({ agent, kind, usdMicros }) => ({
    agent: { id: agent.user.userId, nickname: agent.user.nickname },
    kind,
    usdMicros: BigInt(usdMicros),
  }))

const credit = defineAction<Purchase, undefined, string>({
  id: 'finance.purchase.credit',
  icon: IconCheck,
  confirm: true,
  may: (row) => row.can.credit,
  batch: batchOf(agentPurchaseDecide, () => ({ decision: 'credit' as const })),
  message: (rows, _, form) => purchasesDecided(form, 'credit', namedPurchases(rows)),
})
const refuse = defineAction<Purchase, Reason, string>({
  id: 'finance.purchase.refuse',
  icon: IconX,
  danger: true,
  may: (row) => row.can.refuse,
  form: reasonForm,
  batch: batchOf(agentPurchaseDecide, ({ reason }: Reason) => ({ decision: 'refuse' as const, reason })),
  message: (rows, _, form) => purchasesDecided(form, 'refuse', namedPurchases(rows)),
})
const reverse = defineAction<Purchase, Reason, string>({
  id: 'finance.purchase.reverse',
  icon: IconArrowBackUp,
  danger: true,
  single: true,
  may: (row) => row.can.reverse,
  form: reasonForm,
  run: ([purchaseId = ''], { reason }) => call(agentPurchaseReverse, { purchaseId, reason }),
  message: (rows, _, form) => purchaseReversed(form, namedPurchases(rows)[0]!),
})
const actions = [credit, refuse, reverse]

export function PurchaseList({ switcher }: { switcher: ReactNode }) {
  const list = useList({
    call: agentPurchaseList,
    filters,
    sort: '-askedAt',
    rowId: (row) => row.purchaseId,
    name: (row) => row.reference,
  })
  return (
    <ListPage list={list} summary={switcher}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
