// System → Health: what the metrics say, without another program.
import type { Answer } from '@greenroom/contract/call'
import { healthState } from '@greenroom/contract/installation'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { bytes, inUnit } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { Section, Wide } from './Section.tsx'
import classes from './setup.module.css'

type State = Answer<typeof healthState>
type Of<K extends keyof State> = { of: State[K] }

const refreshMs = 10_000

export default function Health() {
  const title = useMenuName('system.health')
  const query = useQuery({
    queryKey: ['system.health', 'state'],
    queryFn: ({ signal }) => call(healthState, {}, { signal }),
    refetchInterval: refreshMs,
  })
  const { data } = query
  return (
    <div className={classes['page']} aria-busy={query.isPending}>
      <header className={classes['head']}>
        <Title order={1}>{title}</Title>
      </header>
      {query.isError && !data && (
        <Failure error={query.error} menu="system.health" again={() => void query.refetch()} />
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
          <Server of={data.server} readAt={data.readAt} daysLeft={data.database.daysLeft} />
          <Events of={data.events} />
          <Outbox of={data.outbox} />
          <Work of={data.work} log={data.log} />
          <Database of={data.database} />
          <Backups of={data.backup} />
          <Slow of={data.slow} />
        </>
      )}
    </div>
  )
}

const Bytes = ({ of }: { of: number | null }) => {
  const { t, i18n } = useTranslation('installation')
  return of === null ? t('health.unknown') : <>{bytes(of, i18n.language)}</>
}

/** In the largest unit that it fills. */
const Age = ({ of }: { of: number | null }) => {
  const { t, i18n } = useTranslation('installation')
  if (of === null) return t('health.unknown')
  const { language } = i18n
  if (of >= 172_800) return <>{inUnit(Math.floor(of / 86_400), 'day', language)}</>
  if (of >= 7_200) return <>{inUnit(Math.floor(of / 3_600), 'hour', language)}</>
  if (of >= 120) return <>{inUnit(Math.floor(of / 60), 'minute', language)}</>
  return <>{inUnit(Math.round(of), 'second', language)}</>
}

const Count = ({ of }: { of: number }) => <Amount value={of} unit="number" />

function Server({ of, readAt, daysLeft }: Of<'server'> & { readAt: string | null; daysLeft: number | null }) {
  const { t } = useTranslation('installation')
  const reasons = of.reasons.map((reason) => t(`options.reason.${reason}`)).join(', ')
  return (
    <Section title={t('health.server')}>
      <Facts
        of={[
          [t('state.version'), <Code key="version">{of.version}</Code>],
          [
            t('health.ready'),
            <StatusBadge key="ready" tone={of.ready ? 'good' : 'bad'}>
              {of.ready ? t('health.yes') : reasons}
            </StatusBadge>,
          ],
          [t('health.connections', { most: of.connections.most }), <Count key="used" of={of.connections.used} />],
          [t('health.waitingFor'), <Count key="waiting" of={of.connections.waiting} />],
          [t('health.clock'), <Age key="clock" of={of.clockOffsetMs === null ? null : of.clockOffsetMs / 1_000} />],
          [t('health.memory'), <Bytes key="memory" of={of.memoryBytes} />],
          [t('health.disk'), <Bytes key="disk" of={of.disk?.freeBytes ?? null} />],
          [t('health.daysLeft'), daysLeft === null ? t('health.unknown') : <Count key="days" of={daysLeft} />],
          [t('health.readAt'), readAt === null ? t('health.never') : <Time key="read" at={readAt} />],
        ]}
      />
    </Section>
  )
}

function Events({ of }: Of<'events'>) {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('health.events')}>
      <Facts
        of={[
          [t('health.accepted'), <Count key="accepted" of={of.accepted} />],
          [t('health.rejected'), <Count key="rejected" of={of.rejected} />],
          [t('health.failed'), <Count key="failed" of={of.failed} />],
          [t('health.meanLag'), <Age key="mean" of={of.meanLagSeconds} />],
          [t('health.worstLag'), <Age key="worst" of={of.worstLagSeconds} />],
          [t('health.held'), <Count key="held" of={of.held} />],
        ]}
      />
    </Section>
  )
}

