// /flow/reconcile: the ledger against itself, the orders, the bridge and the folded balances.
import type { Answer } from '@greenroom/contract/call'
import { flowReconcile } from '@greenroom/contract/flow'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../actions/action.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { filtersOf, oneOf } from '../../list/filters.ts'
import { useCompleteList } from '../../list/useCompleteList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type Check, CheckName, resultOf, results, useReconcile } from './reconcileChecks.tsx'

const filters = filtersOf({ result: oneOf(results) })

const columns: Column<Check>[] = [
  { id: 'check', cell: (check) => <CheckName name={check.key} />, pinned: true, width: 420 },
  { id: 'result', cell: (check) => <Result check={check} />, width: 130 },
  { id: 'left', cell: (check) => <Amount value={check.left} unit="number" />, align: 'end', width: 170, least: 130 },
  { id: 'right', cell: (check) => <Amount value={check.right} unit="number" />, align: 'end', width: 170, least: 130 },
  {
    id: 'difference',
    cell: (check) => <Amount value={check.left - check.right} unit="number" />,
    align: 'end',
    width: 140,
  },
  {
    id: 'findings',
    cell: (check) => <Amount value={check.differences.length} unit="number" />,
    align: 'end',
    width: 120,
  },
  { id: 'tookMs', cell: (check) => <Amount value={check.tookMs} unit="number" />, align: 'end', width: 110 },
]

const show = defineAction<Check, undefined, string>({
  id: 'flow.reconcile.show',
  icon: IconEye,
  may: () => true,
  drawer: 'check',
})
const actions = [show]
const drawers = { check: loadable(() => import('./CheckDrawer.tsx')) }

export default function Reconcile() {
  const query = useReconcile()
  const list = useCompleteList({
    call: flowReconcile,
    query,
    filters,
    rows: ({ checks }, { result }) => checks.filter((check) => result === undefined || resultOf(check) === result),
    rowId: (check) => check.key,
    name: (check) => check.key,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={query.data && <Verdict {...query.data} />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="check" />
    </ListPage>
  )
}

function Verdict({ checks, at }: Answer<typeof flowReconcile>) {
  const { t } = useTranslation('flow')
  const differing = checks.filter((check) => resultOf(check) === 'differs').length
  return (
    <span role="status">
      <StatusBadge tone={differing === 0 ? 'good' : 'bad'}>
        {differing === 0 ? t('reconcile.all') : t('reconcile.some', { count: differing })}
      </StatusBadge>{' '}
      <Time at={at} />
    </span>
  )
}

function Result({ check }: { check: Check }) {
  const { t } = useTranslation('flow')
  const result = resultOf(check)
  return <StatusBadge tone={result === 'agrees' ? 'good' : 'bad'}>{t(`options.result.${result}`)}</StatusBadge>
}
