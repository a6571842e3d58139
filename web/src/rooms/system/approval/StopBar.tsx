// Above the approvals: what is stopped, since when, by whom and why; nothing while everything works.

import type { Answer } from '@greenroom/contract/call'
import { stoppedThing } from '@greenroom/contract/sentences/systemStops'
import { stopList } from '@greenroom/contract/systemStops'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'

// What is stopped, for the bar above the list and for the drawer.
type Stops = Answer<typeof stopList>
export type Thing = Stops['things'][number]
type Stop = NonNullable<Thing['stop']>

const refreshMs = 10_000

export const useStops = () =>
  useQuery({
    queryKey: ['system.approval', 'stops'],
    queryFn: ({ signal }) => call(stopList, {}, { signal }),
    refetchInterval: refreshMs,
  })

/** `New orders of gateway card`, as the start of a line. */
export function thingName(thing: Pick<Thing, 'kind' | 'name'>): string {
  const text = stoppedThing(thing)[textLanguage()]
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Identifies a thing among all. */
export const keyOf = ({ kind, thing }: Pick<Thing, 'kind' | 'thing'>): string => `${kind} ${thing}`

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
