// The user's record: profile, counts, newest decisions, reports, bans, devices.
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Country } from '../../../format/Country.tsx'
import { platformName, vipName, wallReason } from '../../../format/codeNames.ts'
import { languageName } from '../../../format/language.ts'
import { integer } from '../../../format/number.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { explain } from '../../../session/messages.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge, Tag, type Tone } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Review } from '../bench/queueDesk.ts'
import { type AuditKind, type PersonRecord, personOf } from './itemPerson.ts'
import classes from './itemRecord.module.css'
import { useWorkbench } from './workbench.ts'

type User = Review['user']

/** The record of the focused item's user. */
export function Record({ user }: { user: User }) {
  const { kind } = useWorkbench()
  const { t } = useTranslation('audits')
  return <RecordOf kind={kind} user={user} label={t('queue.record.label')} />
}

type Person = Pick<User, 'userId' | 'nickname'> & Partial<User>

/** The record of a user with a known id and name; `label` describes the user's part. */
export function RecordOf({ kind, user, label }: { kind: AuditKind; user: Person; label: string }) {
  const { t } = useTranslation('audits')
  const query = useQuery(personOf(kind, user.userId))
  const known = { ...query.data?.user, ...user }
  return (
    <aside className={classes['record']} aria-label={label} tabIndex={0}>
      <header className={classes['head']}>
        <PersonLink person={{ avatarUrl: '', ...known }} />
        <span className={classes['tags']}>
          {known.state !== undefined && <State state={known.state} />}
          {known.certified && <Tag tone="good">{t('queue.record.certified')}</Tag>}
          {query.data && <Before record={query.data} />}
        </span>
      </header>
      {query.data ? (
        <Known record={query.data} />
      ) : query.error ? (
        <div className={classes['failed']} role="alert">
          <p>{explain(query.error)?.text}</p>
          <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
            {t('queue.record.again')}
          </Button>
        </div>
      ) : (
        <div className={classes['waiting']} aria-busy>
          {[70, 90, 60, 84, 50].map((width) => (
            <Skeleton key={width} h={12} w={`${width}%`} />
          ))}
        </div>
      )}
    </aside>
  )
}

/** The answer comes with this many of the newest bans. */
const bansShown = 5

/** What happened before, in the head: it is seen without scrolling. */
function Before({ record: { failed, reports, bans } }: { record: PersonRecord }) {
  const { t } = useTranslation('audits')
  if (failed + reports.against + bans.length === 0) return <Tag tone="good">{t('queue.record.clean')}</Tag>
  return (
    <>
      {failed > 0 && <Tag tone="bad">{t('queue.record.failedBefore', { count: failed })}</Tag>}
      {reports.against > 0 && (
        <Tag tone={reports.upheld > 0 ? 'bad' : 'waiting'}>
          {t('queue.record.reportedBefore', { count: reports.against, upheld: reports.upheld })}
        </Tag>
      )}
      {bans.length > 0 && (
        <Tag tone="bad">
          {t(bans.length < bansShown ? 'queue.record.bannedBefore' : 'queue.record.bannedOften', {
            count: bans.length,
          })}
        </Tag>
      )}
    </>
  )
}

