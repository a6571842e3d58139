// The users of a cohort who were active exactly so many days later.
import type { RecordOf } from '@greenroom/contract/call'
import { indicatorReturned } from '@greenroom/contract/indicators'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { useCurrentList } from '../../../list/currentList.ts'
import { filterPayload } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'

type Returned = RecordOf<typeof indicatorReturned>

const columns: PanelColumn<Returned>[] = [
  { id: 'user', cell: (one) => <PersonLink person={one.user} /> },
  { id: 'cohortDay', cell: (one) => <bdi dir="ltr">{one.cohortDay}</bdi> },
]

export default function Returned({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const list = useCurrentList()
  const [day = '', after] = rowId.split(':')
  const title = t('retention.back', { day: day || t('retention.all'), after })
  // The filters' payload is known at run time only.
  const owner = { ...filterPayload(list.filters, list.values), ...(day && { cohortDay: day }), backOn: after } as never
  return (
    <SideDrawer title={title} close={close} width="narrow">
      <Panel
        call={indicatorReturned}
        owner={owner}
        room="indicators"
        title={title}
        columns={columns}
        rowKey={(one) => String(one.user.userId)}
        empty={t('state.nothing')}
      />
    </SideDrawer>
  )
}
