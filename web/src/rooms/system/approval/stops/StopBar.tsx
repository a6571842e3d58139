// Above the approvals: what is stopped, since when, by whom and why; nothing while everything works.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../../action/useDrawer.ts'
import { Time } from '../../../../format/Time.tsx'
import { keyOf, type Stop, thingName, useStops } from './useStops.ts'

/** Since when, by whom and why something is stopped. */
export function Since({ stop }: { stop: Pick<Stop, 'at' | 'by' | 'reason'> }) {
  const { t } = useTranslation('system')
  return (
    <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('stops.since')} <Time at={stop.at} /> · <bdi>{stop.by}</bdi> · <bdi>{stop.reason}</bdi>
    </Text>
  )
}

export function StopBar() {
  const { t } = useTranslation('system')
  const { open } = useDrawer()
  const { data } = useStops()
  if (!data || data.stopped === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      icon={<IconHandStop size={18} aria-hidden />}
      title={t('stops.title', { count: data.stopped })}
    >
      <Stack gap={6}>
        {data.things.map(
          (thing) =>
            thing.stop && (
              <Group key={keyOf(thing)} gap="xs">
                <Text component="span" size="sm" fw={600}>
                  {thingName(thing)}
                </Text>
                <Since stop={thing.stop} />
                {thing.stop.approvalId !== null && (
                  <Text component="span" size="sm" c="dimmed">
                    {t('stops.waits')}
                  </Text>
                )}
                {thing.can.resume === true && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('stops.resumeOne', { name: thingName(thing) })}
                    onClick={() => open('stops', keyOf(thing))}
                  >
                    {t('stops.resume')}
                  </Button>
                )}
              </Group>
            ),
        )}
      </Stack>
    </Alert>
  )
}
