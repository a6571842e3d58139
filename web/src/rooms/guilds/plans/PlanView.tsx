// Parts of commission plans, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { planList } from '@greenroom/contract/guildMoney'
import { useTranslation } from 'react-i18next'
import { integer, percent, usd } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

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

/** `4 levels: 5% to 12% from $10,000.00`; all of them on hover and in the drawer. */
export function Levels({ of }: { of: Plan['levels'] }) {
  const { t, i18n } = useTranslation('guilds')
  const [first, last] = [of[0], of.at(-1)]
  if (!first || !last) return '–'
  const rate = (bp: number) => percent(bp, i18n.language)
  const all = of.map(({ fromCents, rateBp }) => `${usd(fromCents, i18n.language)} ${rate(rateBp)}`).join(' · ')
  return (
    <span title={all}>
      {of.length === 1
        ? rate(first.rateBp)
        : t('plan.levelsOf', {
            count: of.length,
            first: rate(first.rateBp),
            last: rate(last.rateBp),
            from: usd(last.fromCents, i18n.language),
          })}
    </span>
  )
}

/** `3 steps: $50.00 to $500.00`; points and valid days of each on hover and in the drawer. */
export function Salary({ of }: { of: Plan['salary'] }) {
  const { t, i18n } = useTranslation('guilds')
  const [first, last] = [of[0], of.at(-1)]
  if (!first || !last) return '–'
  const amount = (cents: number) => usd(cents, i18n.language)
  const all = of
    .map(({ points, days, usdCents }) => `${integer(points, i18n.language)}/${days}: ${amount(usdCents)}`)
    .join(' · ')
  return (
    <span title={all}>
      {of.length === 1
        ? amount(first.usdCents)
        : t('plan.stepsOf', { count: of.length, first: amount(first.usdCents), last: amount(last.usdCents) })}
    </span>
  )
}
