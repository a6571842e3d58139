// /requests: the caller's own requests for approval. Needs no menu: everyone sees their own.
import { approvalMine } from '@greenroom/contract/system'
import { useTranslation } from 'react-i18next'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { cancel } from './approvalActions.ts'
import { columns, show, stateFilter } from './approvalColumns.tsx'
import { withTexts } from './requestTexts.ts'

const filters = filtersOf({ approval: oneOf(stateFilter, { as: 'state' }) })
const actions = [show, cancel]
const drawers = { show: loadable(() => withTexts(() => import('./ShowMyRequest.tsx'))) }

export default function MyRequests() {
  const { t } = useTranslation('system')
  const list = useList({
    call: approvalMine,
    menu: 'system.approval',
    filters,
    rowId: (one) => one.approvalId,
    name: (one) => one.title || one.subject,
  })
  return (
    <ListPage list={list} title={t('requests.title')} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
