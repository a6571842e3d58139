// Shared parts that show a withdrawal.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { withdrawalClaim, withdrawalList } from '@greenroom/contract/withdrawals'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { scoreTone, tones } from '../../../ui/tones.ts'
import classes from './withdraw.module.css'

export type Withdrawal = RecordOf<typeof withdrawalList>
export type Claimed = Answer<typeof withdrawalClaim>['withdrawals'][number]

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

/** Bank, wallet or chain with the last four characters. */
export function Account({ of }: { of: Pick<Withdrawal['account'], 'kind' | 'lastFour'> }) {
  const { label } = useLabels()
  return (
    <span>
      {label(`finance:options.method.${of.kind.replace('.', '_')}`)} <bdi dir="ltr">…{of.lastFour}</bdi>
    </span>
  )
}

/** The risk score as a number, coloured by severity. */
export function Risk({ score }: { score: number }) {
  const { t } = useTranslation('finance')
  return (
    <span className={classes['risk']} data-tone={scoreTone(score / 100)} title={t('withdraw.riskOf', { score })}>
      {score}
    </span>
  )
}

/** The text of one reason, with its figures. */
export function useRiskText(): (risk: Claimed['risks'][number]) => string {
  const { label } = useLabels()
  return ({ reason, figures }) => label(`finance:risk.${reason}`, figures as Record<string, string>)
}

/** The risk panel: reasons with weights, and links to details. */
export function RiskPanel({ of }: { of: Pick<Claimed, 'risks' | 'whitelisted' | 'riskHeld' | 'riskScore'> }) {
  const { t } = useTranslation('finance')
  const text = useRiskText()
  return (
    <section className={classes['panel']} aria-label={t('withdraw.riskPanel')}>
      <h2 className={classes['panelHead']}>
        {t('withdraw.riskPanel')} <Risk score={of.riskScore} />
        {of.whitelisted && <Tag tone="good">{t('withdraw.whitelisted')}</Tag>}
        {of.riskHeld && <Tag tone="bad">{t('withdraw.riskHeld')}</Tag>}
      </h2>
      {of.risks.length === 0 ? (
        <p className={classes['dim']}>{t('withdraw.noRisk')}</p>
      ) : (
        <ol className={classes['risks']}>
          {of.risks.map((risk, index) => (
            <li key={risk.reason}>
              <span className={classes['weight']}>+{risk.weight}</span>
              <span className={classes['why']}>{text(risk)}</span>
              <Link to={risk.evidence}>{t('withdraw.evidence', { number: index + 1 })}</Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
