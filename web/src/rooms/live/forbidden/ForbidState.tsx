// Shared parts that show broadcast bans.
import type { RecordOf } from '@greenroom/contract/call'
import type { liveForbiddenList } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import { Ago, Time } from '../../../format/Time.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import classes from '../live.module.css'

export type Forbid = RecordOf<typeof liveForbiddenList>

export function ForbidState({ state }: { state: Forbid['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.forbid[state]}>{label(`live:options.forbidState.${state}`)}</StatusBadge>
}

/** A ban's duration, in the texts of the escalation steps. */
export const Length = ({ hours }: { hours: number }) => <Labelled by={`live:options.hours.${hours}`} />

/** The end; *permanent* without one. */
export function Until({ until }: { until: string | null }) {
  const { t } = useTranslation('live')
  return until === null ? t('forGood') : <Time at={until} brief />
}

/** Whether the user may broadcast, or until when not. */
export function Forbidden({ forbidden, until }: { forbidden: boolean; until: string | null }) {
  const { t } = useTranslation('live')
  if (!forbidden) return '–'
  return (
    <span className={classes['state']}>
      <StatusBadge tone="bad">{t('forbidden')}</StatusBadge>
      <span className={classes['until']}>{until === null ? t('forGood') : <Ago at={until} />}</span>
    </span>
  )
}
