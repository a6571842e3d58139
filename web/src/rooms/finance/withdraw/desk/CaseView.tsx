// One withdrawal on the desk: the request, the user, and the risk.
import { withdrawalReveal } from '@greenroom/contract/withdrawals'
import { useTranslation } from 'react-i18next'
import { RevealAccount } from '../../../../action/form/RevealAccount.tsx'
import { call } from '../../../../api/call.ts'
import { WithdrawalFacts } from '../../../../screen/withdrawal/WithdrawalFacts.tsx'
import { type Claimed, NotInEffect, RiskPanel } from '../parts.tsx'
import classes from '../withdraw.module.css'

export function CaseView({ one }: { one: Claimed }) {
  const { t } = useTranslation('finance')
  return (
    <div className={classes['view']}>
      <section className={classes['panel']} aria-label={t('withdraw.one')}>
        {one.notInEffect !== null && <NotInEffect of={one.notInEffect} />}
        <WithdrawalFacts one={one} />
        <div className={classes['reveal']}>
          <RevealAccount
            key={one.withdrawalId}
            room="finance"
            reveal={(reason) => call(withdrawalReveal, { withdrawalId: one.withdrawalId, reason })}
          />
        </div>
      </section>
      <RiskPanel of={one} />
    </div>
  )
}
