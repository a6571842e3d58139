import type { Answer } from '@greenroom/contract/call'
import { guildHome } from '@greenroom/contract/guildFigures'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer, percent, usd } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { lead } from '../../../ui/labels.ts'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import styles from './HomeCards.module.css'
import { Panel } from './HomePanel.tsx'

type Week = Answer<typeof guildHome>

/** The running week of the leader's guild: the sum so far, the next level, and anchors close to a valid day or a salary step. */
export function GuildWeek() {
  const { t } = useTranslation('guilds')
  const query = useQuery({
    queryKey: ['home', 'guild'],
    queryFn: ({ signal }) => call(guildHome, {}, { signal }),
    refetchInterval: 30_000,
  })
  const week = query.data
  return (
    <>
      <Panel title={t('leaderHome.title')} query={query} empty={undefined} lines={6}>
        {week && <Facts {...week} />}
      </Panel>
      <Panel
        title={t('leaderHome.close')}
        query={query}
        empty={week?.close.length === 0 ? t('leaderHome.closeEmpty') : undefined}
        lines={3}
      >
        {week && <Closest {...week} />}
      </Panel>
    </>
  )
}

function Facts(week: Week) {
  const { t } = useTranslation('guilds')
  const language = textLanguage()
  const { payable, next } = week
  return (
    <>
      {week.dissolvesAt && (
        <p className={styles['warning']} role="status">
          {lead(t('leaderHome.dissolves', { count: daysUntil(week.dissolvesAt) }))}
          <Time at={week.dissolvesAt} brief />
        </p>
      )}
      <dl className={styles['grid']}>
        <div>
          <dt>{t('leaderHome.points')}</dt>
          <dd>
            <Amount value={week.points} unit="bonus" />
          </dd>
        </div>
        <div>
          <dt>{t('leaderHome.base')}</dt>
          <dd>
            <Amount value={Math.floor(week.baseUsdMicros / 10_000)} unit="usd" />
          </dd>
          {week.guild.subAgencies > 0 && (
            <dd className={styles['more']}>
              {lead(t('leaderHome.family'))}
              <Amount value={Math.floor(week.familyUsdMicros / 10_000)} unit="usd" />
            </dd>
          )}
        </div>
        <div>
          <dt>{t('leaderHome.level')}</dt>
          <dd>{t('leaderHome.levelOf', { level: week.level, levels: week.levels })}</dd>
          <dd className={styles['more']}>{t('leaderHome.rate', { rate: percent(week.rateBp, language) })}</dd>
          {week.last && (
            <dd className={styles['more']}>
              {t('leaderHome.lastLevel', { level: week.last.level, rate: percent(week.last.rateBp, language) })}
            </dd>
          )}
        </div>
        <div>
          <dt>{t('leaderHome.payable')}</dt>
          <dd>
            <Amount value={payable.totalCents} unit="usd" />
          </dd>
          <dd className={styles['more']}>{t('leaderHome.payableHint')}</dd>
        </div>
        <div>
          <dt>{t('leaderHome.members')}</dt>
          <dd>
            <Amount value={week.guild.members} unit="number" />
          </dd>
          {week.guild.subAgencies > 0 && (
            <dd className={styles['more']}>{t('leaderHome.subAgencies', { count: week.guild.subAgencies })}</dd>
          )}
        </div>
        <div>
          <dt>{t('leaderHome.ends')}</dt>
          <dd className={styles['ends']}>
            <Time at={week.week.endsAt} brief />
          </dd>
        </div>
      </dl>
      <div className={styles['level']}>
        <progress
          className={styles['bar']}
          aria-label={t('leaderHome.progress')}
          max={1}
          value={next ? progressOf(week, next.fromCents) : 1}
        />
        <p>
          {next
            ? t('leaderHome.next', {
                missing: usd(next.missingCents, language),
                level: next.level,
                rate: percent(next.rateBp, language),
                gain: usd(next.gainCents, language),
              })
            : t('leaderHome.highest')}
        </p>
      </div>
      <Parts {...payable} />
    </>
  )
}

const daysUntil = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 86_400_000))

/** The progress from this level to the next. */
const progressOf = (week: Week, toCents: number) =>
  (week.familyUsdMicros / 10_000 - week.fromCents) / Math.max(1, toCents - week.fromCents)

const parts = ['commissionCents', 'overrideCents', 'salaryCents', 'bonusCents', 'deductionCents'] as const

/** What the expected payable is made of; parts that are zero are left out. */
function Parts(payable: Week['payable']) {
  const { t } = useTranslation('guilds')
  const shown = parts.filter((part) => payable[part] !== 0)
  if (shown.length === 0) return null
  return (
    <dl className={styles['parts']} aria-label={t('leaderHome.parts')}>
      {shown.map((part) => (
        <div key={part}>
          <dt>{t(`leaderHome.${part}`)}</dt>
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

/** The text of what an anchor is missing. */
function Missing({ today, step, running }: Week['close'][number]) {
  const { t } = useTranslation('guilds')
  const language = textLanguage()
  return (
    <div className={styles['missing']}>
      {today && (
        <p>
          {t('leaderHome.today', { count: today.missingLive, calls: today.missingCall })}
          {running && ` ${t(`leaderHome.running.${running}`)}`}
        </p>
      )}
      {step && (
        <p>
          {lead(t('leaderHome.step', { gain: usd(step.gainCents, language) }))}
          {[
            step.missingPoints > 0 &&
              t('leaderHome.stepPoints', { count: step.missingPoints, points: integer(step.missingPoints, language) }),
            step.missingDays > 0 && t('leaderHome.stepDays', { count: step.missingDays }),
          ]
            .filter((part) => part !== false)
            .join(t('leaderHome.and'))}
        </p>
      )}
    </div>
  )
}
