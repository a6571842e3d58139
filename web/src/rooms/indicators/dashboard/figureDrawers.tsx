import type { RecordOf } from '@greenroom/contract/call'
import {
  type Dashboard,
  type DashboardKey,
  dashboards,
  type FigureKey,
  figureUnits,
} from '@greenroom/contract/dashboards'
import { type Dimension, dimensions } from '@greenroom/contract/figureDimensions'
import { indicatorDifference, indicatorPeople } from '@greenroom/contract/indicators'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { share } from '../../../format/number.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { filterPayload } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { explain } from '../../../session/messages.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { usePartNames } from '../by/usePartNames.ts'
import { KindContext } from '../figureFilters.ts'
import { formatOf } from '../figureFormats.ts'
import { useWords } from '../useWords.ts'
import { useDefinition } from './Defined.tsx'
import classes from './dashboard.module.css'
import { Opens } from './Opens.tsx'

// Which countries, channels, platforms and sexes explain most of a figure's change.
export function Why({ rowId, close }: DrawerProps) {
  const { t, i18n } = useTranslation('indicators')
  const kind = useContext(KindContext)
  const list = useCurrentList()
  const figure = rowId as FigureKey
  // The filters' payload is known at run time only.
  const payload = { kind, figure, ...filterPayload(list.filters, list.values) } as never
  const { data, error } = useQuery({
    queryKey: ['indicators', 'difference', payload],
    queryFn: ({ signal }) => call(indicatorDifference, payload, { signal }),
  })
  const { named } = useWords()
  const write = formatOf(figureUnits[figure] ?? 'count', i18n.language)
  return (
    <SideDrawer title={t('why.title', { figure: t(`figures.${figure}`) })} close={close} width="narrow">
      {error && <Alert color="red">{explain(error)?.text}</Alert>}
      {!data && !error && <Skeleton h={240} />}
      {data && (
        <Stack>
          <Text>{t('why.whole', { before: write(data.before), after: write(data.after) })}</Text>
          {data.dimensions
            .filter(({ values }) => values.length > 1)
            .map(({ dimension, values }) => (
              <ShortTable
                key={dimension}
                label={t(`filters.${dimension}`)}
                rows={values}
                keyOf={(part) => part.value}
                columns={[
                  [
                    t(`filters.${dimension}`),
                    (part) => (part.value === '' ? t('why.empty') : named(dimension, part.value)),
                  ],
                  [t('why.before'), (part) => write(part.before), 'end'],
                  [t('why.after'), (part) => write(part.after), 'end'],
                  [t('why.share'), (part) => (part.share === null ? '–' : share(part.share, i18n.language)), 'end'],
                ]}
              />
            ))}
        </Stack>
      )}
    </SideDrawer>
  )
}

// What the figures of a chart count: each with its definition, its formula, and what can be opened from it.
export function Counts({ rowId, close }: DrawerProps) {
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

type Counted = RecordOf<typeof indicatorPeople>

/** `revenue`, or one part of it: `revenue:country:IN`. */
function countedIn(rowId: string): { figure: FigureKey; by: Dimension | undefined; of: string } {
  const [figure, by, ...of] = rowId.split(':')
  return { figure: figure as FigureKey, by: dimensions.find((known) => known === by), of: of.join(':') }
}

/** The users that a figure counts, with the dashboard's filters. */
export function People({ rowId, close }: DrawerProps) {
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
