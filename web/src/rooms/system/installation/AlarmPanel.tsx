// The alarms of the installation: what stands, and what ended in the last 30 days.
import type { Answer } from '@greenroom/contract/call'
import { alarmList } from '@greenroom/contract/installation'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

type Alarm = Answer<typeof alarmList>['alarms'][number]

const refreshMs = 10_000

/** Asks by itself, so that it can stand on any page of those who run the installation. */
export function AlarmPanel() {
  const { t } = useTranslation('installation')
  const query = useQuery({
    queryKey: ['system.installation', 'alarms'],
    queryFn: ({ signal }) => call(alarmList, {}, { signal }),
    refetchInterval: refreshMs,
  })
  if (query.isPending) return <Skeleton height={60} radius="md" role="status" aria-label={t('alarms.title')} />
  if (!query.data) return <Failure error={query.error} menu="system.installation" again={() => void query.refetch()} />
  const { alarms } = query.data
  if (alarms.length === 0) return <Text size="sm">{t('alarms.none')}</Text>
  return (
    <>
      {alarms.every(({ endedAt }) => endedAt !== null) && <Text size="sm">{t('alarms.well')}</Text>}
      <ShortTable
        label={t('alarms.title')}
        rows={alarms}
        keyOf={({ id }) => id}
        columns={[
          [t('alarms.alarm'), (alarm) => <Name of={alarm} />],
          [t('alarms.severity'), (alarm) => <Severity of={alarm} label={t(`options.severity.${alarm.severity}`)} />],
          [t('alarms.began'), ({ beganAt }) => <Time at={beganAt} />],
          [t('alarms.ended'), ({ endedAt }) => (endedAt === null ? t('alarms.stands') : <Time at={endedAt} />)],
        ]}
      />
    </>
  )
}

function Name({ of: { name, what, detail, count, href, manual, endedAt } }: { of: Alarm }) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Anchor component={Link} to={href} underline="always" inherit>
        {name}
      </Anchor>{' '}
      {count > 1 && <Amount value={count} unit="number" />}
      {detail !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{detail}</bdi>
        </Text>
      )}
      {endedAt === null && (
        <Text size="sm">
          {what}{' '}
          <Anchor href={manual} target="_blank" underline="always" inherit>
            {t('alarms.manual')}
          </Anchor>
        </Text>
      )}
    </>
  )
}

const Severity = ({ of: { severity, endedAt }, label }: { of: Alarm; label: string }) => (
  <StatusBadge tone={endedAt !== null ? 'neutral' : severity === 'critical' ? 'bad' : 'waiting'}>{label}</StatusBadge>
)
