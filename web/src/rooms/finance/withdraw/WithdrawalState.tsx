// Shared parts that show a withdrawal.
import type { RecordOf } from '@greenroom/contract/call'
import type { withdrawalList } from '@greenroom/contract/withdrawals'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Claimed } from '../../../page/money/WithdrawalRisk.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { Tokens } from '../../../ui/Tokens.tsx'
import classes from './withdraw.module.css'

export { Account, type Claimed, Risk, RiskPanel } from '../../../page/money/WithdrawalRisk.tsx'

export type Withdrawal = RecordOf<typeof withdrawalList>

export function State({
  of,
}: {
  of: Pick<Withdrawal, 'state' | 'stateReason' | 'releasedAt' | 'approvalId' | 'decision'>
}) {
  const { label } = useLabels()
  return (
    <span title={of.stateReason || undefined}>
      <StatusBadge tone={tones.withdrawal[of.state]}>
        {label(`finance:options.withdrawalState.${of.state.replaceAll(' ', '_')}`)}
      </StatusBadge>{' '}
      {of.releasedAt !== null && <Tag>{label('finance:withdraw.released')}</Tag>}
      {of.decision !== null && (
        <span title={label('finance:withdraw.decidedHint', { by: of.decision.by })}>
          <Tag tone="waiting">
            {label('finance:withdraw.decided', { decision: label(`finance:withdraw.decision.${of.decision.verb}`) })}
          </Tag>
        </span>
      )}
      {of.approvalId !== null && <Tag tone="waiting">{label('finance:withdraw.waits')}</Tag>}
    </span>
  )
}

/** What came of its last decision, which was refused as it took effect. */
export function NotInEffect({ of }: { of: NonNullable<Claimed['notInEffect']> }) {
  const { t } = useTranslation('finance')
  return (
    <p className={classes['held']} role="alert">
      {t('withdraw.notInEffect', { by: of.by, decision: t(`withdraw.decision.${of.verb}`), why: of.why })}{' '}
      <Time at={of.at} />
    </p>
  )
}

/** What a withdrawal repaid of its user's debt. */
export function Taken({ of }: { of: Pick<Withdrawal, 'debtUsdCents' | 'debtTokens'> }) {
  return (
    <span>
      <Amount value={of.debtUsdCents} unit="usd" /> · <Tokens amount={of.debtTokens} />
    </span>
  )
}
