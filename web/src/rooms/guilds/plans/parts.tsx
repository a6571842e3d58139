// Parts of commission plans, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { planList } from '@greenroom/contract/guildMoney'
import { useTranslation } from 'react-i18next'
import { integer, percent, usd } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export type Plan = RecordOf<typeof planList>

export function PlanStatus({ plan }: { plan: Plan }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.plan[plan.status]}>{label(`guilds:options.planStatus.${plan.status}`)}</StatusBadge>
}

/** The plan that every installation begins with; its dates only say that it precedes every other. */
export const isFirstPlan = (plan: Plan): boolean => plan.publishedBy === 'system'

export function StartWeek({ plan }: { plan: Plan }) {
  const { label } = useLabels()
  return isFirstPlan(plan) ? label('guilds:plan.fromStart') : <bdi dir="ltr">{plan.startWeek}</bdi>
}

/** `$0 5% · $500 8%`. */
export function Levels({ of }: { of: Plan['levels'] }) {
  const { i18n } = useTranslation()
  const text = of
    .map(({ fromCents, rateBp }) => `${usd(fromCents, i18n.language)} ${percent(rateBp, i18n.language)}`)
    .join(' · ')
  return (
    <bdi dir="ltr" title={text}>
      {text}
    </bdi>
  )
}

/** Points, valid days and dollars of each step. */
export function Salary({ of }: { of: Plan['salary'] }) {
  const { i18n } = useTranslation()
  if (of.length === 0) return '–'
  const text = of
    .map(({ points, days, usdCents }) => `${integer(points, i18n.language)}/${days}: ${usd(usdCents, i18n.language)}`)
    .join(' · ')
  return (
    <bdi dir="ltr" title={text}>
      {text}
    </bdi>
  )
}
