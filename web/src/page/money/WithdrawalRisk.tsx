// What a withdrawal's desk shows of it, for its reviewer and for the second account.
import type { Answer } from '@greenroom/contract/call'
import type { withdrawalClaim } from '@greenroom/contract/withdrawals'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLabels } from '../../ui/labels.ts'
import { Tag } from '../../ui/StatusBadge.tsx'
import { scoreTone } from '../../ui/stateColours.ts'
import classes from './withdrawal.module.css'

export type Claimed = Answer<typeof withdrawalClaim>['withdrawals'][number]

/** Bank, wallet or chain with the last four characters. */
export function Account({ of }: { of: Pick<Claimed['account'], 'kind' | 'lastFour'> }) {
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
