// All stop switches: stopping takes effect at once; resuming needs two, or the same account within ten minutes.
import { thingResumed, thingStopped } from '@greenroom/contract/sentences/systemStops'
import { stopOff, stopOn } from '@greenroom/contract/systemStops'
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ReasonForm } from '../../../actions/form/ReasonForm.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { showSuccess } from '../../../session/messages.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { keyOf, Since, type Thing, thingName, useStops } from './StopBar.tsx'

export default function Stops({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const stops = useStops()
  const [asked, setAsked] = useState(rowId)
  const { data } = stops
  const thing = data?.things.find((one) => keyOf(one) === asked)
  const isAsking = thing !== undefined && (thing.stop ? thing.can.resume : thing.can.stop) === true
  const back = () => setAsked('')
  return (
    <SideDrawer title={t('actions.approval.stops')} close={close} width="medium">
      {stops.isPending && <DrawerSkeleton />}
      {stops.isError && !data && <Failure error={stops.error} again={() => void stops.refetch()} />}
      {data && isAsking && <Ask thing={thing} back={back} />}
      {data && !isAsking && (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('stops.about')}
          </Text>
          <ShortTable
            label={t('actions.approval.stops')}
            rows={data.things}
            keyOf={keyOf}
            columns={[
              [t('stops.thing'), (one) => <bdi>{thingName(one)}</bdi>],
              [t('stops.state'), (one) => <State of={one} />],
              [t('stops.action'), (one) => <Switch of={one} ask={() => setAsked(keyOf(one))} />, 'end'],
            ]}
          />
          {data.ended.length > 0 && (
            <>
              <Title order={3} size="sm">
                {t('stops.ended')}
              </Title>
              <ShortTable
                label={t('stops.ended')}
                rows={data.ended}
                keyOf={({ stopId }) => stopId}
                columns={[
                  [t('stops.thing'), (one) => <bdi>{thingName(one)}</bdi>],
                  [t('stops.stopped'), (one) => <Since stop={one} />],
                  [
                    t('stops.resumed'),
                    (one) => (
                      <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
                        <Time at={one.endedAt} /> ·{' '}
                        <bdi>{[one.endedBy, one.approvedBy].filter((name) => name !== null).join(', ')}</bdi> ·{' '}
                        <bdi>{one.endedReason}</bdi>
                      </Text>
                    ),
                  ],
                ]}
              />
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  )
}

function State({ of: { stop } }: { of: Thing }) {
  const { t } = useTranslation('system')
  if (!stop) return <StatusBadge tone="good">{t('stops.works')}</StatusBadge>
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone="bad">{t('stops.isStopped')}</StatusBadge>
      <Since stop={stop} />
      {stop.approvalId !== null && (
        <Text size="sm" c="dimmed">
          {t('stops.waits')}
        </Text>
      )}
    </Stack>
  )
}

function Switch({ of: thing, ask }: { of: Thing; ask: () => void }) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  const may = thing.stop ? thing.can.resume : thing.can.stop
  const name = thingName(thing)
  return (
    <WhyNot reason={may === true ? undefined : label(reasonKeys('system', may, 'system.approval'))}>
      <Button
        size="compact-sm"
        variant={thing.stop ? 'default' : 'light'}
        color="red"
        aria-label={thing.stop ? t('stops.resumeOne', { name }) : t('stops.stopOne', { name })}
        {...(may === true ? { onClick: ask } : refusedProps)}
      >
        {thing.stop ? t('stops.resume') : t('stops.stop')}
      </Button>
    </WhyNot>
  )
}

function Ask({ thing, back }: { thing: Thing; back: () => void }) {
  const { t } = useTranslation('system')
  const refresh = useRefresh()
  const { stop } = thing
  const language = textLanguage()
  const run = async (reason: string) => {
    if (stop) {
      const { applied } = await call(stopOff, { stopId: stop.stopId, reason })
      showSuccess(applied ? thingResumed('done', thing)[language] : t('stops.asked'))
    } else {
      await call(stopOn, { kind: thing.kind, thing: thing.thing, reason })
      showSuccess(thingStopped(thing)[language])
    }
    void refresh()
    back()
  }
  const resume = stop?.alone ? t('stops.resumesAlone') : t('stops.resumesByTwo')
  return (
    <ReasonForm
      hint={t(stop ? 'stops.resumeHint' : 'stops.stopHint')}
      submit={t(stop ? 'stops.resume' : 'stops.stop')}
      run={run}
      cancel={back}
    >
      <Title order={3} size="sm">
        {thingName(thing)}
      </Title>
      {stop && <Since stop={stop} />}
      <Alert color={stop ? 'gray' : 'red'} p="xs">
        {stop ? resume : t(`stops.effect.${thing.kind}`)}
      </Alert>
    </ReasonForm>
  )
}
