// A figure split by what its facts have: a table of its parts, sorted by value or change, each opening its users. The address keeps the
// dimension and the order.

import { type Dashboard, type DashboardKey, dashboards, type FigureKey } from '@greenroom/contract/dashboards'
import { offeredOn, splittable } from '@greenroom/contract/figureDimensions'
import { indicatorBy } from '@greenroom/contract/indicators'
import { Alert, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { filterPayload } from '../../../list/filters.ts'
import { explain } from '../../../session/messages.ts'
import { useAddress } from '../../../session/useAddress.ts'
import classes from '../dashboard/dashboard.module.css'
import { KindContext } from '../figureFilters.ts'
import { useWords } from '../useWords.ts'
import { orders, PartsTable } from './PartsTable.tsx'

export default function By({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const dashboard: Dashboard | undefined = dashboards[useContext(KindContext) as DashboardKey]
  const figures = dashboard ? splittable(dashboard) : []
  const figure = figures.find((key) => key === rowId)
  if (!dashboard || !figure) return null
  return (
    <SideDrawer title={t('by.title', { figure: t(`figures.${figure}`) })} close={close} width="wide">
      <Split key={figure} dashboard={dashboard} figures={figures} figure={figure} />
    </SideDrawer>
  )
}

function Split(props: { dashboard: Dashboard; figures: readonly FigureKey[]; figure: FigureKey }) {
  const { dashboard, figures, figure } = props
  const { t } = useTranslation('indicators')
  const kind = useContext(KindContext) as DashboardKey
  const list = useCurrentList()
  const drawer = useDrawer()
  const words = useWords()
  const [address, change] = useAddress()
  const offered = offeredOn(dashboard, figure)
  const by = offered.find((dimension) => dimension === address.get('by')) ?? offered[0]!
  const sort = orders.find((order) => order === address.get('order')) ?? '-value'
  const set = (name: 'by' | 'order', value: string) => change((next) => next.set(name, value), { replace: true })
  // The filters' payload is known at run time only.
  const payload = { kind, figure, by, sort, ...filterPayload(list.filters, list.values) } as never
  const { data, error, isFetching } = useQuery({
    queryKey: ['indicators', 'by', payload],
    queryFn: ({ signal }) => call(indicatorBy, payload, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm" aria-busy={isFetching}>
      <Group gap="sm" align="center">
        <Select
          aria-label={t('by.figure')}
          data={figures.map((value) => ({ value, label: t(`figures.${value}`) }))}
          value={figure}
          onChange={(value) => value && drawer.open('by', value)}
          allowDeselect={false}
          searchable
          size="xs"
          w={220}
        />
        <div className={classes['choices']} role="group" aria-label={t('by.open')}>
          {offered.map((dimension) => (
            <button key={dimension} type="button" aria-pressed={dimension === by} onClick={() => set('by', dimension)}>
              {t(`by.dimensions.${dimension}`)}
            </button>
          ))}
        </div>
      </Group>
      {error && <Alert color="red">{explain(error)?.text}</Alert>}
      {!data && !error && <Skeleton h={320} />}
      {data && !error && (
        <>
          <Text size="sm" c="dimmed">
            {[
              t('board.span', data.span),
              data.beforeSpan ? t('by.compared', data.beforeSpan) : t('by.gone'),
              ...(data.running && data.beforeSpan ? [t('by.running')] : []),
              words.filters({ ...list.values, compare: null }),
            ]
              .filter((line) => line !== '')
              .join(' · ')}
          </Text>
          {!data.addsUp && <Text size="sm">{t('by.several')}</Text>}
          <PartsTable split={data} figure={figure} by={by} order={sort} setOrder={(order) => set('order', order)} />
        </>
      )}
    </Stack>
  )
}
