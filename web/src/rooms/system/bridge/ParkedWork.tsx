// Above every view: that the disk is full, and background work that failed and waits for its next try; nothing if all is well.

import type { Answer } from '@greenroom/contract/call'
import { parkedWorkList } from '@greenroom/contract/clients'
import { Alert, ScrollArea, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'

const refreshMs = 10_000

export function ParkedWork() {
  const { t } = useTranslation('system')
  const { data } = useQuery({
    queryKey: ['system.bridge', 'parked'],
    queryFn: ({ signal }) => call(parkedWorkList, {}, { signal }),
    refetchInterval: refreshMs,
  })
  if (!data) return null
  return (
    <>
      {data.diskFull.length > 0 && (
        <Alert
          color="red"
          role="status"
          mb="sm"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('bridge.space.title')}
        >
          {data.diskFull.map((place) => (
            <Text key={place} size="sm">
              {t(`bridge.space.${place}`)}
            </Text>
          ))}
        </Alert>
      )}
      {data.total > 0 && <Parked {...data} />}
    </>
  )
}

function Parked({ work, total }: Pick<Answer<typeof parkedWorkList>, 'work' | 'total'>) {
  const { t } = useTranslation('system')
  return (
    <Alert
      color="orange"
      role="status"
      mb="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('bridge.parked.title', { count: total })}
    >
      <Text size="sm">{t('bridge.parked.about')}</Text>
      <ScrollArea.Autosize mah={220} viewportProps={{ tabIndex: 0, 'aria-label': t('bridge.parked.list') }}>
        <ShortTable
          label={t('bridge.parked.list')}
          rows={work}
          keyOf={({ job, unit }) => `${job} ${unit}`}
          columns={[
            [t('bridge.parked.job'), ({ job }) => <bdi dir="ltr">{job}</bdi>],
            [t('bridge.parked.unit'), ({ unit }) => <bdi dir="ltr">{unit || t('bridge.parked.whole')}</bdi>],
            [t('bridge.parked.reason'), ({ reason }) => <bdi dir="ltr">{reason}</bdi>],
            [t('bridge.parked.tries'), ({ tries }) => <Amount value={tries} unit="number" />, 'end'],
            [t('bridge.parked.since'), ({ since }) => <Time at={since} />],
            [t('bridge.parked.next'), ({ nextAt }) => <Time at={nextAt} />],
          ]}
        />
      </ScrollArea.Autosize>
    </Alert>
  )
}