function State({ state }: { state: User['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.user[state]}>{label(`audits:queue.userState.${state.replace(' ', '_')}`)}</StatusBadge>
  )
}

function Known({ record }: { record: PersonRecord }) {
  const { t, i18n } = useTranslation('audits')
  const { label } = useLabels()
  const { user, reports } = record
  const number = (value: number) => integer(value, i18n.language)
  return (
    <>
      <Facts
        of={[
          [
            t('queue.record.profile'),
            <span key="profile">
              {label(`audits:queue.sex.${user.sex}`)}
              {user.age !== null && `, ${user.age}`} · <Country code={user.country} />
            </span>,
          ],
          [t('queue.record.level'), [number(user.level), vipName(user.vipType)].filter(Boolean).join(' · ')],
          [t('queue.record.risk'), number(user.riskLevel)],
          [t('queue.record.language'), languageName(user.language, i18n.language)],
          [t('queue.record.registered'), <Time key="registered" at={user.registeredAt} brief />],
          [t('queue.record.online'), user.lastOnlineAt ? <Ago key="online" at={user.lastOnlineAt} /> : '–'],
          ...(user.bannedUntil
            ? ([[t('queue.record.bannedUntil'), <Time key="until" at={user.bannedUntil} brief />]] as const)
            : []),
        ]}
      />
      <Part title={t('queue.record.items')}>
        <dl className={classes['counts']}>
          <Count name={t('queue.record.passed')} tone="good">
            {number(record.passed)}
          </Count>
          <Count name={t('queue.record.failed')} tone={record.failed > 0 ? 'bad' : 'neutral'}>
            {number(record.failed)}
          </Count>
          <Count name={t('queue.record.waiting')} tone="waiting">
            {number(record.waiting)}
          </Count>
        </dl>
        <Lines of={record.decisions} keyOf={(one) => one.reviewId}>
          {(one) => (
            <>
              <StatusBadge tone={tones.item[one.decision]}>{label(`audits:queue.kinds.${one.kind}`)}</StatusBadge>
              <span className={classes['why']} dir="auto" title={one.note || undefined}>
                {one.reason}
              </span>
              <span className={classes['when']}>
                <bdi>{one.decidedBy}</bdi> · <Ago at={one.decidedAt} />
              </span>
            </>
          )}
        </Lines>
      </Part>
      <Part title={t('queue.record.reports', { count: reports.against })}>
        <p className={classes['note']}>
          {t('queue.record.reportCounts', {
            upheld: number(reports.upheld),
            false: number(reports.false),
            made: number(reports.made),
            madeFalse: number(reports.madeFalse),
          })}
        </p>
        <Lines of={record.newestReports} keyOf={(one) => one.reportId}>
          {(one) => (
            <>
              <StatusBadge tone={tones.report[one.state]}>{one.reason || '–'}</StatusBadge>
              <span className={classes['why']} dir="auto">
                {one.text}
              </span>
              <span className={classes['when']}>
                <Ago at={one.reportedAt} />
              </span>
            </>
          )}
        </Lines>
      </Part>
      {record.bans.length > 0 && (
        <Part title={t('queue.record.bans')}>
          <Lines of={record.bans} keyOf={(one) => `${one.kind} ${one.at}`}>
            {(one) => (
              <>
                <StatusBadge tone={one.ended ? 'neutral' : 'bad'}>
                  {label([`audits:queue.banKinds.${one.kind}`, 'audits:queue.banKinds.other'], { kind: one.kind })}
                </StatusBadge>
                <span className={classes['why']} dir="auto">
                  {wallReason(one.reason)}
                </span>
                <span className={classes['when']}>
                  <bdi>{one.by}</bdi> · <Ago at={one.at} />
                  {' – '}
                  {one.until ? <Time at={one.until} brief /> : t('queue.record.forGood')}
                </span>
              </>
            )}
          </Lines>
        </Part>
      )}
      {record.devices.length > 0 && (
        <Part title={t('queue.record.devices')}>
          <Lines of={record.devices} keyOf={(one) => one.deviceId}>
            {(one) => (
              <>
                <span title={one.deviceId}>
                  <bdi>{one.model || one.deviceId}</bdi>{' '}
                  <span className={classes['dim']}>{platformName(one.platform)}</span>
                </span>
                <span className={classes['tags']}>
                  {one.banned && <Tag tone="bad">{t('queue.record.deviceBanned')}</Tag>}
                  {one.users > 1 && <Tag tone="waiting">{t('queue.record.shared', { count: one.users })}</Tag>}
                </span>
              </>
            )}
          </Lines>
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Count({ name, tone, children }: { name: string; tone: Tone; children: string }) {
  return (
    <div data-tone={tone}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines<One>(props: { of: readonly One[]; keyOf: (one: One) => string; children: (one: One) => ReactNode }) {
  if (props.of.length === 0) return null
  return (
    <ul className={classes['lines']}>
      {props.of.map((one) => (
        <li key={props.keyOf(one)}>{props.children(one)}</li>
      ))}
    </ul>
  )
}
