// Sales of agents, newest first; requested returns are decided here.
import { agentBackDecide, agentSaleList } from '@greenroom/contract/agentTrades'
import type { RecordOf } from '@greenroom/contract/call'
import { backDecided } from '@greenroom/contract/sentences/agents'
import { backStates, tradePatterns } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, numberRange, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { Tokens } from '../../../ui/Tokens.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'

type Sale = RecordOf<typeof agentSaleList>

const filters = filtersOf({
  agentId: idText(),
  userId: idText(),
  backState: oneOf(backStates),
  pattern: oneOf(tradePatterns),
  tokens: numberRange(),
  at: dateRange(),
})

function Patterns({ of }: { of: Sale }) {
  const { t } = useTranslation('finance')
  const found = [of.newBuyer && 'new', of.atNight && 'night', of.roundTrip && 'round'] as const
  const shown = found.flatMap((pattern) => pattern || [])
  if (shown.length === 0) return '–'
  return shown.map((pattern) => (
    <Tag key={pattern} tone={pattern === 'round' ? 'bad' : 'neutral'}>
      {t(`options.pattern.${pattern}`)}
    </Tag>
  ))
}

function Back({ of }: { of: Sale['back'] }) {
  const { t } = useTranslation('finance')
  if (!of) return '–'
  return (
    <span title={of.reason || undefined}>
      <StatusBadge tone={tones.back[of.state]}>{t(`options.backState.${of.state}`)}</StatusBadge>
    </span>
  )
}

const columns: Column<Sale>[] = [
  { id: 'agent', cell: (row) => <PersonChip person={row.agent.user} />, pinned: true, width: 200 },
  { id: 'agentId', cell: (row) => String(row.agent.agentId), align: 'end', width: 90 },
  { id: 'buyer', cell: (row) => <PersonChip person={row.buyer} />, width: 200 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 120 },
  { id: 'at', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  { id: 'patterns', cell: (row) => <Patterns of={row} />, width: 190 },
  { id: 'backState', cell: (row) => <Back of={row.back} />, width: 150 },
  { id: 'askedFor', cell: (row) => row.back?.askedFor || '–', width: 220 },
  { id: 'reason', cell: (row) => row.back?.reason || '–', width: 200 },
  { id: 'decidedBy', cell: (row) => row.back?.decidedBy || '–', width: 120 },
  { id: 'costUsd', cell: (row) => <Amount value={row.costUsdMicros} unit="usdFloor" />, align: 'end', width: 120 },
  { id: 'saleId', cell: (row) => <Code>{row.saleId}</Code>, width: 300, hidden: true },
]

const decide = (agree: boolean) =>
  defineAction<Sale, Reason, string>({
    id: agree ? 'finance.back.agree' : 'finance.back.refuse',
    icon: agree ? IconArrowBackUp : IconX,
    ...(agree && { danger: true as const }),
    may: (row) => row.can[agree ? 'agree' : 'refuse'],
    form: reasonForm,
    batch: batchOf(agentBackDecide, ({ reason }: Reason) => ({ agree, reason })),
    message: ([row]) =>
      backDecided(agree, { id: row?.buyer.userId ?? 0, nickname: row?.buyer.nickname ?? '' }, row?.tokens ?? 0),
  })
const actions = [decide(true), decide(false)]

export function SaleList({ switcher }: { switcher: ReactNode }) {
  const list = useList({
    call: agentSaleList,
    filters,
    sort: '-at',
    rowId: (row) => row.saleId,
    name: (row) => row.buyer.nickname || String(row.buyer.userId),
  })
  return (
    <ListPage list={list} summary={switcher}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