function Outbox({ of }: Of<'outbox'>) {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('health.outbox')}>
      <Facts
        of={[
          [
            t('health.deliveries'),
            <StatusBadge key="paused" tone={of.paused ? 'bad' : 'good'}>
              {of.paused ? t('health.paused') : t('health.on')}
            </StatusBadge>,
          ],
          [t('health.dead'), <Count key="dead" of={of.dead} />],
        ]}
      />
      {of.waiting.length === 0 ? (
        <Text size="sm">{t('health.none')}</Text>
      ) : (
        <Wide label={t('health.outbox')}>
          <ShortTable
            label={t('health.outbox')}
            rows={of.waiting}
            keyOf={({ client, stream }) => `${client} ${stream}`}
            columns={[
              [t('health.client'), ({ client }) => <bdi>{client}</bdi>],
              [t('health.stream'), ({ stream }) => <Code>{stream}</Code>],
              [t('health.count'), ({ count }) => <Count of={count} />, 'end'],
              [t('health.oldest'), ({ oldestSeconds }) => <Age of={oldestSeconds} />, 'end'],
            ]}
          />
        </Wide>
      )}
    </Section>
  )
}

function Work({ of, log }: Of<'work'> & Pick<State, 'log'>) {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('health.background')}>
      <Facts
        of={[
          [t('health.log'), <Count key="log" of={log.unsealed} />],
          [t('health.findings'), <Count key="findings" of={log.findings} />],
        ]}
      />
      {of.length === 0 ? (
        <Text size="sm">{t('health.well')}</Text>
      ) : (
        <Wide label={t('health.background')}>
          <ShortTable
            label={t('health.background')}
            rows={of}
            keyOf={({ kind, name }) => `${kind} ${name}`}
            columns={[
              [t('health.what'), ({ kind }) => t(`options.work.${kind}`)],
              [t('health.name'), ({ name }) => <Code>{name}</Code>],
              [t('health.count'), ({ count }) => <Count of={count} />, 'end'],
              [t('health.oldest'), ({ oldestSeconds: age }) => (age === null ? '' : <Age of={age} />), 'end'],
            ]}
          />
        </Wide>
      )}
    </Section>
  )
}

