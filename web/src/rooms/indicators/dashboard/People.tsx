// The users that a figure counts, with the dashboard's filters.
import type { RecordOf } from '@greenroom/contract/call'
import { type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import { indicatorPeople } from '@greenroom/contract/indicators'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { filterPayload } from '../../../list/filters.ts'
import { useCurrentList } from '../../../list/list.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { KindContext } from '../options.ts'
import { formatOf } from '../units.ts'

type Counted = RecordOf<typeof indicatorPeople>

export default function People({ rowId, close }: DrawerProps) {
  const { t, i18n } = useTranslation('indicators')
  const kind = useContext(KindContext)
  const list = useCurrentList()
  const figure = rowId as FigureKey
  const { compare: _, ...payload } = filterPayload(list.filters, list.values) as Record<string, unknown>
  // For a ratio, the users of its numerator.
  const unit = figureUnits[figure] === 'share' ? 'count' : (figureUnits[figure] ?? 'count')
  const columns: PanelColumn<Counted>[] = [
    { id: 'user', cell: (one) => <PersonLink person={one.user} /> },
    { id: 'value', cell: (one) => formatOf(unit, i18n.language)(one.value) },
  ]
  const title = t('people.title', { figure: t(`figures.${figure}`) })
  return (
    <SideDrawer title={title} close={close} width={560}>
      <Panel
        call={indicatorPeople}
        // Only dashboards with people open this drawer.
        owner={{ kind: kind as never, figure, ...payload }}
        room="indicators"
        title={title}
        columns={columns}
        rowKey={(one) => String(one.user.userId)}
        empty={t('state.nothing')}
      />
    </SideDrawer>
  )
}
