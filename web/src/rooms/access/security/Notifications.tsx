// What one is told, how, and when not.
import type { Answer } from '@greenroom/contract/call'
import { isLanguage, languageNameOf, languages, staffLanguages } from '@greenroom/contract/languages'
import type { ToldWay, TopicKey } from '@greenroom/contract/moments'
import { toldSettings, toldSettingsSave } from '@greenroom/contract/told'
import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { offsetOf, ownZone } from '../../../format/time.ts'
import { showSuccess } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { lead } from '../../../ui/labels.ts'
import { type ShortColumn, ShortTable } from '../../../ui/ShortTable.tsx'
import home from '../Home.module.css'
import { Panel } from '../home/HomePanel.tsx'
import { Browsers } from './Browsers.tsx'
import { toldKey } from './toldKeys.ts'

type Settings = Answer<typeof toldSettings>

const queryKey = toldKey

/** 90 → 01:30 */
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** 01:30 → 90; undefined for what is no time. */
const minuteOf = (clock: string): number | undefined => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(clock) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

export function Notifications() {
  const { t } = useTranslation('security')
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(toldSettings, {}, { signal }) })
  return (
    <Panel title={t('told.title')} query={query} empty={undefined} lines={6}>
      {query.data && <Choose key={query.dataUpdatedAt} of={query.data} />}
      <Browsers />
    </Panel>
  )
}

function Choose({ of }: { of: Settings }) {
  const { t } = useTranslation(['security', 'common'])
  const client = useQueryClient()
  const { user } = useSession()
  const { busy, fault, attempt } = useAttempt()
  const [language, setLanguage] = useState(of.language)
  const [chosen, setChosen] = useState(() => new Map(of.topics.map(({ topic, ways }) => [topic, new Set(ways)])))
  const [quiet, setQuiet] = useState(of.quietFrom !== null)
  const [from, setFrom] = useState(clockOf(of.quietFrom ?? 22 * 60))
  const [to, setTo] = useState(clockOf(of.quietTo ?? 8 * 60))
  const zone = ownZone()
  const offered = user.unionId === null && user.agentId === null ? staffLanguages : languages
  const turn = (topic: TopicKey, way: ToldWay, on: boolean) =>
    setChosen((before) => {
      const ways = new Set(before.get(topic))
      if (on) ways.add(way)
      else ways.delete(way)
      return new Map(before).set(topic, ways)
    })
  const save = () =>
    attempt(async () => {
      await call(toldSettingsSave, {
        language,
        zone,
        ...(quiet && { quietFrom: minuteOf(from), quietTo: minuteOf(to) }),
        topics: Object.fromEntries([...chosen].map(([topic, ways]) => [topic, [...ways]])),
      })
      showSuccess(t('told.saved'))
      await client.invalidateQueries({ queryKey })
    })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={home.padded}>
        <Text c="dimmed">{t('told.text')}</Text>
        {of.ways.map(({ way, leads }) => (
          <Text key={way} c="dimmed">
            {leads === 'address' && way !== 'bell' && t(`told.address.${way}`)}
            {leads === 'off' && (way === 'mail' || way === 'sms') && t(`told.off.${way}`)}
          </Text>
        ))}
      </div>
      {of.topics.length > 0 && (
        <div className={home.entries}>
          <ShortTable
            label={t('told.title')}
            rows={of.topics}
            keyOf={({ topic }) => topic}
            columns={[
              [
                t('told.what'),
                ({ topic, urgent }) => (
                  <>
                    {t(`told.topics.${topic}`)}
                    {urgent && (
                      <Text size="xs" c="dimmed">
                        {t('told.urgent')}
                      </Text>
                    )}
                  </>
                ),
              ],
              ...of.ways.map(
                ({ way, leads }): ShortColumn<(typeof of.topics)[number]> => [
                  t(`told.ways.${way}`),
                  ({ topic }) => (
                    <Checkbox
                      aria-label={t('told.by', { what: t(`told.topics.${topic}`), way: t(`told.ways.${way}`) })}
                      checked={chosen.get(topic)?.has(way) ?? false}
                      disabled={leads === 'off'}
                      onChange={(event) => turn(topic, way, event.currentTarget.checked)}
                    />
                  ),
                ],
              ),
            ]}
          />
        </div>
      )}
      <Stack gap="sm" className={home.padded}>
        <NativeSelect
          label={t('told.language')}
          data={offered.map((value) => ({ value, label: languageNameOf(value) }))}
          value={language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
        <Checkbox
          label={t('told.quiet')}
          description={
            <>
              {lead(t('told.zone'))}
              <bdi dir="ltr" translate="no">
                {offsetOf(zone, new Date())}
              </bdi>
            </>
          }
          checked={quiet}
          onChange={(event) => setQuiet(event.currentTarget.checked)}
        />
        {quiet && (
          <Group gap="xs">
            <TextInput
              label={t('told.from')}
              type="time"
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              label={t('told.to')}
              type="time"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </Group>
        )}
        {fault !== '' && (
          <Alert color="red" role="alert" p="xs">
            {fault}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={busy}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
