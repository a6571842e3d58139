import type { Answer } from '@greenroom/contract/call'
import { guildHome } from '@greenroom/contract/guildFigures'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { percent, usd, whole } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { PersonChip } from '../../../ui/UserChip.tsx'
import styles from './GuildWeek.module.css'
import { Panel } from './Panel.tsx'

type Week = Answer<typeof guildHome>

/** The running week of the leader's guild: what it comes to so far, the next level, and who is close to more. */
export function GuildWeek() {
  const { t } = useTranslation('access')
  const query = useQuery({
    queryKey: ['home', 'guild'],
    queryFn: ({ signal }) => call(guildHome, {}, { signal }),
    refetchInterval: 30_000,
  })
  const week = query.data
  return (
    <>
      <Panel title={t('guild.title')} query={query} empty={undefined} lines={6}>
        {week && <Facts {...week} />}
      </Panel>
      <Panel
        title={t('guild.close')}
        query={query}
        empty={week?.close.length === 0 ? t('guild.closeEmpty') : undefined}
        lines={3}
      >
        {week && <Closest {...week} />}
      </Panel>
    </>
  )
}

function Facts(week: Week) {
  const { t } = useTranslation('access')
  const language = textLanguage()
  const { payable, next } = week
  return (
    <>
      {week.dissolvesAt && (
        <p className={styles['warning']} role="status">
          {t('guild.dissolves', { count: daysUntil(week.dissolvesAt) })} <Time at={week.dissolvesAt} brief />
        </p>
      )}
      <dl className={styles['grid']}>
        <div>
          <dt>{t('guild.points')}</dt>
          <dd>
            <Amount value={week.points} unit="bonus" />
          </dd>
        </div>
        <div>
          <dt>{t('guild.base')}</dt>
          <dd>
            <Amount value={Math.floor(week.baseUsdMicros / 10_000)} unit="usd" />
          </dd>
          {week.guild.subAgencies > 0 && (
            <dd className={styles['more']}>
              {t('guild.family')} <Amount value={Math.floor(week.familyUsdMicros / 10_000)} unit="usd" />
            </dd>
          )}
        </div>
        <div>
          <dt>{t('guild.level')}</dt>
          <dd>{t('guild.levelOf', { level: week.level, levels: week.levels })}</dd>
          <dd className={styles['more']}>{t('guild.rate', { rate: percent(week.rateBp, language) })}</dd>
        </div>
        <div>
          <dt>{t('guild.payable')}</dt>
          <dd>
            <Amount value={payable.totalCents} unit="usd" />
          </dd>
          <dd className={styles['more']}>{t('guild.payableHint')}</dd>
        </div>
        <div>
          <dt>{t('guild.members')}</dt>
          <dd>
            <Amount value={week.guild.members} unit="number" />
          </dd>
          {week.guild.subAgencies > 0 && (
            <dd className={styles['more']}>{t('guild.subAgencies', { count: week.guild.subAgencies })}</dd>
          )}
        </div>
        <div>
          <dt>{t('guild.ends')}</dt>
          <dd className={styles['ends']}>
            <Time at={week.week.endsAt} brief />
          </dd>
        </div>
      </dl>
      <div className={styles['level']}>
        <progress
          className={styles['bar']}
          aria-label={t('guild.progress')}
          max={1}
          value={next ? progressOf(week, next.fromCents) : 1}
        />
        <p>
          {next
            ? t('guild.next', {
                missing: usd(next.missingCents, language),
                level: next.level,
                rate: percent(next.rateBp, language),
                gain: usd(next.gainCents, language),
              })
            : t('guild.highest')}
        </p>
      </div>
      <Parts {...payable} />
    </>
  )
}

const daysUntil = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 86_400_000))

/** How much of the way from this level to the next is done. */
const progressOf = (week: Week, toCents: number) =>
  (week.familyUsdMicros / 10_000 - week.fromCents) / Math.max(1, toCents - week.fromCents)

const parts = ['commissionCents', 'overrideCents', 'salaryCents', 'bonusCents', 'deductionCents'] as const

/** What the expected payable is made of; parts that are zero are left out. */
function Parts(payable: Week['payable']) {
  const { t } = useTranslation('access')
  const shown = parts.filter((part) => payable[part] !== 0)
  if (shown.length === 0) return null
  return (
    <dl className={styles['parts']} aria-label={t('guild.parts')}>
      {shown.map((part) => (
        <div key={part}>
          <dt>{t(`guild.${part}`)}</dt>
          <dd>
            <Amount value={part === 'deductionCents' ? -payable[part] : payable[part]} unit="usd" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Closest({ close }: Week) {
  return (
    <ul className={styles['close']}>
      {close.map((one) => (
        <li key={one.anchor.userId}>
          <PersonChip person={one.anchor} />
          <Missing {...one} />
        </li>
      ))}
    </ul>
  )
}

/** What somebody is missing, in words. */
function Missing({ today, step, running }: Week['close'][number]) {
  const { t } = useTranslation('access')
  const language = textLanguage()
  return (
    <div className={styles['missing']}>
      {today && (
        <p>
          {t('guild.today', { count: today.missingLive, calls: today.missingCall })}
          {running && ` ${t(`guild.running.${running}`)}`}
        </p>
      )}
      {step && (
        <p>
          {t('guild.step', { gain: usd(step.gainCents, language) })}{' '}
          {[
            step.missingPoints > 0 &&
              t('guild.stepPoints', { count: step.missingPoints, points: whole(step.missingPoints, language) }),
            step.missingDays > 0 && t('guild.stepDays', { count: step.missingDays }),
          ]
            .filter((part) => part !== false)
            .join(t('guild.and'))}
        </p>
      )}
    </div>
  )
}
