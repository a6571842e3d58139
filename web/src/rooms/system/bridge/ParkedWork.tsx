// Background work that failed and waits for its next try, above every view; nothing if all work is well.
import { parkedWorkList } from '@greenroom/contract/clients'
import { Alert, ScrollArea, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
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
  if (!data || data.total === 0) return null
  return (
    <Alert
      color="orange"
      role="status"
      mb="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('bridge.parked.title', { count: data.total })}
    >
      <Text size="sm">{t('bridge.parked.about')}</Text>
      <ScrollArea.Autosize mah={220} viewportProps={{ tabIndex: 0, 'aria-label': t('bridge.parked.list') }}>
        <ShortTable
          label={t('bridge.parked.list')}
          rows={data.work}
          keyOf={({ job, unit }) => `${job} ${unit}`}
          columns={[
            [t('bridge.parked.job'), ({ job }) => <bdi dir="ltr">{job}</bdi>],
            [t('bridge.parked.unit'), ({ unit }) => <bdi dir="ltr">{unit || t('bridge.parked.whole')}</bdi>],
            [t('bridge.parked.reason'), ({ reason }) => <bdi dir="ltr">{reason}</bdi>],
            [t('bridge.parked.tries'), ({ tries }) => tries, 'end'],
            [t('bridge.parked.since'), ({ since }) => <Time at={since} />],
            [t('bridge.parked.next'), ({ nextAt }) => <Time at={nextAt} />],
          ]}
        />
      </ScrollArea.Autosize>
    </Alert>
  )
}
