// A leader's evening: what was earned today, by whom, beside yesterday at the same hour; who is short of a valid day; who could reach the
// next level.
import type { Answer } from '@greenroom/contract/call'
import { guildEvening } from '@greenroom/contract/guildEvening'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Changed } from '../../../format/Changed.tsx'
import { listed } from '../../../format/listed.ts'
import { inUnit, usd } from '../../../format/number.ts'
import { ShareButton } from '../../../ui/share/ShareButton.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import styles from './GuildEvening.module.css'
import cards from './HomeCards.module.css'
import { Panel } from './HomePanel.tsx'

type Evening = Answer<typeof guildEvening>

/** Anchors shown at once. */
const few = 5

export function GuildEvening() {
  const { t } = useTranslation('evening')
  const query = useQuery({
    queryKey: ['home', 'evening'],
    queryFn: ({ signal }) => call(guildEvening, {}, { signal }),
    refetchInterval: 120_000,
  })
  const evening = query.data
  return (
    <Panel
      title={t('today.title')}
      query={query}
      empty={evening?.members === 0 ? t('today.nobody') : undefined}
      lines={8}
    >
      {evening && <Shown of={evening} />}
    </Panel>
  )
}

function Shown({ of }: { of: Evening }) {
  const { t, i18n } = useTranslation('evening')
  const [all, setAll] = useState(false)
  const { today, yesterday, anchors } = of
  return (
    <>
      <dl className={cards['grid']}>
        <div>
          <dt>{t('today.earned')}</dt>
          <dd>
            <Amount value={Math.floor(today.usdMicros / 10_000)} unit="usd" />
          </dd>
          <dd className={cards['more']}>
            <Amount value={today.bonus} unit="bonus" /> {t('today.points')}
          </dd>
        </div>
        {yesterday && (
          <div>
            <dt>{t('today.yesterday')}</dt>
            <dd>
              <Amount value={Math.floor(yesterday.usdMicros / 10_000)} unit="usd" />
            </dd>
            <dd className={cards['more']}>
              <Changed before={yesterday.bonus} now={today.bonus} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('today.validDays')}</dt>
          <dd>
            <bdi dir="ltr">{`${of.validAlready} / ${of.members}`}</bdi>
          </dd>
          <dd className={cards['more']}>
            {t('today.validMeans', minutesOf(of.valid.liveMinutes, of.valid.callMinutes, i18n.language))}
          </dd>
        </div>
      </dl>
      <Next of={of.next} />
      <ul className={cards['close']} aria-label={t('today.anchors')}>
        {anchors.slice(0, all ? anchors.length : few).map((one) => (
          <li key={one.anchor.userId}>
            <PersonChip person={one.anchor} brief />
            <AnchorToday of={one} />
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        {anchors.length > few && (
          <button type="button" className={styles['more']} aria-expanded={all} onClick={() => setAll((now) => !now)}>
            {all ? t('today.fewer') : t('today.all')}
          </button>
        )}
        <ShareButton card={async () => (await import('./eveningCard.ts')).eveningCard(of)} />
      </div>
    </>
  )
}

const minutesOf = (live: number, calls: number, language: string) => ({
  live: inUnit(live, 'minute', language),
  calls: inUnit(calls, 'minute', language),
})

/** The next level in money, and who would reach it with how much. */
function Next({ of }: { of: Evening['next'] }) {
  const { t, i18n } = useTranslation('evening')
  const { language } = i18n
  if (!of) return null
  const { reach } = of
  return (
    <div className={cards['level']}>
      <p>
        {t('today.next', {
          missing: usd(of.missingCents, language),
          level: of.level,
          gain: usd(of.gainCents, language),
        })}{' '}
        {reach &&
          t(reach.days === 1 ? 'today.reachToday' : 'today.reachDays', {
            names: listed(
              reach.anchors.map(({ nickname, userId }) => nickname || String(userId)),
              language,
            ),
            minutes: inUnit(reach.minutes, 'minute', language),
            days: inUnit(reach.days, 'day', language),
          })}
      </p>
    </div>
  )
}

/** What an anchor earned today, and what is missing to a valid day. */
function AnchorToday({ of }: { of: Evening['anchors'][number] }) {
  const { t, i18n } = useTranslation('evening')
  return (
    <div className={styles['anchor']}>
      <span className={styles['earned']}>
        <Amount value={Math.floor(of.today.usdMicros / 10_000)} unit="usd" />{' '}
        {of.yesterday && of.yesterday.bonus > 0 && <Changed before={of.yesterday.bonus} now={of.today.bonus} />}
      </span>
      <span className={styles['day']} data-valid={of.missingLive === 0 || undefined}>
        {of.missingLive === 0
          ? t('today.isValid')
          : t('today.missing', minutesOf(of.missingLive, of.missingCall, i18n.language))}
        {of.running && ` · ${t(`today.running.${of.running}`)}`}
      </span>
    </div>
  )
}
