import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../../format/Time.tsx'
import type { Stop } from './useStops.ts'

/** Since when, by whom and why something is stopped. */
export function Since({ stop }: { stop: Pick<Stop, 'at' | 'by' | 'reason'> }) {
  const { t } = useTranslation('system')
  return (
    <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('stops.since')} <Time at={stop.at} /> · <bdi>{stop.by}</bdi> · <bdi>{stop.reason}</bdi>
    </Text>
  )
}