function Database({ of }: Of<'database'>) {
  const { t, i18n } = useTranslation('installation')
  return (
    <Section title={t('health.database')}>
      <Facts
        of={[
          [t('health.size'), <Bytes key="size" of={of.bytes} />],
          [t('health.perDay'), <Bytes key="growth" of={of.dayBytes} />],
          ...of.forecast.map(
            ({ days, bytes: size }) =>
              [
                t('health.inDays', { days: inUnit(days, 'day', i18n.language) }),
                <Bytes key={days} of={size} />,
              ] as const,
          ),
          [t('health.sessions', { most: of.mostSessions }), <Count key="sessions" of={of.sessions} />],
          [t('health.unfrozen'), <Count key="xid" of={of.transactionsUnfrozen} />],
          [t('health.standbys'), t(`options.standbyMode.${of.mode}`)],
          ...(of.failover ? [[t('health.failover'), <Failover key="failover" of={of.failover} />] as const] : []),
          ...(of.replica
            ? [
                [
                  t('health.replica'),
                  <StatusBadge key="replica" tone={of.replica.state === 'used' ? 'good' : 'bad'}>
                    {t(`options.replica.${of.replica.state}`)}
                  </StatusBadge>,
                ] as const,
                [t('health.replicaLag'), <Age key="lag" of={of.replica.lagSeconds} />] as const,
              ]
            : []),
        ]}
      />
      {of.standbys.length > 0 && (
        <ShortTable
          label={t('health.standby')}
          rows={of.standbys}
          keyOf={({ name }) => name}
          columns={[
            [t('health.standby'), ({ name }) => <Code>{name}</Code>],
            [t('health.synchronous'), ({ synchronous }) => (synchronous ? t('health.yes') : t('health.no'))],
            [t('health.lag'), ({ lagSeconds }) => <Age of={lagSeconds} />, 'end'],
          ]}
        />
      )}
      <Wide label={t('health.tables')}>
        <ShortTable
          label={t('health.tables')}
          rows={of.tables}
          keyOf={({ name }) => name}
          columns={[
            [t('health.table'), ({ name }) => <Code>{name}</Code>],
            [t('health.size'), ({ bytes: size }) => <Bytes of={size} />, 'end'],
            [t('health.perDay'), ({ dayBytes }) => <Bytes of={dayBytes} />, 'end'],
            [t('health.inYear'), ({ yearBytes }) => <Bytes of={yearBytes} />, 'end'],
            [t('health.deadRows'), ({ dead }) => <Count of={dead} />, 'end'],
          ]}
        />
      </Wide>
      {of.detached.length > 0 && (
        <Wide label={t('health.detached')}>
          <ShortTable
            label={t('health.detached')}
            rows={of.detached}
            keyOf={({ what, month }) => `${what} ${month}`}
            columns={[
              [t('health.detached'), ({ what }) => t(`options.detachable.${what}`)],
              [t('health.month'), ({ month }) => <bdi>{month}</bdi>],
              [t('health.entries'), ({ rows }) => <Count of={rows} />, 'end'],
              [t('health.size'), ({ bytes: size }) => <Bytes of={size} />, 'end'],
              [t('health.file'), ({ file }) => <Code>{file}</Code>],
            ]}
          />
        </Wide>
      )}
    </Section>
  )
}

function Failover({ of }: { of: NonNullable<State['database']['failover']> }) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Time at={of.at} /> {t(`options.failover.${of.outcome}`)}
      {of.outcome === 'lost' && ` (${t('health.lostOf', { count: of.transactions, seconds: of.seconds })})`}
    </>
  )
}

function Backups({ of }: Of<'backup'>) {
  const { t } = useTranslation('installation')
  const last = of.lastAt === null ? t('backups.none') : <Time at={of.lastAt} />
  return (
    <Section title={t('health.backups')}>
      <Facts
        of={[
          [t('health.lastBackup'), of.kind === 'external' ? t('health.external') : last],
          ...(of.failure === '' ? [] : [[t('health.lastFailed'), of.failure] as const]),
          [t('health.unsent'), <Count key="unsent" of={of.unsent} />],
          [t('health.trial'), of.trial === null ? t('health.untried') : <Time key="trial" at={of.trial.at} />],
          ...(of.trial === null ? [] : [[t('health.trialResult'), of.trial.failure || t('health.trialHeld')] as const]),
          ...(of.trial === null || of.trial.failure === ''
            ? []
            : [[t('health.proved'), of.trial.provedAt && <Time key="proved" at={of.trial.provedAt} />] as const]),
        ]}
      />
    </Section>
  )
}

function Slow({ of }: Of<'slow'>) {
  const { t } = useTranslation('installation')
  return (
    <Section title={t('health.slow')}>
      {of === null ? (
        <Text size="sm">{t('health.noSlow')}</Text>
      ) : (
        <Wide label={t('health.slow')}>
          <ShortTable
            label={t('health.slow')}
            rows={of.map((one, place) => ({ ...one, place }))}
            keyOf={({ place }) => String(place)}
            columns={[
              [t('health.statement'), ({ statement }) => <Code>{statement}</Code>],
              [t('health.calls'), ({ calls }) => <Count of={calls} />, 'end'],
              [t('health.mean'), ({ meanMs }) => <Count of={meanMs} />, 'end'],
              [t('health.total'), ({ totalSeconds }) => <Age of={totalSeconds} />, 'end'],
            ]}
          />
        </Wide>
      )}
    </Section>
  )
}
