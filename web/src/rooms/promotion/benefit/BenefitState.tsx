// Parts of registration benefits, shared by several screens.

import type { benefitList } from '@greenroom/contract/benefits'
import type { RecordOf } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../format/country.ts'
import { listed } from '../../../format/listed.ts'
import { integer } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import classes from '../promotion.module.css'

export type Benefit = RecordOf<typeof benefitList>

export function BenefitState({ of }: { of: Pick<Benefit, 'state'> }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.benefit[of.state]}>
      {label(`promotion:options.benefit.${of.state.replace(' ', '_')}`)}
    </StatusBadge>
  )
}

/** `200 tokens, 5 free minutes`. */
export function Gives({ of }: { of: Pick<Benefit, 'tokens' | 'freeMinutes'> }) {
  const { t, i18n } = useTranslation('promotion')
  const parts = [
    ...(of.tokens > 0 ? [t('benefit.tokens', { count: of.tokens, tokens: integer(of.tokens, i18n.language) })] : []),
    ...(of.freeMinutes > 0
      ? [t('benefit.minutes', { count: of.freeMinutes, minutes: integer(of.freeMinutes, i18n.language) })]
      : []),
  ]
  return parts.join(t('benefit.and'))
}

/** The target users, briefly. */
export function Whom({ of }: { of: Pick<Benefit, 'sex' | 'countries' | 'channels'> }) {
  const { t, i18n } = useTranslation('promotion')
  const some = (names: readonly string[]) =>
    names.length > 2 ? [...names.slice(0, 2), t('benefit.more', { count: names.length - 2 })] : names
  const parts = [
    ...(of.sex ? [t(`options.sex.${of.sex}`)] : []),
    ...some(of.countries.map((code) => countryName(code, i18n.language))),
    ...some(of.channels),
  ]
  return <bdi>{parts.length === 0 ? t('benefit.everybody') : listed(parts)}</bdi>
}

/** The used part of the budget: a bar and both numbers. */
export function Budget({ of }: { of: Pick<Benefit, 'usedTokens' | 'budgetTokens'> }) {
  const { t, i18n } = useTranslation('promotion')
  const text = t('benefit.used', {
    used: integer(of.usedTokens, i18n.language),
    budget: integer(of.budgetTokens, i18n.language),
  })
  return (
    <span className={classes['budget']}>
      <meter min={0} max={of.budgetTokens} value={of.usedTokens} aria-label={t('columns.budget')} />
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}
