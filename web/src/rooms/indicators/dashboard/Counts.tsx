// What the figures of a chart count: each with its definition, its formula, and what can be opened from it.
import { type Dashboard, type DashboardKey, dashboards } from '@greenroom/contract/dashboards'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { useCurrentList } from '../../../list/list.ts'
import { KindContext } from '../options.ts'
import { useDefinition } from './Defined.tsx'
import classes from './dashboard.module.css'
import { Opens } from './Opens.tsx'

export default function Counts({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const dashboard: Dashboard | undefined = dashboards[useContext(KindContext) as DashboardKey]
  const { values } = useCurrentList()
  const definitionOf = useDefinition()
  const chart = dashboard?.charts.find(({ key }) => key === rowId)
  if (!chart) return null
  const title = t(`charts.${chart.key as 'float'}`)
  return (
    <SideDrawer title={t('counts.title', { title })} close={close}>
      <dl className={classes['counts']}>
        {chart.figures.map((figure) => {
          const name = t(`figures.${figure}`)
          const [how, formula] = definitionOf(figure)
          return (
            <div key={figure}>
              <dt>{name}</dt>
              <dd>{how}</dd>
              <dd className={classes['formula']}>{formula}</dd>
              <dd className={classes['links']}>
                <Opens figure={figure} name={name} compared={'compare' in values && values['compare'] !== undefined} />
              </dd>
            </div>
          )
        })}
      </dl>
    </SideDrawer>
  )
}
