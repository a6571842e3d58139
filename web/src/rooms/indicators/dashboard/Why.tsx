// Which countries, channels, platforms and sexes explain most of a figure's change.
import { type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import { indicatorDifference } from '@greenroom/contract/indicators'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { share } from '../../../format/number.ts'
import { filterPayload } from '../../../list/filters.ts'
import { useCurrentList } from '../../../list/list.ts'
import { explain } from '../../../session/messages.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { KindContext } from '../options.ts'
import { formatOf } from '../units.ts'
import { useWords } from '../useWords.ts'

export default function Why({ rowId, close }: DrawerProps) {
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
