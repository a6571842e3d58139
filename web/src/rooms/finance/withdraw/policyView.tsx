// Small components for payout policies.
import type { RecordOf } from '@greenroom/contract/call'
import type { policyList } from '@greenroom/contract/policies'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../format/listed.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'

export type Policy = RecordOf<typeof policyList>

export function Rule({ of }: { of: Policy['rule'] }) {
  const { label } = useLabels()
  return label(`finance:options.rule.${of}`)
}

export function Payees({ of }: { of: Policy['payees'] }) {
  const { label } = useLabels()
  return listed(of.map((payee) => label(`finance:options.payee.${payee}`)))
}

/** The text of its conditions: only the limits that are set. */
export function Settings({ of }: { of: Policy['settings'] }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  if (of.rule === 'share') return t('policy.says.share', { percent: of.mostPercent })
  if (of.rule === 'velocity')
    return [
      of.mostCount === undefined ? '' : t('policy.says.count', { count: of.mostCount, hours: of.hours }),
      of.mostUsd === undefined ? '' : t('policy.says.usd', { usd: of.mostUsd, hours: of.hours }),
    ]
      .filter(Boolean)
      .join(' · ')
  return [
    listed(of.kinds.map((kind) => label(`finance:options.method.${kind.replace('.', '_')}`))),
    of.leastHours === undefined ? '' : t('policy.says.age', { hours: of.leastHours }),
    of.mostUsers === undefined ? '' : t('policy.says.payees', { count: of.mostUsers }),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function PolicyState({ of }: { of: Policy }) {
  const { t } = useTranslation('finance')
  return (
    <span>
      <StatusBadge tone={of.enabled ? 'good' : 'neutral'}>{t(of.enabled ? 'policy.on' : 'policy.off')}</StatusBadge>{' '}
      {of.approvalId !== null && <Tag tone="waiting">{t('withdraw.waits')}</Tag>}
      {of.lockedUntil !== null && <Tag>{t('policy.locked')}</Tag>}
    </span>
  )
}
