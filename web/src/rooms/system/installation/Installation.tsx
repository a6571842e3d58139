// System → Installation: how an installation is that runs, and where setting up goes on.
import type { Answer } from '@greenroom/contract/call'
import { installationState } from '@greenroom/contract/installation'
import { Anchor, Button, Group, List, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { bytes } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { useSession } from '../../../session/session.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { AlarmPanel } from './AlarmPanel.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import { readReleases } from './releases.ts'
import { Section, Wide } from './Section.tsx'
import classes from './setup.module.css'
import { useSetup } from './useSetup.ts'

type State = Answer<typeof installationState>
type Part = State['parts'][number]

const refreshMs = 10_000
const tones: Readonly<Record<Part['state'], Tone>> = {
  well: 'good',
  attention: 'waiting',
  broken: 'bad',
  off: 'neutral',
}

export default function Installation() {
  const { t } = useTranslation('installation')
  const title = useMenuName('system.installation')
  const { may } = useSession()
  const query = useQuery({
    queryKey: ['system.installation', 'state'],
    queryFn: ({ signal }) => call(installationState, {}, { signal }),
    refetchInterval: refreshMs,
  })
  const { data } = query
  return (
    <div className={classes['page']} aria-busy={query.isPending}>
      <header className={classes['head']}>
        <Title order={1}>{title}</Title>
        <SetupLine />
      </header>
      {query.isError && !data && (
        <Failure error={query.error} menu="system.installation" again={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div role="status" aria-label={title} className={classes['page']}>
          {[0, 1, 2].map((part) => (
            <Skeleton key={part} height={180} radius="md" />
          ))}
        </div>
      )}
      {data && (
        <>
          <Facts
            of={[
              [t('state.version'), <Code key="version">{data.version}</Code>],
              [t('backups.last'), <LastBackup key="backup" of={data.backup} />],
            ]}
          />
          <Section title={t('alarms.title')}>
            <AlarmPanel />
          </Section>
          <Parts of={data.parts} />
          {data.messages.length > 0 && (
            <Section title={t('letters.title')}>
              <Wide label={t('letters.title')}>
                <DeadLetters of={data.messages} />
              </Wide>
            </Section>
          )}
          {may('system.approval', 'read') && <StopSwitches />}
          <Sizes of={data.sizes} />
          <Releases />
        </>
      )}
    </div>
  )
}

/** How far setting up is; nothing where it is over or never was. */
function SetupLine() {
  const { t } = useTranslation('installation')
  const { data } = useSetup(false)
  if (!data) return null
  const done = data.steps.filter(({ state }) => state !== 'open').length
  return (
    <Text>
      {t('setup.progress', { done, of: data.steps.length })}{' '}
      <Anchor component={Link} to="/setup" underline="always" inherit>
        {t('setup.title')}
      </Anchor>
    </Text>
  )
}

function LastBackup({ of }: { of: State['backup'] }) {
  const { t } = useTranslation('installation')
  if (of.kind === 'external') return t('state.external')
  return of.lastAt === null ? t('backups.none') : <Time at={of.lastAt} />
}

function Parts({ of }: { of: readonly Part[] }) {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('state.parts')}>
      <Wide label={t('state.parts')}>
        <ShortTable
          label={t('state.parts')}
          rows={of}
          keyOf={({ kind, name }) => `${kind} ${name}`}
          columns={[
            [t('state.part'), ({ kind }) => t(`options.part.${kind}`)],
            [t('state.name'), ({ name }) => <bdi>{name}</bdi>],
            [
              t('state.state'),
              ({ state }) => <StatusBadge tone={tones[state]}>{t(`options.health.${state}`)}</StatusBadge>,
            ],
            [t('state.at'), ({ at }) => <Time at={at} />],
            [t('state.waiting'), ({ waiting }) => <Amount value={waiting} unit="number" />, 'end'],
            [t('state.failed'), ({ failed }) => <Amount value={failed} unit="number" />, 'end'],
          ]}
        />
      </Wide>
    </Section>
  )
}

/** What can be stopped stands with the approvals, since going on needs one. */
function StopSwitches() {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('state.stops')}>
      <Group justify="space-between">
        <Text size="sm">{t('state.stopsAbout')}</Text>
        <Button component={Link} to="/sys/approval?drawer=stops" variant="default">
          {t('state.openStops')}
        </Button>
      </Group>
    </Section>
  )
}

function Sizes({ of }: { of: State['sizes'] }) {
  const { t, i18n } = useTranslation('installation')
  const total = of.reduce((sum, one) => sum + one.bytes, 0)
  return (
    <Section title={t('state.sizes')}>
      <Text size="sm">{t('state.total', { size: bytes(total, i18n.language) })}</Text>
      <ShortTable
        label={t('state.sizes')}
        rows={of.slice(0, 10)}
        keyOf={({ name }) => name}
        columns={[
          [t('state.schema'), ({ name }) => <Code>{name}</Code>],
          [t('state.size'), (one) => bytes(one.bytes, i18n.language), 'end'],
        ]}
      />
    </Section>
  )
}

function Releases() {
  const { t } = useTranslation('installation')
  const { data } = useQuery({
    queryKey: ['releases', textLanguage()],
    queryFn: () => readReleases(textLanguage(), t('state.onUpdate')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <Section title={t('state.releases')}>
      {data.map(({ version, day, notes }) => (
        <div key={version} translate="no">
          <Group gap="xs">
            <Title order={3} size="sm">
              {version}
            </Title>
            <Text size="sm" c="dimmed">
              {day}
            </Text>
          </Group>
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Section>
  )
}
