// The users that a figure counts, with the dashboard's filters.
import { type Dimension, dimensions } from '@greenroom/contract/breakdowns'
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
import { usePartNames } from '../by/usePartNames.ts'
import { KindContext } from '../options.ts'
import { formatOf } from '../units.ts'

type Counted = RecordOf<typeof indicatorPeople>

/** `revenue`, or one part of it: `revenue:country:IN`. */
function countedIn(rowId: string): { figure: FigureKey; by: Dimension | undefined; of: string } {
  const [figure, by, ...of] = rowId.split(':')
  return { figure: figure as FigureKey, by: dimensions.find((known) => known === by), of: of.join(':') }
}

export default function People({ rowId, close }: DrawerProps) {
  const { t, i18n } = useTranslation('indicators')
  const kind = useContext(KindContext)
  const list = useCurrentList()
  const { figure, by, of } = countedIn(rowId)
  const partName = usePartNames(by ?? 'country')
  const { compare: _, ...payload } = filterPayload(list.filters, list.values) as Record<string, unknown>
  // For a ratio, the users of its numerator.
  const unit = figureUnits[figure] === 'share' ? 'count' : (figureUnits[figure] ?? 'count')
  const columns: PanelColumn<Counted>[] = [
    { id: 'user', cell: (one) => <PersonLink person={one.user} /> },
    { id: 'value', cell: (one) => formatOf(unit, i18n.language)(one.value) },
  ]
  const whole = t('people.title', { figure: t(`figures.${figure}`) })
  // A guild or a promoter is named in the table that the part was chosen from.
  const title =
    by === undefined ? whole : t('people.ofPart', { title: whole, part: partName({ value: of, name: null }) })
  return (
    <SideDrawer title={title} close={close} width="narrow">
      <Panel
        call={indicatorPeople}
        // Only dashboards with people open this drawer.
        owner={{ kind: kind as never, figure, ...(by && { by }), ...(of !== '' && { of }), ...payload }}
        room="indicators"
        title={title}
        columns={columns}
        rowKey={(one) => String(one.user.userId)}
        empty={t('state.nothing')}
      />
    </SideDrawer>
  )
}
