// The agent's own sales; a return can be requested for sales of the last day.
import { agentAskBack, agentOwnSaleList } from '@greenroom/contract/agentPortal'
import type { RecordOf } from '@greenroom/contract/call'
import { saleReturnRequested } from '@greenroom/contract/sentences/agents'
import { backStates } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../actions/action.ts'
import { type Reason, reasonForm } from '../../actions/reasonForms.ts'
import { call } from '../../api/call.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'

type Sale = RecordOf<typeof agentOwnSaleList>

const filters = filtersOf({ userId: idText(), backState: oneOf(backStates), at: dateRange() })

function Back({ of }: { of: Sale['back'] }) {
  const { t } = useTranslation('topup-agents')
  if (!of) return '–'
  return (
    <span title={of.reason || of.askedFor}>
      <StatusBadge tone={tones.back[of.state]}>{t(`options.backState.${of.state}`)}</StatusBadge>
    </span>
  )
}

const columns: Column<Sale>[] = [
  { id: 'buyer', cell: (row) => <PersonChip person={row.buyer} />, pinned: true, width: 220, least: 160 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 84 },
  { id: 'at', cell: (row) => <Time at={row.at} brief />, sort: 'at', width: 140 },
  { id: 'backState', cell: (row) => <Back of={row.back} />, width: 150 },
  { id: 'reason', cell: (row) => row.back?.reason || row.back?.askedFor || '–', width: 220 },
  { id: 'saleId', cell: (row) => <Code>{row.saleId}</Code>, width: 300, hidden: true },
]

const askBack = defineAction<Sale, Reason, string>({
  id: 'topup-agents.sale.askBack',
  icon: IconArrowBackUp,
  single: true,
  may: (row) => row.can.askBack,
  form: reasonForm,
  run: ([saleId = ''], { reason }) => call(agentAskBack, { saleId, reason }),
  message: ([row]) =>
    saleReturnRequested({ id: row?.buyer.userId ?? 0, nickname: row?.buyer.nickname ?? '' }, row?.tokens ?? 0),
})
const actions = [askBack]

export function Sales({ switcher }: { switcher: ReactNode }) {
  const list = useList({
    call: agentOwnSaleList,
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
