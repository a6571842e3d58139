// Small parts of an item: machine score and labels, waiting time.
import { useTranslation } from 'react-i18next'
import { machineLabel } from '../../../format/codeNames.ts'
import { useSession } from '../../../session/session.ts'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { scoreTone } from '../../../ui/stateColours.ts'
import { scoreText } from '../../../ui/values/Score.tsx'
import classes from './queue.module.css'

/** The machine score as a bar and as a percentage. */
export function Score({ score }: { score: number }) {
  const { t, i18n } = useTranslation('audits')
  const text = scoreText(score, i18n.language)
  return (
    <span className={classes['score']} data-tone={scoreTone(score)} title={t('queue.scoreOf', { score: text })}>
      <span className={classes['scoreBar']} aria-hidden>
        <span style={{ width: `${Math.round(score * 100)}%` }} />
      </span>
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}

export function MachineLabels({ of }: { of: readonly string[] }) {
  return of.map((one) => (
    <Tag key={one} tone="waiting">
      {machineLabel(one)}
    </Tag>
  ))
}

/** `4 m`, `3 h`, `2 d`: short, for a tile. */
export function useSpan(): (seconds: number) => string {
  const { t } = useTranslation('audits')
  return (seconds) => {
    if (seconds < 60) return t('queue.span.seconds', { count: Math.max(0, Math.floor(seconds)) })
    if (seconds < 3_600) return t('queue.span.minutes', { count: Math.floor(seconds / 60) })
    if (seconds < 86_400) return t('queue.span.hours', { count: Math.floor(seconds / 3_600) })
    return t('queue.span.days', { count: Math.floor(seconds / 86_400) })
  }
}

/** How long an item has waited. */
export function Waits({ since }: { since: string }) {
  const { clockOffset } = useSession()
  const span = useSpan()
  return (
    <time className={classes['waits']} dateTime={since}>
      {span((Date.now() + clockOffset - Date.parse(since)) / 1_000)}
    </time>
  )
}
